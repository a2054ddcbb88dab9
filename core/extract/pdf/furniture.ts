/**
 * Page furniture: running heads and feet, page numbers, stamps of courts, Bates numbers.
 *
 * Recognised beside other pages: the same words at the same place on pages near by, or a number that counts up with
 * the pages; where such rows have shown where the head stands, a row that stands alone at that place is the head too
 * (heads that name the section change from page to page). Only stamps of courts and Bates numbers, which have a form
 * of their own, are recognised on a page by itself. What is not certain stays text: text taken for furniture would
 * not be compared.
 *
 * Pages are judged by those around them, so that a book of any length needs only a window of pages in memory.
 */
import type { Margin, MarginCell, MarginRow } from "./margin-rows.ts";
import { DEPTH, romanValue } from "./margin-rows.ts";

export interface PageMargins {
  readonly rows: readonly MarginRow[];
  /** The label the file gives the page. */
  readonly label: string;
}

/** Pages on either side in which the same row is looked for... */
const WINDOW = 8;
/** ... one of them this near: heads alternate between left and right pages, no more. */
const NEAR = 2;
/** Pages on either side whose furniture shows where the head stands. */
const BAND_WINDOW = 6;
/** Pages that must have been added after a page before it can be judged. */
export const LOOKAHEAD = WINDOW + BAND_WINDOW;

/** Rows are at the same place within this share of their size, and at least this many points (scans move). */
const SAME_PLACE = 0.5;
const SAME_PLACE_POINTS = 10;
/** Heads whose text changes must stand at the very place. */
const SAME_BAND_POINTS = 1.5;
/** A row is set apart from the text by this many usual line spacings. */
const APART = 1.3;
/** Seen on this many pages around, a row needs no gap to the text. */
const OFTEN = 4;
const SIMILAR = 0.75;
const LONGEST_CHANGING_HEAD = 120;
/** In a file of two or three pages only rows this near to the edge can be furniture. */
const EDGE_POINTS = 72;

type Certainty = "no" | "yes" | "alone";

export class FurnitureFinder {
  readonly #pages = new Map<number, PageMargins>();
  readonly #certain = new Map<number, ReadonlyMap<MarginRow, Certainty>>();
  #count = 0;
  /** Known once the last page was added. */
  #complete = false;

  add(page: PageMargins): void {
    this.#pages.set(this.#count++, page);
  }

  complete(): void {
    this.#complete = true;
  }

  /** The rows of the page that are furniture. Pages must be asked for in order; what lies far behind is forgotten. */
  furnitureOf(page: number): ReadonlySet<MarginRow> {
    const found = new Set<MarginRow>();
    const open = new Set(["top", "bottom", "side"]);
    for (const row of this.#pages.get(page)?.rows ?? []) {
      const certainty = this.#certainOn(page).get(row) ?? "no";
      const reached = open.has(row.margin);
      if (certainty === "alone" || (reached && (certainty === "yes" || this.#standsInBand(row, page)))) {
        found.add(row);
      } else if (row.margin !== "side") {
        // From the edge inwards: behind text there is only text.
        open.delete(row.margin);
      }
    }
    this.#pages.delete(page - LOOKAHEAD);
    this.#certain.delete(page - LOOKAHEAD);
    return found;
  }

  #certainOn(page: number): ReadonlyMap<MarginRow, Certainty> {
    let known = this.#certain.get(page);
    if (known === undefined) {
      known = new Map((this.#pages.get(page)?.rows ?? []).map((row) => [row, this.#certainty(row, page)]));
      this.#certain.set(page, known);
    }
    return known;
  }

  #certainty(row: MarginRow, page: number): Certainty {
    if (isStamp(row)) return "alone";
    if (this.#isPageNumber(row, page)) return "yes";
    if (row.cells[0]!.letters.length < 2) return "no";
    let same = 0;
    let near = 0;
    let counting = false;
    for (const [distance, other] of this.#around(page, WINDOW)) {
      const twin = other.rows.find((one) => isSamePlace(row, one) && isTwin(row, one, distance));
      if (twin === undefined || isCopy(this.#pages.get(page)!, other, row.margin)) continue;
      same++;
      if (Math.abs(distance) > NEAR) continue;
      near++;
      counting ||= countsUp(row.numbers, twin.numbers, distance);
    }
    if (near === 0) return "no";
    if (counting && (same > 1 || row.gap >= APART)) return same >= OFTEN ? "alone" : "yes";
    if (same >= OFTEN) return row.gap >= APART ? "alone" : "yes";
    const ofPage = this.#pages.get(page)!.rows.length;
    const few = this.#complete && this.#count <= 3 && row.offset <= EDGE_POINTS && ofPage > DEPTH;
    return row.gap >= APART && (same >= 2 || few) ? "yes" : "no";
  }

  /** A row of nothing but the number of the page. */
  #isPageNumber(row: MarginRow, page: number): boolean {
    const value = pageNumberIn(row.text);
    if (value === undefined || row.margin === "side") return false;
    // A number all alone at the edge needs no page beside it.
    if (row.gap >= APART && !value.roman && row.offset <= EDGE_POINTS) return true;
    const label = this.#pages.get(page)?.label ?? "";
    if (row.gap >= APART && pageNumberIn(label)?.value === value.value) return true;
    for (const [distance, other] of this.#around(page, NEAR)) {
      for (const one of other.rows) {
        const beside = pageNumberIn(one.text);
        if (beside?.value === value.value + distance && beside.roman === value.roman) return true;
      }
    }
    return false;
  }

  #standsInBand(row: MarginRow, page: number): boolean {
    if (row.margin === "side" || row.gap < APART || row.text.length > LONGEST_CHANGING_HEAD) return false;
    let pages = 0;
    for (const [distance, other] of this.#around(page, BAND_WINDOW)) {
      const certain = this.#certainOn(page + distance);
      const shows = other.rows.some(
        (one) =>
          one.margin === row.margin &&
          Math.abs(one.offset - row.offset) <= SAME_BAND_POINTS &&
          Math.abs(one.size - row.size) <= 0.06 * row.size &&
          certain.get(one) !== "no",
      );
      if (shows) pages++;
    }
    return pages >= 2;
  }

  *#around(page: number, distance: number): Generator<readonly [number, PageMargins]> {
    for (let away = -distance; away <= distance; away++) {
      const other = away === 0 ? undefined : this.#pages.get(page + away);
      if (other !== undefined) yield [away, other];
    }
  }
}

function isSamePlace(a: MarginRow, b: MarginRow): boolean {
  if (a.margin !== b.margin) return false;
  return Math.abs(a.offset - b.offset) <= Math.max(SAME_PLACE_POINTS, SAME_PLACE * a.size);
}

/** Pages that share every row down to the text are copies of one another and prove nothing. */
function isCopy(a: PageMargins, b: PageMargins, margin: Margin): boolean {
  const rows = a.rows.filter((row) => row.margin === margin);
  // The innermost row is text, and tells first.
  return (
    rows.length >= DEPTH && rows.reverse().every(({ text }) => b.rows.some((other) => other.text === text))
  );
}

/** The same words, with numbers that stay or count the pages: "Chapter 2" two pages behind "Chapter 1" is no head. */
function isTwin(a: MarginRow, b: MarginRow, distance: number): boolean {
  // Recognised text of scans reads the same head differently from page to page; lines of text are not compared so.
  const sameWords = a.gap >= APART ? isSimilar : isEqual;
  if (!a.cells.some((cell) => b.cells.some((other) => sameWords(cell, other)))) return false;
  return (
    a.numbers.length === 0 || isSameNumber(a.numbers, b.numbers) || countsUp(a.numbers, b.numbers, distance)
  );
}

function isSameNumber(here: readonly number[], there: readonly number[]): boolean {
  return here.some((number) => there.includes(number));
}

const isEqual = (a: MarginCell, b: MarginCell): boolean => a.key === b.key;

function isSimilar(a: MarginCell, b: MarginCell): boolean {
  if (isEqual(a, b)) return true;
  const [one, other] = [a.letters, b.letters];
  if (Math.min(one.length, other.length) < 6) return false;
  // Cheap first: misread at both ends, a head is as good as another.
  if (one.slice(0, 2) !== other.slice(0, 2) && one.slice(-2) !== other.slice(-2)) return false;
  return bigramOverlap(one, other) >= SIMILAR;
}

/** Dice's coefficient on pairs of letters. */
function bigramOverlap(a: string, b: string): number {
  if (Math.min(a.length, b.length) < 0.6 * Math.max(a.length, b.length)) return 0;
  const counts = new Map<string, number>();
  for (let i = 0; i + 1 < a.length; i++) {
    const pair = a.slice(i, i + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let i = 0; i + 1 < b.length; i++) {
    const left = counts.get(b.slice(i, i + 2)) ?? 0;
    if (left === 0) continue;
    counts.set(b.slice(i, i + 2), left - 1);
    shared++;
  }
  return (2 * shared) / (a.length + b.length - 2);
}

function countsUp(here: readonly number[], there: readonly number[], distance: number): boolean {
  return here.some((number) => there.includes(number + distance));
}

/** "- 12 -", "[12]", "Page 12 of 30", "xii", "12 / 30", "第 12 页"; the words around the number are few. */
const ARABIC_PAGE =
  /^[^\p{L}\p{N}]*(?:(?:page|pg|p|seite|s|pagina|página|pág|str|стр|страница|第)[\s.:]*)?(\d{1,5})(?:\s*(?:of|von|de|di|из|\/|\|)\s*\d{1,5}|\s*[页頁])?[^\p{L}\p{N}]*$/iu;
const ROMAN_PAGE = /^[^\p{L}\p{N}]*(?:(?:page|pg|p|seite|s)[\s.:]*)?([ivxlc]{1,9})[^\p{L}\p{N}]*$/iu;

function pageNumberIn(text: string): { readonly value: number; readonly roman: boolean } | undefined {
  if (text.length === 0 || text.length > 40) return undefined;
  const arabic = ARABIC_PAGE.exec(text)?.[1];
  if (arabic !== undefined) return { value: Number(arabic), roman: false };
  const value = romanValue(ROMAN_PAGE.exec(text)?.[1] ?? "");
  return value === undefined ? undefined : { value, roman: true };
}

/** Stamps of electronic filing in courts of the United States, and Bates numbers; within this share of a page's edge. */
const STAMPS: readonly RegExp[] = [
  /^(?:\S+ )?(?:Case|Appeal):? .*\b(?:Document|Doc|Dkt|ECF)\b.*\b(?:Page|Pg|Filed)\b/i,
  /^(?:Case|Appellate Case):? .*\bPage(?:ID)?\b.*\b(?:Filed|Entry ID)\b/i,
  /^[A-Z][A-Z0-9&.-]{1,20}[ _-]{0,2}\d{5,10}$/,
  /^arXiv:\d{4}\.\d{4,5}(?:v\d+)?\b/,
];
const STAMP_POINTS = 60;

function isStamp({ text, margin, offset }: MarginRow): boolean {
  return (margin === "side" || offset <= STAMP_POINTS) && STAMPS.some((form) => form.test(text));
}
