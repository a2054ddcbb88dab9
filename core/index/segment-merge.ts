/**
 * Merges adjacent segments into one, and decides which segments are due for it.
 *
 * A k-way merge with one small buffer per segment: memory does not depend on the size of the segments, nor on how
 * many postings one key has. Segments stand in document order, so among equal keys the earlier segment goes first.
 */
import { invariant } from "../base/result.ts";
import type { Checksum } from "./crc32.ts";
import { MAX_ORDINALS } from "./posting-batch.ts";
import type { BlockSink, SegmentTrailer } from "./segment-layout.ts";
import type { SegmentReader } from "./segment-reader.ts";
import { SegmentWriter } from "./segment-writer.ts";

export function mergeSegments(
  segments: readonly SegmentReader[],
  sink: BlockSink,
  checksum: Checksum,
): SegmentTrailer {
  const first = segments[0];
  invariant(first !== undefined, "something to merge");
  const { starts, bases } = joinStarts(segments);
  const writer = new SegmentWriter(sink, checksum);
  const cursors = segments.map((segment) => segment.cursor());
  for (;;) {
    // The smallest key and, of the others, the smallest: everything up to it can be taken without looking again.
    let least = 0;
    let bound = Infinity;
    for (let i = 1; i < cursors.length; i++) {
      const key = cursors[i]!.key;
      if (key < cursors[least]!.key) {
        bound = cursors[least]!.key;
        least = i;
      } else if (key < bound) bound = key;
    }
    const cursor = cursors[least]!;
    if (cursor.key === Infinity) break;
    const base = bases[least]!;
    do {
      writer.add(cursor.key, cursor.ordinal + base);
      cursor.advance();
    } while (cursor.key < bound);
    // Equal to the bound: the next round picks the earlier segment.
  }
  return writer.finish(first.trailer.firstDocument, starts);
}

function joinStarts(segments: readonly SegmentReader[]): { starts: Uint32Array; bases: readonly number[] } {
  const documents = segments.reduce((sum, { trailer }) => sum + trailer.documents, 0);
  const starts = new Uint32Array(documents + 1);
  const bases: number[] = [];
  let document = 0;
  let base = 0;
  for (const segment of segments) {
    const { trailer } = segment;
    invariant(
      document === trailer.firstDocument - segments[0]!.trailer.firstDocument,
      "segments are adjacent",
    );
    bases.push(base);
    for (let d = 0; d < trailer.documents; d++) starts[document++] = base + segment.starts[d]!;
    base += trailer.tokens;
  }
  invariant(base <= MAX_ORDINALS, "a segment numbers at most 2^32 - 1 tokens");
  starts[documents] = base;
  return { starts, bases };
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
