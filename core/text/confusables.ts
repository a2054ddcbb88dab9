/**
 * The second channel: disguised words are read as the words they imitate.
 *
 * "cоpyright" with a Cyrillic о looks like the Latin word and shares no token with it; so does "сору", all Cyrillic, in
 * an English sentence. Here such words get the hash of the word they imitate. A word is read in a script if every letter
 * of it is of that script or has a look-alike there; where several scripts would do, in the script of the words around
 * it that allow only one, so that Greek and Cyrillic texts are never taken for Latin. What is found only here is
 * reported as near, flagged `homoglyph`.
 */
import { LOOK_ALIKES, scriptOf, type Script } from "./look-alikes.ts";
import { tokenise } from "./tokenise.ts";
import { TokenStream } from "./token-stream.ts";

const GREEK_OR_CYRILLIC = /[\u0370-\u052f\u1c80-\u1c8f\u1f00-\u1fff]/;
const SCRIPTS: readonly Script[] = ["latin", "cyrillic", "greek"];
/** Words on either side that decide. One word in so many can be disguised whole and is still seen through. */
const REACH = 5;

/** Replaces the contents of `into` by the tokens of `text`, disguised words folded, and returns it. */
export function tokeniseConfusable(text: string, into: TokenStream): TokenStream {
  tokenise(text, into);
  if (!GREEK_OR_CYRILLIC.test(text)) return into;
  const imitated = new TokenStream(8);
  for (const { token, word } of disguisedWords(text, into)) {
    if (tokenise(word, imitated).count !== 1) continue;
    into.hashA[token] = imitated.hashA[0]!;
    into.hashB[token] = imitated.hashB[0]!;
  }
  return into;
}

/** True if some word of `text` is disguised, that is if the second channel could find anything more than the first. */
export function hasDisguisedWords(text: string): boolean {
  if (!GREEK_OR_CYRILLIC.test(text)) return false;
  return disguisedWords(text, tokenise(text, new TokenStream())).next().done !== true;
}

interface Disguised {
  readonly token: number;
  /** The word it imitates. */
  readonly word: string;
}

function* disguisedWords(text: string, tokens: TokenStream): Generator<Disguised> {
  const possible = new Uint8Array(tokens.count);
  for (let t = 0; t < tokens.count; t++)
    possible[t] = possibleScripts(text, tokens.start[t]!, tokens.end[t]!);
  /** How many of the words around the current one allow each script only. */
  const around = [0, 0, 0];
  const count = (token: number, change: 1 | -1): void => {
    const script = ONLY[possible[token] ?? 0]!;
    if (script >= 0) around[script] = around[script]! + change;
  };
  for (let t = 0; t < Math.min(REACH, tokens.count); t++) count(t, 1);
  for (let t = 0; t < tokens.count; t++) {
    if (t + REACH < tokens.count) count(t + REACH, 1);
    if (t > REACH) count(t - REACH - 1, -1);
    const scripts = possible[t]!;
    if (scripts === 0) continue;
    const letters = lettersByScript(text, tokens.start[t]!, tokens.end[t]!);
    const read = ONLY[scripts]! >= 0 ? ONLY[scripts]! : likeliest(scripts, around, letters);
    // A word wholly in the script it is read in is what it seems to be.
    if (letters.every((number, script) => script === read || number === 0)) continue;
    yield { token: t, word: foldInto(text.slice(tokens.start[t], tokens.end[t]), SCRIPTS[read]!) };
  }
}

/** For a set of scripts as bits: the one script in it, or -1. */
const ONLY = [-1, 0, 1, -1, 2, -1, -1, -1];

/**
 * The script of most words around; without a most, the one with most letters in the word. A word of one script keeps it
 * while any word around is certainly of that script: a disguised word is not, for it could stand in the other.
 */
function likeliest(scripts: number, around: readonly number[], letters: readonly number[]): number {
  const candidates = [0, 1, 2].filter((script) => (scripts & (1 << script)) !== 0);
  candidates.sort(
    (one, other) => around[other]! - around[one]! || letters[other]! - letters[one]! || one - other,
  );
  const [first, second] = candidates;
  const own = letters.findIndex((number) => number > 0);
  const isOfOneScript = letters.every((number, script) => script === own || number === 0);
  const keepsIt = isOfOneScript && around[own]! > 0;
  if (!keepsIt && around[first!]! > around[second!]!) return first!;
  candidates.sort((one, other) => letters[other]! - letters[one]! || one - other);
  return candidates[0]!;
}

/** The scripts in which every letter of the word stands or has a look-alike, as bits; 0 for words of other scripts. */
function possibleScripts(text: string, start: number, end: number): number {
  let scripts = 0;
  for (let i = start; i < end; i++) {
    const script = scriptOf(text.charCodeAt(i));
    if (script === undefined) continue;
    if (scripts === 0) scripts = 7;
    const letter = text.charAt(i);
    for (const [bit, target] of SCRIPTS.entries())
      if (script !== target && !LOOK_ALIKES[target].has(letter)) scripts &= ~(1 << bit);
    if (scripts === 0) return 0;
  }
  return scripts;
}

function lettersByScript(text: string, start: number, end: number): number[] {
  const letters = [0, 0, 0];
  for (let i = start; i < end; i++) {
    const script = scriptOf(text.charCodeAt(i));
    if (script !== undefined) letters[SCRIPTS.indexOf(script)]!++;
  }
  return letters;
}

function foldInto(word: string, target: Script): string {
  let folded = "";
  for (let i = 0; i < word.length; i++) {
    const script = scriptOf(word.charCodeAt(i));
    const letter = word.charAt(i);
    folded +=
      script === undefined || script === target ? letter : (LOOK_ALIKES[target].get(letter) ?? letter);
  }
  return folded;
}
