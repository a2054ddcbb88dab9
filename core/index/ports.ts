/**
 * Ports of the corpus: what a store must offer, whatever keeps the bytes.
 *
 * Two implementations answer alike (test/contract): the memory store of this folder, which is the oracle, and the
 * LMDB store in main/engine/store. Reads are synchronous: a check walks millions of postings.
 */
import type { Failure, Notice } from "../base/failure.ts";
import type { Result } from "../base/result.ts";
import type { Document, DocumentFormat, DocumentMetadata, TextEncodingChoice } from "../model/document.ts";

/**
 * The index keeps 44 bits of a 64-bit fingerprint: all of lane B, which addresses, and the low 12 bits of lane A.
 * Both travel as plain numbers: `b` in [0, 2^32), `a12` in [0, 2^12).
 */
export const KEY_A_BITS = 12;
export const KEY_A_MASK = (1 << KEY_A_BITS) - 1;

/** Receives postings in ascending (document, token) order. */
export interface PostingSink {
  push(document: number, token: number, tag: number): void;
}

/** What a corpus says of one document without opening its text. */
export interface DocumentRecord {
  /** From 0 in order of arrival; never given again, even when the document is deleted. */
  readonly id: number;
  /** SHA-256 of the original bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** Every path that holds the original, in order of arrival; the first is shown. */
  readonly paths: readonly string[];
  readonly byteLength: number;
  readonly format: DocumentFormat;
  /** UTF-16 units of the extracted text, and its tokens. */
  readonly textLength: number;
  readonly tokenCount: number;
  /** SHA-256 of the extracted text as UTF-8. */
  readonly textSha256: string;
  readonly extractor: { readonly name: string; readonly version: string };
  readonly metadata: DocumentMetadata;
  readonly encoding?: TextEncodingChoice;
  readonly notices: readonly Notice[];
  /** Boilerplate supplied by the user: passages also found in a template are shown apart (DESIGN, Common text). */
  readonly template: boolean;
}

/** A frozen view of a corpus: what a check reads. Later additions do not show in it. */
export interface CorpusSnapshot {
  /** Ids of documents are below this. Documents that were deleted count here: see core/index/documents.ts. */
  readonly documentCount: number;
  /** How many of the ids below `documentCount` are of deleted documents; none where a store leaves this out. */
  readonly deletedCount?: number;
  isDeleted?(document: number): boolean;
  /** Of documents that are not deleted. */
  readonly postingCount: number;
  /**
   * Of a document that is not deleted. Throws a FailureError with `store/damaged` when the stored record is not as it
   * was written.
   */
  record(document: number): DocumentRecord;
  /**
   * Ids of the documents marked as templates. Where a store cannot tell without reading every record, it leaves this
   * out; templates are then known only where the posting cap lets them be found.
   */
  templates?(): readonly number[];
  /** The extracted document: text, marks, source map. */
  document(document: number): Result<Document>;
  /** The extracted text alone; cheaper than `document` where positions are not needed. */
  text(document: number): Result<string>;
  /**
   * Pushes the postings of a key in ascending (document, token) order, at most `cap` of them, each with `tag`.
   * Returns the exact number of postings of the key, pushed or not (of postings beyond the cap, those of documents
   * deleted since the index was last compacted may count). Keys asked for in ascending (b, a12) order are cheapest. Throws a FailureError with `store/damaged` when the stored postings are not as they were written.
   */
  postings(b: number, a12: number, tag: number, cap: number, sink: PostingSink): number;
  close(): void;
}

/** How one file ended. Every file that was seen has exactly one current entry. */
export type LedgerState = "ingested" | "duplicate" | "failed" | "skipped";

export interface LedgerEntry {
  readonly path: string;
  readonly state: LedgerState;
  /** Bytes of the file where they could be read. */
  readonly byteLength?: number;
  readonly sha256?: string;
  /** Document that holds the file's content (`ingested`, `duplicate`). */
  readonly document?: number;
  /** Why (`failed`, `skipped`). */
  readonly failure?: Failure;
  /** ISO 8601 UTC, passed in by the caller. */
  readonly at: string;
}

/** The fingerprints of one text, parallel arrays in ascending token order (core/fingerprint fills them). */
export interface FingerprintList {
  readonly count: number;
  /** Lane A (orders the winnowing minimum) and lane B (addresses the index), unsigned 32 bits each. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  /** Token at which the k-gram starts. */
  readonly position: Uint32Array;
}

export interface NewDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly document: Document;
  readonly tokenCount: number;
  /** Copied by the store before it returns. */
  readonly fingerprints: FingerprintList;
  readonly template: boolean;
  readonly at: string;
}

/** A corpus open for writing. One writer at a time. */
export interface CorpusWriter {
  /** Document that already holds these bytes, if any. */
  findOriginal(sha256: string): number | undefined;
  /** True when the ledger's current entry of this path names these bytes and succeeded: resume may pass over it. */
  isCurrent(path: string, sha256: string): boolean;
  /**
   * Takes a document in. The promise resolves when it is on disk and would survive a kill or power loss. Adds may
   * overlap; those under way share one flush. Bytes that the corpus has already become a further path of their document.
   * A path that held another document leaves it; a document that no path holds any more is deleted.
   */
  add(document: NewDocument): Promise<Result<number>>;
  /** Notes a further path of bytes the corpus has already, as `add` does. Resolves when it is on disk. */
  addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>>;
  /** Notes how a file ended that gave no document. Resolves when it is on disk. */
  addLedger(entry: LedgerEntry): Promise<Result<void>>;
  /**
   * Takes a document out: it is in no later snapshot, and the ledger says of its paths that it was taken out
   * (`request/document-deleted`). The same bytes may be added again, as a new document. Resolves when it is on disk.
   */
  deleteDocument(document: number, at: string): Promise<Result<void>>;
  /** Writes what is buffered and merges index segments where that is due. */
  finish(): Promise<Result<void>>;
  snapshot(): CorpusSnapshot;
  /** Current entries, in order of path (code-unit order). */
  ledger(): readonly LedgerEntry[];
  /** The same one by one, for corpora of a million files. */
  ledgerEntries(): Iterable<LedgerEntry>;
  close(): Promise<void>;
}
