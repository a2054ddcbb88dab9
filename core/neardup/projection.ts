/**
 * Random projection (Charikar 2002; b = 384 and t = 372 as in Henzinger 2006, section 2.2).
 *
 * Every token has a fixed vector of 384 entries, each +1 or -1, drawn from its hash. The vectors of all tokens of a text
 * are added, a token that stands n times n times; a bit of the sketch is 1 where the sum is positive. The share of bits
 * in which two texts agree is 1 - angle / pi, the angle being that between their token counts: word order plays no part.
 */
import { finalise } from "../text/token-hash.ts";
import type { TokenStream } from "../text/token-stream.ts";

export const PROJECTION_BITS = 384;
export const PROJECTION_WORDS = PROJECTION_BITS / 32;
/** Agreeing bits from which two texts are near-duplicates by projection alone. */
export const C_SIMILAR = 372;
/** The same for texts that are B-similar already (the combined rule). */
export const C_SIMILAR_COMBINED = 355;

const GOLDEN = 0x9e3779b9 | 0;
const STEP = Int32Array.from({ length: PROJECTION_WORDS }, (_, i) =>
  finalise(Math.imul(i + 1, GOLDEN) ^ 0x55555555),
);

/** Writes the sketch of `tokens`, PROJECTION_WORDS words, to `into`. */
export function project(tokens: TokenStream, into: Uint32Array): void {
  const sums = new Int32Array(PROJECTION_BITS);
  for (const { a, b, times } of countTokens(tokens)) {
    for (let word = 0; word < PROJECTION_WORDS; word++) {
      let bits = finalise(a ^ finalise(b ^ STEP[word]!));
      const first = word * 32;
      for (let bit = first; bit < first + 32; bit++) {
        // The lowest bit as +1 or -1, without a branch that would be guessed wrong half the time.
        sums[bit]! += times * (((bits & 1) << 1) - 1);
        bits >>>= 1;
      }
    }
  }
  for (let word = 0; word < PROJECTION_WORDS; word++) {
    let bits = 0;
    for (let bit = 0; bit < 32; bit++) if (sums[word * 32 + bit]! > 0) bits |= 1 << bit;
    into[word] = bits;
  }
}

interface CountedToken {
  readonly a: number;
  readonly b: number;
  readonly times: number;
}

/** The distinct tokens, known by their 64-bit hash, with how often each stands in the text. */
function countTokens({ count, hashA, hashB }: TokenStream): Iterable<CountedToken> {
  // Lane B and 21 bits of lane A make a key that a double holds; the first token of a key stands for all.
  const counted = new Map<number, { a: number; b: number; times: number }>();
  for (let t = 0; t < count; t++) {
    const a = hashA[t]!;
    const b = hashB[t]!;
    const key = (b >>> 0) * 2 ** 21 + (a >>> 11);
    const known = counted.get(key);
    if (known === undefined) counted.set(key, { a, b, times: 1 });
    else known.times++;
  }
  return counted.values();
}

/** Bits in which two projections, each PROJECTION_WORDS words from `at` on, agree. */
export function agreeingBits(one: Uint32Array, other: Uint32Array, at = 0): number {
  let different = 0;
  for (let word = at; word < at + PROJECTION_WORDS; word++) different += ones(one[word]! ^ other[word]!);
  return PROJECTION_BITS - different;
}

/** Number of set bits of a 32-bit word. */
function ones(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return Math.imul((x + (x >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
