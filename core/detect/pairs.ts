/**
 * Hit pairs of one document: every (work token, document token) at which both have the same fingerprint.
 *
 * A fingerprint that stands m times in the work and n times in the document gives m x n pairs. That is what chains
 * are made of, and it is harmless in prose; two refrains of thousands of lines would explode. Up to PAIR_LIMIT pairs a
 * document all are made. Beyond it the fingerprints with the fewest pairs keep theirs; each of the others is paired
 * side by side (every occurrence on either side has a partner), and the pairs left out are counted, never hidden.
 */
import type { Query } from "./query.ts";

export const PAIR_LIMIT = 2_000_000;

/** In ascending order of work token, then document token; no pair twice. */
export interface HitPairs {
  readonly count: number;
  readonly work: Uint32Array;
  readonly document: Uint32Array;
  /** Pairs left out for the limit. */
  readonly leftOut: number;
}

/** The hits of one key in the document: rows [from, to) of the sorted hits. */
interface KeyHits {
  readonly key: number;
  readonly from: number;
  readonly to: number;
  sideBySide: boolean;
}

const TWO_32 = 4_294_967_296;

/** `tokens` and `keys` are the hits of one document in ascending token order. */
export function pairHits(
  query: Query,
  tokens: Uint32Array,
  keys: Uint32Array,
  limit = PAIR_LIMIT,
): HitPairs {
  const byKey = sortByKey(tokens, keys);
  const groups = groupByKey(byKey);
  const total = groups.reduce((sum, group) => sum + pairsOf(query, group), 0);
  const count = total <= limit ? total : thin(query, groups, limit);
  const packed = new Float64Array(count);
  let filled = 0;
  for (const group of groups) filled = fill(query, group, byKey, packed, filled);
  packed.sort();
  return unpack(packed, total - count);
}

/** key * 2^32 + token, ascending: exact in a double while the work has fewer than 2^21 different fingerprints ... */
function sortByKey(tokens: Uint32Array, keys: Uint32Array): Float64Array {
  const packed = new Float64Array(tokens.length);
  for (let i = 0; i < packed.length; i++) packed[i] = keys[i]! * TWO_32 + tokens[i]!;
  return packed.sort();
}
