/**
 * The shingles of a text as a set: every run of SHINGLE_TOKENS consecutive tokens, each once (Broder 1997; k = 8 as in
 * Henzinger 2006, section 2.1).
 *
 * A shingle is known by 53 bits of its hash (lane B and the low 21 bits of lane A), the most a double holds exactly. A
 * text shorter than a shingle is one shingle of all its tokens, so that short texts can be compared; a text without
 * tokens has none. In scripts written without spaces a token is a character, and so a shingle is 8 characters.
 */
import type { Ratio } from "../base/units.ts";
import { BASE_A, BASE_B, kgramHash } from "../fingerprint/kgram-hash.ts";
import type { TokenStream } from "../text/token-stream.ts";

export const SHINGLE_TOKENS = 8;

/** Ascending, each once. */
export type ShingleSet = Float64Array;

const LOW_A_BITS = 21;
const LOW_A_SPAN = 2 ** LOW_A_BITS;

export function shingleSet(tokens: TokenStream, shingleTokens = SHINGLE_TOKENS): ShingleSet {
  if (tokens.count === 0) return new Float64Array(0);
  const length = Math.min(shingleTokens, tokens.count);
  const all = new Float64Array(tokens.count - length + 1);
  for (let position = 0; position < all.length; position++) {
    const a = kgramHash(tokens.hashA, position, length, BASE_A);
    const b = kgramHash(tokens.hashB, position, length, BASE_B);
    all[position] = (b >>> 0) * LOW_A_SPAN + (a & (LOW_A_SPAN - 1));
  }
  return distinct(all);
}

/** The 32 bits of a shingle that are uniform by themselves (lane B), signed. */
export const laneOf = (shingle: number): number => (shingle / LOW_A_SPAN) | 0;

/** Sorts in place and keeps one of each. */
function distinct(all: Float64Array): Float64Array {
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    if (count === 0 || all[i] !== all[count - 1]) all[count++] = all[i]!;
  }
  return all.slice(0, count);
}

export function sharedShingles(one: ShingleSet, other: ShingleSet): number {
  let shared = 0;
  for (let i = 0, j = 0; i < one.length && j < other.length;) {
    const difference = one[i]! - other[j]!;
    if (difference === 0) shared++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return shared;
}

/** Shared shingles / all shingles of both (Broder 1997). The denominator is 0 only if both texts are empty. */
export function resemblance(one: ShingleSet, other: ShingleSet): Ratio {
  const shared = sharedShingles(one, other);
  return { num: shared, den: one.length + other.length - shared };
}

/** Shared shingles / shingles of `inner`: 1 when all of `inner` stands in `outer`. */
export function containment(inner: ShingleSet, outer: ShingleSet): Ratio {
  return { num: sharedShingles(inner, outer), den: inner.length };
}
