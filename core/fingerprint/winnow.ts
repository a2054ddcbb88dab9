/**
 * Robust winnowing: from every window of w consecutive k-gram hashes, one least hash.
 *
 * Guarantee: if two texts share a run of tokens that holds a whole window of k-grams, they share a fingerprint. That
 * is any run of t = w + k - 1 tokens: 9 words, or 13 tokens where k-grams start on characters of unspaced scripts (a
 * window of w positions and the tokens its last k-gram reaches). Proof: the least hash of that window depends on the run
 * only, and both texts select, inside the window, a k-gram of that hash: either for this window or, on ties, an equal
 * one already selected ("robust": a tie keeps the previous choice, so that repetitive text does not fill the index).
 *
 * Expected density 2 / (w + 1). A text shorter than a window is one window; below one k-gram there is nothing.
 * Hashes are ordered as signed 32-bit numbers. A position without a k-gram, possible only at the end of the text, takes
 * part in its windows with the greatest hash. Source: Schleimer, Wilkerson, Aiken, "Winnowing: Local Algorithms for
 * Document Fingerprinting", SIGMOD 2003, sections 3 and 5.
 */
import { invariant } from "../base/result.ts";
import { WINDOW } from "../model/settings.ts";
import type { TokenStream } from "../text/token-stream.ts";
import type { FingerprintSet } from "./fingerprint-set.ts";
import { BASE_B, kgramHash, kgramLength, positionsWithKgrams, rollKgramHashes } from "./kgram-hash.ts";

export interface WinnowOptions {
  /** Hashes per window, at least 1. */
  readonly window?: number;
}

// A copy, because V8 folds a module's own constants into the code but not those it imports.
const baseB = BASE_B;

/** Lane A of every k-gram of the text at hand, reused from text to text. */
let hashes = new Int32Array(1 << 14);

/** Replaces the contents of `into` by the winnowed fingerprints of `tokens`, and returns it. */
export function winnow(
  tokens: TokenStream,
  into: FingerprintSet,
  { window = WINDOW }: WinnowOptions = {},
): FingerprintSet {
  invariant(Number.isInteger(window) && window >= 1, "a window holds at least one hash");
  into.count = 0;
  const positions = positionsWithKgrams(tokens);
  if (positions === 0) return into;
  if (hashes.length < tokens.count) hashes = new Int32Array(tokens.count * 2);
  rollKgramHashes(tokens, hashes);
  selectMinima(hashes, positions, window, tokens, into);
  return into;
}

function selectMinima(
  hash: Int32Array,
  positions: number,
  window: number,
  tokens: TokenStream,
  into: FingerprintSet,
): void {
  const laneB = tokens.hashB;
  let { a, b, position, capacity } = into;
  let count = 0;
  let leastAt = rightmostLeast(hash, 0, Math.min(window, positions) - 1);
  let least = hash[leastAt]!;
  let right = window - 1;
  for (;;) {
    const length = kgramLength(tokens, leastAt);
    if (length !== 0) {
      if (count >= capacity) {
        into.count = count;
        into.reserve(count + 1);
        ({ a, b, position, capacity } = into);
      }
      a[count] = least;
      b[count] = kgramHash(laneB, leastAt, length, baseB);
      position[count] = leastAt;
      count++;
    }
    // Slide on until another k-gram is the least.
    for (;;) {
      right++;
      if (right >= positions) {
        into.count = count;
        return;
      }
      const entering = hash[right]!;
      if (entering < least) {
        leastAt = right;
        least = entering;
        break;
      }
      if (leastAt + window <= right) {
        leastAt = rightmostLeast(hash, leastAt + 1, right);
        least = hash[leastAt]!;
        break;
      }
    }
  }
}

/** Position of the rightmost least hash in [first, last]. */
function rightmostLeast(hash: Int32Array, first: number, last: number): number {
  let leastAt = first;
  let least = hash[first]!;
  for (let p = first + 1; p <= last; p++) {
    const other = hash[p]!;
    if (other <= least) {
      least = other;
      leastAt = p;
    }
  }
  return leastAt;
}
