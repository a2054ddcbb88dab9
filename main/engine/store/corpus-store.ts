/**
 * A corpus on disk, open for reading and, in one process at a time, for writing.
 *
 * A document is acknowledged when one transaction of the catalogue holds its record, text, source map, original and
 * ledger entry, and that transaction has been flushed. Its postings follow later, in a segment; until then they are in
 * memory, and after a crash they are computed again from the stored text. So the index never names a document that
 * the catalogue does not hold, and nothing acknowledged can be missing from a search.
 */
import { type Failure, failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import type { CorpusSnapshot, CorpusWriter, LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { BLOB_TABLES, type Catalogue, type CatalogueState, chunksOf } from "./catalogue.ts";
import { CommitQueue, GROUP_BYTES, type QueuedWrite } from "./commit-queue.ts";
import type { PostingIndex } from "./posting-index.ts";
import { documentOfEntry } from "./record-codec.ts";
import {
  type Draft,
  type Encoded,
  encodeForStore,
  writeDocument,
  writeEntry,
  writePath,
} from "./document-writes.ts";
import { LmdbSnapshot } from "./snapshot.ts";
import { STORE_FORMAT, type StoreIdentity, type StoreParameters } from "./store-file.ts";
import { storeFailure, withFullDisk } from "./store-failure.ts";
import { verifyStore, type VerifyReport } from "./verify.ts";

/** Segments left when an import ends: each costs a look-up per fingerprint. */
const MOST_SEGMENTS = 4;
/** A write also touches a page somewhere in the table of hashes, and the system maps that page's neighbours with it. */
const SCATTERED_BYTES = 64 * 1024;
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
    const noted = await this.enqueue(encoded.bytes, (draft) =>
      writeDocument(this.catalogue, draft, document, added, encoded),
    );
    return noted.ok ? ok(document) : noted;
  }

  async addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    if (!(document < this.state.documents + this.waitingHashes.size)) {
      return failed(failure("store/document-not-found", { document }));
    }
    this.waitingPaths.set(path, document);
    return this.enqueue(path.length * 2, (draft) =>
      writePath(this.catalogue, draft, document, { path, byteLength, at }),
    );
  }

  async addLedger(entry: LedgerEntry): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    this.waitingPaths.set(entry.path, entry.document);
    return this.enqueue(entry.path.length * 2, (draft) => writeEntry(this.catalogue, draft, entry));
  }

  finish(): Promise<Result<void>> {
    return this.gather(MOST_SEGMENTS);
  }

  /** Merges all segments into one: the fastest index to search. */
  compact(): Promise<Result<void>> {
    return this.gather(1);
  }

  private gather(mostSegments: number): Promise<Result<void>> {
    const problem =
      this.refusal() ??
      this.queue.flush() ??
      this.writing(() => {
        this.index.flush(this.nextNumber, this.publish);
        this.index.compact(mostSegments, this.nextNumber, this.publish);
        this.committed = this.index.mark();
      });
    return Promise.resolve(problem === undefined ? ok(undefined) : failed(problem));
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
    return verifyStore(
      { folder, identity, catalogue: this.catalogue, index: this.index, state: this.state },
      onProgress,
    );
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
      const settle = (problem: Failure | undefined): void =>
        resolve(problem === undefined ? ok(undefined) : failed(problem));
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
      this.catalogue.touched(writes.reduce((sum, { bytes }) => sum + bytes + SCATTERED_BYTES, 0));
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
