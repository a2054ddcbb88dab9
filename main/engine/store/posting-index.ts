/**
 * The postings of a store: published segments, and the batch of documents that are in none yet.
 *
 * The batch lives in memory only. It can be lost at any moment: what is in it can be computed again from the texts in
 * the catalogue. It becomes a segment when it is full and at the end of an import.
 */
import fs from "node:fs";
import path from "node:path";
import { FailureError } from "../../../core/base/failure.ts";
import { invariant } from "../../../core/base/result.ts";
import { PostingBatch, type SortedPostings } from "../../../core/index/posting-batch.ts";
import type { FingerprintList, PostingSink } from "../../../core/index/ports.ts";
import { dueMerge, finalMerge, mergeSegments, type MergeRange } from "../../../core/index/segment-merge.ts";
import type { BlockSink, SegmentTrailer } from "../../../core/index/segment-layout.ts";
import { openSegment, type SegmentReader } from "../../../core/index/segment-reader.ts";
import { SegmentWriter } from "../../../core/index/segment-writer.ts";
import type { SegmentEntry } from "./catalogue.ts";
import { checksum } from "./checksum.ts";
import { FileSink, FileSource, flushFolder, segmentFile, segmentNumbers } from "./segment-files.ts";

/** 40 MB of postings, and as much again to sort them. */
export const BATCH_POSTINGS = 4_000_000;
/** Documents without postings fill no batch. */
const BATCH_DOCUMENTS = 1_000_000;

/** Makes a new list of segments the store's, durably, and numbers the next file. */
export type Publish = (segments: readonly SegmentEntry[]) => void;

/** A segment file in use by the index and by snapshots. */
class OpenSegment {
  readonly entry: SegmentEntry;
  readonly reader: SegmentReader;
  private readonly source: FileSource;
  private uses = 1;

  private constructor(entry: SegmentEntry, source: FileSource, reader: SegmentReader) {
    this.entry = entry;
    this.source = source;
    this.reader = reader;
  }

  /** Throws a FailureError. */
  static open(folder: string, entry: SegmentEntry): OpenSegment {
    const file = segmentFile(folder, entry.number);
    const where = { part: "segment", segment: entry.number };
    if (!fs.existsSync(file)) throw new FailureError("store/damaged", { ...where, what: "missing" });
    const source = new FileSource(file);
    try {
      const opened = openSegment(source, checksum);
      if (!opened.ok) throw new FailureError(opened.failure.code, { ...opened.failure.data, ...where });
      const { firstDocument, documents, postings, tokens } = opened.value.trailer;
      const published =
        firstDocument === entry.firstDocument &&
        documents === entry.documents &&
        postings === entry.postings &&
        tokens === entry.tokens;
      if (!published) throw new FailureError("store/damaged", { ...where, what: "not the one published" });
      return new OpenSegment(entry, source, opened.value);
    } catch (error) {
      source.close();
      throw error;
    }
  }

  retain(): this {
    this.uses++;
    return this;
  }

  release(): void {
    this.uses--;
    if (this.uses === 0) this.source.close();
  }
}

export class PostingIndex {
  private readonly folder: string;
  private readonly batchPostings: number;
  private segments: OpenSegment[] = [];
  private batch = new PostingBatch();
  private frozen: SortedPostings | undefined;

  constructor(folder: string, batchPostings = BATCH_POSTINGS) {
    this.folder = folder;
    this.batchPostings = batchPostings;
  }

  /** Opens what is published. Throws a FailureError. */
  open(entries: readonly SegmentEntry[]): void {
    try {
      for (const entry of entries) {
        if (entry.firstDocument !== this.firstPending)
          throw new FailureError("store/damaged", { part: "segments" });
        this.segments.push(OpenSegment.open(this.folder, entry));
      }
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Removes files that were being written, or were merged away, when the process died. */
  removeUnpublished(): void {
    const published = new Set(this.segments.map(({ entry }) => entry.number));
    for (const number of segmentNumbers(this.folder)) {
      if (!published.has(number)) fs.rmSync(segmentFile(this.folder, number), { force: true });
    }
  }

  /** First document that is in no segment. */
  get firstPending(): number {
    const last = this.segments.at(-1)?.entry;
    return last === undefined ? 0 : last.firstDocument + last.documents;
  }

  get entries(): readonly SegmentEntry[] {
    return this.segments.map(({ entry }) => entry);
  }

  get readers(): readonly { readonly entry: SegmentEntry; readonly reader: SegmentReader }[] {
    return this.segments;
  }

  get pendingDocuments(): number {
    return this.batch.documentCount;
  }

  get pendingPostings(): number {
    return this.batch.count;
  }

  hasRoomFor(postings: number, tokens: number): boolean {
    if (this.batch.documentCount === 0) return true;
    const fits =
      this.batch.count + postings <= this.batchPostings && this.batch.documentCount < BATCH_DOCUMENTS;
    return fits && this.batch.hasRoomForTokens(tokens);
  }

  addDocument(fingerprints: FingerprintList, tokenCount: number): void {
    this.batch.addDocument(fingerprints, tokenCount);
    this.frozen = undefined;
  }

  mark(): ReturnType<PostingBatch["mark"]> {
    return this.batch.mark();
  }

  rollBack(mark: ReturnType<PostingBatch["mark"]>): void {
    this.batch.rollBack(mark);
    this.frozen = undefined;
  }

  /** The batch becomes a segment, and segments that are due are merged. */
  flush(nextNumber: () => number, publish: Publish): void {
    if (this.batch.documentCount > 0) {
      const number = nextNumber();
      const sorted = this.batch.sortInPlace();
      const trailer = this.write(number, (sink) => {
        const writer = new SegmentWriter(sink, checksum);
        writer.addSorted(sorted);
        return writer.finish(this.firstPending, sorted.starts);
      });
      this.replace(
        { start: this.segments.length, end: this.segments.length },
        entryOf(number, trailer),
        publish,
      );
      this.frozen = undefined;
      // A single huge document may have stretched the batch.
      if (this.batch.capacity > 2 * this.batchPostings) this.batch = new PostingBatch();
      else this.batch.clear();
    }
    for (;;) {
      const range = dueMerge(this.entries, this.batchPostings);
      if (range === undefined) return;
      this.merge(range, nextNumber, publish);
    }
  }

  /** Leaves at most `most` segments, where the numbering of tokens allows. */
  compact(most: number, nextNumber: () => number, publish: Publish): void {
    const range = finalMerge(this.entries, most);
    if (range !== undefined) this.merge(range, nextNumber, publish);
  }

  /** Forgets every segment; all documents are pending again. */
  dropAll(publish: Publish): void {
    publish([]);
    const dropped = this.segments;
    this.segments = [];
    this.batch = new PostingBatch();
    this.frozen = undefined;
    this.discard(dropped);
  }

  private merge(range: MergeRange, nextNumber: () => number, publish: Publish): void {
    const number = nextNumber();
    const readers = this.segments.slice(range.start, range.end).map(({ reader }) => reader);
    const trailer = this.write(number, (sink) => mergeSegments(readers, sink, checksum));
    this.replace(range, entryOf(number, trailer), publish);
  }

  private write(number: number, fill: (sink: BlockSink) => SegmentTrailer): SegmentTrailer {
    const sink = new FileSink(segmentFile(this.folder, number));
    try {
      const trailer = fill(sink);
      sink.finish();
      return trailer;
    } catch (error) {
      sink.abandon();
      throw error;
    }
  }

  private replace(
    { start, end }: MergeRange,
    entry: (bytes: number) => SegmentEntry,
    publish: Publish,
  ): void {
    const { number } = entry(0);
    const { size } = fs.statSync(segmentFile(this.folder, number));
    const added = OpenSegment.open(this.folder, entry(size));
    const kept = [...this.segments.slice(0, start), added, ...this.segments.slice(end)];
    try {
      publish(kept.map((segment) => segment.entry));
    } catch (error) {
      // The commit may have reached the disk all the same: opening the store again decides what becomes of the file.
      added.release();
      throw error;
    }
    const replaced = this.segments.slice(start, end);
    this.segments = kept;
    this.discard(replaced);
  }

  private discard(segments: readonly OpenSegment[]): void {
    for (const segment of segments) {
      segment.release();
      try {
        fs.rmSync(segmentFile(this.folder, segment.entry.number), { force: true });
      } catch {
        // In use by another process on a system that locks open files. The next opening for writing removes it.
      }
    }
  }

  view(): PostingView {
    this.frozen ??= this.batch.sorted();
    const segments = this.segments.map((segment) => segment.retain());
    return new PostingView(segments, this.frozen, this.firstPending);
  }

  close(): void {
    for (const segment of this.segments) segment.release();
    this.segments = [];
  }
}

function entryOf(number: number, trailer: SegmentTrailer): (bytes: number) => SegmentEntry {
  const { firstDocument, documents, postings, tokens } = trailer;
  return (bytes) => ({ number, firstDocument, documents, postings, tokens, bytes });
}

/** The postings as they were at one moment. */
export class PostingView {
  readonly postingCount: number;
  private readonly segments: readonly OpenSegment[];
  private readonly pending: SortedPostings;
  private readonly firstPending: number;
  private closed = false;

  constructor(segments: readonly OpenSegment[], pending: SortedPostings, firstPending: number) {
    this.segments = segments;
    this.pending = pending;
    this.firstPending = firstPending;
    this.postingCount = segments.reduce((sum, { entry }) => sum + entry.postings, pending.count);
  }

  postings(b: number, a12: number, tag: number, cap: number, sink: PostingSink): number {
    invariant(!this.closed, "a closed snapshot is not read");
    let found = 0;
    for (const { reader } of this.segments)
      found += reader.postings(b, a12, tag, Math.max(0, cap - found), sink);
    if (this.pending.count > 0) {
      found += this.pending.postings(b, a12, tag, Math.max(0, cap - found), sink, this.firstPending);
    }
    return found;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    for (const segment of this.segments) segment.release();
  }
}

/** The folder of the segments, made when it is not there. */
export function segmentFolder(storeFolder: string, create: boolean): string {
  const folder = path.join(storeFolder, "segments");
  if (create && !fs.existsSync(folder)) {
    fs.mkdirSync(folder);
    flushFolder(storeFolder);
  }
  return folder;
}
