/**
 * Every k-gram of a text as a fingerprint (a window of one), as FindMyText 2026 queries with.
 *
 * Looked up in an index of winnowed fingerprints it finds all that winnowing finds and more: short and noisy copies keep
 * more of their hits.
 */
import type { TokenStream } from "../text/token-stream.ts";
import type { FingerprintSet } from "./fingerprint-set.ts";
import { BASE_A, BASE_B, kgramHash, kgramLength } from "./kgram-hash.ts";

/** Replaces the contents of `into` by all k-grams of `tokens`, and returns it. */
export function everyKgram(tokens: TokenStream, into: FingerprintSet): FingerprintSet {
  into.count = 0;
  into.reserve(tokens.count);
  const { hashA, hashB } = tokens;
  for (let position = 0; position < tokens.count; position++) {
    const length = kgramLength(tokens, position);
    if (length === 0) continue;
    const a = kgramHash(hashA, position, length, BASE_A);
    into.push(a, kgramHash(hashB, position, length, BASE_B), position);
  }
  return into;
}
