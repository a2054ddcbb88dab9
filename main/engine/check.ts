/**
 * Check: one or more works against a frozen view of a corpus.
 *
 * A work goes the same way as a document of the corpus: same reading, same front-ends, same normalising.
 */
import path from "node:path";
import type { Limits } from "../../core/base/limits.ts";
import { failed, ok, type Result } from "../../core/base/result.ts";
import { detect } from "../../core/detect/detect.ts";
import type { CheckedWork, WorkFile } from "../../core/evidence/report-model.ts";
import type { ExtractionHost } from "../../core/extract/port.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { comparableText } from "../../core/model/comparable-text.ts";
import { storyStartsOf } from "../../core/model/story-starts.ts";
import type { Document } from "../../core/model/document.ts";
import type { DetectionSettings } from "../../core/model/settings.ts";
import { findCopies } from "../../core/neardup/groups.ts";
import { extractWithPasswords } from "./ingest.ts";
import { readOriginal } from "./sources/read-original.ts";

export interface CheckOptions {
  readonly host: ExtractionHost;
  readonly snapshot: CorpusSnapshot;
  readonly settings: DetectionSettings;
  readonly limits: Limits;
  readonly passwords: readonly string[];
  /** Return false to cancel. */
  readonly onProgress?: (work: string, stage: string, done: number, total: number) => boolean;
}

/** A work as read: the file's identity and its text. */
export interface ReadWork extends WorkFile {
  readonly document: Document;
}

export async function readWork(
  file: string,
  options: Pick<CheckOptions, "host" | "limits" | "passwords">,
): Promise<Result<ReadWork> & { readonly file: WorkFile }> {
  const unread: WorkFile = { path: file, name: path.basename(file), sha256: "", byteLength: 0 };
  const read = await readOriginal(file, options.limits.pdfFileBytes, false);
  if (!read.ok) return { ...failed(read.failure), file: unread };
  const { bytes, sha256 } = read.value;
  const identified: WorkFile = { ...unread, sha256, byteLength: bytes.length };
  const document = await extractWithPasswords(options.host, bytes, file, options.limits, options.passwords);
  if (!document.ok) return { ...failed(document.failure), file: identified };
  return { ...ok({ ...identified, document: document.value }), file: identified };
}

/** Checks one work. A work that cannot be read is an outcome like another: the report says so. */
export async function checkWork(file: string, options: CheckOptions): Promise<CheckedWork> {
  const work = await readWork(file, options);
  if (!work.ok) return { ...work.file, outcome: { kind: "failed", failure: work.failure } };
  const { document } = work.value;
  const detection = detect(
    { text: comparableText(document), storyStarts: storyStartsOf(document) },
    options.snapshot,
    options.settings,
    (stage, done, total) => options.onProgress?.(file, stage, done, total) ?? true,
  );
  if (!detection.ok) return { ...work.file, outcome: { kind: "failed", failure: detection.failure } };
  const found = detection.value.findings.map((finding) => finding.document);
  const copies = findCopies(options.snapshot, found);
  return { ...work.file, outcome: { kind: "checked", document, detection: detection.value, copies } };
}
