/**
 * The outermost rows of a page: where running heads, page numbers and stamps stand, if there are any.
 *
 * A row is everything on one baseline. Whether it is page furniture shows only beside other pages: `furniture.ts`.
 */
import type { Line } from "./line.ts";
import { endOf, isOffPage, startOf, textOf } from "./line.ts";
import { isAlong, mainDirection } from "./reading-order.ts";

/** `side`: text across the page's own, and text outside the page. */
export type Margin = "top" | "bottom" | "side";

export interface MarginRow {
  readonly lines: readonly Line[];
  readonly margin: Margin;
  /** Distance of the baseline from the edge of the page, in points; for the side a number that stands for the place. */
  readonly offset: number;
  readonly size: number;
  /** Distance to the next row inwards, in usual line spacings of the page. */
  readonly gap: number;
  readonly text: string;
  /** What stands apart in the row: title on the left, page number on the right. */
  readonly cells: readonly MarginCell[];
  readonly numbers: readonly number[];
}

export interface MarginCell {
  /** The text without what changes from page to page: small letters, `#` for every number. */
  readonly key: string;
  /** Letters of the key. */
  readonly letters: string;
}

/** Rows looked at from each edge inwards: stamp, head, rule of a second stamp, number. */
export const DEPTH = 4;
/** Furniture stands in the outer parts of a page: this share of its height from either edge. */
const BAND = 0.22;
const SAME_ROW = 0.5;
/** A page with more lines across its own is a drawing. */
const MOST_AT_SIDE = 12;
/** Longer rows are text. */
const LONGEST = 250;

/** In order from the edge inwards, top rows first. */
export function marginRowsOf(lines: readonly Line[], width: number, height: number): MarginRow[] {
  const main = mainDirection(lines);
  const along: Line[] = [];
  const side: MarginRow[] = [];
  for (const line of lines) {
    if (isAlong(line, main)) along.push(line);
    else if (line.placed || isOffPage(line)) side.push(rowAtSide(line));
  }
  const rows = groupedInRows(along);
  const gaps = rows.map((row, i) => (i === 0 ? 0 : row[0]!.across - rows[i - 1]![0]!.across));
  const usual = usualSpacing(rows, gaps);
  const [least, most] = extentAcross(main, width, height);
  const extent = most - least;
  const half = Math.ceil(rows.length / 2);
  const found: MarginRow[] = [];
  const add = (i: number, margin: "top" | "bottom"): void => {
    const row = rows[i]!;
    const across = row[0]!.across;
    const offset = margin === "top" ? across - least : most - across;
    const gap = gaps[margin === "top" ? i + 1 : i] ?? Infinity;
    if (offset <= BAND * extent)
      found.push(marginRow(row, margin, offset, i === 0 && margin === "bottom" ? Infinity : gap / usual));
  };
  if (rows.length === 1) add(0, rows[0]![0]!.across - least < extent / 2 ? "top" : "bottom");
  else {
    for (let i = 0; i < Math.min(DEPTH, half); i++) add(i, "top");
    for (let i = rows.length - 1; i >= Math.max(half, rows.length - DEPTH); i--) add(i, "bottom");
  }
  const beside = side.length <= MOST_AT_SIDE ? side : [];
  return [...found, ...beside].filter(({ text }) => text.length <= LONGEST);
}

function groupedInRows(lines: readonly Line[]): Line[][] {
  const sorted = [...lines].sort((a, b) => a.across - b.across || a.from - b.from);
  const rows: Line[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (first !== undefined && line.across - first.across <= SAME_ROW * Math.min(line.size, first.size))
      row!.push(line);
    else rows.push([line]);
  }
  for (const row of rows) row.sort((a, b) => a.from - b.from);
  return rows;
}

/** The median distance of rows; on a page of few rows what a line of its size usually takes. */
function usualSpacing(rows: readonly (readonly Line[])[], gaps: readonly number[]): number {
  const inner = gaps.slice(1).sort((a, b) => a - b);
  const usual = inner.length >= 5 ? inner[inner.length >> 1]! : 1.2 * (rows[0]?.[0]?.size ?? 1);
  return Math.max(usual, 0.1);
}

/** Where the page begins and ends across the direction of its text. */
function extentAcross(
  { dx, dy }: { readonly dx: number; readonly dy: number },
  width: number,
  height: number,
): readonly [number, number] {
  const corners = [0, dx * height, -dy * width, dx * height - dy * width];
  return [Math.min(...corners), Math.max(...corners)];
}

function rowAtSide(line: Line): MarginRow {
  const { x, y } = line.parts[0]!.fragment;
  return marginRow([line], "side", Math.round(x) * 10_000 + Math.round(y), Infinity);
}

function marginRow(lines: readonly Line[], margin: Margin, offset: number, gap: number): MarginRow {
  const text = lines.map(textOf).join(" ").trim();
  let size = 0;
  for (const line of lines) size = Math.max(size, line.size);
  const whole = cellOf(text);
  const cells = lines.flatMap(cellTexts).map(cellOf);
  return {
    lines,
    margin,
    offset,
    size,
    gap,
    text,
    cells:
      cells.length > 1 ? [whole, ...cells.filter(({ letters }) => letters.length >= LEAST_OF_CELL)] : [whole],
    numbers: numbersOf(text),
  };
}

/** A gap wider than this many sizes stands between cells. */
const CELL_GAP = 1.5;
/** Letters a part of a row must have to be compared by itself. */
const LEAST_OF_CELL = 4;

function cellTexts({ parts, size }: Line): string[] {
  const cells: string[] = [];
  let end = Infinity;
  for (const { fragment, spaceBefore } of parts) {
    const text = fragment.text.trim();
    if (cells.length === 0 || startOf(fragment) - end > CELL_GAP * size) cells.push(text);
    else cells.push(`${cells.pop()!}${spaceBefore ? " " : ""}${text}`);
    end = endOf(fragment);
  }
  return cells;
}

function cellOf(text: string): MarginCell {
  const key = keyOf(text);
  return { key, letters: key.replace(/[^\p{L}\p{M}]/gu, "") };
}

/** Numerals of prefaces; "i" alone and words such as "mix" may be words: see who asks. */
const ROMAN = /^[ivxlc]{1,9}$/i;
const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

export function romanValue(numeral: string): number | undefined {
  if (!ROMAN.test(numeral)) return undefined;
  const values = Array.from(numeral.toLowerCase(), (letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, i) => sum + (value < (values[i + 1] ?? 0) ? -value : value), 0);
}

function keyOf(text: string): string {
  const words = text.normalize("NFKC").toLowerCase().split(/\s+/);
  // Only at the ends is a roman numeral a page number.
  for (const end of [0, words.length - 1]) if (ROMAN.test(words[end] ?? "")) words[end] = "#";
  return words.join(" ").replace(/\p{Nd}+/gu, "#");
}

function numbersOf(text: string): number[] {
  const digits = text.normalize("NFKC").match(/(?<![\p{Nd}.,])\d{1,6}(?![\p{Nd}])/gu) ?? [];
  const words = text.split(/\s+/);
  const romans = [words[0], words.at(-1)].map((word) => romanValue(word ?? ""));
  return [...digits.map(Number), ...romans.filter((value) => value !== undefined)];
}
