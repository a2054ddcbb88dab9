/** The PDF front-end as the command line runs it, on the patched pdf.js (made here when it is not there yet). */
import { readFileSync } from "node:fs";
import path from "node:path";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import type { Limits } from "../../core/base/limits.ts";
import type { Result } from "../../core/base/result.ts";
import { createPdfFrontEnd } from "../../core/extract/pdf/pdf-front-end.ts";
import type { Document } from "../../core/model/document.ts";
import type { PdfSourceMap } from "../../core/model/source-map.ts";
import { loadPdfEngine } from "../../main/cli/extractor/pdfjs-runtime.ts";
import { patchPdfjs } from "../../tools/patch-pdfjs.ts";

const frontEnd = createPdfFrontEnd(await loadPdfEngine(patchPdfjs("legacy")));

export interface ReadOptions {
  readonly password?: string;
  readonly limits?: Partial<Limits>;
  readonly progress?: (done: number, total: number) => void;
}

export async function readPdf(bytes: Uint8Array, options: ReadOptions = {}): Promise<Result<Document>> {
  return frontEnd(bytes, "test.pdf", {
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    progress: options.progress ?? (() => undefined),
    ...(options.password === undefined ? {} : { password: options.password }),
  });
}

const FIXTURES = path.resolve(import.meta.dirname, "../fixtures/pdf");

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(path.join(FIXTURES, name)));
}

export interface ReadPdf extends Document {
  readonly sourceMap: PdfSourceMap;
}

/** The document, or a test failure that says what went wrong. */
export function opened(outcome: Result<Document>): ReadPdf {
  if (!outcome.ok) throw new Error(`not read: ${JSON.stringify(outcome.failure)}`);
  const { sourceMap } = outcome.value;
  if (sourceMap.kind !== "pdf") throw new Error(`source map of a ${sourceMap.kind}`);
  return { ...outcome.value, sourceMap };
}

export const codeOf = (outcome: Result<Document>): string => (outcome.ok ? "ok" : outcome.failure.code);

export const noticesOf = (document: Document): string[] => document.notices.map(({ code }) => code);

export function pageText(document: ReadPdf, page: number): string {
  const { start, end } = document.sourceMap.pages[page]!;
  return document.text.slice(start, end);
}
