/** Small documents made in memory, and a host that reads plain text, for the tests of the runner. */
import { failure } from "../../../core/base/failure.ts";
import { failed, ok } from "../../../core/base/result.ts";
import type { ExtractionHost } from "../../../core/extract/port.ts";
import type { Document, Mark } from "../../../core/model/document.ts";
import type { DocxStory, PdfPage, PdfRuns } from "../../../core/model/source-map.ts";

const BASE = { marks: [], metadata: {}, notices: [], extractor: { name: "test", version: "1" } };

const NO_RUNS: PdfRuns = {
  start: new Uint32Array(),
  end: new Uint32Array(),
  page: new Uint32Array(),
  x: new Float32Array(),
  y: new Float32Array(),
  dx: new Float32Array(),
  dy: new Float32Array(),
  ascent: new Float32Array(),
  descent: new Float32Array(),
  edgeStart: new Uint32Array(),
  edges: new Float32Array(),
};

export function textDocument(text: string, marks: readonly Mark[] = []): Document {
  return { ...BASE, format: "text", text, marks, sourceMap: { kind: "text" } };
}

export interface Sheet {
  readonly text: string;
  readonly label?: string;
  readonly usability?: PdfPage["usability"];
}

export function pdfDocument(sheets: readonly Sheet[]): Document {
  let start = 0;
  const pages = sheets.map((sheet, index): PdfPage => {
    const page = { start, end: start + sheet.text.length, width: 595, height: 842 };
    start = page.end + 1;
    return { ...page, label: sheet.label ?? String(index + 1), usability: sheet.usability ?? "text" };
  });
  const text = sheets.map((sheet) => sheet.text).join("\f");
  return { ...BASE, format: "pdf", text, sourceMap: { kind: "pdf", pages, runs: NO_RUNS } };
}

export function docxDocument(paragraphs: readonly (readonly [DocxStory, string])[]): Document {
  let start = 0;
  const placed = paragraphs.map(([story, text], paragraph) => {
    const entry = { start, end: start + text.length, part: 0, paragraph, story };
    start = entry.end + 1;
    return entry;
  });
  const text = paragraphs.map(([, one]) => one).join("\n");
  return {
    ...BASE,
    format: "docx",
    text,
    sourceMap: { kind: "docx", parts: ["word/document.xml"], paragraphs: placed },
  };
}

/** Reads every file as UTF-8 text; an empty one is refused. */
export const textHost: ExtractionHost = {
  extract: ({ bytes }) =>
    Promise.resolve(
      bytes.length === 0
        ? failed(failure("read/empty-file"))
        : ok(textDocument(new TextDecoder().decode(bytes))),
    ),
  close: () => Promise.resolve(),
};
