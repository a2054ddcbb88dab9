/**
 * The folded form of text, as text: what the tokeniser's hashes are hashes of.
 *
 * The tokeniser never builds it. It is for checking that equal hashes mean equal tokens, for showing people what was
 * compared, and for tests. The form is decomposed (folds/compatibility), Hangul
 * excepted; marks that may stand in any order are
 * sorted, which is what adding them to a hash amounts to.
 */
import {
  EXPANSION,
  FIRST_UNIT,
  ITSELF,
  KIND_ORDER_FREE,
  NUMBER,
  ORDER_FREE_MARK,
  SURROGATE,
} from "./fold-classes.ts";
import { expansionAt, EXPANSIONS, FOLD, KIND, supplementaryClass, supplementaryKind } from "./fold-table.ts";
import { composeHangul } from "./folds/hangul.ts";
import { tokenise } from "./tokenise.ts";
import { TokenStream } from "./token-stream.ts";

/** The folded form of the token that was read from `text.slice(start, end)`. */
export function normalisedToken(text: string, start: number, end: number): string {
  return sortFreeMarks(foldRange(text, start, end))
    .map((folded) => folded.text)
    .join("");
}

/** Tokens in folded form with one space between, and for each unit the raw range it came from. */
export interface NormalisedText {
  readonly text: string;
  /** Unit u of `text` was made of the raw characters [starts[u], ends[u]). A space has the gap between two tokens. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

export function normalise(text: string): NormalisedText {
  const tokens = tokenise(text, new TokenStream());
  const parts: Folded[] = [];
  for (let t = 0; t < tokens.count; t++) {
    if (t > 0) parts.push({ text: " ", start: tokens.end[t - 1]!, end: tokens.start[t]!, orderFree: false });
    for (const part of sortFreeMarks(foldRange(text, tokens.start[t]!, tokens.end[t]!))) parts.push(part);
  }
  const length = parts.reduce((sum, part) => sum + part.text.length, 0);
  const starts = new Uint32Array(length);
  const ends = new Uint32Array(length);
  let unit = 0;
  for (const part of parts) {
    starts.fill(part.start, unit, unit + part.text.length);
    ends.fill(part.end, unit, unit + part.text.length);
    unit += part.text.length;
  }
  return { text: parts.map((part) => part.text).join(""), starts, ends };
}

/** One folded character and the raw characters it came from. */
interface Folded {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly orderFree: boolean;
}

function foldRange(text: string, start: number, end: number): Folded[] {
  const folded: Folded[] = [];
  for (let i = start; i < end;) {
    const codePoint = text.codePointAt(i)!;
    const next = i + (codePoint > 0xffff ? 2 : 1);
    for (const character of foldCharacter(codePoint)) append(folded, character, i, next);
    i = next;
  }
  return folded;
}

/** Appends a folded character, or completes a Hangul syllable with it. */
function append(folded: Folded[], character: string, start: number, end: number): void {
  const last = folded.at(-1);
  const syllable = last === undefined ? 0 : composeHangul(last.text.charCodeAt(0), character.charCodeAt(0));
  if (last !== undefined && syllable !== 0)
    folded[folded.length - 1] = { ...last, text: String.fromCharCode(syllable), end };
  else folded.push({ text: character, start, end, orderFree: isOrderFree(character) });
}

/** What one character folds to; empty for everything that is dropped and for separators. */
export function foldCharacter(codePoint: number): string {
  if (codePoint > 0xffff) {
    const cls = supplementaryClass(codePoint);
    if (cls === ITSELF) return String.fromCodePoint(codePoint);
    return cls === EXPANSION ? expansion(codePoint) : "";
  }
  const unit = FOLD[codePoint]!;
  if (unit >= FIRST_UNIT) return String.fromCharCode(unit);
  if (unit === EXPANSION) return expansion(codePoint);
  if (unit === ORDER_FREE_MARK || unit === NUMBER) return String.fromCharCode(codePoint);
  return "";
}

function expansion(codePoint: number): string {
  const at = expansionAt(codePoint);
  return String.fromCharCode(...EXPANSIONS.subarray(at + 1, at + 1 + EXPANSIONS[at]!));
}

function isOrderFree(character: string): boolean {
  const codePoint = character.codePointAt(0)!;
  if (FOLD[character.charCodeAt(0)] === SURROGATE)
    return (supplementaryKind(codePoint) & KIND_ORDER_FREE) !== 0;
  return (KIND[codePoint]! & KIND_ORDER_FREE) !== 0;
}

/** Sorts every run of order-free marks by code point. */
function sortFreeMarks(folded: Folded[]): Folded[] {
  for (let i = 1; i < folded.length; i++) {
    for (let j = i; j > 0; j--) {
      const here = folded[j]!;
      const before = folded[j - 1]!;
      if (!here.orderFree || !before.orderFree) break;
      if (before.text.codePointAt(0)! <= here.text.codePointAt(0)!) break;
      folded[j] = before;
      folded[j - 1] = here;
    }
  }
  return folded;
}
