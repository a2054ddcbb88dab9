/**
 * Puts the UTF-16 units of a fragment in an order and form that can be kept, without changing their number.
 *
 * pdf.js turns right-to-left text from the order on the page into the order of reading by reversing units. That
 * turns surrogate pairs round and leaves marks before their letters (the Unicode bidirectional algorithm repairs
 * this in its rule L3); both are set right here, their edges moving with them.
 */

/** Line and page ends are ours to set. */
const LINE_ENDS = /[\t\n\v\f\r\u0085\u2028\u2029]/g;
const SURROGATE = /[\ud800-\udfff]/;
const RTL_MARK =
  /^[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]$/;
const MARK_BEFORE_ITS_LETTER =
  /(^|\s)[\u0591-\u05bd\u064b-\u0652\u0670][\u05d0-\u05ea\u0620-\u064a\u0671-\u06d3]/;

/** Changes `edges` in place (two entries per unit) and returns the text. */
export function inKeepableOrder(text: string, edges: Float32Array | null): string {
  let kept = text.replace(LINE_ENDS, " ");
  // No word begins with a mark: where one does, the whole fragment has its marks first.
  if (MARK_BEFORE_ITS_LETTER.test(kept)) kept = marksAfterLetters(kept, edges);
  return SURROGATE.test(kept) ? wholePairs(kept, edges) : kept;
}

function marksAfterLetters(text: string, edges: Float32Array | null): string {
  const units = text.split("");
  for (let i = 0; i < units.length; i++) {
    let letter = i;
    while (letter < units.length && RTL_MARK.test(units[letter]!)) letter++;
    if (letter === i || letter === units.length || units[letter] === " ") {
      i = letter;
      continue;
    }
    // The letter comes first, its marks in the order the page had them, nearest to the letter first.
    for (let from = i, to = letter; from < to; from++, to--) swapUnits(units, edges, from, to);
    i = letter;
  }
  return units.join("");
}

function wholePairs(text: string, edges: Float32Array | null): string {
  const units = text.split("");
  for (let i = 0; i < units.length; i++) {
    const here = units[i]!;
    const next = units[i + 1] ?? "";
    if (isHigh(here) && isLow(next)) {
      i++;
    } else if (isLow(here) && isHigh(next)) {
      swapUnits(units, edges, i, i + 1);
      i++;
    } else if (isHigh(here) || isLow(here)) {
      // Lone surrogates would turn into something else when stored.
      units[i] = "\ufffd";
    }
  }
  return units.join("");
}

const isHigh = (unit: string): boolean => unit >= "\ud800" && unit <= "\udbff";
const isLow = (unit: string): boolean => unit >= "\udc00" && unit <= "\udfff";

function swapUnits(units: string[], edges: Float32Array | null, a: number, b: number): void {
  [units[a], units[b]] = [units[b]!, units[a]!];
  if (edges === null) return;
  const held = edges.slice(2 * a, 2 * a + 2);
  edges.copyWithin(2 * a, 2 * b, 2 * b + 2);
  edges.set(held, 2 * b);
}
