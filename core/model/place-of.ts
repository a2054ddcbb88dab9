/**
 * From a range of `document.text` to the place a report cites, and how the cite is written.
 *
 * A place is found by binary search in the source map. A range that touches only separators (line feeds between
 * blocks) gets the entry before it.
 */
import type { Document } from "./document.ts";
import { LineIndex } from "./line-index.ts";
import type { DocxPlace, HtmlPlace, PdfPlace, Place, TextPlace } from "./place.ts";
import type { DocxSourceMap, HtmlSourceMap, PdfSourceMap } from "./source-map.ts";

/** Where the half-open range [start, end) of `document.text` sits in the original. */
export function placeOf(document: Document, start: number, end: number): Place {
  const last = Math.max(start, end - 1);
  const map = document.sourceMap;
  switch (map.kind) {
    case "pdf":
      return pdfPlace(map, document.text, start, last);
    case "docx":
      return docxPlace(map, start, last);
    case "html":
      return htmlPlace(map, start, last);
    case "text":
      return textPlace(linesOf(document), start, last);
  }
}

/** A report asks for many places of one document; its lines are counted once and go when the document goes. */
const lineIndexes = new WeakMap<Document, LineIndex>();

function linesOf(document: Document): LineIndex {
  let index = lineIndexes.get(document);
  if (index === undefined) {
    index = new LineIndex(document.text);
    lineIndexes.set(document, index);
  }
  return index;
}

/** Index of the entry that holds `offset`, or of the last one before it; -1 when there is no entry at all. */
function entryAt(entries: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (entries[middle]!.start <= offset) low = middle + 1;
    else high = middle;
  }
  return entries.length === 0 ? -1 : Math.max(0, low - 1);
}

/** First and last entry a range touches. A range that begins between two entries begins at the later one. */
function entriesOf(
  entries: readonly { readonly start: number; readonly end: number }[],
  start: number,
  last: number,
): { first: number; last: number } {
  const lastEntry = entryAt(entries, last);
  const before = entryAt(entries, start);
  const first = before >= 0 && before < lastEntry && entries[before]!.end <= start ? before + 1 : before;
  return { first, last: lastEntry };
}

function pdfPlace(map: PdfSourceMap, text: string, start: number, last: number): PdfPlace {
  const pages = entriesOf(map.pages, start, last);
  const first = map.pages[pages.first];
  const lastPage = map.pages[pages.last];
  return {
    kind: "pdf",
    page: Math.max(0, pages.first),
    lastPage: Math.max(0, pages.last),
    label: first?.label ?? "",
    lastLabel: lastPage?.label ?? "",
    line: lineOnPage(text, first?.start ?? 0, Math.max(start, first?.start ?? 0)),
    lastLine: lineOnPage(text, lastPage?.start ?? 0, last),
  };
}

/** Lines as a reader counts them on the page: the empty ones that part paragraphs in the text are not there to see. */
function lineOnPage(text: string, pageStart: number, offset: number): number {
  return text
    .slice(pageStart, offset)
    .split("\n")
    .slice(0, -1)
    .filter((line) => line.trim() !== "").length;
}

function docxPlace(map: DocxSourceMap, start: number, last: number): DocxPlace {
  const range = entriesOf(map.paragraphs, start, last);
  const first = map.paragraphs[range.first];
  const final = map.paragraphs[range.last];
  return {
    kind: "docx",
    part: map.parts[first?.part ?? 0] ?? "",
    story: first?.story ?? "body",
    paragraph: first?.paragraph ?? 0,
    lastPart: map.parts[final?.part ?? 0] ?? "",
    lastParagraph: final?.paragraph ?? 0,
    ...(first?.cell === undefined ? {} : { cell: first.cell }),
  };
}

function htmlPlace(map: HtmlSourceMap, start: number, last: number): HtmlPlace {
  const range = entriesOf(map.blocks, start, last);
  const touched = map.blocks.slice(Math.max(0, range.first), range.last + 1);
  const first = touched[0];
  return {
    kind: "html",
    block: first?.block ?? 0,
    lastBlock: touched.at(-1)?.block ?? 0,
    element: first?.element ?? "",
    // Blocks follow the text; a table's stray text and ruby readings can stand elsewhere in the source.
    sourceStart: touched.reduce((least, b) => Math.min(least, b.sourceStart), first?.sourceStart ?? 0),
    sourceEnd: touched.reduce((most, b) => Math.max(most, b.sourceEnd), 0),
  };
}

function textPlace(lines: LineIndex, start: number, last: number): TextPlace {
  return {
    kind: "text",
    line: lines.lineOf(start),
    lastLine: lines.lineOf(last),
    ...(lines.pageCount > 1 ? { page: lines.pageOf(start) } : {}),
  };
}

/** The place as people write it, counted from one: `p. 14, ll. 3-19`, `¶ 12 (word/document.xml)`. */
export function citeOf(place: Place): string {
  switch (place.kind) {
    case "pdf":
      return citePdf(place);
    case "docx":
      return citeDocx(place);
    case "html":
      return `${numbers("block", "blocks", place.block, place.lastBlock)} (${place.element})`;
    case "text": {
      const lines = numbers("l.", "ll.", place.line, place.lastLine);
      return place.page === undefined ? lines : `p. ${place.page + 1}, ${lines}`;
    }
  }
}

function numbers(one: string, many: string, first: number, last: number): string {
  return first === last ? `${one} ${first + 1}` : `${many} ${first + 1}-${last + 1}`;
}

/** The printed label, and the page's number in the file where the two differ. */
function citePage(page: number, label: string): string {
  const number = String(page + 1);
  return label === "" || label === number ? `p. ${number}` : `p. ${label} (page ${number} of the file)`;
}

function citePdf(place: PdfPlace): string {
  const { page, lastPage, line, lastLine } = place;
  const first = citePage(page, place.label);
  if (page === lastPage) return `${first}, ${numbers("l.", "ll.", line, lastLine)}`;
  return `${first}, l. ${line + 1} to ${citePage(lastPage, place.lastLabel)}, l. ${lastLine + 1}`;
}

function citeDocx(place: DocxPlace): string {
  const { part, lastPart, paragraph, lastParagraph, cell } = place;
  if (part !== lastPart) return `¶ ${paragraph + 1} (${part}) to ¶ ${lastParagraph + 1} (${lastPart})`;
  const where =
    cell === undefined ? "" : `, table ${cell.table + 1}, row ${cell.row + 1}, cell ${cell.column + 1}`;
  return `${numbers("¶", "¶¶", paragraph, lastParagraph)}${where} (${part})`;
}
