/** The selection schemes of the bench: they are those of the product, and they keep the laws of the Winnowing paper. */
import { describe, expect, test } from "vitest";
import { randomOf } from "../../bench/support/synthetic-corpus.ts";
import { characterHashes, wordHashes } from "../../bench/quality/selection/hashes.ts";
import {
  robustWinnowing,
  safeZeroModP,
  type Scheme,
  wholeWindowZeroModP,
  winnowing,
  zeroModP,
} from "../../bench/quality/selection/schemes.ts";
import {
  rankedFrequencies,
  rankFrequencySlope,
  type Selected,
  Tally,
} from "../../bench/quality/selection/statistics.ts";
import { everyKgram } from "../../core/fingerprint/every-kgram.ts";
import { FingerprintSet } from "../../core/fingerprint/fingerprint-set.ts";
import * as product from "../../core/fingerprint/mod-p.ts";
import { winnow } from "../../core/fingerprint/winnow.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

const random = randomOf(3);
const hashes = Uint32Array.from({ length: 1_000_000 }, () => random() * 2 ** 32);
const measure = (scheme: Scheme, window: number, of = hashes): Selected => {
  const tally = new Tally(scheme, window);
  tally.add(of);
  return tally.result();
};
const density = ({ selected, hashes: all }: Selected): number => selected / all;
const positions = (scheme: Scheme, of: Uint32Array): number[] => {
  const found: number[] = [];
  scheme(of, (position) => found.push(position));
  return found;
};

describe("laws, on independent hashes", () => {
  test("winnowing selects 2 / (w + 1) and misses no run of length t", () => {
    for (const window of [6, 100]) {
      const result = measure(robustWinnowing(window), window);
      expect(density(result) * ((window + 1) / 2)).toBeCloseTo(1, 1.7);
      expect(result).toMatchObject({ missedRuns: 0, longestGap: window - 1 });
    }
  });

  test("0 mod p at the same density misses 13.5 % of the runs", () => {
    const result = measure(zeroModP(50), 100);
    expect(density(result)).toBeCloseTo(0.02, 3);
    expect(result.missedRuns / result.runs).toBeCloseTo(0.1326, 2);
    expect(result.longestGap).toBeGreaterThan(300);
  });

  test("safe 0 mod p misses none and selects about (1 + ln w) / w", () => {
    const result = measure(safeZeroModP(22, 100), 100);
    expect(result.missedRuns).toBe(0);
    expect(density(result) / ((1 + Math.log(100)) / 100)).toBeCloseTo(0.98, 1);
  });

  test("on one hash repeated, 0 mod p leaves all out, winnowing takes all, robust winnowing 1 / w", () => {
    const same = new Uint32Array(10_000).fill(7);
    expect(measure(zeroModP(50), 100, same)).toMatchObject({
      selected: 0,
      longestGap: 10_000,
      missedRuns: 9_901,
    });
    expect(measure(winnowing(100), 100, same).selected).toBe(9_901);
    expect(measure(robustWinnowing(100), 100, same).selected).toBe(100);
  });
});

describe("the product's own selection", () => {
  const words = Array.from({ length: 3_000 }, () => `w${String(Math.floor(random() ** 3 * 40))}`).join(" ");
  const tokens = tokenise(words, new TokenStream());
  const every = everyKgram(tokens, new FingerprintSet());
  const lane = every.a.slice(0, every.count);

  test("robust winnowing", () => {
    const chosen = winnow(tokens, new FingerprintSet());
    expect(positions(robustWinnowing(6), wordHashes(words))).toEqual([
      ...chosen.position.slice(0, chosen.count),
    ]);
  });

  test("0 mod p and the safe variant that takes whole windows", () => {
    const plain = product.zeroModP(tokens, new FingerprintSet(), 4);
    expect(positions(zeroModP(4), lane)).toEqual([...plain.position.slice(0, plain.count)]);
    const safe = product.safeZeroModP(tokens, new FingerprintSet(), 4);
    expect(positions(wholeWindowZeroModP(4, 6), lane)).toEqual([...safe.position.slice(0, safe.count)]);
  });

  test("short sequences are one window, empty ones have nothing", () => {
    for (const scheme of [winnowing(6), robustWinnowing(6), safeZeroModP(9, 6), wholeWindowZeroModP(9, 6)]) {
      expect(positions(scheme, Uint32Array.of(4, 1, 2)).length).toBeGreaterThan(0);
      expect(positions(scheme, new Uint32Array(0))).toEqual([]);
    }
  });
});

test("hashes of characters depend on letters and digits only, and roll", () => {
  const one = characterHashes("It was the best of times; it was the worst of times.", 10);
  expect(one).toEqual(characterHashes("IT WAS THE BEST OF TIMES\nit was the worst of times", 10));
  expect(one.subarray(3, 4)).toEqual(
    characterHashes("asthebesto", 10)
      .slice(0, 1)
      .map(() => one[3]!),
  );
  expect(characterHashes("xx asthebesto yy", 10)[2]).toBe(characterHashes("asthebesto", 10)[0]);
  expect(characterHashes("short", 10)).toHaveLength(0);
});

test("rank and frequency", () => {
  expect([...rankedFrequencies(Uint32Array.of(5, 9, 5, 5, 9, 1))]).toEqual([3, 2, 1]);
  const zipf = Uint32Array.from({ length: 1000 }, (_, i) => 1e6 / (i + 1));
  expect(rankFrequencySlope(zipf)).toBeCloseTo(-1, 2);
});
