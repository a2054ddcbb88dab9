/**
 * Shapes and laws of source maps that arrive from the extractor: entries in text order, without overlap, inside the
 * text; all numbers finite; arrays of equal length. Typed arrays are walked by hand: a book has 100,000 runs.
 */
import * as z from "zod";
import type { PdfRuns, SourceMap } from "../model/source-map.ts";

const MOST_ENTRIES = 5_000_000;
const MOST_PARTS = 10_000;
const NAME_UNITS = 1_000;
/** A page side of 14,400 points is the most PDF allows without UserUnit (ISO 32000-2, annex C); 100 times that is absurd. */
const MOST_POINTS = 1_440_000;

const whole = z.number().int().nonnegative();
const name = z.string().max(NAME_UNITS);
const points = z.number().min(0).max(MOST_POINTS);

const typedArray = <T>(type: string) =>
  z.custom<T>((value) => Object.prototype.toString.call(value) === `[object ${type}]`);
const uint32 = typedArray<Uint32Array>("Uint32Array");
const float32 = typedArray<Float32Array>("Float32Array");

const pdfShape = z.object({
  kind: z.literal("pdf"),
  pages: z
    .array(
      z.object({
        label: name,
        width: points,
        height: points,
        start: whole,
        end: whole,
        usability: z.enum(["text", "no-text", "garbled", "failed"]),
      }),
    )
    .max(MOST_ENTRIES),
  runs: z.object({
    start: uint32,
    end: uint32,
    page: uint32,
    x: float32,
    y: float32,
    dx: float32,
    dy: float32,
    ascent: float32,
    descent: float32,
    edgeStart: uint32,
    edges: float32,
  }),
});

const docxShape = z.object({
  kind: z.literal("docx"),
  parts: z.array(name).max(MOST_PARTS),
  paragraphs: z
    .array(
      z.object({
        start: whole,
        end: whole,
        part: whole,
        paragraph: whole,
        story: z.enum([
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
        ]),
        cell: z.exactOptional(z.object({ table: whole, row: whole, column: whole })),
        noteId: z.exactOptional(name),
      }),
    )
    .max(MOST_ENTRIES),
});

const htmlShape = z.object({
  kind: z.literal("html"),
  blocks: z
    .array(
      z.object({
        start: whole,
        end: whole,
        element: name,
        block: whole,
        sourceStart: whole,
        sourceEnd: whole,
        main: z.boolean(),
      }),
    )
    .max(MOST_ENTRIES),
});

export const sourceMapShape = z.discriminatedUnion("kind", [
  pdfShape,
  docxShape,
  htmlShape,
  z.object({ kind: z.literal("text") }),
]);

/** The first broken law, in a few words, or undefined. */
export function sourceMapFault(map: SourceMap, textLength: number): string | undefined {
  switch (map.kind) {
    case "text":
      return undefined;
    case "html":
      return map.blocks.some((b) => b.sourceEnd < b.sourceStart)
        ? "block source"
        : rangesFault(map.blocks, textLength);
    case "docx":
      return map.paragraphs.some((p) => p.part >= map.parts.length)
        ? "paragraph of a part that is not there"
        : rangesFault(map.paragraphs, textLength);
    case "pdf":
      return rangesFault(map.pages, textLength) ?? runsFault(map.runs, map.pages.length, textLength);
  }
}

function rangesFault(
  ranges: readonly { readonly start: number; readonly end: number }[],
  textLength: number,
): string | undefined {
  let previousEnd = 0;
  for (const { start, end } of ranges) {
    if (start < previousEnd || end < start || end > textLength)
      return "place out of order or outside the text";
    previousEnd = end;
  }
  return undefined;
}

function runsFault(runs: PdfRuns, pageCount: number, textLength: number): string | undefined {
  const count = runs.start.length;
  const columns = [
    runs.end,
    runs.page,
    runs.x,
    runs.y,
    runs.dx,
    runs.dy,
    runs.ascent,
    runs.descent,
    runs.edgeStart,
  ];
  if (columns.some((column) => column.length !== count)) return "runs of unequal length";
  let previousEnd = 0;
  for (let i = 0; i < count; i++) {
    const start = runs.start[i]!;
    const end = runs.end[i]!;
    if (start < previousEnd || end < start || end > textLength) return "run out of order or outside the text";
    if (runs.page[i]! >= pageCount) return "run on a page that is not there";
    if (runs.edgeStart[i]! + 2 * (end - start) > runs.edges.length) return "run without edges";
    previousEnd = end;
  }
  const numbers = [runs.x, runs.y, runs.dx, runs.dy, runs.ascent, runs.descent, runs.edges];
  return numbers.every(allFinite) ? undefined : "number not finite";
}

function allFinite(values: Float32Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}
