/**
 * The postings of a store: published segments, and the batch of documents that are in none yet.
 *
 * The batch lives in memory only. It can be lost at any moment: what is in it can be computed again from the texts in
 * the catalogue. It becomes a segment when it is full and at the end of an import. Which segments are merged is decided
 * here; the merging itself is done elsewhere (merge-job.ts), while documents go on arriving behind the merged ones.
 */
import fs from "node:fs";
import path from "node:path";
import { FailureError } from "../../../core/base/failure.ts";
import { invariant } from "../../../core/base/result.ts";
import type { DeletedDocuments } from "../../../core/index/documents.ts";
import { PostingBatch, type SortedPostings } from "../../../core/index/posting-batch.ts";
import type { FingerprintList } from "../../../core/index/ports.ts";
import { dueMerge, finalMerge, type MergeRange } from "../../../core/index/segment-merge.ts";
import type { SegmentTrailer } from "../../../core/index/segment-layout.ts";
import type { SegmentReader } from "../../../core/index/segment-reader.ts";
import { SegmentWriter } from "../../../core/index/segment-writer.ts";
import type { SegmentEntry } from "./catalogue.ts";
import { checksum } from "./checksum.ts";
import { writeSegment } from "./merge-job.ts";
import { OpenSegment } from "./open-segment.ts";
import { PostingView } from "./posting-view.ts";
import { type DiskWatch, flushFolder, segmentFile, segmentNumbers } from "./segment-files.ts";

/** 40 MB of postings, and as much again to sort them. */
export const BATCH_POSTINGS = 4_000_000;
/** Documents without postings fill no batch. */
const BATCH_DOCUMENTS = 1_000_000;

/** Makes a new list of segments the store's, durably. */
export type Publish = (segments: readonly SegmentEntry[]) => void;

export interface IndexOptions {
  readonly batchPostings?: number;
  readonly watch?: DiskWatch;
}

export class PostingIndex {
  readonly folder: string;
  private readonly batchPostings: number;
  private readonly watch: DiskWatch | undefined;
  private segments: OpenSegment[] = [];
  private batch = new PostingBatch();
  private frozen: SortedPostings | undefined;

  constructor(folder: string, { batchPostings = BATCH_POSTINGS, watch }: IndexOptions = {}) {
    this.folder = folder;
    this.batchPostings = batchPostings;
    this.watch = watch;
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
      if (published.has(number)) continue;
      this.watch?.("remove");
      fs.rmSync(segmentFile(this.folder, number), { force: true });
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

  /** The batch becomes a segment of that number. Throws a FailureError. */
  flush(nextNumber: () => number, publish: Publish): void {
    if (this.batch.documentCount === 0) return;
    const number = nextNumber();
    const sorted = this.batch.sortInPlace();
    const trailer = writeSegment(
      segmentFile(this.folder, number),
      (sink) => {
        const writer = new SegmentWriter(sink, checksum);
        writer.addSorted(sorted);
        return writer.finish(this.firstPending, sorted.starts);
      },
      this.watch,
    );
    const end = this.segments.length;
    this.replace({ start: end, end }, { number, trailer, purged: 0 }, publish);
    this.frozen = undefined;
    // A single huge document may have stretched the batch.
    if (this.batch.capacity > 2 * this.batchPostings) this.batch = new PostingBatch();
    else this.batch.clear();
  }

  /** Segments that are due to be merged while documents arrive. */
  dueMerge(): readonly SegmentEntry[] {
    return this.entriesOf(dueMerge(this.entries, this.batchPostings));
  }

  /** Segments to merge so that at most `most` are left, where the numbering of tokens allows. */
  finalMerge(most: number): readonly SegmentEntry[] {
    return this.entriesOf(finalMerge(this.entries, most));
  }

  private entriesOf(range: MergeRange | undefined): readonly SegmentEntry[] {
    return range === undefined ? [] : this.entries.slice(range.start, range.end);
  }

  /** A finished merge takes the place of what it was made of. Throws a FailureError. */
  replaceMerged(merged: readonly SegmentEntry[], by: NewSegment, publish: Publish): void {
    const start = this.segments.findIndex(({ entry }) => entry.number === merged[0]!.number);
    const range = { start, end: start + merged.length };
    const found = this.entries.slice(range.start, range.end);
    invariant(
      start >= 0 && found.every(({ number }, i) => number === merged[i]!.number),
      "merged segments stay together",
    );
    this.replace(range, by, publish);
  }

  private replace({ start, end }: MergeRange, by: NewSegment, publish: Publish): void {
    const { number, trailer, purged } = by;
    const { firstDocument, documents, postings, tokens } = trailer;
    const { size: bytes } = fs.statSync(segmentFile(this.folder, number));
    const entry = { number, firstDocument, documents, postings, tokens, bytes, purged };
    const added = OpenSegment.open(this.folder, entry);
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
        this.watch?.("remove");
        fs.rmSync(segmentFile(this.folder, segment.entry.number), { force: true });
      } catch {
        // In use by another process on a system that locks open files. The next opening for writing removes it.
      }
    }
  }

  view(deleted: DeletedDocuments): PostingView {
    this.frozen ??= this.batch.sorted();
    const segments = this.segments.map((segment) => segment.retain());
    return new PostingView(segments, this.frozen, this.firstPending, deleted);
  }

  close(): void {
    for (const segment of this.segments) segment.release();
    this.segments = [];
  }
}

/** A segment file that was just written. */
export interface NewSegment {
  readonly number: number;
  readonly trailer: SegmentTrailer;
  /** See `SegmentEntry`. */
  readonly purged: number;
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
