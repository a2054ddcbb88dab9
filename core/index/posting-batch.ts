/**
 * A batch of postings in memory, gathered in document order and then sorted by key.
 *
 * Postings are parallel arrays: lane B, the low 12 bits of lane A, and the ordinal of the token among all tokens of
 * the batch. Sorting is a radix sort over the 44 bits of the key. It is stable, so postings of one key stay in order of
 * ordinal, which is order of (document, token); and its time hardly depends on the keys, so that a corpus made of one
 * word a million times costs what any other does.
 */
import { invariant } from "../base/result.ts";
import { documentOf } from "./document-starts.ts";
import type { DeletedDocuments } from "./documents.ts";
import { type FingerprintList, KEY_A_BITS, KEY_A_MASK, type PostingSink } from "./ports.ts";
import { keyOf } from "./posting-codec.ts";

/** Ordinals are unsigned 32 bits: no batch or segment holds more tokens. */
export const MAX_ORDINALS = 0xffffffff;

interface Columns {
  readonly b: Uint32Array;
  readonly a: Uint16Array;
  readonly ordinal: Uint32Array;
}

const allocate = (capacity: number): Columns => ({
  b: new Uint32Array(capacity),
  a: new Uint16Array(capacity),
  ordinal: new Uint32Array(capacity),
});

/** What a batch held at one moment, to go back to when a commit fails. */
export interface BatchMark {
  readonly postings: number;
  readonly documents: number;
  readonly tokens: number;
}

export class PostingBatch {
  count = 0;
  documentCount = 0;
  tokenCount = 0;
  private columns: Columns;
  private scratch: Columns | undefined;
  private starts: Uint32Array;
  /** In order of key, no longer of document: nothing can be added until the batch is cleared. */
  private isSorted = false;

  constructor(capacity = 1 << 12) {
    this.columns = allocate(capacity);
    this.starts = new Uint32Array(1 << 10);
  }

  get capacity(): number {
    return this.columns.b.length;
  }

  /** True when a document of that many tokens can still be numbered in this batch; in a sorted one none can. */
  hasRoomForTokens(tokens: number): boolean {
    return !this.isSorted && this.tokenCount + tokens <= MAX_ORDINALS;
  }

  /** Adds the next document. */
  addDocument(fingerprints: FingerprintList, tokenCount: number): void {
    invariant(!this.isSorted, "documents are added before the batch is sorted");
    invariant(this.hasRoomForTokens(tokenCount), "a batch numbers at most 2^32 - 1 tokens");
    const { count: added, a, b, position } = fingerprints;
    this.reserve(this.count + added);
    const to = this.columns;
    const at = this.count;
    const base = this.tokenCount;
    for (let i = 0; i < added; i++) {
      invariant(position[i]! < tokenCount, "a fingerprint starts at a token of its document");
      to.b[at + i] = b[i]!;
      to.a[at + i] = a[i]! & KEY_A_MASK;
      to.ordinal[at + i] = base + position[i]!;
    }
    this.count += added;
    if (this.documentCount + 1 >= this.starts.length)
      this.starts = grown(this.starts, this.starts.length * 2);
    this.documentCount++;
    this.tokenCount += tokenCount;
    this.starts[this.documentCount] = this.tokenCount;
  }

  mark(): BatchMark {
    return { postings: this.count, documents: this.documentCount, tokens: this.tokenCount };
  }

  /** Forgets what was added since `mark`. */
  rollBack(mark: BatchMark): void {
    invariant(!this.isSorted || mark.postings === this.count, "a sorted batch is not cut");
    this.count = mark.postings;
    this.documentCount = mark.documents;
    this.tokenCount = mark.tokens;
  }

  clear(): void {
    this.isSorted = false;
    this.rollBack({ postings: 0, documents: 0, tokens: 0 });
  }

  /** Token at which each document starts, and behind the last one the number of tokens. */
  documentStarts(): Uint32Array {
    return this.starts.slice(0, this.documentCount + 1);
  }

  /** Writes past a typed array are silently lost, so room is made first. */
  private reserve(postings: number): void {
    if (postings <= this.capacity) return;
    const wider = allocate(Math.max(postings, this.capacity * 2));
    wider.b.set(this.columns.b.subarray(0, this.count));
    wider.a.set(this.columns.a.subarray(0, this.count));
    wider.ordinal.set(this.columns.ordinal.subarray(0, this.count));
    this.columns = wider;
    this.scratch = undefined;
  }

  /** Sorts the batch itself, which is then full until it is cleared; the result is valid as long. */
  sortInPlace(): SortedPostings {
    if (!this.isSorted) {
      this.scratch ??= allocate(this.capacity);
      const sorted = sortColumns(this.columns, this.scratch, this.count);
      this.scratch = this.columns;
      this.columns = sorted;
      this.isSorted = true;
    }
    return new SortedPostings(this.columns, this.count, this.documentStarts());
  }

  /** The batch as it stands, sorted, as a copy that later additions do not touch. */
  sorted(): SortedPostings {
    const n = this.count;
    if (this.isSorted) return new SortedPostings(this.copy(), n, this.documentStarts());
    return new SortedPostings(sortColumns(this.copy(), allocate(n), n), n, this.documentStarts());
  }

  private copy(): Columns {
    const copy = allocate(this.count);
    copy.b.set(this.columns.b.subarray(0, this.count));
    copy.a.set(this.columns.a.subarray(0, this.count));
    copy.ordinal.set(this.columns.ordinal.subarray(0, this.count));
    return copy;
  }
}

function grown(from: Uint32Array, length: number): Uint32Array {
  const to = new Uint32Array(length);
  to.set(from);
  return to;
}

/** Bits of lane B that choose a bucket, small enough for its sort to stay in the processor's cache, and those left. */
const BUCKET_BITS = 10;
const DIGIT_BITS = 11;
const DIGIT_MASK = (1 << DIGIT_BITS) - 1;
const SMALL = 32;

/**
 * One scatter by the high bits of lane B, then every bucket on its own: two passes over the 22 low bits, then lane A
 * among postings that share lane B. All steps are stable. `scratch` is overwritten; one of the two is returned.
 */
function sortColumns(from: Columns, scratch: Columns, n: number): Columns {
  const counts = new Uint32Array(1 << DIGIT_BITS);
  const bucketEnds = new Uint32Array(1 << BUCKET_BITS);
  startsOfDigits(from.b, 0, n, 32 - BUCKET_BITS, (1 << BUCKET_BITS) - 1, bucketEnds);
  scatter(from, scratch, 0, n, 32 - BUCKET_BITS, (1 << BUCKET_BITS) - 1, bucketEnds);
  let start = 0;
  for (const end of bucketEnds) {
    if (end - start <= SMALL) insertionSort(scratch, start, end);
    else {
      startsOfDigits(scratch.b, start, end, 0, DIGIT_MASK, counts);
      scatter(scratch, from, start, end, 0, DIGIT_MASK, counts);
      startsOfDigits(from.b, start, end, DIGIT_BITS, DIGIT_MASK, counts);
      scatter(from, scratch, start, end, DIGIT_BITS, DIGIT_MASK, counts);
      sortLaneA(scratch, from, start, end);
    }
    start = end;
  }
  return scratch;
}

/** Fills `slots` with the place of the first posting of each digit of lane B in [start, end). */
function startsOfDigits(
  b: Uint32Array,
  start: number,
  end: number,
  shift: number,
  mask: number,
  slots: Uint32Array,
): void {
  slots.fill(0, 0, mask + 1);
  for (let i = start; i < end; i++) slots[(b[i]! >>> shift) & mask]!++;
  let at = start;
  for (let digit = 0; digit <= mask; digit++) {
    const here = slots[digit]!;
    slots[digit] = at;
    at += here;
  }
}

/** Moves every posting to the next slot of its digit; afterwards `slots` holds where each digit ends. */
function scatter(
  source: Columns,
  target: Columns,
  start: number,
  end: number,
  shift: number,
  mask: number,
  slots: Uint32Array,
): void {
  const { b: fromB, a: fromA, ordinal: fromOrdinal } = source;
  const { b: toB, a: toA, ordinal: toOrdinal } = target;
  for (let i = start; i < end; i++) {
    const b = fromB[i]!;
    const slot = slots[(b >>> shift) & mask]!++;
    toB[slot] = b;
    toA[slot] = fromA[i]!;
    toOrdinal[slot] = fromOrdinal[i]!;
  }
}

function insertionSort({ b, a, ordinal }: Columns, start: number, end: number): void {
  for (let i = start + 1; i < end; i++) {
    const thisB = b[i]!;
    const thisA = a[i]!;
    const thisOrdinal = ordinal[i]!;
    let j = i - 1;
    while (j >= start && (b[j]! > thisB || (b[j] === thisB && a[j]! > thisA))) {
      b[j + 1] = b[j]!;
      a[j + 1] = a[j]!;
      ordinal[j + 1] = ordinal[j]!;
      j--;
    }
    b[j + 1] = thisB;
    a[j + 1] = thisA;
    ordinal[j + 1] = thisOrdinal;
  }
}

/** Puts runs of equal lane B in order of lane A. Two keys that share lane B are rare, many postings of one are not. */
function sortLaneA(columns: Columns, scratch: Columns, start: number, end: number): void {
  const { b, a } = columns;
  let runStart = start;
  let mixed = false;
  for (let i = start + 1; i <= end; i++) {
    if (i < end && b[i] === b[i - 1]) {
      if (a[i]! < a[i - 1]!) mixed = true;
      continue;
    }
    if (mixed) sortRun(columns, scratch, runStart, i);
    runStart = i;
    mixed = false;
  }
}

function sortRun(columns: Columns, scratch: Columns, start: number, end: number): void {
  if (end - start <= SMALL) return insertionSort(columns, start, end);
  const { a, ordinal } = columns;
  const slots = new Uint32Array(1 << KEY_A_BITS);
  for (let i = start; i < end; i++) slots[a[i]!]!++;
  let at = start;
  for (let value = 0; value < slots.length; value++) {
    const here = slots[value]!;
    slots[value] = at;
    at += here;
  }
  for (let i = start; i < end; i++) {
    const slot = slots[a[i]!]!++;
    scratch.a[slot] = a[i]!;
    scratch.ordinal[slot] = ordinal[i]!;
  }
  a.set(scratch.a.subarray(start, end), start);
  ordinal.set(scratch.ordinal.subarray(start, end), start);
}

/** Postings in ascending (key, ordinal) order: ready to be written to a segment, or to be searched. */
export class SortedPostings {
  readonly count: number;
  readonly b: Uint32Array;
  readonly a: Uint16Array;
  readonly ordinal: Uint32Array;
  readonly starts: Uint32Array;

  constructor(columns: Columns, count: number, starts: Uint32Array) {
    this.b = columns.b;
    this.a = columns.a;
    this.ordinal = columns.ordinal;
    this.count = count;
    this.starts = starts;
  }

  /** As `CorpusSnapshot.postings`, documents counted from `firstDocument`. */
  postings(
    b: number,
    a12: number,
    tag: number,
    cap: number,
    sink: PostingSink,
    firstDocument: number,
    deleted?: DeletedDocuments,
  ): number {
    const key = keyOf(b, a12);
    const to = this.firstAtLeast(key + 1);
    let found = 0;
    let document = 0;
    let i = this.firstAtLeast(key);
    for (; i < to && found < cap; i++) {
      const ordinal = this.ordinal[i]!;
      document = documentOf(this.starts, ordinal, document);
      if (deleted?.has(firstDocument + document) === true) continue;
      found++;
      sink.push(firstDocument + document, ordinal - this.starts[document]!, tag);
    }
    return found + to - i;
  }

  private firstAtLeast(key: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keyOf(this.b[middle]!, this.a[middle]!) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
