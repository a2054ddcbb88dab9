/** A frozen view of a store: the first n documents, their paths at that moment, their postings. */
import { inflateRawSync } from "node:zlib";
import { failure, FailureError } from "../../../core/base/failure.ts";
import { failed, invariant, ok, type Result } from "../../../core/base/result.ts";
import type { CorpusSnapshot, DocumentRecord, PostingSink } from "../../../core/index/ports.ts";
import type { Document } from "../../../core/model/document.ts";
import { decodeDocument, decodeHead } from "../../../core/model/document-codec.ts";
import type { Catalogue, CatalogueState } from "./catalogue.ts";
import type { PostingView } from "./posting-index.ts";
import type { StoredRecord } from "./record-codec.ts";
import { storeFailure } from "./store-failure.ts";

export class LmdbSnapshot implements CorpusSnapshot {
  readonly documentCount: number;
  readonly postingCount: number;
  private readonly catalogue: Catalogue;
  private readonly paths: number;
  private readonly view: PostingView;
  private readonly onClose: () => void;

  constructor(catalogue: Catalogue, state: CatalogueState, view: PostingView, onClose: () => void) {
    this.catalogue = catalogue;
    this.documentCount = state.documents;
    this.paths = state.paths;
    this.view = view;
    this.postingCount = view.postingCount;
    this.onClose = onClose;
  }

  record(document: number): DocumentRecord {
    this.expect(document);
    const stored = this.catalogue.record(document);
    const head = decodeHead(stored.head);
    if (!head.ok) throw new FailureError(head.failure.code, { ...head.failure.data, document });
    const { byteLength, textLength, tokenCount, textSha256, sha256, template } = stored;
    const paths = [stored.path, ...this.catalogue.furtherPaths(document, this.paths)];
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
    return readStored(document, () =>
      readDocument(this.catalogue, document, this.catalogue.record(document)),
    );
  }

  text(document: number): Result<string> {
    this.expect(document);
    return readStored(document, () =>
      ok(readText(this.catalogue, document, this.catalogue.record(document))),
    );
  }

  postings(b: number, a12: number, tag: number, cap: number, sink: PostingSink): number {
    return this.view.postings(b, a12, tag, cap, sink);
  }

  close(): void {
    this.view.close();
    this.onClose();
  }

  private expect(document: number): void {
    invariant(document >= 0 && document < this.documentCount, "a document of the snapshot");
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
