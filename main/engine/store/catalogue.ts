/**
 * The catalogue: the LMDB database that holds everything of a store but the posting blocks.
 *
 *     meta        name            -> identity, state, segments, owner (JSON)
 *     documents   document        -> record (record-codec.ts)
 *     hashes      SHA-256         -> document, its leaf in the root hash
 *     originals   document, chunk -> bytes of the original
 *     texts       document, chunk -> bytes of the text
 *     columns     document, chunk -> marks and source map
 *     paths       document, n     -> a further path of the original, or one that left it; n counts all of the corpus
 *     templates   document        -> nothing: the document is a template
 *     deleted     n               -> tombstone of the n-th document deleted (tombstone-codec.ts)
 *     ledger      path            -> how the file ended (record-codec.ts)
 *
 * Commits are flushed before `transaction` returns: neither the write map nor any of LMDB's relaxed modes is on, and
 * the overlapping sync of the binding is off, so that committed means durable. Reads are synchronous.
 */
import fs from "node:fs";
import type { RootDatabase } from "lmdb";
import { FailureError } from "../../../core/base/failure.ts";
import type { LedgerEntry } from "../../../core/index/ports.ts";
import { invariant } from "../../../core/base/result.ts";
import { Table } from "./catalogue-table.ts";
import {
  firstOf,
  hashKey,
  longPathPrefix,
  numberKey,
  pairKey,
  pathKey,
  pathOfBytes,
  pathOfKey,
  saysLeft,
} from "./catalogue-keys.ts";
import { openRoot, openTable, PAGE_BYTES, refuseShortened, type TableName, TABLES } from "./open-database.ts";
import { decodeEntry, decodeRecord, encodeEntry, type StoredRecord } from "./record-codec.ts";
import type { DiskWatch } from "./segment-files.ts";
import { decodeTombstone, type Tombstone } from "./tombstone-codec.ts";

const PAGE_HEADER_BYTES = 24;
const SEAL_BYTES = 4;
/** A chunk and its seal fill whole pages of their own. */
const LARGE_CHUNK_BYTES = 256 * PAGE_BYTES - PAGE_HEADER_BYTES - SEAL_BYTES;
/** Four chunks, each with its seal, key (8), head (8) and offset (2), fill a page: small documents share pages. */
const SMALL_CHUNK_BYTES = (PAGE_BYTES - PAGE_HEADER_BYTES) / 4 - SEAL_BYTES - 18;
const LARGE_FROM_BYTES = 16 * 1024;

const chunkBytes = (byteLength: number): number =>
  byteLength < LARGE_FROM_BYTES ? SMALL_CHUNK_BYTES : LARGE_CHUNK_BYTES;

/** Tables keyed by document and number. */
export type BlobTable = "originals" | "texts" | "columns";
export const BLOB_TABLES: readonly BlobTable[] = ["originals", "texts", "columns"];

/** Totals, replaced in every transaction that changes them. */
export interface CatalogueState {
  /** Ever, as are paths (coming and leaving) and deletions: they number what comes next. */
  readonly documents: number;
  readonly paths: number;
  readonly deletions: number;
  readonly ledgerEntries: number;
  /** Of documents that are not deleted. */
  readonly currentPaths: number;
  readonly tokens: number;
  readonly postings: number;
  readonly originalBytes: number;
  readonly textBytes: number;
  readonly nextSegment: number;
}

export const EMPTY_STATE: CatalogueState = {
  documents: 0,
  paths: 0,
  deletions: 0,
  ledgerEntries: 0,
  currentPaths: 0,
  tokens: 0,
  postings: 0,
  originalBytes: 0,
  textBytes: 0,
  nextSegment: 1,
};

/** A published segment. */
export interface SegmentEntry {
  readonly number: number;
  readonly firstDocument: number;
  readonly documents: number;
  readonly postings: number;
  readonly tokens: number;
  readonly bytes: number;
  /** It holds no postings of documents among the first so many that were deleted. */
  readonly purged: number;
}

export interface Leaf {
  readonly original: Buffer;
  readonly document: number;
  readonly leaf: Buffer;
}

export type MetaName = "identity" | "state" | "segments" | "owner" | "root";

/** LMDB must not open one file twice in one process. */
const openFiles = new Map<
  string,
  { root: RootDatabase<Buffer, Buffer>; readonly readOnly: boolean; uses: number }
>();

/** Bytes read or written after which the memory map is dropped and made anew. A search makes many small reads. */
const RENEW_AFTER_BYTES = { writing: 32 * 1024 * 1024, reading: 384 * 1024 * 1024 };

export class Catalogue {
  private readonly file: string;
  private root: RootDatabase<Buffer, Buffer>;
  private touchedBytes = 0;
  private watch: DiskWatch | undefined;
  private readonly tables: Readonly<Record<TableName, Table>>;

  private constructor(
    file: string,
    root: RootDatabase<Buffer, Buffer>,
    tables: Readonly<Record<TableName, Table>>,
  ) {
    this.file = file;
    this.root = root;
    this.tables = tables;
  }

  /** Throws what the database throws, and a FailureError. */
  static open(path: string, readOnly: boolean): Catalogue {
    const file = fs.existsSync(path) ? fs.realpathSync(path) : path;
    let shared = openFiles.get(file);
    if (shared !== undefined && shared.readOnly && !readOnly) {
      throw new FailureError("store/in-use", { pid: process.pid, what: "open for reading in this process" });
    }
    if (shared === undefined) {
      if (fs.existsSync(file)) refuseShortened(file);
      shared = { root: openRoot(file, readOnly), readOnly, uses: 0 };
      openFiles.set(fs.realpathSync(file), shared);
    }
    shared.uses++;
    const { root } = shared;
    const tables = Object.fromEntries(
      TABLES.map((name) => [name, new Table(name, openTable(root, name))]),
    ) as Record<TableName, Table>;
    return new Catalogue(fs.realpathSync(file), root, tables);
  }

  async close(): Promise<void> {
    const shared = openFiles.get(this.file);
    invariant(shared !== undefined, "an open catalogue is registered");
    shared.uses--;
    if (shared.uses > 0) return;
    openFiles.delete(this.file);
    await this.root.close();
  }

  watchDisk(watch: DiskWatch | undefined): void {
    this.watch = watch;
  }

  /** All of it or none of it; on disk when this returns. */
  transaction(run: () => void): void {
    this.root.transactionSync(() => {
      run();
      this.watch?.("commit");
    });
    this.watch?.("committed");
  }

  /** Copies the whole as it is at one moment, without pages that hold nothing, while others write. */
  async copyTo(file: string): Promise<void> {
    const shared = openFiles.get(this.file);
    invariant(shared !== undefined, "an open catalogue is registered");
    // A second use keeps `touched` from closing the database under the copying.
    shared.uses++;
    try {
      await shared.root.backup(file, true);
    } finally {
      shared.uses--;
    }
  }

  /**
   * Bounds the memory that a long run of reads or writes holds. The system counts every page of the map that was ever
   * touched, and its neighbours, as this process's memory until the map goes; so every so often it is made to go.
   */
  touched(bytes: number): void {
    this.touchedBytes += bytes;
    const shared = openFiles.get(this.file);
    if (this.touchedBytes < RENEW_AFTER_BYTES.writing || shared?.uses !== 1) return;
    if (shared.readOnly && this.touchedBytes < RENEW_AFTER_BYTES.reading) return;
    this.touchedBytes = 0;
    // With no asynchronous work under way the database closes before the call returns.
    void this.root.close();
    invariant(
      (this.root as unknown as { status: string }).status === "closed",
      "only synchronous calls are made",
    );
    this.root = openRoot(this.file, shared.readOnly);
    shared.root = this.root;
    for (const name of TABLES) this.tables[name].rebind(openTable(this.root, name));
  }

  /** Makes what other processes committed visible. */
  refresh(): void {
    this.root.resetReadTxn();
  }

  get byteLength(): number {
    return fs.statSync(this.file).size;
  }

  table(name: TableName): Table {
    return this.tables[name];
  }

  meta(name: MetaName): string | undefined {
    return this.tables.meta.get(Buffer.from(name))?.toString("utf8");
  }

  /** Inside a transaction. */
  putMeta(name: MetaName, value: string | undefined): void {
    if (value === undefined) this.tables.meta.remove(Buffer.from(name));
    else this.tables.meta.put(Buffer.from(name), Buffer.from(value, "utf8"));
  }

  state(): CatalogueState {
    const stored = this.meta("state");
    return stored === undefined ? EMPTY_STATE : (JSON.parse(stored) as CatalogueState);
  }

  segments(): readonly SegmentEntry[] {
    const stored = this.meta("segments");
    return stored === undefined ? [] : (JSON.parse(stored) as SegmentEntry[]);
  }

  record(document: number): StoredRecord {
    return decodeRecord(this.tables.documents.need(numberKey(document)));
  }

  documentOfHash(sha256: string): number | undefined {
    return this.tables.hashes.get(hashKey(sha256))?.readUInt32LE(0);
  }

  /** The leaf of an original in the root hash, where it belongs to that document. */
  leafOf(sha256: string, document: number): Buffer | undefined {
    const value = this.tables.hashes.get(hashKey(sha256));
    return value?.readUInt32LE(0) === document ? value.subarray(4) : undefined;
  }

  /** Inside a transaction. */
  putHash(sha256: string, document: number, leaf: Uint8Array): void {
    const value = Buffer.allocUnsafe(4 + leaf.length);
    value.writeUInt32LE(document);
    value.set(leaf, 4);
    this.tables.hashes.put(hashKey(sha256), value);
  }

  /** Documents whose original's SHA-256 lies in [start, end), in order of it. */
  *leaves(start?: Buffer, end?: Buffer): Generator<Leaf> {
    for (const { key, payload } of this.tables.hashes.entries(start, end)) {
      if (payload === undefined) throw new FailureError("store/damaged", { part: "hashes" });
      yield { original: key, document: payload.readUInt32LE(0), leaf: payload.subarray(4) };
    }
  }

  /** Tombstones in order of deletion, from the n-th on. */
  *tombstones(from = 0): Generator<Tombstone> {
    for (const { payload } of this.tables.deleted.entries(numberKey(from))) {
      if (payload === undefined) throw new FailureError("store/damaged", { part: "deleted" });
      yield decodeTombstone(payload);
    }
  }

  /** Templates among the first `documents`, deleted ones too. */
  templates(documents: number): number[] {
    const templates: number[] = [];
    for (const { key } of this.tables.templates.entries(numberKey(0), numberKey(documents)))
      templates.push(key.readUInt32BE(0));
    return templates;
  }

  /** Inside a transaction. Writes chunks [from, to) of the bytes. */
  putBlob(
    table: BlobTable,
    document: number,
    bytes: Uint8Array,
    from = 0,
    to = chunksOf(bytes.length),
  ): void {
    const size = chunkBytes(bytes.length);
    for (let chunk = from; chunk < to; chunk++) {
      const part = bytes.subarray(chunk * size, (chunk + 1) * size);
      this.tables[table].put(pairKey(document, chunk), part, true);
    }
  }

  blob(table: BlobTable, document: number, byteLength: number): Buffer {
    const chunks: Buffer[] = [];
    for (let chunk = 0; chunk < chunksOf(byteLength); chunk++)
      chunks.push(this.tables[table].need(pairKey(document, chunk)));
    const bytes = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
    if (bytes.length !== byteLength)
      throw new FailureError("store/damaged", { part: table, document, what: "length" });
    return bytes;
  }

  /** Paths that hold the bytes of a document, as they were after the first `known` changes of paths of the corpus. */
  pathsOf(document: number, { path }: StoredRecord, known: number): string[] {
    if (known === 0) return [path];
    const paths = new Set([path]);
    for (const { payload } of this.tables.paths.entries(pairKey(document, 0), pairKey(document, known))) {
      if (payload === undefined) throw new FailureError("store/damaged", { part: "paths", document });
      if (saysLeft(payload)) paths.delete(pathOfBytes(payload));
      else paths.add(pathOfBytes(payload));
    }
    return [...paths];
  }

  ledgerValue(path: string): Buffer | undefined {
    return this.tables.ledger.get(pathKey(path));
  }

  ledgerEntry(path: string): LedgerEntry | undefined {
    const stored = this.ledgerValue(path);
    return stored && decodeEntry(stored, path, (document) => this.record(document).sha256);
  }

  /** Inside a transaction. `held`: see `encodeEntry`. */
  putLedger(entry: LedgerEntry, held?: number): void {
    const key = pathKey(entry.path);
    this.tables.ledger.put(key, encodeEntry(entry, pathOfKey(key) !== undefined, held));
  }

  /** In code-unit order of path. Long paths that begin alike are put in order here. */
  *ledgerEntries(): Generator<LedgerEntry> {
    let alike: LedgerEntry[] = [];
    let prefix: string | undefined;
    const inOrder = (): LedgerEntry[] => {
      const sorted = alike.sort((x, y) => (x.path < y.path ? -1 : 1));
      alike = [];
      return sorted;
    };
    for (const { key, payload } of this.tables.ledger.entries()) {
      if (payload === undefined) throw new FailureError("store/damaged", { part: "ledger" });
      const path = pathOfKey(key);
      const entry = decodeEntry(payload, path, (document) => this.record(document).sha256);
      const thisPrefix = path === undefined ? longPathPrefix(key) : undefined;
      if (thisPrefix === undefined || thisPrefix !== prefix) yield* inOrder();
      prefix = thisPrefix;
      if (path === undefined) alike.push(entry);
      else yield entry;
    }
    yield* inOrder();
  }

  /** Removes original, text and columns of a document. Inside a transaction. */
  dropBlobs(document: number, { byteLength, storedTextBytes, storedColumnBytes }: StoredRecord): void {
    const sizes = { originals: byteLength, texts: storedTextBytes, columns: storedColumnBytes };
    for (const name of BLOB_TABLES)
      for (let chunk = 0; chunk < chunksOf(sizes[name]); chunk++)
        this.tables[name].remove(pairKey(document, chunk));
  }

  /** Removes pieces of documents that were being written when the process died. */
  dropUnfinished(documents: number): void {
    for (const name of BLOB_TABLES) {
      const table = this.tables[name];
      const leftover = [...table.keys(pairKey(documents, 0))];
      if (leftover.length === 0) continue;
      this.transaction(() => {
        for (const key of leftover) {
          invariant(firstOf(key) >= documents, "only unfinished documents are dropped");
          table.remove(key);
        }
      });
    }
  }
}

export const chunksOf = (byteLength: number): number => Math.ceil(byteLength / chunkBytes(byteLength));
