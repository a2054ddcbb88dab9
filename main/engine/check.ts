/**
 * Check: one or more works against a frozen view of a corpus.
 *
 * A work goes the same way as a document of the corpus: same reading, same front-ends, same normalising.
 */
import { type Failure } from "../../core/base/failure.ts";
import type { Limits } from "../../core/base/limits.ts";
import { failed, ok, type Result } from "../../core/base/result.ts";
import { detect } from "../../core/detect/detect.ts";
import type { Detection } from "../../core/detect/finding.ts";
import type { ExtractionHost } from "../../core/extract/port.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { comparableText } from "../../core/model/comparable-text.ts";
import type { Document } from "../../core/model/document.ts";
import type { DetectionSettings } from "../../core/model/settings.ts";
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

/** A work that could be read, with what was found of it. */
export interface CheckedWork {
  readonly path: string;
  readonly sha256: string;
  readonly byteLength: number;
  readonly document: Document;
  readonly detection: Detection;
}

export interface UnreadableWork {
  readonly path: string;
  readonly failure: Failure;
}

export async function readWork(
  file: string,
  options: Pick<CheckOptions, "host" | "limits" | "passwords">,
): Promise<Result<Omit<CheckedWork, "detection">>> {
  const read = await readOriginal(file, options.limits.pdfFileBytes);
  if (!read.ok) return read;
  const { bytes, sha256 } = read.value;
  const document = await extractWithPasswords(options.host, bytes, file, options.limits, options.passwords);
  if (!document.ok) return document;
  return ok({ path: file, sha256, byteLength: bytes.length, document: document.value });
}

export async function checkWork(file: string, options: CheckOptions): Promise<Result<CheckedWork>> {
  const work = await readWork(file, options);
  if (!work.ok) return work;
  const detection = detect(
    { text: comparableText(work.value.document) },
    options.snapshot,
    options.settings,
    (stage, done, total) => options.onProgress?.(file, stage, done, total) ?? true,
  );
  if (!detection.ok) return failed(detection.failure);
  return ok({ ...work.value, detection: detection.value });
}
