/**
 * Hit pairs of one document: every (work token, document token) at which both have the same fingerprint.
 *
 * A fingerprint that stands m times in the work and n times in the document gives m x n pairs. That is what chains
 * are made of, and it is harmless in prose; two refrains of thousands of lines would explode. Up to PAIR_LIMIT pairs a
 * document all are made. Beyond it the fingerprints with the fewest pairs keep theirs; each of the others is paired
 * side by side (every occurrence on either side has a partner), and the pairs left out are counted, never hidden.
 */
import type { Query } from "./query.ts";
import { sortedOrder } from "./radix.ts";

/** Some 60 bytes a pair through chains and runs: 60 MB at the limit. */
export const PAIR_LIMIT = 1_000_000;

/** In ascending order of work token, then document token; no pair twice. */
export interface HitPairs {
  readonly count: number;
  readonly work: Uint32Array;
  readonly document: Uint32Array;
  /** Pairs left out for the limit. */
  readonly leftOut: number;
}

/** The hits of one key in the document: [from, to) of the document tokens in order of key. */
interface KeyHits {
  readonly key: number;
  readonly from: number;
  readonly to: number;
}

/** `token` and `key` are the hits of one document. */
export function pairHits(query: Query, token: Uint32Array, key: Uint32Array, limit = PAIR_LIMIT): HitPairs {
  const order = sortedOrder(token.length, [key, token]);
  const groups = groupByKey(key, order);
  let total = 0;
  for (const group of groups) total += pairsOf(query, group);
  const whole = total <= limit ? groups.length : keepFewest(query, groups, limit);
  const kept = groups.reduce((sum, group, i) => sum + pairsOf(query, group, i >= whole), 0);
  const work = new Uint32Array(kept);
  const document = new Uint32Array(kept);
  let filled = 0;
  for (const [i, { key: keyNumber, from, to }] of groups.entries()) {
    const first = query.start[keyNumber]!;
    const places = query.start[keyNumber + 1]! - first;
    const hits = to - from;
    if (i < whole) {
      for (let place = 0; place < places; place++) {
        for (let hit = from; hit < to; hit++, filled++) {
          work[filled] = query.position[first + place]!;
          document[filled] = token[order[hit]!]!;
        }
      }
    } else {
      for (let side = 0; side < Math.max(places, hits); side++, filled++) {
        work[filled] = query.position[first + (side % places)]!;
        document[filled] = token[order[from + (side % hits)]!]!;
      }
    }
  }
  return inOrder(work, document, total - kept);
}

function groupByKey(key: Uint32Array, order: Uint32Array): KeyHits[] {
  const groups: KeyHits[] = [];
  for (let from = 0; from < order.length;) {
    const current = key[order[from]!]!;
    let to = from + 1;
    while (to < order.length && key[order[to]!] === current) to++;
    groups.push({ key: current, from, to });
    from = to;
  }
  return groups;
}

function pairsOf(query: Query, group: KeyHits, sideBySide = false): number {
  const places = query.start[group.key + 1]! - query.start[group.key]!;
  const hits = group.to - group.from;
  return sideBySide ? Math.max(places, hits) : places * hits;
}

/** Sorts the groups by their pairs, fewest first, and answers how many of them keep all pairs. */
function keepFewest(query: Query, groups: KeyHits[], limit: number): number {
  groups.sort((x, y) => pairsOf(query, x) - pairsOf(query, y) || x.key - y.key);
  let pairs = 0;
  let whole = 0;
  for (const group of groups) {
    pairs += pairsOf(query, group);
    if (pairs > limit) break;
    whole++;
  }
  return whole;
}

function inOrder(work: Uint32Array, document: Uint32Array, leftOut: number): HitPairs {
  const order = sortedOrder(work.length, [work, document]);
  const sortedWork = new Uint32Array(order.length);
  const sortedDocument = new Uint32Array(order.length);
  let count = 0;
  for (const row of order) {
    const isRepeat =
      count > 0 && sortedWork[count - 1] === work[row] && sortedDocument[count - 1] === document[row];
    if (isRepeat) continue;
    sortedWork[count] = work[row]!;
    sortedDocument[count++] = document[row]!;
  }
  return {
    count,
    work: sortedWork.subarray(0, count),
    document: sortedDocument.subarray(0, count),
    leftOut,
  };
}
