import { describe, expect, it } from "vitest";
import { forEachDocument, lookUp, type HitBatch } from "../../core/detect/hits.ts";
import { pairHits } from "../../core/detect/pairs.ts";
import type { Query } from "../../core/detect/query.ts";
import { ShortRunQueue } from "../../core/detect/short-runs.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { randomNumbers } from "../support/detect-fixtures.ts";

type Posting = readonly [document: number, token: number];

/** A corpus of nothing but postings, by key number (lane B). */
function postingsOnly(documentCount: number, lists: readonly (readonly Posting[])[]): CorpusSnapshot {
  const absent = (): never => {
    throw new Error("not asked for here");
  };
  return {
    documentCount,
    postingCount: lists.flat().length,
    record: absent,
    document: absent,
    text: absent,
    postings: (b, _a12, tag, cap, sink) => {
      for (const [document, token] of lists[b]!.slice(0, cap)) sink.push(document, token, tag);
      return lists[b]!.length;
    },
    close: absent,
  };
}

function queryOf(keys: number, places = 1): Query {
  return {
    keyCount: keys,
    keyB: Uint32Array.from({ length: keys }, (_, i) => i),
    keyA: new Uint32Array(keys),
    start: Uint32Array.from({ length: keys + 1 }, (_, i) => i * places),
    position: Uint32Array.from({ length: keys * places }, (_, i) => i),
  };
}

function randomPostings(keys: number, documents: number): Posting[][] {
  const next = randomNumbers(11);
  return Array.from({ length: keys }, () => {
    const seen = new Map<string, Posting>();
    for (let n = Math.floor(next() * 60); n > 0; n--) {
      const posting = [Math.floor(next() * documents), Math.floor(next() * 90)] as const;
      seen.set(posting.join(), posting);
    }
    return [...seen.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
  });
}

describe("look-up", () => {
  const lists = randomPostings(200, 300);
  const corpus = postingsOnly(300, lists);
  const rowsOf = (batch: HitBatch): number[][] =>
    Array.from({ length: batch.count }, (_, i) => [batch.document[i]!, batch.token[i]!, batch.key[i]!]);

  function allRows(cap: number, budget?: number): { rows: number[][]; batches: number } {
    const rows: number[][] = [];
    let batches = 0;
    lookUp(
      queryOf(lists.length),
      corpus,
      cap,
      (batch) => {
        rows.push(...rowsOf(batch));
        return ++batches > 0;
      },
      () => true,
      budget,
    );
    return { rows, batches };
  }

  it("gives every hit once, in order of document and token", () => {
    const expected = lists
      .flatMap((list, key) => list.map(([document, token]) => [document, token, key]))
      .sort((x, y) => x[0]! - y[0]! || x[1]! - y[1]! || x[2]! - y[2]!);
    expect(allRows(Infinity)).toEqual({ rows: expected, batches: 1 });
  });

  it("gives the same hits in batches within the budget, a document never in two", () => {
    const inBatches = allRows(Infinity, 700);
    expect(inBatches.rows).toEqual(allRows(Infinity).rows);
    expect(inBatches.batches).toBeGreaterThan(5);
    const documentsOfBatches: number[][] = [];
    const sizes: number[] = [];
    lookUp(
      queryOf(lists.length),
      corpus,
      Infinity,
      (batch) => {
        documentsOfBatches.push([...new Set(batch.document)]);
        sizes.push(batch.count);
        return true;
      },
      () => true,
      700,
    );
    expect(new Set(documentsOfBatches.flat()).size).toBe(documentsOfBatches.flat().length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(700);
  });

  it("gives a document with more hits than the budget whole", () => {
    const batches = allRows(Infinity, 1);
    expect(batches.rows).toEqual(allRows(Infinity).rows);
  });

  it("reads the first postings up to the cap and counts them all", () => {
    const found = lookUp(
      queryOf(lists.length),
      corpus,
      5,
      () => true,
      () => true,
    );
    expect([...found.postings]).toEqual(lists.map((list) => list.length));
    expect(found.hits).toBe(lists.reduce((sum, list) => sum + Math.min(5, list.length), 0));
  });

  it("stops when told to", () => {
    const found = lookUp(
      queryOf(lists.length),
      corpus,
      5,
      () => true,
      () => false,
    );
    expect(found.cancelled).toBe(true);
  });

  it("tells the documents of a batch apart", () => {
    const batch = {
      count: 4,
      document: Uint32Array.of(2, 2, 5, 9),
      token: Uint32Array.of(0, 1, 0, 0),
      key: Uint32Array.of(0, 0, 0, 0),
    };
    const seen: number[][] = [];
    forEachDocument(batch, (document, from, to) => seen.push([document, from, to]) < 2);
    expect(seen).toEqual([
      [2, 0, 2],
      [5, 2, 3],
    ]);
  });
});

describe("hit pairs", () => {
  it("pair every place of a fingerprint with every hit, in order", () => {
    const pairs = pairHits(queryOf(2, 2), Uint32Array.of(40, 50, 60), Uint32Array.of(0, 1, 0));
    expect([...pairs.work].map((w, i) => [w, pairs.document[i]])).toEqual([
      [0, 40],
      [0, 60],
      [1, 40],
      [1, 60],
      [2, 50],
      [3, 50],
    ]);
    expect(pairs.leftOut).toBe(0);
  });

  it("beyond the limit keep rare fingerprints whole, give every occurrence of the others a partner, and count the rest", () => {
    // Key 0 stands 3 times in the work and 4 times in the document, key 1 three times and once.
    const pairs = pairHits(
      queryOf(2, 3),
      Uint32Array.of(10, 11, 12, 13, 14),
      Uint32Array.of(0, 0, 0, 0, 1),
      5,
    );
    const rows = [...pairs.work].map((w, i) => [w, pairs.document[i]]);
    expect(rows.filter(([w]) => w! >= 3)).toEqual([
      [3, 14],
      [4, 14],
      [5, 14],
    ]);
    expect(new Set(rows.filter(([w]) => w! < 3).map(([w]) => w))).toEqual(new Set([0, 1, 2]));
    expect(new Set(rows.filter(([w]) => w! < 3).map(([, d]) => d))).toEqual(new Set([10, 11, 12, 13]));
    expect(pairs.count + pairs.leftOut).toBe(3 * 4 + 3);
  });
});

describe("queue of short runs", () => {
  const hits = () => ({ token: Uint32Array.of(1), key: Uint32Array.of(1) });
  const kept = (budget: number, offers: readonly (readonly [number, number])[]) => {
    const queue = new ShortRunQueue(budget);
    for (const [document, rarity] of offers) queue.offer(document, rarity, hits);
    return { documents: queue.take().map(({ document }) => document), leftOut: queue.leftOut };
  };

  it("keeps the rarest, of equally rare ones the lower ids, and counts the others", () => {
    const offers = [
      [0, 9],
      [1, 2],
      [2, 5],
      [3, 2],
      [4, 5],
      [5, 1],
    ] as const;
    expect(kept(4, offers)).toEqual({ documents: [1, 2, 3, 5], leftOut: 2 });
    expect(kept(4, offers.toReversed())).toEqual(kept(4, offers));
    expect(kept(0, offers)).toEqual({ documents: [], leftOut: 6 });
    expect(kept(9, offers)).toEqual({ documents: [0, 1, 2, 3, 4, 5], leftOut: 0 });
  });

  it("keeps what sorting would keep", () => {
    const next = randomNumbers(3);
    const offers = Array.from({ length: 500 }, (_, id) => [id, Math.floor(next() * 30)] as const);
    const expected = offers.toSorted((x, y) => x[1] - y[1] || x[0] - y[0]).slice(0, 70);
    expect(kept(70, offers).documents).toEqual(expected.map(([id]) => id).sort((x, y) => x - y));
  });
});
