/**
 * Every way a file, a store or a request can fail, as a code with data.
 *
 * Codes are `area/what`. Words for people stand in one exhaustive table, `core/evidence/failure-messages.ts`;
 * code never builds sentences. A code that says what became of one *file* goes into the ingest ledger.
 */
export const FAILURE_CODES = [
  // Reaching the bytes of a file.
  "read/not-found",
  "read/permission-denied",
  "read/vanished",
  "read/changed-during-read",
  "read/directory-loop",
  "read/symlink-not-followed",
  "read/special-file",
  "read/path-too-long",
  "read/name-not-unicode",
  "read/locked",
  "read/too-large",
  "read/empty-file",
  "read/io-error",
  // Turning bytes into text.
  "extract/unsupported-type",
  "extract/not-a-word-document",
  "extract/legacy-office",
  "extract/needs-password",
  "extract/wrong-password",
  "extract/encryption-unsupported",
  "extract/corrupt",
  "extract/truncated",
  "extract/doctype-forbidden",
  "extract/limit-exceeded",
  "extract/timeout",
  "extract/memory-limit",
  "extract/crashed",
  "extract/invalid-output",
  "extract/undecodable-text",
  "extract/no-text",
  "extract/garbled",
  // The store.
  "store/not-found",
  "store/not-a-store",
  "store/newer-format",
  "store/older-format",
  "store/damaged",
  "store/in-use",
  "store/read-only",
  "store/disk-full",
  "store/io-error",
  "store/network-folder",
  "store/parameters-differ",
  "store/document-not-found",
  // A request that cannot be carried out.
  "request/invalid",
  "request/too-few-words",
  "request/cancelled",
  "request/output-not-writable",
  "request/document-deleted",
  // A matter.
  "matter/none-open",
  "matter/not-found",
  "matter/not-a-matter",
  "matter/newer-format",
  "matter/in-use",
  "matter/damaged",
  "matter/unknown-record",
  // Evidence.
  "evidence/quotation-differs",
  "evidence/original-missing",
  "evidence/key-unusable",
  "evidence/not-final",
  // The desktop program.
  "app/refused",
  "app/engine-stopped",
  "app/sandbox-off",
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** Numbers and short strings that make the code concrete, for example `{ limit: 64, got: 80, unit: "MiB" }`. */
export type FailureData = Readonly<Record<string, string | number | boolean>>;

export interface Failure {
  readonly code: FailureCode;
  readonly data?: FailureData;
}

export function failure(code: FailureCode, data?: FailureData): Failure {
  return data === undefined ? { code } : { code, data };
}

/** Carries a {@link Failure} through code that can only throw (callbacks of parsers); caught at the nearest border. */
export class FailureError extends Error {
  override readonly name = "FailureError";
  readonly failure: Failure;
  constructor(code: FailureCode, data?: FailureData) {
    super(code);
    this.failure = failure(code, data);
  }
}

/**
 * What a reader of the evidence must know about a document that *was* read: shown beside the document and listed
 * in the ledger. `page` is zero-based where the notice is about one page.
 */
export const NOTICE_CODES = [
  "notice/misnamed",
  "notice/encoding-guessed",
  "notice/encoding-errors",
  "notice/page-no-text",
  "notice/page-garbled",
  "notice/page-failed",
  "notice/page-text-partial",
  "notice/hidden-text",
  "notice/deleted-text",
  "notice/ocr-layer",
  "notice/recovered-truncated",
  "notice/checksum-mismatch",
  "notice/markup-errors",
  "notice/embedded-not-read",
  "notice/part-not-read",
  "notice/form-needs-viewer",
  "notice/opened-with-empty-password",
  "notice/annotations-not-indexed",
  "notice/too-short-to-fingerprint",
  "notice/zero-width-characters",
  "notice/bidi-controls",
  "notice/main-content-unknown",
  "notice/text-out-of-proportion",
] as const;

export type NoticeCode = (typeof NOTICE_CODES)[number];

export interface Notice {
  readonly code: NoticeCode;
  readonly page?: number;
  readonly data?: FailureData;
}
