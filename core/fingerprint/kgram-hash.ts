/**
 * The 64-bit hash of a k-gram: two 32-bit lanes, each a polynomial over the token hashes of that lane, modulo 2^32,
 * then finalised so that comparisons see well-spread values (Karp and Rabin 1987, as in Winnowing, section 2).
 *
 * A k-gram is K_WORDS tokens long, or K_UNSPACED if its first token is a character of an unspaced script. A position
 * whose k-gram would run past the end of the text has none. Both depend on nothing but the tokens of the k-gram, which
 * keeps every selection rule local.
 */
import { K_UNSPACED, K_WORDS } from "../model/settings.ts";
import { finalise } from "../text/token-hash.ts";
import type { TokenStream } from "../text/token-stream.ts";

/** Bases of the polynomials of lane A and lane B: odd, with bits well mixed. */
export const BASE_A = 0x9e3779b1 | 0;
export const BASE_B = 0xc2b2ae3d | 0;

/** Stands where a position has no k-gram; the greatest hash, so that a real one is preferred. */
export const NO_KGRAM = 0x7fffffff;

// Copies, because V8 folds a module's own constants into the code but not those it imports.
const mix = finalise;
const kWords = K_WORDS;
const kUnspaced = K_UNSPACED;
const baseA = BASE_A;

/** Length of the k-gram at `position` in tokens; 0 if it would run past the end. */
export function kgramLength(tokens: TokenStream, position: number): number {
  const length = tokens.unspaced[position] === 1 ? kUnspaced : kWords;
  return position + length <= tokens.count ? length : 0;
}

/** One more than the last position that has a k-gram. */
export function positionsWithKgrams(tokens: TokenStream): number {
  let positions = Math.max(0, tokens.count - kWords + 1);
  while (positions > 0 && kgramLength(tokens, positions - 1) === 0) positions--;
  return positions;
}

/** Hash of the `length` tokens of one lane from `position` on. */
export function kgramHash(lane: Int32Array, position: number, length: number, base: number): number {
  const end = position + length;
  let hash = 0;
  for (let t = position; t < end; t++) hash = (Math.imul(hash, base) + lane[t]!) | 0;
  return mix(hash);
}

/**
 * Writes lane A of all k-grams to `hashes`, by position; NO_KGRAM where there is none, up to the last that there is.
 * Rolling: every step takes one token in and lets one go. Equals `kgramHash` at every position.
 */
export function rollKgramHashes(tokens: TokenStream, hashes: Int32Array): void {
  const { count, unspaced } = tokens;
  for (let from = 0; from < count;) {
    // A run of tokens of one kind is a run of k-grams of one length.
    const isUnspaced = unspaced[from]!;
    let to = from + 1;
    while (to < count && unspaced[to] === isUnspaced) to++;
    rollRun(tokens, from, to, isUnspaced === 1 ? kUnspaced : kWords, hashes);
    from = to;
  }
}

/** Hashes of the k-grams that start in [from, to), all `length` tokens long. */
function rollRun(tokens: TokenStream, from: number, to: number, length: number, hashes: Int32Array): void {
  const { count, hashA: lane } = tokens;
  const end = Math.min(to, count - length + 1);
  if (from < end) {
    const leaving = power(baseA, length);
    let rolling = 0;
    for (let t = from; t < from + length; t++) rolling = (Math.imul(rolling, baseA) + lane[t]!) | 0;
    hashes[from] = mix(rolling);
    for (let p = from + 1; p < end; p++) {
      rolling = (Math.imul(rolling, baseA) + lane[p + length - 1]! - Math.imul(lane[p - 1]!, leaving)) | 0;
      hashes[p] = mix(rolling);
    }
  }
  for (let p = Math.max(from, end); p < to; p++) hashes[p] = NO_KGRAM;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
  return result;
}
