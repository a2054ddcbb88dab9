/**
 * Baselines to measure winnowing against: select a k-gram because its hash is 0 modulo p.
 *
 * `zeroModP` (Manber 1994; Broder 1997) has density 1/p and no guarantee: a stretch of any length may hold no such hash.
 * `safeZeroModP` mends that as Winnowing discusses for local algorithms: where a whole window has none, every
 * hash of that window is selected. It then gives winnowing's guarantee at a higher density,
 * about 1/p + (1 - 1/p)^w. Lane A decides, as in winnowing, so that lane B stays uniform.
 */
import { invariant } from "../base/result.ts";
import { WINDOW } from "../model/settings.ts";
import type { TokenStream } from "../text/token-stream.ts";
import type { FingerprintSet } from "./fingerprint-set.ts";
import { everyKgram } from "./every-kgram.ts";
import type { WinnowOptions } from "./winnow.ts";

/** Replaces the contents of `into` by the k-grams whose lane A is divisible by `p`, and returns it. */
export function zeroModP(tokens: TokenStream, into: FingerprintSet, p: number): FingerprintSet {
  checkModulus(p);
  everyKgram(tokens, into);
  return keep(into, (gram) => into.a[gram]! % p === 0);
}

/** As `zeroModP`, and all k-grams of every window of consecutive positions that holds none. */
export function safeZeroModP(
  tokens: TokenStream,
  into: FingerprintSet,
  p: number,
  { window = WINDOW }: WinnowOptions = {},
): FingerprintSet {
  checkModulus(p);
  everyKgram(tokens, into);
  const { count, a } = into;
  // A text shorter than a window is one window.
  const width = Math.min(window, count);
  const chosen = new Uint8Array(count);
  let lastZero = -1;
  // All grams before this one are decided as far as windows without a zero go.
  let filled = 0;
  for (let gram = 0; gram < count; gram++) {
    if (a[gram]! % p === 0) {
      chosen[gram] = 1;
      lastZero = gram;
    } else if (gram - lastZero >= width) {
      chosen.fill(1, Math.max(filled, gram - width + 1), gram + 1);
      filled = gram + 1;
    }
  }
  return keep(into, (gram) => chosen[gram] === 1);
}

function checkModulus(p: number): void {
  invariant(Number.isInteger(p) && p >= 1, "the modulus is a positive integer");
}

/** Compacts `set` in place to the fingerprints that `isKept` names; it is asked in ascending order, once each. */
function keep(set: FingerprintSet, isKept: (gram: number) => boolean): FingerprintSet {
  const { a, b, position } = set;
  let kept = 0;
  for (let gram = 0; gram < set.count; gram++) {
    if (!isKept(gram)) continue;
    a[kept] = a[gram]!;
    b[kept] = b[gram]!;
    position[kept] = position[gram]!;
    kept++;
  }
  set.count = kept;
  return set;
}
