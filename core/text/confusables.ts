/**
 * The second channel: words that mix scripts are read as the one script they pretend to be in.
 *
 * "cоpyright" with a Cyrillic о looks like the Latin word and shares no token with it. Here such a word gets the hash of
 * the word it imitates; a word of one script keeps its own, so that Greek and Cyrillic texts are never taken for Latin.
 * What is found only here is reported as near, flagged `homoglyph`.
 */
import { LOOK_ALIKES, scriptOf, type Script } from "./look-alikes.ts";
import { tokenise } from "./tokenise.ts";
import { TokenStream } from "./token-stream.ts";

const GREEK_OR_CYRILLIC = /[\u0370-\u052f\u1c80-\u1c8f\u1f00-\u1fff]/;

/** Replaces the contents of `into` by the tokens of `text`, mixed-script words folded, and returns it. */
export function tokeniseConfusable(text: string, into: TokenStream): TokenStream {
  tokenise(text, into);
  if (!GREEK_OR_CYRILLIC.test(text)) return into;
  const imitated = new TokenStream(8);
  for (let t = 0; t < into.count; t++) {
    const start = into.start[t]!;
    const end = into.end[t]!;
    if (!mixesScripts(text, start, end)) continue;
    const folded = foldLookAlikes(text.slice(start, end));
    if (folded === undefined || tokenise(folded, imitated).count !== 1) continue;
    into.hashA[t] = imitated.hashA[0]!;
    into.hashB[t] = imitated.hashB[0]!;
  }
  return into;
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
function foldLookAlikes(word: string): string | undefined {
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
    if (folded !== undefined) return folded;
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
