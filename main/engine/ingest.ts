/**
 * Ingest: from files on disk to documents in a corpus, with an entry in the ledger for every file that was seen.
 *
 * Files are read and extracted several at a time, but enter the corpus in the order they were found, so that the
 * same folder gives the same document numbers whatever the number of processes. What is in flight is bounded in
 * files and bytes. A second run over the same files passes over what is already in, and tries what failed again.
 */
import type { ExtractionHost } from "../../core/extract/port.ts";
import type { Failure, FailureCode, Notice } from "../../core/base/failure.ts";
import type { Limits } from "../../core/base/limits.ts";
import { failed, type Result } from "../../core/base/result.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import type { CorpusWriter } from "../../core/index/ports.ts";
import { comparableText } from "../../core/model/comparable-text.ts";
import type { Document } from "../../core/model/document.ts";
import path from "node:path";
import { type Original, readOriginal } from "./sources/read-original.ts";
import { type Found, walk } from "./sources/walk.ts";

export interface IngestOptions {
  readonly store: CorpusWriter;
  readonly host: ExtractionHost;
  readonly roots: readonly string[];
  readonly limits: Limits;
  /** Mark the documents as templates: boilerplate whose passages are shown apart. */
  readonly template: boolean;
  /** Tried in order on files that ask for one. Never stored. */
  readonly passwords: readonly string[];
  /** Documents extracted at a time. */
  readonly concurrency: number;
  readonly now: () => string;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: IngestProgress) => void;
}

export interface IngestProgress {
  readonly phase: "counting" | "reading" | "finishing";
  readonly filesDone: number;
  readonly filesFound: number;
  readonly bytesDone: number;
  readonly bytesFound: number;
  readonly path: string;
}

export interface IngestSummary {
  readonly filesSeen: number;
  readonly ingested: number;
  readonly duplicates: number;
  /** Already in the corpus from an earlier run. */
  readonly unchanged: number;
  readonly failed: number;
  readonly skipped: number;
  readonly bytesIngested: number;
  readonly wordsIngested: number;
  readonly failures: Readonly<Partial<Record<FailureCode, number>>>;
  readonly cancelled: boolean;
}

/** Bytes of originals read and not yet in the corpus. One larger file may stand alone. */
const IN_FLIGHT_BYTES = 64 * 1024 * 1024;
/** Files read and not yet landed, for each that is extracted at a time: the next must wait ready in hand. */
const FLIGHT_PER_PROCESS = 8;
/** Documents added and not yet acknowledged: as many as the store flushes together. */
const MOST_PENDING = 512;

type Prepared =
  | {
      readonly kind: "unusable";
      readonly failure: Failure;
      readonly byteLength?: number;
      readonly sha256?: string;
    }
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "known";
      readonly document: number;
      readonly byteLength: number;
      readonly sha256: string;
    }
  | { readonly kind: "read"; readonly original: Original; readonly document: Document };

interface InFlight {
  readonly found: Found;
  readonly path: string;
  readonly byteLength: number;
  readonly prepared: Promise<Prepared>;
}

export async function ingest(options: IngestOptions): Promise<Result<IngestSummary>> {
  const run = new IngestRun(options);
  return run.run();
}

class IngestRun {
  private readonly options: IngestOptions;
  private readonly indexer = new TextIndexer();
  private readonly pending = new Set<Promise<void>>();
  private storeFailure: Failure | undefined;
  private readonly counts = { filesSeen: 0, ingested: 0, duplicates: 0, unchanged: 0, failed: 0, skipped: 0 };
  private readonly failures: Partial<Record<FailureCode, number>> = {};
  private bytesIngested = 0;
  private wordsIngested = 0;
  private filesFound = 0;
  private bytesFound = 0;
  private bytesDone = 0;

  constructor(options: IngestOptions) {
    this.options = options;
  }

  async run(): Promise<Result<IngestSummary>> {
    await this.count();
    const flight: InFlight[] = [];
    let inFlightBytes = 0;
    const landFirst = async (): Promise<void> => {
      const first = flight.shift();
      if (first === undefined) return;
      inFlightBytes -= first.byteLength;
      await this.land(first);
    };
    for await (const found of walk(this.options.roots)) {
      if (this.stopped()) break;
      const byteLength = found.kind === "file" ? found.byteLength : 0;
      while (
        flight.length > 0 &&
        (flight.length >= this.options.concurrency * FLIGHT_PER_PROCESS ||
          inFlightBytes + byteLength > IN_FLIGHT_BYTES)
      ) {
        await landFirst();
      }
      flight.push({ found, path: found.path, byteLength, prepared: this.prepare(found) });
      inFlightBytes += byteLength;
    }
    while (flight.length > 0) await landFirst();
    await Promise.all(this.pending);
    this.report("finishing", "");
    const finished = await this.options.store.finish();
    if (this.storeFailure !== undefined) return failed(this.storeFailure);
    if (!finished.ok) return finished;
    return { ok: true, value: this.summary() };
  }

  private stopped(): boolean {
    return this.storeFailure !== undefined || this.options.signal?.aborted === true;
  }

  /** A first walk, so that progress knows the whole. */
  private async count(): Promise<void> {
    for await (const found of walk(this.options.roots)) {
      if (this.stopped()) return;
      this.filesFound++;
      if (found.kind === "file") this.bytesFound += found.byteLength;
      if (this.filesFound % 256 === 0) this.report("counting", found.path);
    }
  }

  private report(phase: IngestProgress["phase"], current: string): void {
    this.options.onProgress?.({
      phase,
      filesDone: this.counts.filesSeen,
      filesFound: this.filesFound,
      bytesDone: this.bytesDone,
      bytesFound: this.bytesFound,
      path: current,
    });
  }

  /** Reads and extracts one file. Never rejects. */
  private async prepare(found: Found): Promise<Prepared> {
    const { limits, store, host } = this.options;
    if (found.kind === "unusable") return { kind: "unusable", failure: found.failure };
    const read = await readOriginal(found.path, maxFileBytes(found.path, limits));
    if (!read.ok) return { kind: "unusable", failure: read.failure, byteLength: found.byteLength };
    const original = read.value;
    if (store.isCurrent(found.path, original.sha256)) return { kind: "unchanged" };
    const byteLength = original.bytes.length;
    const known = store.findOriginal(original.sha256);
    if (known !== undefined) return { kind: "known", document: known, byteLength, sha256: original.sha256 };
    const document = await extractWithPasswords(
      host,
      original.bytes,
      found.path,
      limits,
      this.options.passwords,
    );
    if (!document.ok) {
      return { kind: "unusable", failure: document.failure, byteLength, sha256: original.sha256 };
    }
    return { kind: "read", original, document: document.value };
  }

  /** Takes what was prepared into the corpus, in the order found. */
  private async land(one: InFlight): Promise<void> {
    const prepared = await this.stillTrue(one);
    this.counts.filesSeen++;
    this.bytesDone += one.byteLength;
    this.report("reading", one.path);
    if (this.storeFailure !== undefined) return;
    const at = this.options.now();
    switch (prepared.kind) {
      case "unchanged":
        this.counts.unchanged++;
        return;
      case "unusable":
        return this.landUnusable(one.path, prepared, at);
      case "known":
        return this.landDuplicate(one.path, prepared.document, prepared.byteLength, at);
      case "read": {
        const twin = this.options.store.findOriginal(prepared.original.sha256);
        if (twin !== undefined) return this.landDuplicate(one.path, twin, prepared.original.bytes.length, at);
        return this.landDocument(one.path, prepared.original, prepared.document, at);
      }
    }
  }

  /** What was prepared; anew when the document it counted on has been replaced by a file that landed since. */
  private async stillTrue({ found, prepared }: InFlight): Promise<Prepared> {
    const before = await prepared;
    if (before.kind !== "known" || this.options.store.findOriginal(before.sha256) === before.document)
      return before;
    return this.prepare(found);
  }

  private async landUnusable(
    file: string,
    unusable: Extract<Prepared, { kind: "unusable" }>,
    at: string,
  ): Promise<void> {
    const skipped = SKIPPED.has(unusable.failure.code);
    if (skipped) this.counts.skipped++;
    else this.counts.failed++;
    this.failures[unusable.failure.code] = (this.failures[unusable.failure.code] ?? 0) + 1;
    await this.track(
      this.options.store.addLedger({
        path: file,
        state: skipped ? "skipped" : "failed",
        ...(unusable.byteLength === undefined ? {} : { byteLength: unusable.byteLength }),
        ...(unusable.sha256 === undefined ? {} : { sha256: unusable.sha256 }),
        failure: unusable.failure,
        at,
      }),
    );
  }

  private async landDuplicate(file: string, document: number, byteLength: number, at: string): Promise<void> {
    this.counts.duplicates++;
    await this.track(this.options.store.addPath(document, file, byteLength, at));
  }

  private async landDocument(
    file: string,
    original: Original,
    document: Document,
    at: string,
  ): Promise<void> {
    const { tokenCount, fingerprints } = this.indexer.index(comparableText(document));
    const notices: readonly Notice[] =
      fingerprints.count > 0
        ? document.notices
        : [...document.notices, { code: "notice/too-short-to-fingerprint", data: { words: tokenCount } }];
    this.counts.ingested++;
    this.bytesIngested += original.bytes.length;
    this.wordsIngested += tokenCount;
    await this.track(
      this.options.store.add({
        path: file,
        bytes: original.bytes,
        sha256: original.sha256,
        document: { ...document, notices },
        tokenCount,
        fingerprints,
        template: this.options.template,
        at,
      }),
    );
  }

  /** Lets the store gather many documents into one flush, but never more than a bounded number of them. */
  private async track(acknowledged: Promise<Result<unknown>>): Promise<void> {
    const settled = acknowledged.then((result) => {
      if (!result.ok) this.storeFailure ??= result.failure;
      this.pending.delete(settled);
    });
    this.pending.add(settled);
    if (this.pending.size >= MOST_PENDING) await Promise.race(this.pending);
  }

  private summary(): IngestSummary {
    return {
      ...this.counts,
      bytesIngested: this.bytesIngested,
      wordsIngested: this.wordsIngested,
      failures: this.failures,
      cancelled: this.options.signal?.aborted === true,
    };
  }
}

/** Not failures of reading: things that are by rule not opened. */
const SKIPPED: ReadonlySet<FailureCode> = new Set([
  "read/symlink-not-followed",
  "read/special-file",
  "read/directory-loop",
]);

/** The larger bound goes by name only to refuse early; the front-end checks again by content. */
function maxFileBytes(file: string, limits: Limits): number {
  return path.extname(file).toLowerCase() === ".pdf"
    ? limits.pdfFileBytes
    : Math.max(limits.otherFileBytes, limits.textFileBytes);
}

export async function extractWithPasswords(
  host: ExtractionHost,
  bytes: Uint8Array,
  file: string,
  limits: Limits,
  passwords: readonly string[],
): Promise<Result<Document>> {
  const name = path.basename(file);
  let result = await host.extract({ bytes, name, limits });
  for (const password of passwords) {
    const asks =
      !result.ok &&
      (result.failure.code === "extract/needs-password" || result.failure.code === "extract/wrong-password");
    if (!asks) return result;
    result = await host.extract({ bytes, name, limits, password });
  }
  return result;
}
