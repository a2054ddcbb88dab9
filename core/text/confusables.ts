/**
 * The second channel: words that mix scripts are read as the one script they pretend to be in, and among such words
 * also those that are wholly made of look-alikes.
 *
 * "cоpyright" with a Cyrillic о looks like the Latin word and shares no token with it. Here such a word gets the hash of
 * the word it imitates; a word of one script keeps its own unless disguised words stand around it, so that Greek and
 * Cyrillic texts are never taken for Latin.
 * What is found only here is reported as near, flagged `homoglyph`.
 */
import { LOOK_ALIKES, scriptOf, type Script } from "./look-alikes.ts";
import { tokenise } from "./tokenise.ts";
import { TokenStream } from "./token-stream.ts";

const GREEK_OR_CYRILLIC = /[\u0370-\u052f\u1c80-\u1c8f\u1f00-\u1fff]/;

/** A short word can be wholly disguised ("а" for "a"); this many words away, disguised words give it away. */
const REACH = 4;
const LEAST_AROUND = 2;

/** Replaces the contents of `into` by the tokens of `text`, disguised words folded, and returns it. */
export function tokeniseConfusable(text: string, into: TokenStream): TokenStream {
  tokenise(text, into);
  if (!GREEK_OR_CYRILLIC.test(text)) return into;
  const imitated = new TokenStream(8);
  const fold = (t: number, folded: string): boolean => {
    if (tokenise(folded, imitated).count !== 1) return false;
    into.hashA[t] = imitated.hashA[0]!;
    into.hashB[t] = imitated.hashB[0]!;
    return true;
  };
  const wordAt = (t: number): string => text.slice(into.start[t], into.end[t]);
  const disguised = new Map<number, Script>();
  for (let t = 0; t < into.count; t++) {
    if (!mixesScripts(text, into.start[t]!, into.end[t]!)) continue;
    const folded = foldLookAlikes(wordAt(t));
    if (folded !== undefined && fold(t, folded.word)) disguised.set(t, folded.script);
  }
  for (const [t, script] of wholeWordsAround(disguised, into.count)) {
    const folded = foldInto(wordAt(t), script);
    if (folded !== undefined) fold(t, folded);
  }
  return into;
}

/** Words beside several disguised ones, with the script those pretend to be in. */
function* wholeWordsAround(
  disguised: ReadonlyMap<number, Script>,
  count: number,
): Generator<readonly [token: number, script: Script]> {
  let done = -1;
  for (const [near, script] of disguised) {
    const last = Math.min(count - 1, near + REACH);
    for (let t = Math.max(done + 1, near - REACH); t <= last; t++) {
      done = t;
      if (disguised.has(t)) continue;
      let around = 0;
      for (let n = t - REACH; n <= t + REACH; n++) if (disguised.get(n) === script) around++;
      if (around >= LEAST_AROUND) yield [t, script];
    }
  }
}

/** True if some word of `text` mixes scripts, that is if the second channel could find anything more than the first. */
export function hasMixedScript(text: string): boolean {
  if (!GREEK_OR_CYRILLIC.test(text)) return false;
  const tokens = tokenise(text, new TokenStream());
  for (let t = 0; t < tokens.count; t++)
    if (mixesScripts(text, tokens.start[t]!, tokens.end[t]!)) return true;
  return false;
}

function mixesScripts(text: string, start: number, end: number): boolean {
  let first: Script | undefined;
  for (let i = start; i < end; i++) {
    const script = scriptOf(text.charCodeAt(i));
    if (script === undefined) continue;
    first ??= script;
    if (script !== first) return true;
  }
  return false;
}

/**
 * The word in one script: the one with most letters in it that has a look-alike for every letter of the others.
 * Undefined if there is none: then the word is mixed for some other reason (a unit, a formula).
 */
function foldLookAlikes(word: string): { readonly word: string; readonly script: Script } | undefined {
  const counts: Record<Script, number> = { latin: 0, greek: 0, cyrillic: 0 };
  for (let i = 0; i < word.length; i++) {
    const script = scriptOf(word.charCodeAt(i));
    if (script !== undefined) counts[script]++;
  }
  const scripts = (["latin", "cyrillic", "greek"] as const)
    .filter((script) => counts[script] > 0)
    .sort((one, other) => counts[other] - counts[one]);
  for (const script of scripts) {
    const folded = foldInto(word, script);
    if (folded !== undefined) return { word: folded, script };
  }
  return undefined;
}

function foldInto(word: string, target: Script): string | undefined {
  let folded = "";
  for (let i = 0; i < word.length; i++) {
    const script = scriptOf(word.charCodeAt(i));
    const letter = word.charAt(i);
    const lookAlike = script === undefined || script === target ? letter : LOOK_ALIKES[target].get(letter);
    if (lookAlike === undefined) return undefined;
    folded += lookAlike;
  }
  return folded;
}
