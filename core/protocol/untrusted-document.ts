/**
 * What the extractor may send, parsed on arrival.
 *
 * The extractor reads hostile bytes and counts as taken over: everything it says is `unknown` until it is checked here
 * against shapes, sizes and the laws of documents (marks and places inside the text, in order; numbers finite). What
 * does not pass is `extract/invalid-output`, whatever the reason.
 */
import * as z from "zod";
import { FAILURE_CODES, failure, NOTICE_CODES, type Failure, type Notice } from "../base/failure.ts";
import type { Limits } from "../base/limits.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { Document } from "../model/document.ts";
import { sourceMapFault, sourceMapShape } from "./untrusted-source-map.ts";

/** Every message names the request it answers, so that a late answer is never taken for another document's. */
export type ExtractorMessage =
  | { readonly kind: "ready" }
  | {
      readonly kind: "progress";
      readonly ticket: number;
      readonly done: number;
      readonly total: number;
      readonly unit: "page" | "part";
      readonly residentBytes: number;
    }
  | { readonly kind: "document"; readonly ticket: number; readonly document: Document }
  | { readonly kind: "failure"; readonly ticket: number; readonly failure: Failure };

const LABEL_UNITS = 200;
const METADATA_UNITS = 10_000;
/** A notice or two for each page of the longest PDF. */
const MOST_NOTICES = 250_000;
const MOST_MARKS = 5_000_000;
const MOST_CHAPTERS = 10_000;
const MOST_LEVELS = 255;

const whole = z.number().int().nonnegative();
const label = z.string().max(LABEL_UNITS);
const failureData = z.record(label, z.union([z.string().max(METADATA_UNITS), z.number(), z.boolean()]));

const failureShape = z.object({ code: z.enum(FAILURE_CODES), data: z.exactOptional(failureData) });
const noticeShape = z.object({
  code: z.enum(NOTICE_CODES),
  page: z.exactOptional(whole),
  data: z.exactOptional(failureData),
});
const markShape = z.object({
  kind: z.enum([
    "boilerplate",
    "furniture",
    "note",
    "comment",
    "alternative",
    "annotation",
    "hidden",
    "ocr",
    "garbled",
    "deleted",
  ]),
  start: whole,
  end: whole,
});
const metadataShape = z.object({
  title: z.exactOptional(z.string().max(METADATA_UNITS)),
  author: z.exactOptional(z.string().max(METADATA_UNITS)),
  language: z.exactOptional(z.string().max(METADATA_UNITS)),
});
const documentShape = z.object({
  format: z.enum(["pdf", "docx", "html", "text", "markdown"]),
  text: z.string(),
  sourceMap: sourceMapShape,
  marks: z.array(markShape).max(MOST_MARKS),
  metadata: metadataShape,
  notices: z.array(noticeShape).max(MOST_NOTICES),
  extractor: z.object({ name: label, version: label }),
  encoding: z.exactOptional(z.object({ label, confidence: z.number().min(0).max(1), reason: label })),
  chapters: z.exactOptional(
    z
      .array(z.object({ title: z.string().max(METADATA_UNITS), level: whole.max(MOST_LEVELS), start: whole }))
      .max(MOST_CHAPTERS),
  ),
});
const messageShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("progress"),
    ticket: whole,
    done: whole,
    total: whole,
    unit: z.enum(["page", "part"]),
    residentBytes: whole,
  }),
  z.object({ kind: z.literal("document"), ticket: whole, document: documentShape }),
  z.object({ kind: z.literal("failure"), ticket: whole, failure: failureShape }),
]);

export function parseExtractorMessage(untrustedMessage: unknown, limits: Limits): Result<ExtractorMessage> {
  const parsed = messageShape.safeParse(untrustedMessage);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return invalid(
      issue === undefined ? "shape" : `${issue.path.join(".")}: ${issue.code}`.slice(0, LABEL_UNITS),
    );
  }
  const message = parsed.data;
  if (message.kind !== "document") return ok(message);
  const fault = documentFault(message.document, limits);
  return fault === undefined ? ok(message) : invalid(fault);
}

const invalid = (why: string): Result<never> => failed(failure("extract/invalid-output", { why }));

/** The first broken law of a document of the right shape, in a few words, or undefined. */
export function documentFault(document: Document, limits: Limits): string | undefined {
  const { text, sourceMap, format, marks } = document;
  if (text.length > limits.textUnits) return "text too long";
  if (!text.isWellFormed()) return "lone surrogate in text";
  if (sourceMap.kind !== (format === "markdown" ? "text" : format)) return "source map of another format";
  let previous = 0;
  for (const { start, end } of marks) {
    if (start < previous || end < start || end > text.length) return "mark out of order or outside the text";
    previous = start;
  }
  previous = 0;
  for (const { start } of document.chapters ?? []) {
    if (start < previous || start > text.length) return "chapter out of order or outside the text";
    previous = start;
  }
  const pages = sourceMap.kind === "pdf" ? sourceMap.pages.length : Infinity;
  if (document.notices.some((notice: Notice) => (notice.page ?? 0) >= pages))
    return "notice on a page that is not there";
  return sourceMapFault(sourceMap, text.length);
}
