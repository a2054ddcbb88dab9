/**
 * Min-values and supershingles (Broder, Glassman, Manasse, Zweig 1997; parameters of Henzinger 2006, section 2.1).
 *
 * Each of 84 fixed functions orders all shingles anew; the least value of a text under a function is a min-value. Two
 * texts agree in a min-value with a probability that equals their resemblance. The 84 are cut into 6 groups of 14, and
 * a supershingle is the hash of a group: it agrees when all 14 do, so with probability r^14, and two texts are
 * B-similar when at least 2 of the 6 agree. At r = 0.95 that happens to 90 % of the pairs, at r = 0.7 to 0.06 %.
 *
 * The functions are fmix32(shingle xor seed) with seeds derived from their number: bijections of 32 bits, the same in
 * every run.
 */
import { finalise } from "../text/token-hash.ts";
import { laneOf, type ShingleSet } from "./shingle-set.ts";

export const MIN_VALUES = 84;
export const SUPERSHINGLES = 6;
export const MIN_VALUES_PER_SUPERSHINGLE = MIN_VALUES / SUPERSHINGLES;
/** Equal supershingles that make two texts B-similar. */
export const B_SIMILAR = 2;

/** 2^32 / golden ratio: multiples of it, finalised, are as good as independent seeds. */
const GOLDEN = 0x9e3779b9 | 0;
const SEEDS = Int32Array.from({ length: MIN_VALUES }, (_, i) => finalise(Math.imul(i + 1, GOLDEN)));

// A copy, because V8 folds a module's own constants into the code but not those it imports.
const mix = finalise;

/** Writes the min-values of a set that is not empty to `into`. */
export function minValues(shingles: ShingleSet, into: Uint32Array): void {
  const lanes = Int32Array.from(shingles, laneOf);
  for (let i = 0; i < MIN_VALUES; i++) {
    const seed = SEEDS[i]!;
    let least = 0x7fffffff;
    for (let s = 0; s < lanes.length; s++) {
      const value = mix(lanes[s]! ^ seed) | 0;
      if (value < least) least = value;
    }
    into[i] = least;
  }
}

/** Writes the supershingles of `values`, two words each, to `into`. */
export function supershingles(values: Uint32Array, into: Uint32Array): void {
  for (let group = 0; group < SUPERSHINGLES; group++) {
    // The number of the group begins the hash: equal groups at different places are different supershingles.
    let a = finalise(group + 1);
    let b = finalise(~group);
    const first = group * MIN_VALUES_PER_SUPERSHINGLE;
    for (let i = first; i < first + MIN_VALUES_PER_SUPERSHINGLE; i++) {
      a = (Math.imul(finalise(a ^ values[i]!), 5) + GOLDEN) | 0;
      b = finalise(Math.imul(b, 3) + values[i]!);
    }
    into[2 * group] = a;
    into[2 * group + 1] = b;
  }
}
