/**
 * Verify: reads everything a store holds and says what is not as it was written.
 *
 * Every value and block against its checksum; every original and text against its SHA-256; every document, source map
 * and ledger entry by decoding it; every table for having all it should and nothing else. Damage inside the pages that
 * LMDB itself needs can make the database refuse, or end the process: a caller that must survive that runs this in a
 * process of its own.
 */
import fs from "node:fs";
import path from "node:path";
import { leafHash } from "../../../core/index/corpus-root.ts";
import { BLOB_TABLES, chunksOf } from "./catalogue.ts";
import { type TableName } from "./open-database.ts";
import { pathOfKey } from "./catalogue-keys.ts";
import { sha256Of } from "./checksum.ts";
import { decodeEntry, type StoredRecord } from "./record-codec.ts";
import { freshRootOf, rootOf } from "./root.ts";
import { readColumns, readDocument } from "./snapshot.ts";
import { storeFailure } from "./store-failure.ts";
import { type Damage, type VerifyParts, type VerifyReport, wordsOf } from "./verify-report.ts";
import type { Tombstone } from "./tombstone-codec.ts";
import { serialiseIdentity, STORE_FILE } from "./store-file.ts";

export function verifyStore(
  parts: VerifyParts,
  onProgress: (done: number, total: number) => void,
): VerifyReport {
  return new Verification(parts, onProgress).run();
}

const PROGRESS_STEP = 256;

class Verification {
  private readonly parts: VerifyParts;
  private readonly onProgress: (done: number, total: number) => void;
  private readonly damages: Damage[] = [];
  private readonly total: number;
  private records = 0;
  private postings = 0;
  private rootHash = "";
  /** Tombstones that could be read, by document, with their numbers. */
  private readonly tombstones = new Map<number, Tombstone & { readonly number: number }>();

  constructor(parts: VerifyParts, onProgress: (done: number, total: number) => void) {
    this.parts = parts;
    this.onProgress = onProgress;
    const blocks = parts.index.readers.reduce((sum, { reader }) => sum + reader.trailer.blocks, 0);
    this.total =
      parts.state.documents + blocks + this.guarded("ledger", () => parts.catalogue.table("ledger").size, 0);
  }

  run(): VerifyReport {
    this.identity();
    this.deletions();
    this.documents();
    this.root();
    this.paths();
    this.ledger();
    this.segments();
    this.onProgress(this.total, this.total);
    const { documents, deletions } = this.parts.state;
    return {
      documents: documents - deletions,
      rootHash: this.rootHash,
      postings: this.postings,
      records: this.records,
      damages: this.damages,
    };
  }

  private damage(where: string, what: string, document?: number): void {
    this.damages.push(document === undefined ? { where, what } : { where, what, document });
  }

  private guarded<T>(where: string, run: () => T, otherwise: T, document?: number): T {
    try {
      return run();
    } catch (error) {
      this.damage(where, wordsOf(storeFailure(error)), document);
      return otherwise;
    }
  }

  private step(): void {
    if (++this.records % PROGRESS_STEP === 0) this.onProgress(Math.min(this.records, this.total), this.total);
  }

  private identity(): void {
    const { folder, identity, catalogue, state } = this.parts;
    this.guarded(
      STORE_FILE,
      () => {
        const written = fs.readFileSync(path.join(folder, STORE_FILE), "utf8");
        if (written !== serialiseIdentity(identity)) this.damage(STORE_FILE, "altered");
      },
      undefined,
    );
    this.guarded(
      "meta",
      () => {
        if (catalogue.meta("identity") !== serialiseIdentity(identity)) this.damage("meta", "identity");
        if (JSON.stringify(catalogue.state()) !== JSON.stringify(state)) this.damage("meta", "totals");
        catalogue.meta("owner");
      },
      undefined,
    );
  }

  private deletions(): void {
    const { catalogue, state } = this.parts;
    let number = 0;
    this.guarded(
      "deleted",
      () => {
        for (const tombstone of catalogue.tombstones()) {
          const { document, original } = tombstone;
          this.step();
          const sha256 = Buffer.from(original).toString("hex");
          if (catalogue.record(document).sha256 !== sha256 || catalogue.documentOfHash(sha256) === document)
            this.damage("deleted", "document", document);
          this.tombstones.set(document, { ...tombstone, number: number++ });
        }
      },
      undefined,
    );
    this.expectCount("deleted", number, state.deletions);
  }

  private documents(): void {
    const { catalogue, state } = this.parts;
    const chunks = { originals: 0, texts: 0, columns: 0 };
    const totals = { tokens: 0, postings: 0, originalBytes: 0, textBytes: 0, currentPaths: 0 };
    let templates = 0;
    for (let document = 0; document < state.documents; document++) {
      this.step();
      const tombstone = this.tombstones.get(document);
      this.guarded(
        `document ${document}`,
        () => {
          const record = catalogue.record(document);
          if (record.template) templates++;
          if (tombstone?.emptied === true) return;
          chunks.originals += chunksOf(record.byteLength);
          chunks.texts += chunksOf(record.storedTextBytes);
          chunks.columns += chunksOf(record.storedColumnBytes);
          const textBytes = this.contents(document, record);
          if (tombstone !== undefined) return;
          totals.tokens += record.tokenCount;
          totals.postings += record.fingerprints;
          totals.originalBytes += record.byteLength;
          totals.textBytes += textBytes;
          totals.currentPaths += this.pathsOf(document, record);
        },
        undefined,
        document,
      );
    }
    for (const table of BLOB_TABLES) this.expectSize(table, chunks[table]);
    this.expectSize("documents", state.documents);
    this.expectSize("templates", templates);
    this.expectSize("hashes", state.documents - state.deletions);
    for (const [name, total] of Object.entries(totals)) {
      if (total !== state[name as keyof typeof totals] && this.damages.length === 0)
        this.damage("meta", `total of ${name}`);
    }
  }

  /** Checks that the ledger knows every path of a document; returns their number. */
  private pathsOf(document: number, record: StoredRecord): number {
    const { catalogue, state } = this.parts;
    const paths = catalogue.pathsOf(document, record, state.paths);
    for (const one of paths)
      if (catalogue.ledgerValue(one) === undefined) this.damage("ledger", `no entry for ${one}`, document);
    return paths.length;
  }

  /** Checks all that is stored of a document; returns the bytes of its text. */
  private contents(document: number, record: StoredRecord): number {
    const { catalogue } = this.parts;
    catalogue.touched(record.byteLength + record.storedTextBytes + record.storedColumnBytes);
    return this.guarded(
      `document ${document}`,
      () => {
        const original = sha256Of(catalogue.blob("originals", document, record.byteLength));
        if (Buffer.from(original).toString("hex") !== record.sha256)
          this.damage("originals", "SHA-256", document);
        const read = readDocument(catalogue, document, record);
        if (!read.ok) {
          this.damage(`text of document ${document}`, wordsOf(read.failure), document);
          return 0;
        }
        const utf8 = Buffer.from(read.value.text, "utf8");
        const text = sha256Of(utf8);
        if (Buffer.from(text).toString("hex") !== record.textSha256)
          this.damage("texts", "SHA-256", document);
        const columns = sha256Of(readColumns(catalogue, document, record));
        const { template } = record;
        this.leaf(document, record.sha256, leafHash({ original, text, columns, template }, sha256Of));
        return utf8.length;
      },
      0,
      document,
    );
  }

  /** Compares what a document holds with its leaf in the root hash. */
  private leaf(document: number, sha256: string, leaf: Uint8Array): void {
    const tombstone = this.tombstones.get(document);
    const stored = tombstone?.leaf ?? this.parts.catalogue.leafOf(sha256, document);
    if (stored === undefined || Buffer.compare(stored, leaf) !== 0) this.damage("hashes", sha256, document);
  }

  private root(): void {
    const { catalogue, state } = this.parts;
    this.guarded(
      "root",
      () => {
        this.rootHash = freshRootOf(catalogue, state);
        if (rootOf(catalogue, state) !== this.rootHash) this.damage("meta", "root");
      },
      undefined,
    );
  }

  private expectSize(table: TableName, size: number): void {
    this.expectCount(
      table,
      this.guarded(table, () => this.parts.catalogue.table(table).size, size),
      size,
    );
  }

  private expectCount(table: TableName, found: number, expected: number): void {
    // Records that cannot be read make the count meaningless, and are reported already.
    if (found !== expected && this.damages.length === 0)
      this.damage(table, `${found} entries instead of ${expected}`);
  }

  private paths(): void {
    const { catalogue, state } = this.parts;
    let read = 0;
    this.guarded(
      "paths",
      () => {
        for (const { key, payload } of catalogue.table("paths").entries()) {
          this.step();
          read++;
          if (payload === undefined)
            this.damage("paths", "checksum", key.length === 8 ? key.readUInt32BE(0) : undefined);
          else if (key.length !== 8 || key.readUInt32BE(0) >= state.documents)
            this.damage("paths", "document");
        }
      },
      undefined,
    );
    this.expectCount("paths", read, state.paths);
  }

  private ledger(): void {
    const { catalogue, state } = this.parts;
    let read = 0;
    this.guarded(
      "ledger",
      () => {
        for (const { key, payload } of catalogue.table("ledger").entries()) {
          this.step();
          read++;
          catalogue.touched(key.length + (payload?.length ?? 0));
          const name = pathOfKey(key) ?? key.toString("hex");
          if (payload === undefined) this.damage("ledger", `checksum of ${name}`);
          else
            this.guarded(
              "ledger",
              () => {
                const entry = decodeEntry(payload, pathOfKey(key), () => "");
                if (entry.document !== undefined && entry.document >= state.documents)
                  this.damage("ledger", `document of ${name}`);
              },
              undefined,
            );
        }
      },
      undefined,
    );
    this.expectCount("ledger", read, state.ledgerEntries);
  }

  private segments(): void {
    const { catalogue, index, state } = this.parts;
    this.guarded(
      "segments",
      () => {
        if (JSON.stringify(catalogue.segments()) !== JSON.stringify(index.entries))
          this.damage("meta", "segments");
      },
      undefined,
    );
    for (const { entry, reader } of index.readers) {
      const where = `segment ${entry.number}`;
      this.guarded(
        where,
        () => reader.verify((block, what) => this.damage(where, `block ${block}: ${what}`)),
        undefined,
      );
      this.records += reader.trailer.blocks;
      this.postings += entry.postings;
      this.onProgress(Math.min(this.records, this.total), this.total);
      this.guarded(
        where,
        () => {
          let expected = 0;
          const end = entry.firstDocument + entry.documents;
          for (let document = entry.firstDocument; document < end; document++) {
            const tombstone = this.tombstones.get(document);
            if (tombstone === undefined || tombstone.number >= entry.purged)
              expected += catalogue.record(document).fingerprints;
          }
          if (expected !== entry.postings)
            this.damage(where, `${entry.postings} postings instead of ${expected}`);
        },
        undefined,
      );
    }
    if (index.firstPending + index.pendingDocuments !== state.documents)
      this.damage("segments", "documents not in the index");
    this.postings += index.pendingPostings;
  }
}
