/**
 * Hits: one fingerprint shared, seen as (document, token in the document, key of the query).
 *
 * Keys are looked up in ascending order, at most `postingCap` postings each (INDEX, C); how many postings a key really
 * has is known all the same and kept. A novel can have tens of millions of hits, so they are handed on in batches of
 * whole documents: the first pass over the keys keeps the hits while they fit the budget and counts them by stretches
 * of document ids; when they do not fit, each further pass keeps only the documents of one range that does. A hit is
 * thus read more than once, but never lost, and memory stays at some 20 bytes times HIT_BUDGET (one stretch of
 * documents may exceed it: at most 1/65,536 of the corpus).
 */
import type { CorpusSnapshot, PostingSink } from "../index/ports.ts";
import type { Query } from "./query.ts";
import { sortedOrder } from "./radix.ts";

export const HIT_BUDGET = 3_000_000;
const STRETCHES = 65_536;
/** Keys between two calls of `goOn`. */
const KEYS_PER_STEP = 1_024;

/** Hits in ascending order of document, then token. A document's hits are all in one batch. */
export interface HitBatch {
  readonly count: number;
  readonly document: Uint32Array;
  readonly token: Uint32Array;
  readonly key: Uint32Array;
}

export interface LookUp {
  /** Exact number of postings of each key of the query, read or not. */
  readonly postings: Uint32Array;
  readonly hits: number;
  readonly cancelled: boolean;
}

export function lookUp(
  query: Query,
  corpus: CorpusSnapshot,
  postingCap: number,
  onBatch: (batch: HitBatch, postings: Uint32Array) => boolean,
  goOn: (keysDone: number, keys: number) => boolean,
  budget = HIT_BUDGET,
): LookUp {
  const postings = new Uint32Array(query.keyCount);
  const counting = new CountingHits(corpus.documentCount, budget);
  let cancelled = !readKeys(query, corpus, postingCap, counting, goOn, postings);
  if (!cancelled && counting.fits) cancelled = !onBatch(counting.hits.sorted(), postings);
  else if (!cancelled) {
    for (const { start, end } of counting.ranges()) {
      const hits = new RangeOfHits(start, end);
      cancelled = !readKeys(query, corpus, postingCap, hits, goOn) || !onBatch(hits.sorted(), postings);
      if (cancelled) break;
    }
  }
  return { postings, hits: counting.total, cancelled };
}

function readKeys(
  query: Query,
  corpus: CorpusSnapshot,
  cap: number,
  sink: PostingSink,
  goOn: (keysDone: number, keys: number) => boolean,
  postings?: Uint32Array,
): boolean {
  for (let key = 0; key < query.keyCount; key++) {
    if (key % KEYS_PER_STEP === 0 && !goOn(key, query.keyCount)) return false;
    const found = corpus.postings(query.keyB[key]!, query.keyA[key]!, key, cap, sink);
    if (postings !== undefined) postings[key] = found;
  }
  return true;
}

/** Keeps the hits of documents [start, end). */
class RangeOfHits implements PostingSink {
  count = 0;
  private readonly start: number;
  private readonly end: number;
  private document = new Uint32Array(1 << 12);
  private token = new Uint32Array(1 << 12);
  private key = new Uint32Array(1 << 12);

  constructor(start: number, end: number) {
    this.start = start;
    this.end = end;
  }

  push(document: number, token: number, key: number): void {
    if (document < this.start || document >= this.end) return;
    if (this.count === this.document.length) this.grow();
    this.document[this.count] = document;
    this.token[this.count] = token;
    this.key[this.count++] = key;
  }

  sorted(): HitBatch {
    const order = sortedOrder(this.count, [this.document, this.token]);
    const pick = (column: Uint32Array): Uint32Array => {
      const to = new Uint32Array(this.count);
      for (let i = 0; i < to.length; i++) to[i] = column[order[i]!]!;
      return to;
    };
    // One column at a time, each freed as soon as it is copied, keeps the peak low.
    const document = pick(this.document);
    this.document = new Uint32Array(0);
    const token = pick(this.token);
    this.token = new Uint32Array(0);
    const key = pick(this.key);
    this.key = new Uint32Array(0);
    return { count: order.length, document, token, key };
  }

  private grow(): void {
    const longer = (from: Uint32Array): Uint32Array<ArrayBuffer> => {
      const to = new Uint32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.document = longer(this.document);
    this.token = longer(this.token);
    this.key = longer(this.key);
  }
}

/** Counts all hits, by stretches of documents, and keeps them while they fit the budget. */
class CountingHits implements PostingSink {
  total = 0;
  hits: RangeOfHits;
  private readonly budget: number;
  private readonly documents: number;
  private readonly documentsPerStretch: number;
  private readonly perStretch: Float64Array;

  constructor(documents: number, budget: number) {
    this.budget = budget;
    this.documents = documents;
    this.documentsPerStretch = Math.max(1, Math.ceil(documents / STRETCHES));
    this.perStretch = new Float64Array(Math.ceil(documents / this.documentsPerStretch));
    this.hits = new RangeOfHits(0, documents);
  }

  get fits(): boolean {
    return this.total <= this.budget;
  }

  push(document: number, token: number, key: number): void {
    const stretch = Math.floor(document / this.documentsPerStretch);
    this.perStretch[stretch] = this.perStretch[stretch]! + 1;
    this.total++;
    if (this.total <= this.budget) this.hits.push(document, token, key);
    else if (this.hits.count > 0) this.hits = new RangeOfHits(0, 0);
  }

  /** Document ranges that cover the corpus, each within the budget where a single stretch is. */
  *ranges(): Generator<{ readonly start: number; readonly end: number }> {
    let start = 0;
    let kept = 0;
    for (const [stretch, hits] of this.perStretch.entries()) {
      const document = stretch * this.documentsPerStretch;
      if (kept > 0 && kept + hits > this.budget) {
        yield { start, end: document };
        start = document;
        kept = 0;
      }
      kept += hits;
    }
    if (kept > 0) yield { start, end: this.documents };
  }
}

/** Calls `visit` for every document of the batch with its rows [from, to); stops when it answers false. */
export function forEachDocument(
  batch: HitBatch,
  visit: (document: number, from: number, to: number) => boolean,
): boolean {
  for (let from = 0; from < batch.count;) {
    const document = batch.document[from]!;
    let to = from + 1;
    while (to < batch.count && batch.document[to] === document) to++;
    if (!visit(document, from, to)) return false;
    from = to;
  }
  return true;
}
