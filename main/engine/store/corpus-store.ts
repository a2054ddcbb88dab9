/**
 * A corpus on disk, open for reading and, in one process at a time, for writing.
 *
 * A document is acknowledged when one transaction of the catalogue holds its record, text, source map, original and
 * ledger entry, and that transaction has been flushed. Its postings follow later, in a segment; until then they are in
 * memory, and after a crash they are computed again from the stored text. So the index never names a document that
 * the catalogue does not hold, and nothing acknowledged can be missing from a search.
 */
import { hash as digest } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { type Failure, failure } from "../../../core/base/failure.ts";
import { failed, invariant, ok, type Result } from "../../../core/base/result.ts";
import type { CorpusSnapshot, CorpusWriter, LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { encodeDocument } from "../../../core/model/document-codec.ts";
import { BLOB_TABLES, type BlobTable, type Catalogue, type CatalogueState, chunksOf } from "./catalogue.ts";
import { numberKey, pairKey, pathBytes } from "./catalogue-keys.ts";
import { CommitQueue, GROUP_BYTES, type QueuedWrite } from "./commit-queue.ts";
import type { PostingIndex } from "./posting-index.ts";
import { documentOfEntry, encodeRecord, type StoredRecord } from "./record-codec.ts";
import { LmdbSnapshot } from "./snapshot.ts";
import type { StoreIdentity, StoreParameters } from "./store-file.ts";
import { STORE_FORMAT } from "./store-file.ts";
import { storeFailure, withFullDisk } from "./store-failure.ts";
import { verifyStore, type VerifyReport } from "./verify.ts";

/** Segments left when an import ends: each costs a look-up per fingerprint. */
const MOST_SEGMENTS = 4;
/** Source maps above this size are deflated. */
const DEFLATE_FROM_BYTES = 1024;
/** Chunks of a large document that share a transaction. */
const STAGED_CHUNKS = 16;

export interface StoreStatistics {
  readonly format: number;
  readonly uuid: string;
  readonly created: string;
  readonly appVersion: string;
  readonly documents: number;
  readonly paths: number;
  readonly tokens: number;
  readonly postings: number;
  readonly segments: number;
  readonly pendingDocuments: number;
  readonly originalBytes: number;
  readonly textBytes: number;
  readonly catalogueBytes: number;
  readonly indexBytes: number;
  readonly parameters: StoreParameters;
}

/** What `openStore` hands over. */
export interface StoreParts {
  readonly folder: string;
  readonly identity: StoreIdentity;
  readonly catalogue: Catalogue;
  readonly index: PostingIndex;
  readonly writable: boolean;
  /** Takes this writer's name off the store. */
  readonly release: () => void;
}

interface Draft {
  state: CatalogueState;
}

type Write = QueuedWrite<Draft>;

export class LmdbStore implements CorpusWriter {
  readonly identity: StoreIdentity;
  private readonly parts: StoreParts;
  private readonly catalogue: Catalogue;
  private readonly index: PostingIndex;
  private readonly queue = new CommitQueue<Draft>((writes) => this.commit(writes));
  private state: CatalogueState;
  /** Documents and paths that wait for the next commit. */
  private readonly waitingHashes = new Map<string, number>();
  private readonly waitingPaths = new Map<string, number | undefined>();
  /** A failure after which the state on disk is in doubt: nothing more is written. */
  private broken: Failure | undefined;
  private committed: ReturnType<PostingIndex["mark"]>;

  constructor(parts: StoreParts) {
    this.parts = parts;
    this.identity = parts.identity;
    this.catalogue = parts.catalogue;
    this.index = parts.index;
    this.state = parts.catalogue.state();
    this.committed = parts.index.mark();
  }

  findOriginal(sha256: string): number | undefined {
    return this.waitingHashes.get(sha256) ?? this.catalogue.documentOfHash(sha256);
  }

  isCurrent(path: string, sha256: string): boolean {
    const document = this.documentAt(path);
    return document !== undefined && document === this.findOriginal(sha256);
  }

  private documentAt(path: string): number | undefined {
    if (this.waitingPaths.has(path)) return this.waitingPaths.get(path);
    const stored = this.catalogue.ledgerValue(path);
    return stored === undefined ? undefined : documentOfEntry(stored);
  }

  async add(added: NewDocument): Promise<Result<number>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    const known = this.findOriginal(added.sha256);
    if (known !== undefined) {
      const noted = await this.addPath(known, added.path, added.bytes.length, added.at);
      return noted.ok ? ok(known) : noted;
    }
    const { fingerprints, tokenCount } = added;
    if (!this.index.hasRoomFor(fingerprints.count, tokenCount)) {
      const full = this.queue.flush() ?? this.writing(() => this.index.flush(this.nextNumber, this.publish));
      if (full !== undefined) return failed(full);
    }
    const encoded = encodeForStore(added);
    if (encoded.bytes > GROUP_BYTES) {
      const unstaged = this.queue.flush() ?? this.stage(encoded);
      if (unstaged !== undefined) return failed(unstaged);
    }
    const document = this.state.documents + this.waitingHashes.size;
    this.index.addDocument(fingerprints, tokenCount);
    this.waitingHashes.set(added.sha256, document);
    this.waitingPaths.set(added.path, document);
    const noted = await this.enqueue(encoded.bytes, (draft) => this.writeDocument(draft, document, added, encoded));
    return noted.ok ? ok(document) : noted;
  }

  async addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    if (!(document < this.state.documents + this.waitingHashes.size)) {
      return failed(failure("store/document-not-found", { document }));
    }
    this.waitingPaths.set(path, document);
    return this.enqueue(path.length * 2, (draft) => this.writePath(draft, document, path, byteLength, at));
  }

  async addLedger(entry: LedgerEntry): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    this.waitingPaths.set(entry.path, entry.document);
    return this.enqueue(entry.path.length * 2, (draft) => this.writeEntry(draft, entry));
  }

  finish(): Promise<Result<void>> {
    const unfinished =
      this.refusal() ??
      this.queue.flush() ??
      this.writing(() => {
        this.index.flush(this.nextNumber, this.publish);
        this.index.compact(MOST_SEGMENTS, this.nextNumber, this.publish);
        this.committed = this.index.mark();
      });
    return Promise.resolve(unfinished === undefined ? ok(undefined) : failed(unfinished));
  }

  /** Merges all segments into one: the fastest index to search. */
  compact(): Promise<Result<void>> {
    const unfinished =
      this.refusal() ??
      this.queue.flush() ??
      this.writing(() => {
        this.index.flush(this.nextNumber, this.publish);
        this.index.compact(1, this.nextNumber, this.publish);
        this.committed = this.index.mark();
      });
    return Promise.resolve(unfinished === undefined ? ok(undefined) : failed(unfinished));
  }

  snapshot(): CorpusSnapshot {
    // What was added is in the snapshot: its flush, if still due, is made now. A failure goes to those who added.
    if (this.broken === undefined) this.queue.flush();
    return new LmdbSnapshot(this.catalogue, this.state, this.index.view(), () => undefined);
  }

  ledger(): readonly LedgerEntry[] {
    return [...this.ledgerEntries()];
  }

  ledgerEntries(): Iterable<LedgerEntry> {
    if (this.broken === undefined) this.queue.flush();
    return this.catalogue.ledgerEntries();
  }

  /** Reads everything there is. `onProgress` gets records done and records in all. */
  verify(onProgress: (done: number, total: number) => void = () => undefined): VerifyReport {
    if (this.broken === undefined) this.queue.flush();
    const { folder, identity } = this.parts;
    return verifyStore({ folder, identity, catalogue: this.catalogue, index: this.index, state: this.state }, onProgress);
  }

  statistics(): StoreStatistics {
    if (this.broken === undefined) this.queue.flush();
    const { uuid, created, appVersion, parameters } = this.identity;
    const { documents, paths, tokens, postings, originalBytes, textBytes } = this.state;
    return {
      format: STORE_FORMAT,
      uuid,
      created,
      appVersion,
      documents,
      paths: documents + paths,
      tokens,
      postings,
      segments: this.index.entries.length,
      pendingDocuments: this.index.pendingDocuments,
      originalBytes,
      textBytes,
      catalogueBytes: this.catalogue.byteLength,
      indexBytes: this.index.entries.reduce((sum, { bytes }) => sum + bytes, 0),
      parameters,
    };
  }

  async close(): Promise<void> {
    if (this.broken === undefined) this.queue.flush();
    this.index.close();
    this.parts.release();
    await this.catalogue.close();
  }

  private refusal(): Failure | undefined {
    return this.parts.writable ? this.broken : failure("store/read-only", { what: "opened for reading" });
  }

  private enqueue(bytes: number, apply: (draft: Draft) => void): Promise<Result<void>> {
    return new Promise((resolve) => {
      const settle = (problem: Failure | undefined): void => resolve(problem === undefined ? ok(undefined) : failed(problem));
      this.queue.push({ bytes, apply, settle });
    });
  }

  private commit(writes: readonly Write[]): Failure | undefined {
    const draft: Draft = { state: this.state };
    const problem = this.writing(() =>
      this.catalogue.transaction(() => {
        for (const write of writes) write.apply(draft);
        if (draft.state !== this.state) this.catalogue.putMeta("state", JSON.stringify(draft.state));
      }),
    );
    this.waitingHashes.clear();
    this.waitingPaths.clear();
    if (problem === undefined) {
      this.state = draft.state;
      this.committed = this.index.mark();
      this.catalogue.touched(writes.reduce((sum, { bytes }) => sum + bytes, 0));
    } else this.index.rollBack(this.committed);
    return problem;
  }

  /** Runs something that writes to disk. Any failure but a full disk leaves doubt about what is on it. */
  private writing(run: () => void): Failure | undefined {
    try {
      run();
      return undefined;
    } catch (error) {
      const problem = withFullDisk(storeFailure(error), this.parts.folder);
      if (problem.code !== "store/disk-full") this.broken = problem;
      return problem;
    }
  }

  private readonly nextNumber = (): number => {
    const number = this.state.nextSegment;
    this.state = { ...this.state, nextSegment: number + 1 };
    return number;
  };

  private readonly publish = (segments: Parameters<Parameters<PostingIndex["flush"]>[1]>[0]): void => {
    this.catalogue.transaction(() => {
      this.catalogue.putMeta("segments", JSON.stringify(segments));
      this.catalogue.putMeta("state", JSON.stringify(this.state));
    });
    this.committed = this.index.mark();
  };

  private writeDocument(draft: Draft, document: number, added: NewDocument, encoded: Encoded): void {
    const { record, blobs, staged } = encoded;
    invariant(document === draft.state.documents, "documents are committed in order");
    if (!staged) for (const table of BLOB_TABLES) this.catalogue.putBlob(table, document, blobs[table]);
    this.catalogue.table("documents").put(numberKey(document), encodeRecord(record), true);
    this.catalogue.putHash(record.sha256, document);
    const { path, at, sha256 } = added;
    this.writeEntry(draft, { path, state: "ingested", byteLength: record.byteLength, sha256, document, at });
    draft.state = {
      ...draft.state,
      documents: document + 1,
      tokens: draft.state.tokens + record.tokenCount,
      postings: draft.state.postings + record.fingerprints,
      originalBytes: draft.state.originalBytes + record.byteLength,
      textBytes: draft.state.textBytes + encoded.textBytes,
    };
  }

  private writePath(draft: Draft, document: number, path: string, byteLength: number, at: string): void {
    const record = this.catalogue.record(document);
    const entry = this.catalogue.ledgerValue(path);
    const isFirst = record.path === path;
    const isKnown =
      isFirst ||
      (entry !== undefined &&
        (documentOfEntry(entry) === document || this.catalogue.furtherPaths(document, draft.state.paths).includes(path)));
    if (!isKnown) {
      this.catalogue.table("paths").put(pairKey(document, draft.state.paths), pathBytes(path));
      draft.state = { ...draft.state, paths: draft.state.paths + 1 };
    }
    const state = isFirst ? "ingested" : "duplicate";
    this.writeEntry(draft, { path, state, byteLength, sha256: record.sha256, document, at });
  }

  private writeEntry(draft: Draft, entry: LedgerEntry): void {
    const isNew = this.catalogue.putLedger(entry);
    if (isNew) draft.state = { ...draft.state, ledgerEntries: draft.state.ledgerEntries + 1 };
  }

  /** Writes the pieces of a large document ahead of its record, so that no transaction grows with it. */
  private stage(encoded: Encoded): Failure | undefined {
    const document = this.state.documents;
    const problem = this.writing(() => {
      for (const table of BLOB_TABLES) {
        const bytes = encoded.blobs[table];
        for (let chunk = 0; chunk < chunksOf(bytes.length); chunk += STAGED_CHUNKS) {
          const end = Math.min(chunk + STAGED_CHUNKS, chunksOf(bytes.length));
          this.catalogue.transaction(() => this.catalogue.putBlob(table, document, bytes, chunk, end));
        }
      }
      encoded.staged = true;
    });
    // The next document takes this number, and must find its place empty.
    if (problem !== undefined && this.broken === undefined) {
      this.broken = this.writing(() => this.catalogue.dropUnfinished(document));
    }
    return problem;
  }
}

interface Encoded {
  readonly record: StoredRecord;
  readonly blobs: Readonly<Record<BlobTable, Uint8Array>>;
  /** Of the text as UTF-8, and of all that is stored. */
  readonly textBytes: number;
  readonly bytes: number;
  staged: boolean;
}

const NOTHING = new Uint8Array(0);

function encodeForStore({ document, bytes, sha256, path, tokenCount, fingerprints, template }: NewDocument): Encoded {
  const { text } = document;
  const utf8 = Buffer.from(text, "utf8");
  const wellFormed = text.isWellFormed();
  const textIsOriginal = wellFormed && utf8.equals(bytes);
  const storedText = textIsOriginal ? NOTHING : wellFormed ? utf8 : Buffer.from(text, "utf16le");
  const { head, columns } = encodeDocument(document);
  const columnsDeflated = columns.length >= DEFLATE_FROM_BYTES;
  const storedColumns = columnsDeflated ? deflateRawSync(columns, { level: 1 }) : columns;
  const record: StoredRecord = {
    template,
    textIsOriginal,
    textIsUtf16: !wellFormed,
    columnsDeflated,
    fingerprints: fingerprints.count,
    byteLength: bytes.length,
    storedTextBytes: storedText.length,
    storedColumnBytes: storedColumns.length,
    textLength: text.length,
    tokenCount,
    sha256,
    textSha256: textIsOriginal ? sha256 : digest("sha256", utf8, "hex"),
    path,
    head,
  };
  const blobs = { originals: bytes, texts: storedText, columns: storedColumns };
  const stored = bytes.length + storedText.length + storedColumns.length + head.length;
  return { record, blobs, textBytes: utf8.length, bytes: stored, staged: false };
}
