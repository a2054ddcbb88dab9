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
import type { DeletedDocuments } from "../../../core/index/documents.ts";
import type { CorpusWriter, LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { BLOB_TABLES, type Catalogue, type CatalogueState, chunksOf } from "./catalogue.ts";
import { CommitQueue, GROUP_BYTES, type QueuedWrite } from "./commit-queue.ts";
import {
  type Draft,
  type Encoded,
  encodeForStore,
  writeDeletion,
  writeDocument,
  writeEntry,
  writePath,
} from "./document-writes.ts";
import { exportLines } from "./export.ts";
import type { Merger } from "./merge-job.ts";
import type { PostingIndex, Publish } from "./posting-index.ts";
import { emptyPurged, segmentsToPurge } from "./purge.ts";
import { documentOfEntry, heldByEntry } from "./record-codec.ts";
import { keepRoot } from "./root.ts";
import { SegmentMerging } from "./segment-merging.ts";
import { LmdbSnapshot } from "./snapshot.ts";
import type { StoreIdentity } from "./store-file.ts";
import { storeFailure, withFullDisk } from "./store-failure.ts";
import { statisticsOf, type StoreStatistics } from "./store-statistics.ts";
import { WaitingWrites } from "./waiting-writes.ts";
import { verifyStore } from "./verify.ts";
import type { VerifyReport } from "./verify-report.ts";

/** Segments left when an import ends: each costs a look-up per fingerprint. */
const MOST_SEGMENTS = 4;
/** A write also touches a page somewhere in the table of hashes, and the system maps that page's neighbours with it. */
const SCATTERED_BYTES = 64 * 1024;
/** A segment is rewritten when deleted documents take this share of its postings: until then they cost little. */
const PURGE_SHARE = 0.2;
/** Chunks of a large document that share a transaction. */
const STAGED_CHUNKS = 16;

/** What `openStore` hands over. */
export interface StoreParts {
  readonly folder: string;
  readonly identity: StoreIdentity;
  readonly catalogue: Catalogue;
  readonly index: PostingIndex;
  readonly deleted: DeletedDocuments;
  readonly merger: Merger;
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
  private readonly merging: SegmentMerging;
  private readonly waiting = new WaitingWrites();
  private state: CatalogueState;
  private deleted: DeletedDocuments;
  private snapshots = 0;
  /** A failure after which the state on disk is in doubt: nothing more is written. */
  private broken: Failure | undefined;
  private committed: ReturnType<PostingIndex["mark"]>;

  constructor(parts: StoreParts) {
    this.parts = parts;
    this.identity = parts.identity;
    this.catalogue = parts.catalogue;
    this.index = parts.index;
    this.deleted = parts.deleted;
    this.state = parts.catalogue.state();
    this.committed = parts.index.mark();
    this.merging = new SegmentMerging(parts.index, parts.merger, {
      nextNumber: this.nextNumber,
      publish: this.publish,
      deletions: () => ({ deleted: this.deleted, count: this.state.deletions }),
      writing: (run) => this.writing(run),
    });
  }

  findOriginal(sha256: string): number | undefined {
    const document = this.waiting.documentOf(sha256) ?? this.catalogue.documentOfHash(sha256);
    if (document === undefined || !this.waiting.mayBeDeleted(document)) return document;
    // Only the commit tells whether a waiting write takes its last path away.
    this.queue.flush();
    return this.catalogue.documentOfHash(sha256);
  }

  isCurrent(path: string, sha256: string): boolean {
    const stored = this.waiting.hasEntry(path) ? undefined : this.catalogue.ledgerValue(path);
    const document = stored === undefined ? this.waiting.entry(path) : documentOfEntry(stored);
    return document !== undefined && document === this.findOriginal(sha256);
  }

  /** The document that a path holds, as far as is known: a file that could not be read again still counts for it. */
  holderOf(path: string): number | undefined {
    const stored = this.catalogue.ledgerValue(path);
    return stored === undefined ? undefined : heldByEntry(stored);
  }

  /** Notes that the path will hold the document. */
  private hold(path: string, document: number): void {
    this.waiting.hold(path, document, this.holderOf(path));
  }

  async add(added: NewDocument): Promise<Result<number>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    if (this.merging.lags) await this.merging.catchUp();
    const known = this.findOriginal(added.sha256);
    if (known !== undefined) {
      const noted = await this.addPath(known, added.path, added.bytes.length, added.at);
      return noted.ok ? ok(known) : noted;
    }
    const { fingerprints, tokenCount } = added;
    if (!this.index.hasRoomFor(fingerprints.count, tokenCount)) {
      const full = this.queue.flush() ?? this.flushIndex();
      if (full !== undefined) return failed(full);
      this.merging.start();
    }
    const encoded = encodeForStore(added);
    if (encoded.bytes > GROUP_BYTES) {
      const unstaged = this.queue.flush() ?? this.stage(encoded);
      if (unstaged !== undefined) return failed(unstaged);
    }
    const document = this.state.documents + this.waiting.documents;
    this.index.addDocument(fingerprints, tokenCount);
    this.waiting.add(added.sha256, document);
    this.hold(added.path, document);
    const noted = await this.enqueue(encoded.bytes, (draft) =>
      writeDocument(this.catalogue, draft, document, added, encoded),
    );
    return noted.ok ? ok(document) : noted;
  }

  async addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    if (this.waiting.mayBeDeleted(document)) this.queue.flush();
    if (!this.isPresent(document)) return failed(failure("store/document-not-found", { document }));
    this.hold(path, document);
    return this.enqueue(path.length * 2, (draft) =>
      writePath(this.catalogue, draft, document, { path, byteLength, at }),
    );
  }

  async addLedger(entry: LedgerEntry): Promise<Result<void>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    this.waiting.setEntry(entry.path, entry.document);
    return this.enqueue(entry.path.length * 2, (draft) => writeEntry(this.catalogue, draft, entry));
  }

  async deleteDocument(document: number, at: string): Promise<Result<void>> {
    const problem = this.refusal() ?? this.queue.flush();
    if (problem !== undefined) return failed(problem);
    if (!this.isPresent(document)) return failed(failure("store/document-not-found", { document }));
    const deleting = this.enqueue(0, (draft) => writeDeletion(this.catalogue, draft, document, at));
    this.queue.flush();
    return deleting;
  }

  private isPresent(document: number): boolean {
    const documents = this.state.documents + this.waiting.documents;
    return Number.isInteger(document) && document >= 0 && document < documents && !this.deleted.has(document);
  }

  finish(): Promise<Result<void>> {
    return this.gather(MOST_SEGMENTS, PURGE_SHARE);
  }

  /** Merges all segments into one, the fastest index to search, and gives back what deleted documents took. */
  compact(): Promise<Result<void>> {
    return this.gather(1, 0);
  }

  private async gather(mostSegments: number, purgeShare: number): Promise<Result<void>> {
    let problem =
      this.refusal() ??
      this.queue.flush() ??
      this.flushIndex() ??
      (await this.merging.mergeDown(mostSegments));
    if (problem === undefined) {
      for (const entry of segmentsToPurge(this.catalogue, this.index.entries, this.state, purgeShare))
        problem ??= await this.merging.purge(entry);
    }
    problem ??= this.queue.flush() ?? this.writing(() => this.tidy());
    return problem === undefined ? ok(undefined) : failed(problem);
  }

  private tidy(): void {
    // A snapshot of this process may still read the texts of what was deleted after it.
    if (this.snapshots === 0) emptyPurged(this.catalogue, this.index.entries);
    keepRoot(this.catalogue, this.state);
  }

  snapshot(): LmdbSnapshot {
    // What was added is in the snapshot: its flush, if still due, is made now. A failure goes to those who added.
    if (this.broken === undefined) this.queue.flush();
    this.snapshots++;
    const { catalogue, state, deleted } = this;
    return new LmdbSnapshot({ catalogue, state, deleted, view: this.index.view(deleted) }, () => {
      this.snapshots--;
    });
  }

  ledger(): readonly LedgerEntry[] {
    return [...this.ledgerEntries()];
  }

  ledgerEntries(): Iterable<LedgerEntry> {
    if (this.broken === undefined) this.queue.flush();
    return this.catalogue.ledgerEntries();
  }

  /** The lines of an export of the corpus as it is now (docs/formats/export.md). */
  *exportLines(onProgress?: (done: number, total: number) => void): Generator<string> {
    const snapshot = this.snapshot();
    try {
      yield* exportLines(this.identity, this.catalogue, snapshot, onProgress);
    } finally {
      snapshot.close();
    }
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
    return statisticsOf(this.identity, this.catalogue, this.index, this.state);
  }

  async close(): Promise<void> {
    await this.merging.close();
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
    const draft: Draft = { state: this.state, deleted: [] };
    const problem = this.writing(() =>
      this.catalogue.transaction(() => {
        for (const write of writes) write.apply(draft);
        if (draft.state !== this.state) this.catalogue.putMeta("state", JSON.stringify(draft.state));
      }),
    );
    this.waiting.clear();
    if (problem === undefined) {
      this.state = draft.state;
      this.deleted = this.deleted.with(draft.deleted);
      this.committed = this.index.mark();
      const touched = writes.reduce((sum, { bytes }) => sum + bytes + SCATTERED_BYTES, 0);
      this.broken = this.writing(() => this.catalogue.touched(touched));
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

  private flushIndex(): Failure | undefined {
    return this.writing(() => {
      this.index.flush(this.nextNumber, this.publish);
      this.committed = this.index.mark();
    });
  }

  private readonly nextNumber = (): number => {
    const number = this.state.nextSegment;
    this.state = { ...this.state, nextSegment: number + 1 };
    return number;
  };

  private readonly publish: Publish = (segments) => {
    this.catalogue.transaction(() => {
      this.catalogue.putMeta("segments", JSON.stringify(segments));
      this.catalogue.putMeta("state", JSON.stringify(this.state));
    });
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
