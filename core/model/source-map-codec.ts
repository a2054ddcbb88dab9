/** The source map of a document as a small JSON head and columns. See document-codec.ts. */
import { CodecError, type ColumnReader, type ColumnWriter } from "./document-columns.ts";
import type {
  DocxParagraph,
  DocxSourceMap,
  DocxStory,
  HtmlSourceMap,
  PageUsability,
  PdfRuns,
  PdfSourceMap,
  SourceMap,
} from "./source-map.ts";

// Stored by number: only ever append to these lists.
const USABILITIES: readonly PageUsability[] = ["text", "no-text", "garbled", "failed"];
const STORIES: readonly DocxStory[] = [
  "body",
  "footnote",
  "endnote",
  "comment",
  "header",
  "footer",
  "textbox",
  "altChunk",
  "chart",
  "diagram",
];

const RUN_COLUMNS = [
  ["start", "u32"],
  ["end", "u32"],
  ["page", "u32"],
  ["x", "f32"],
  ["y", "f32"],
  ["dx", "f32"],
  ["dy", "f32"],
  ["ascent", "f32"],
  ["descent", "f32"],
  ["edgeStart", "u32"],
] as const;

type Head = Readonly<Record<string, unknown>>;

export function writeSourceMap(map: SourceMap, columns: ColumnWriter): Head {
  switch (map.kind) {
    case "text":
      return { kind: "text" };
    case "pdf":
      return writePdf(map, columns);
    case "docx":
      return writeDocx(map, columns);
    case "html":
      return writeHtml(map, columns);
  }
}

export function readSourceMap(untrusted: unknown, columns: ColumnReader, textLength: number): SourceMap {
  if (typeof untrusted !== "object" || untrusted === null) throw new CodecError("source map");
  const head = untrusted as Head;
  switch (head["kind"]) {
    case "text":
      return { kind: "text" };
    case "pdf":
      return readPdf(head, columns, textLength);
    case "docx":
      return readDocx(head, columns, textLength);
    case "html":
      return readHtml(head, columns, textLength);
    default:
      throw new CodecError("kind of source map");
  }
}

/** A page label is written only where it is not the page's number. */
function writePdf({ pages, runs }: PdfSourceMap, columns: ColumnWriter): Head {
  columns.of("page.start", "u32", pages, ({ start }) => start);
  columns.of("page.end", "u32", pages, ({ end }) => end);
  columns.of("page.width", "f64", pages, ({ width }) => width);
  columns.of("page.height", "f64", pages, ({ height }) => height);
  columns.of("page.usability", "u8", pages, ({ usability }) => USABILITIES.indexOf(usability));
  for (const [name, type] of RUN_COLUMNS) columns.array(`run.${name}`, type, runs[name]);
  columns.array("run.edges", "f32", runs.edges);
  const labels = pages.map(({ label }, page) => (label === String(page + 1) ? null : label));
  return labels.every((label) => label === null) ? { kind: "pdf" } : { kind: "pdf", labels };
}

function readPdf(head: Head, columns: ColumnReader, textLength: number): PdfSourceMap {
  const starts = columns.get("page.start", "u32");
  const ends = columns.get("page.end", "u32", starts.length);
  const widths = columns.get("page.width", "f64", starts.length);
  const heights = columns.get("page.height", "f64", starts.length);
  const usabilities = columns.get("page.usability", "u8", starts.length);
  const labels = head["labels"];
  if (labels !== undefined && (!Array.isArray(labels) || labels.length !== starts.length))
    throw new CodecError("labels");
  const pages = Array.from(starts, (start, page) => {
    const label: unknown = labels?.[page] ?? String(page + 1);
    const usability = USABILITIES[usabilities[page]!];
    const end = ends[page]!;
    if (typeof label !== "string" || usability === undefined || start > end || end > textLength) {
      throw new CodecError("page");
    }
    return { label, width: widths[page]!, height: heights[page]!, start, end, usability };
  });
  return { kind: "pdf", pages, runs: readRuns(columns, pages.length, textLength) };
}

function readRuns(columns: ColumnReader, pages: number, textLength: number): PdfRuns {
  const start = columns.get("run.start", "u32");
  const n = start.length;
  const end = columns.get("run.end", "u32", n);
  const page = columns.get("run.page", "u32", n);
  const edgeStart = columns.get("run.edgeStart", "u32", n);
  const edges = columns.get("run.edges", "f32");
  for (let i = 0; i < n; i++) {
    const length = end[i]! - start[i]!;
    if (length < 0 || end[i]! > textLength || page[i]! >= pages) throw new CodecError("run");
    if (edgeStart[i]! + 2 * length > edges.length) throw new CodecError("edges of a run");
  }
  return {
    start,
    end,
    page,
    x: columns.get("run.x", "f32", n),
    y: columns.get("run.y", "f32", n),
    dx: columns.get("run.dx", "f32", n),
    dy: columns.get("run.dy", "f32", n),
    ascent: columns.get("run.ascent", "f32", n),
    descent: columns.get("run.descent", "f32", n),
    edgeStart,
    edges,
  };
}

function writeDocx({ parts, paragraphs }: DocxSourceMap, columns: ColumnWriter): Head {
  columns.of("paragraph.start", "u32", paragraphs, ({ start }) => start);
  columns.of("paragraph.end", "u32", paragraphs, ({ end }) => end);
  columns.of("paragraph.part", "u32", paragraphs, ({ part }) => part);
  columns.of("paragraph.number", "u32", paragraphs, ({ paragraph }) => paragraph);
  columns.of("paragraph.story", "u8", paragraphs, ({ story }) => STORIES.indexOf(story));
  const cells = paragraphs.flatMap(({ cell }, index) => (cell === undefined ? [] : [{ ...cell, index }]));
  columns.of("cell.paragraph", "u32", cells, ({ index }) => index);
  columns.of("cell.table", "u32", cells, ({ table }) => table);
  columns.of("cell.row", "u32", cells, ({ row }) => row);
  columns.of("cell.column", "u32", cells, ({ column }) => column);
  const notes = paragraphs.flatMap(({ noteId }, index) =>
    noteId === undefined ? [] : [[index, noteId] as const],
  );
  return { kind: "docx", parts, notes };
}

function readDocx(head: Head, columns: ColumnReader, textLength: number): DocxSourceMap {
  const { parts, notes } = head;
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === "string"))
    throw new CodecError("parts");
  const starts = columns.get("paragraph.start", "u32");
  const n = starts.length;
  const ends = columns.get("paragraph.end", "u32", n);
  const partOf = columns.get("paragraph.part", "u32", n);
  const numbers = columns.get("paragraph.number", "u32", n);
  const stories = columns.get("paragraph.story", "u8", n);
  const cells = readCells(columns, n);
  const noteIds = readNotes(notes, n);
  const paragraphs = Array.from(starts, (start, i): DocxParagraph => {
    const end = ends[i]!;
    const story = STORIES[stories[i]!];
    const cell = cells.get(i);
    const noteId = noteIds.get(i);
    if (story === undefined || partOf[i]! >= parts.length || start > end || end > textLength) {
      throw new CodecError("paragraph");
    }
    return {
      start,
      end,
      part: partOf[i]!,
      paragraph: numbers[i]!,
      story,
      ...(cell === undefined ? {} : { cell }),
      ...(noteId === undefined ? {} : { noteId }),
    };
  });
  return { kind: "docx", parts, paragraphs };
}

function readCells(
  columns: ColumnReader,
  paragraphs: number,
): Map<number, NonNullable<DocxParagraph["cell"]>> {
  const index = columns.get("cell.paragraph", "u32");
  const table = columns.get("cell.table", "u32", index.length);
  const row = columns.get("cell.row", "u32", index.length);
  const column = columns.get("cell.column", "u32", index.length);
  const cells = new Map<number, NonNullable<DocxParagraph["cell"]>>();
  for (const [i, paragraph] of index.entries()) {
    if (paragraph >= paragraphs) throw new CodecError("cell");
    cells.set(paragraph, { table: table[i]!, row: row[i]!, column: column[i]! });
  }
  return cells;
}

function readNotes(untrusted: unknown, paragraphs: number): Map<number, string> {
  if (!Array.isArray(untrusted)) throw new CodecError("notes");
  const notes = new Map<number, string>();
  for (const entry of untrusted as unknown[]) {
    const [index, id] = Array.isArray(entry) ? (entry as unknown[]) : [];
    if (typeof index !== "number" || !(index < paragraphs) || typeof id !== "string")
      throw new CodecError("note");
    notes.set(index, id);
  }
  return notes;
}

function writeHtml({ blocks }: HtmlSourceMap, columns: ColumnWriter): Head {
  const elements = [...new Set(blocks.map(({ element }) => element))];
  const numberOf = new Map(elements.map((element, number) => [element, number]));
  columns.of("block.start", "u32", blocks, ({ start }) => start);
  columns.of("block.end", "u32", blocks, ({ end }) => end);
  columns.of("block.element", "u32", blocks, ({ element }) => numberOf.get(element)!);
  columns.of("block.number", "u32", blocks, ({ block }) => block);
  columns.of("block.sourceStart", "u32", blocks, ({ sourceStart }) => sourceStart);
  columns.of("block.sourceEnd", "u32", blocks, ({ sourceEnd }) => sourceEnd);
  columns.of("block.main", "u8", blocks, ({ main }) => (main ? 1 : 0));
  return { kind: "html", elements };
}

function readHtml(head: Head, columns: ColumnReader, textLength: number): HtmlSourceMap {
  const { elements } = head;
  if (!Array.isArray(elements)) throw new CodecError("elements");
  const starts = columns.get("block.start", "u32");
  const n = starts.length;
  const ends = columns.get("block.end", "u32", n);
  const elementOf = columns.get("block.element", "u32", n);
  const numbers = columns.get("block.number", "u32", n);
  const sourceStarts = columns.get("block.sourceStart", "u32", n);
  const sourceEnds = columns.get("block.sourceEnd", "u32", n);
  const mains = columns.get("block.main", "u8", n);
  const blocks = Array.from(starts, (start, i) => {
    const end = ends[i]!;
    const element: unknown = elements[elementOf[i]!];
    if (typeof element !== "string" || start > end || end > textLength) throw new CodecError("block");
    const place = { block: numbers[i]!, sourceStart: sourceStarts[i]!, sourceEnd: sourceEnds[i]! };
    return { start, end, element, ...place, main: mains[i] === 1 };
  });
  return { kind: "html", blocks };
}
