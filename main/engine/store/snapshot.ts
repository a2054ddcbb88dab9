/** A frozen view of a store: the first n documents, their paths at that moment, their postings. */
import { inflateRawSync } from "node:zlib";
import { failure, FailureError } from "../../../core/base/failure.ts";
import { failed, invariant, ok, type Result } from "../../../core/base/result.ts";
import type { DeletedDocuments } from "../../../core/index/documents.ts";
import type { CorpusSnapshot, DocumentRecord, PostingSink } from "../../../core/index/ports.ts";
import type { Document } from "../../../core/model/document.ts";
import { decodeDocument, decodeHead } from "../../../core/model/document-codec.ts";
import type { Catalogue, CatalogueState } from "./catalogue.ts";
import type { PostingView } from "./posting-view.ts";
import type { StoredRecord } from "./record-codec.ts";
import { rootOf } from "./root.ts";
import { storeFailure } from "./store-failure.ts";

/** Memory that reading a small document costs: its record and its text lie apart, each with its neighbours in the map. */
const SCATTERED_BYTES = 128 * 1024;

export interface SnapshotParts {
  readonly catalogue: Catalogue;
  readonly state: CatalogueState;
  readonly deleted: DeletedDocuments;
  readonly view: PostingView;
}

export class LmdbSnapshot implements CorpusSnapshot {
  readonly documentCount: number;
  readonly deletedCount: number;
  readonly postingCount: number;
  private readonly parts: SnapshotParts;
  private readonly catalogue: Catalogue;
  private readonly onClose: () => void;
  private closed = false;

  constructor(parts: SnapshotParts, onClose: () => void) {
    const { state } = parts;
    this.parts = parts;
    this.catalogue = parts.catalogue;
    this.documentCount = state.documents;
    this.deletedCount = state.deletions;
    this.postingCount = state.postings;
    this.onClose = onClose;
  }

  isDeleted(document: number): boolean {
    return this.parts.deleted.has(document);
  }

  /** SHA-256 that stands for all documents of the snapshot (core/index/corpus-root.ts). */
  rootHash(): string {
    return rootOf(this.catalogue, this.parts.state);
  }

  templates(): readonly number[] {
    return this.catalogue.templates(this.documentCount).filter((document) => !this.isDeleted(document));
  }

  record(document: number): DocumentRecord {
    this.expect(document);
    const stored = this.catalogue.record(document);
    const head = decodeHead(stored.head);
    if (!head.ok) throw new FailureError(head.failure.code, { ...head.failure.data, document });
    const { byteLength, textLength, tokenCount, textSha256, sha256, template } = stored;
    const paths = this.catalogue.pathsOf(document, stored, this.parts.state.paths);
    return {
      id: document,
      sha256,
      paths,
      byteLength,
      textLength,
      tokenCount,
      textSha256,
      template,
      ...head.value,
    };
  }

  document(document: number): Result<Document> {
    this.expect(document);
    this.catalogue.touched(SCATTERED_BYTES);
    const read = (): Result<Document> =>
      readDocument(this.catalogue, document, this.catalogue.record(document));
    return this.orGone(document, readStored(document, read));
  }

  text(document: number): Result<string> {
    this.expect(document);
    this.catalogue.touched(SCATTERED_BYTES);
    const read = (): Result<string> =>
      ok(readText(this.catalogue, document, this.catalogue.record(document)));
    return this.orGone(document, readStored(document, read));
  }

  postings(b: number, a12: number, tag: number, cap: number, sink: PostingSink): number {
    return this.parts.view.postings(b, a12, tag, cap, sink);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.parts.view.close();
    this.onClose();
  }

  private expect(document: number): void {
    invariant(
      document >= 0 && document < this.documentCount && !this.isDeleted(document),
      "a document of the snapshot",
    );
  }

  /** A document that another process has deleted since, and whose contents it has removed, is not damaged but gone. */
  private orGone<T>(document: number, result: Result<T>): Result<T> {
    if (result.ok || result.failure.code !== "store/damaged") return result;
    for (const tombstone of this.catalogue.tombstones(this.parts.state.deletions))
      if (tombstone.document === document && tombstone.emptied)
        return failed(failure("store/document-not-found", { document }));
    return result;
  }
}

/** Turns what reading throws into failures that name the document. */
export function readStored<T>(document: number, read: () => Result<T>): Result<T> {
  try {
    const result = read();
    return result.ok ? result : failed(failure(result.failure.code, { ...result.failure.data, document }));
  } catch (error) {
    return failed(storeFailure(error, { document }));
  }
}

export function readText(catalogue: Catalogue, document: number, record: StoredRecord): string {
  const bytes = record.textIsOriginal
    ? catalogue.blob("originals", document, record.byteLength)
    : catalogue.blob("texts", document, record.storedTextBytes);
  const text = bytes.toString(record.textIsUtf16 ? "utf16le" : "utf8");
  if (text.length !== record.textLength)
    throw new FailureError("store/damaged", { part: "texts", what: "length" });
  return text;
}

export function readColumns(catalogue: Catalogue, document: number, record: StoredRecord): Uint8Array {
  const stored = catalogue.blob("columns", document, record.storedColumnBytes);
  if (!record.columnsDeflated) return stored;
  try {
    return inflateRawSync(stored);
  } catch {
    throw new FailureError("store/damaged", { part: "columns", what: "compression" });
  }
}

export function readDocument(catalogue: Catalogue, document: number, record: StoredRecord): Result<Document> {
  const text = readText(catalogue, document, record);
  return decodeDocument(record.head, readColumns(catalogue, document, record), text);
}
