/**
 * The hash of a token: two 32-bit lanes over the units of its folded form.
 *
 * Each lane is h = (h xor unit) * prime from a seed, as in FNV-1a; a mark that may stand in any order is added instead.
 * `finalise` spreads the result over all bits, since the low bits of a product depend on low bits only.
 * Primes, seeds and the finaliser are those of FNV-1a and MurmurHash3 (both public domain).
 */
export const SEED_A = 0x811c9dc5 | 0;
export const SEED_B = 0x9747b28c | 0;
export const PRIME_A = 0x01000193;
export const PRIME_B = 0x85ebca6b | 0;
/** Odd factors that keep an added mark from looking like a chained unit. */
export const MARK_A = 0x9e3779b1 | 0;
export const MARK_B = 0xc2b2ae3d | 0;

/** MurmurHash3's 32-bit finaliser: a bijection in which every bit of the input reaches every bit of the output. */
export function finalise(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
