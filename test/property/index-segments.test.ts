/** The index against the plainest account of itself: a list of postings that is filtered and sorted. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { crc32 } from "../../core/index/crc32.ts";
import { NARROW_POSTINGS, WIDE_POSTINGS } from "../../core/index/posting-codec.ts";
import { dueMerge, finalMerge, mergeSegments } from "../../core/index/segment-merge.ts";
import {
  batchOf,
  type Fingerprint,
  MemorySink,
  type Postings,
  readerOf,
  segmentBytesOf,
} from "../support/segments.ts";

interface Row extends Fingerprint {
  readonly document: number;
}

const rowsOf = (documents: readonly Postings[], firstDocument = 0): Row[] =>
  documents.flatMap(({ fingerprints }, d) =>
    fingerprints.map((one) => ({ ...one, document: firstDocument + d })),
  );

const inOrder = (x: Row, y: Row): number =>
  x.b - y.b || (x.a & 0xfff) - (y.a & 0xfff) || x.document - y.document || x.token - y.token;

/** Few values, so that lanes collide; all over the range, so that blocks are wide as well as narrow. */
const lane = fc.oneof(
  fc.constantFrom(0, 1, 7, 0xfff, 0x1000, 0x7fffffff, 0x80000000, 0xffffffff),
  fc.integer({ min: 0, max: 0xffffffff }),
);
const close = fc.integer({ min: 0x40000000, max: 0x40000fff });

const documentOver = (b: fc.Arbitrary<number>, most: number): fc.Arbitrary<Postings> =>
  fc.array(fc.record({ a: lane, b }), { maxLength: most }).map((keys) => ({
    fingerprints: keys.map((key, i) => ({ ...key, token: 3 * i })),
    tokens: 3 * keys.length,
  }));

const corpus = fc.oneof(
  fc.array(documentOver(lane, 40), { maxLength: 30 }),
  fc.array(documentOver(close, 300), { maxLength: 8 }),
  fc.array(documentOver(fc.constantFrom(5, 6), 400), { maxLength: 8 }),
);

function expectPostings(
  read: (
    b: number,
    a12: number,
    tag: number,
    cap: number,
    sink: { push: (d: number, t: number, tag: number) => void },
  ) => number,
  rows: readonly Row[],
): void {
  const keys = new Map(rows.map(({ a, b }) => [`${b} ${a & 0xfff}`, { b, a12: a & 0xfff }]));
  for (const near of [0, 1, 0xffffffff]) keys.set(`${near} 1`, { b: near, a12: 1 });
  for (const { b, a12 } of keys.values()) {
    const expected = rows.filter((row) => row.b === b && (row.a & 0xfff) === a12).sort(inOrder);
    for (const cap of [0, 1, 2, Infinity]) {
      const pushed: number[][] = [];
      const found = read(b, a12, 9, cap, { push: (...posting) => pushed.push(posting) });
      expect(found).toBe(expected.length);
      expect(pushed).toEqual(expected.slice(0, cap).map(({ document, token }) => [document, token, 9]));
    }
  }
}

describe("postings", () => {
  test("sort as a plain sort does", () => {
    fc.assert(
      fc.property(corpus, (documents) => {
        const sorted = batchOf(documents).sorted();
        const expected = rowsOf(documents).sort(inOrder);
        expect(sorted.count).toBe(expected.length);
        expect(Array.from(sorted.b)).toEqual(expected.map(({ b }) => b));
        expect(Array.from(sorted.a)).toEqual(expected.map(({ a }) => a & 0xfff));
        const at = Array.from(sorted.ordinal, (ordinal) => ordinal);
        expect(at).toEqual(expected.map(({ document, token }) => sorted.starts[document]! + token));
      }),
    );
  });

  test("read back from a batch and from a segment, whatever the cap", () => {
    fc.assert(
      fc.property(corpus, fc.nat(1000), (documents, firstDocument) => {
        const rows = rowsOf(documents, firstDocument);
        const sorted = batchOf(documents).sorted();
        expectPostings(
          (b, a12, tag, cap, sink) => sorted.postings(b, a12, tag, cap, sink, firstDocument),
          rows,
        );
        const reader = readerOf(segmentBytesOf(documents, firstDocument));
        expectPostings((b, a12, tag, cap, sink) => reader.postings(b, a12, tag, cap, sink), rows);
        const damages: string[] = [];
        reader.verify((block, what) => damages.push(`${block} ${what}`));
        expect(damages).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test("merged segments are byte for byte the segment of all documents at once", () => {
    fc.assert(
      fc.property(corpus, fc.array(fc.nat(8), { maxLength: 5 }), (documents, lengths) => {
        const readers = [];
        let start = 0;
        for (const length of [...lengths, documents.length]) {
          const end = Math.min(documents.length, start + length);
          readers.push(readerOf(segmentBytesOf(documents.slice(start, end), start)));
          start = end;
        }
        const sink = new MemorySink();
        mergeSegments(readers, sink, crc32);
        expect(Buffer.compare(sink.bytes(), segmentBytesOf(documents))).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

describe("adversarial keys", () => {
  const oneKey = (times: number, b: number, a: number): Postings => ({
    fingerprints: Array.from({ length: times }, (_, token) => ({ a, b, token })),
    tokens: times,
  });

  test("one key a million times is sorted, counted exactly and capped", () => {
    const million = 1_000_000;
    const documents = [oneKey(3, 5, 6), oneKey(million, 5, 7), oneKey(2, 5, 7), oneKey(3, 5, 8)];
    const reader = readerOf(segmentBytesOf(documents));
    const pushed: number[][] = [];
    expect(reader.postings(5, 7, 0, 1000, { push: (...posting) => pushed.push(posting) })).toBe(million + 2);
    expect(pushed.length).toBe(1000);
    expect(pushed.at(-1)).toEqual([1, 999, 0]);
    expect(reader.postings(5, 6, 0, 0, { push: () => undefined })).toBe(3);
    expect(reader.postings(5, 8, 0, 0, { push: () => undefined })).toBe(3);
  });

  test.each([
    NARROW_POSTINGS - 1,
    NARROW_POSTINGS,
    NARROW_POSTINGS + 1,
    2 * NARROW_POSTINGS,
    WIDE_POSTINGS - 1,
    WIDE_POSTINGS,
    WIDE_POSTINGS + 1,
  ])("a list of %i postings at the edge of a block, before it and behind it", (length) => {
    for (const before of [0, 1, WIDE_POSTINGS, NARROW_POSTINGS - 1, NARROW_POSTINGS]) {
      const far = {
        fingerprints: Array.from({ length: 3 }, (_, i) => ({ a: 0, b: 0xfffffff0 + i, token: i })),
        tokens: 3,
      };
      const documents = [oneKey(before, 4, 4095), oneKey(length, 5, 0), oneKey(before, 5, 1), far];
      const reader = readerOf(segmentBytesOf(documents));
      expectPostings((b, a12, tag, cap, sink) => reader.postings(b, a12, tag, cap, sink), rowsOf(documents));
    }
  });
});

describe("merging", () => {
  const sizes = (...postings: number[]): { postings: number; tokens: number }[] =>
    postings.map((n) => ({ postings: n, tokens: n }));

  test("is due when eight segments of a tier stand at the end", () => {
    expect(dueMerge(sizes(...new Array<number>(7).fill(100)), 100)).toBeUndefined();
    expect(dueMerge(sizes(...new Array<number>(8).fill(100)), 100)).toEqual({ start: 0, end: 8 });
    expect(dueMerge(sizes(800, ...new Array<number>(8).fill(100)), 100)).toEqual({ start: 1, end: 9 });
  });

  test("at the end joins the cheapest neighbours until few enough are left", () => {
    expect(finalMerge(sizes(5, 4, 3, 2), 4)).toBeUndefined();
    expect(finalMerge(sizes(1000, 2, 1, 1, 1000), 4)).toEqual({ start: 2, end: 4 });
    expect(finalMerge(sizes(1, 1, 1, 1, 1, 1), 4)).toEqual({ start: 0, end: 3 });
  });

  test("never joins segments whose tokens could not be numbered any more", () => {
    expect(finalMerge(sizes(3e9, 3e9), 1)).toBeUndefined();
    expect(dueMerge(sizes(...new Array<number>(8).fill(1e9)), 1e9)).toBeUndefined();
  });
});
