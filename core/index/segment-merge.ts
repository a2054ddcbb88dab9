/**
 * Merges adjacent segments into one, without the postings of deleted documents, and decides which are due for it.
 *
 * A k-way merge with one small buffer per segment: memory does not depend on the size of the segments, nor on how
 * many postings one key has. Segments stand in document order, so among equal keys the earlier segment goes first.
 */
import { invariant } from "../base/result.ts";
import type { Checksum } from "./crc32.ts";
import { documentOf } from "./document-starts.ts";
import { DeletedDocuments } from "./documents.ts";
import { MAX_ORDINALS } from "./posting-batch.ts";
import type { BlockSink, SegmentTrailer } from "./segment-layout.ts";
import type { SegmentCursor, SegmentReader } from "./segment-reader.ts";
import { SegmentWriter } from "./segment-writer.ts";

export function mergeSegments(
  segments: readonly SegmentReader[],
  sink: BlockSink,
  checksum: Checksum,
  deleted = DeletedDocuments.none,
): SegmentTrailer {
  const first = segments[0];
  invariant(first !== undefined, "something to merge");
  const { starts, shifts } = joinStarts(segments, deleted);
  const writer = new SegmentWriter(sink, checksum);
  const cursors = segments.map((segment) => segment.cursor());
  for (;;) {
    // The smallest key and, of the others, the smallest: everything up to it can be taken without looking again. At
    // the bound itself earlier segments go first; keys are whole numbers, so "up to and with" is "below the next".
    let least = 0;
    let bound = Infinity;
    for (let i = 1; i < cursors.length; i++) {
      const key = cursors[i]!.key;
      if (key < cursors[least]!.key) {
        bound = cursors[least]!.key;
        least = i;
      } else if (key < bound) bound = key + 1;
    }
    const cursor = cursors[least]!;
    if (cursor.key === Infinity) break;
    shifts[least]!.take(writer, cursor, bound);
  }
  return writer.finish(first.trailer.firstDocument, starts);
}

/** Where the tokens of one segment stand in the merged one. */
interface Shift {
  /** Writes the postings of the cursor up to the first key that is not below `bound`, the first in any case. */
  take(writer: SegmentWriter, cursor: SegmentCursor, bound: number): void;
}

/** Every document is kept: all ordinals move by the same number. */
class WholeShift implements Shift {
  private readonly base: number;

  constructor(base: number) {
    this.base = base;
  }

  take(writer: SegmentWriter, cursor: SegmentCursor, bound: number): void {
    do {
      writer.add(cursor.key, cursor.ordinal + this.base);
      cursor.advance();
    } while (cursor.key < bound);
  }
}

/** Some documents are left out: the tokens of every other move up to fill the gaps. */
class ThinningShift implements Shift {
  private readonly from: Uint32Array;
  /** Of each document: where its tokens start in the merged segment, or nowhere. */
  private readonly to: Float64Array;

  constructor(from: Uint32Array, to: Float64Array) {
    this.from = from;
    this.to = to;
  }

  take(writer: SegmentWriter, cursor: SegmentCursor, bound: number): void {
    let document = 0;
    let key = cursor.key;
    do {
      if (cursor.key !== key) document = 0;
      ({ key } = cursor);
      document = documentOf(this.from, cursor.ordinal, document);
      const start = this.to[document]!;
      if (start !== NOWHERE) writer.add(key, cursor.ordinal - this.from[document]! + start);
      cursor.advance();
    } while (cursor.key < bound);
  }
}

const NOWHERE = -1;

function joinStarts(
  segments: readonly SegmentReader[],
  deleted: DeletedDocuments,
): { starts: Uint32Array; shifts: readonly Shift[] } {
  const documents = segments.reduce((sum, { trailer }) => sum + trailer.documents, 0);
  const starts = new Uint32Array(documents + 1);
  const shifts: Shift[] = [];
  const { firstDocument } = segments[0]!.trailer;
  let document = 0;
  let base = 0;
  for (const { trailer, starts: from } of segments) {
    invariant(document === trailer.firstDocument - firstDocument, "segments are adjacent");
    const to = new Float64Array(trailer.documents);
    let isWhole = true;
    const firstBase = base;
    for (let d = 0; d < trailer.documents; d++) {
      starts[document] = base;
      const isGone = deleted.has(firstDocument + document);
      to[d] = isGone ? NOWHERE : base;
      if (isGone) isWhole = false;
      else base += from[d + 1]! - from[d]!;
      document++;
    }
    shifts.push(isWhole ? new WholeShift(firstBase) : new ThinningShift(from, to));
  }
  invariant(base <= MAX_ORDINALS, "a segment numbers at most 2^32 - 1 tokens");
  starts[documents] = base;
  return { starts, shifts };
}

/** What the choice of a merge depends on. */
export interface SegmentSize {
  readonly postings: number;
  readonly tokens: number;
}

/** A range [start, end) of adjacent segments. */
export interface MergeRange {
  readonly start: number;
  readonly end: number;
}

/** Segments of one size class that are merged together. */
export const TIER_WIDTH = 8;

/**
 * While documents arrive: the last segments, when there are eight of one tier. A tier is eight times the one below,
 * so every posting is rewritten once per tier.
 */
export function dueMerge(sizes: readonly SegmentSize[], batchPostings: number): MergeRange | undefined {
  const tier = (size: SegmentSize): number =>
    Math.max(0, Math.round(Math.log(Math.max(1, size.postings / batchPostings)) / Math.log(TIER_WIDTH)));
  const last = sizes.at(-1);
  if (last === undefined) return undefined;
  let start = sizes.length;
  while (start > 0 && tier(sizes[start - 1]!) <= tier(last)) start--;
  const range = { start, end: sizes.length };
  return range.end - range.start >= TIER_WIDTH && fits(sizes, range) ? range : undefined;
}

/** At the end of an import: the cheapest merge that leaves at most `most` segments, if there are more. */
export function finalMerge(sizes: readonly SegmentSize[], most: number): MergeRange | undefined {
  const width = sizes.length - most + 1;
  if (width < 2) return undefined;
  let best: MergeRange | undefined;
  let bestPostings = Infinity;
  for (let start = 0; start + width <= sizes.length; start++) {
    const range = { start, end: start + width };
    const postings = sizes.slice(range.start, range.end).reduce((sum, size) => sum + size.postings, 0);
    if (postings < bestPostings && fits(sizes, range)) {
      best = range;
      bestPostings = postings;
    }
  }
  return best;
}

function fits(sizes: readonly SegmentSize[], { start, end }: MergeRange): boolean {
  return sizes.slice(start, end).reduce((sum, size) => sum + size.tokens, 0) <= MAX_ORDINALS;
}
