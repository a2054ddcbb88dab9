/**
 * Finding the near-duplicates of a corpus without comparing all pairs.
 *
 * Documents are put into buckets by keys that similar ones are sure to share, and only those of one bucket are compared:
 *
 * - Projections that differ in at most d bits agree wholly in at least one of any d + 1 blocks of bits (the pigeonhole
 *   principle): 384 bits, d = 12, so 13 blocks of 29 or 30 bits. Nothing is missed.
 * - B-similar documents share at least two supershingles, hence one of the 15 pairs of supershingles.
 *
 * Every pair of a bucket is then tested by the rule itself, so that a key shared by chance joins nothing. Documents
 * without tokens take no part. Groups are the connected components; inside a bucket a document is compared with the
 * members of a group only until one is similar, so a thousand identical documents cost a thousand comparisons.
 */
import { finalise } from "../text/token-hash.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import { SUPERSHINGLES } from "./min-values.ts";
import { C_SIMILAR, PROJECTION_BITS } from "./projection.ts";
import { areCopies, type CopyRule, type Sketched } from "./rules.ts";
import { isEmpty, PROJECTION_AT, type Sketch, SUPERSHINGLES_AT } from "./sketch.ts";

/** A bucket key of a sketch: an integer that a double holds. */
type KeyOf = (sketch: Sketch) => number;

/** Keys of which copies by `rule` share at least one. */
function keysFor(rule: CopyRule): readonly KeyOf[] {
  const projection = projectionKeys(PROJECTION_BITS - C_SIMILAR);
  switch (rule) {
    case "projection":
      return projection;
    case "shingles":
    case "combined":
      return SUPERSHINGLE_PAIRS;
    case "by-site":
      return [...SUPERSHINGLE_PAIRS, ...projection];
  }
}

/** The bits of each of `distance` + 1 blocks. */
function projectionKeys(distance: number): KeyOf[] {
  const blocks = distance + 1;
  return Array.from({ length: blocks }, (_, block) => {
    const first = Math.floor((block * PROJECTION_BITS) / blocks);
    const end = Math.floor(((block + 1) * PROJECTION_BITS) / blocks);
    return (sketch: Sketch) => bitsOf(sketch, first, end);
  });
}

/** Bits [first, end) of the projection as a number; at most 32 of them. */
function bitsOf(sketch: Sketch, first: number, end: number): number {
  const word = PROJECTION_AT + (first >>> 5);
  const low = sketch[word]! >>> (first & 31);
  const fromNext = (first & 31) + (end - first) - 32;
  const all = fromNext > 0 ? low + (sketch[word + 1]! & (2 ** fromNext - 1)) * 2 ** (32 - (first & 31)) : low;
  return all % 2 ** (end - first);
}

const SUPERSHINGLE_PAIRS: readonly KeyOf[] = Array.from({ length: SUPERSHINGLES }, (_, i) => i).flatMap((i) =>
  Array.from({ length: SUPERSHINGLES - i - 1 }, (_, j) => pairKey(i, i + 1 + j)),
);

/** 53 bits of the two supershingles; a chance agreement is sorted out by the rule. */
function pairKey(i: number, j: number): KeyOf {
  const one = SUPERSHINGLES_AT + 2 * i;
  const other = SUPERSHINGLES_AT + 2 * j;
  return (sketch) => {
    const high = finalise(sketch[one]! ^ finalise(sketch[other]!)) >>> 0;
    const low = finalise(sketch[one + 1]! + finalise(sketch[other + 1]!)) >>> 11;
    return high * 2 ** 21 + low;
  };
}

/** Numbers of the documents that share a key, at least two, ascending; bucket after bucket. */
function* buckets(documents: readonly Sketched[], keyOf: KeyOf): Generator<Uint32Array> {
  const keys = Float64Array.from(documents, ({ sketch }) => keyOf(sketch));
  const order = Uint32Array.from(documents.keys())
    .filter((d) => !isEmpty(documents[d]!.sketch))
    .sort((x, y) => keys[x]! - keys[y]! || x - y);
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && keys[order[to]!] === keys[order[from]!]) to++;
    if (to - from > 1) yield order.subarray(from, to);
    from = to;
  }
}

/** All pairs of copies, as numbers of documents [lower, higher], in ascending order. */
export function copyPairs(documents: readonly Sketched[], rule: CopyRule): [number, number][] {
  const found = new Map<number, [number, number]>();
  for (const keyOf of keysFor(rule)) {
    for (const bucket of buckets(documents, keyOf)) {
      for (let i = 0; i < bucket.length; i++) {
        for (let j = i + 1; j < bucket.length; j++) {
          const lower = bucket[i]!;
          const higher = bucket[j]!;
          const key = lower * documents.length + higher;
          if (!found.has(key) && areCopies(documents[lower]!, documents[higher]!, rule)) {
            found.set(key, [lower, higher]);
          }
        }
      }
    }
  }
  return [...found.values()].sort(([a, b], [c, d]) => a - c || b - d);
}

/** The copies joined into groups: what is connected through copies is one set. */
export function copySets(documents: readonly Sketched[], rule: CopyRule): DisjointSets {
  const sets = new DisjointSets(documents.length);
  for (const keyOf of keysFor(rule)) {
    for (const bucket of buckets(documents, keyOf)) joinBucket(documents, bucket, rule, sets);
  }
  return sets;
}

function joinBucket(
  documents: readonly Sketched[],
  bucket: Uint32Array,
  rule: CopyRule,
  sets: DisjointSets,
): void {
  // Parts of the bucket that are connected so far.
  let parts: number[][] = [];
  for (const document of bucket) {
    let home: number[] | undefined;
    const left: number[][] = [];
    for (const part of parts) {
      const connected =
        sets.find(part[0]!) === sets.find(document) ||
        part.some((member) => areCopies(documents[member]!, documents[document]!, rule));
      if (!connected) {
        left.push(part);
        continue;
      }
      sets.join(part[0]!, document);
      if (home === undefined) {
        home = part;
        left.push(part);
      } else for (const member of part) home.push(member);
    }
    if (home === undefined) left.push([document]);
    else home.push(document);
    parts = left;
  }
}
