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
 * Writes lane A of all k-grams to `hashes`, by position; NO_KGRAM where there is none.
 * Rolling: every step takes one token in and lets one go. Equals `kgramHash` at every position.
 */
export function rollKgramHashes(tokens: TokenStream, hashes: Int32Array): void {
  // The fast path: a stream without unspaced tokens has k-grams of one length.
  if (tokens.unspaced.subarray(0, tokens.count).includes(1)) rollMixed(tokens, hashes);
  else rollWords(tokens, hashes);
}

function rollWords(tokens: TokenStream, hashes: Int32Array): void {
  const { count, hashA: lane } = tokens;
  const base = baseA;
  const leaving = power(base, kWords);
  let rolling = 0;
  for (let t = 0; t < Math.min(count, kWords); t++) rolling = (Math.imul(rolling, base) + lane[t]!) | 0;
  if (count >= kWords) hashes[0] = mix(rolling);
  for (let t = kWords; t < count; t++) {
    rolling = (Math.imul(rolling, base) + lane[t]! - Math.imul(lane[t - kWords]!, leaving)) | 0;
    hashes[t - kWords + 1] = mix(rolling);
  }
}

/** One polynomial of each length rolls along; the first token of the k-gram says which one counts. */
function rollMixed(tokens: TokenStream, hashes: Int32Array): void {
  const { count, unspaced, hashA: lane } = tokens;
  const base = baseA;
  // The factor of the first token of a k-gram, which is let go before the next step multiplies by the base again.
  const leavingWords = power(base, kWords - 1);
  const leavingUnspaced = power(base, kUnspaced - 1);
  const positions = positionsWithKgrams(tokens);
  let words = 0;
  let characters = 0;
  for (let t = 0; t < Math.min(count, kWords - 1); t++) words = (Math.imul(words, base) + lane[t]!) | 0;
  for (let t = 0; t < Math.min(count, kUnspaced - 1); t++)
    characters = (Math.imul(characters, base) + lane[t]!) | 0;
  // As far as k-grams of both lengths end inside the text.
  const whole = count - kUnspaced + 1;
  let p = 0;
  for (; p < whole; p++) {
    words = (Math.imul(words, base) + lane[p + kWords - 1]!) | 0;
    characters = (Math.imul(characters, base) + lane[p + kUnspaced - 1]!) | 0;
    hashes[p] = mix(unspaced[p] === 0 ? words : characters);
    words = (words - Math.imul(lane[p]!, leavingWords)) | 0;
    characters = (characters - Math.imul(lane[p]!, leavingUnspaced)) | 0;
  }
  for (; p < positions; p++) hashes[p] = unspaced[p] === 0 ? kgramHash(lane, p, kWords, baseA) : NO_KGRAM;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let i = 0; i < exponent; i++) result = Math.imul(result, base);
  return result;
}
