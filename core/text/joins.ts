/**
 * Looking ahead at a sign that may join: a hyphen or soft hyphen between letters, a separator between digits.
 *
 * Asked only where a word could end, so that the tokeniser's inner loop knows nothing of it. Every question reads on to
 * the next visible character and no further, which keeps the whole pass linear.
 */
import {
  EXPANSION,
  FIRST_UNIT,
  IGNORABLE,
  ITSELF,
  KIND_DIGIT,
  KIND_LETTER,
  KIND_UNSPACED,
  NUMBER,
  ORDER_FREE_MARK,
  REMOVED_MARK,
  SOFT_HYPHEN_CLASS,
  SURROGATE,
} from "./fold-classes.ts";
import { expansionAt, EXPANSIONS, FOLD, KIND, supplementaryClass, supplementaryKind } from "./fold-table.ts";

const TAB = 0x09;
const LINE_FEED = 0x0a;
const FORM_FEED = 0x0c;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const NO_BREAK_SPACE = 0xa0;
const LINE_SEPARATOR = 0x2028;

/** Offset of the letter that a hyphen ending at `after` joins to the letter before it; -1 if it joins nothing. */
export function letterAfterHyphen(text: string, after: number): number {
  const lineEnd = skipLineBreak(text, after);
  const i = lineEnd >= 0 ? lineEnd : skipInvisible(text, after);
  const kind = kindAt(text, i);
  return (kind & KIND_LETTER) !== 0 && (kind & KIND_UNSPACED) === 0 ? i : -1;
}

/** Where to read on after a soft hyphen: at the letter it joins over a line break, or behind the invisible characters. */
export function afterSoftHyphen(text: string, after: number): number {
  const letter = skipLineBreak(text, after) < 0 ? -1 : letterAfterHyphen(text, after);
  return letter < 0 ? skipInvisible(text, after) : letter;
}

/** Offset of the digit that a number separator ending at `after` joins to the digit before it; -1 if it joins nothing. */
export function digitAfterSeparator(text: string, after: number): number {
  const i = skipInvisible(text, after);
  const kind = kindAt(text, i);
  return (kind & KIND_DIGIT) !== 0 && (kind & KIND_UNSPACED) === 0 ? i : -1;
}

function skipInvisible(text: string, from: number): number {
  let i = from;
  while (i < text.length) {
    const unit = FOLD[text.charCodeAt(i)]!;
    if (unit === IGNORABLE || unit === REMOVED_MARK || unit === SOFT_HYPHEN_CLASS) i++;
    else if (unit === SURROGATE && isInvisible(text.codePointAt(i)!)) i += 2;
    else break;
  }
  return i;
}

function isInvisible(codePoint: number): boolean {
  if (codePoint <= 0xffff) return false;
  const unit = supplementaryClass(codePoint);
  return unit === IGNORABLE || unit === REMOVED_MARK;
}

/** Offset behind blanks and invisible characters. */
function skipBlanks(text: string, from: number): number {
  let i = skipInvisible(text, from);
  for (;;) {
    const unit = text.charCodeAt(i);
    if (unit !== SPACE && unit !== TAB && unit !== NO_BREAK_SPACE) return i;
    i = skipInvisible(text, i + 1);
  }
}

/**
 * Offset behind one line break at `from`, with blanks around it; -1 if there is none. A page break may stand on
 * either side of it, or alone. An empty line is the end of a paragraph, so it is no line break inside a word.
 */
function skipLineBreak(text: string, from: number): number {
  let i = skipBlanks(text, from);
  let lineEnds = 0;
  let pageEnds = 0;
  for (;;) {
    const unit = text.charCodeAt(i);
    if (unit === FORM_FEED && pageEnds++ === 0) i++;
    else if ((unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === LINE_SEPARATOR) && lineEnds++ === 0)
      i += unit === CARRIAGE_RETURN && text.charCodeAt(i + 1) === LINE_FEED ? 2 : 1;
    else return lineEnds + pageEnds > 0 ? i : -1;
    i = skipBlanks(text, i);
  }
}

/** Kind bits of the first folded character at `i`; 0 for anything that is not part of a word. */
function kindAt(text: string, i: number): number {
  if (i >= text.length) return 0;
  const unit = FOLD[text.charCodeAt(i)]!;
  if (unit >= FIRST_UNIT) return KIND[unit]!;
  if (unit === NUMBER) return KIND[text.charCodeAt(i)]!;
  if (unit === ORDER_FREE_MARK) return KIND_LETTER;
  if (unit === EXPANSION) return kindOfExpansion(text.charCodeAt(i));
  if (unit !== SURROGATE) return 0;
  const codePoint = text.codePointAt(i)!;
  if (codePoint <= 0xffff) return 0;
  const cls = supplementaryClass(codePoint);
  if (cls === ITSELF) return supplementaryKind(codePoint);
  return cls === EXPANSION ? kindOfExpansion(codePoint) : 0;
}

function kindOfExpansion(codePoint: number): number {
  const at = expansionAt(codePoint);
  const first = EXPANSIONS[at + 1]!;
  if (FOLD[first] !== SURROGATE) return KIND[first]!;
  return supplementaryKind(String.fromCharCode(first, EXPANSIONS[at + 2]!).codePointAt(0)!);
}
