/** The parts of the benchmark: the oracle, the instances, FindMyText's scores, and the measures. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bestStretch } from "../../bench/quality/benchmark/our-scores.ts";
import { EDITS } from "../../bench/quality/benchmark/edits.ts";
import {
  areaInterval,
  areaUnderRoc,
  margin,
  precisionAtRecall,
  wilson,
} from "../../bench/quality/benchmark/measures.ts";
import { Chooser } from "../../bench/quality/benchmark/random.ts";
import { alignmentScore, regionsFrom } from "../../bench/quality/benchmark/smith-waterman.ts";
import { PAPER_LINKAGE, scoresOf } from "../../bench/quality/findmytext/detectors.ts";
import { Fingerprinter, peerTokens } from "../../bench/quality/findmytext/fingerprinters.ts";
import { GramIndex } from "../../bench/quality/findmytext/gram-index.ts";
import { chainsOf, type Linkage } from "../../bench/quality/findmytext/linkage.ts";
import {
  containmentProbability,
  normalCdf,
  peerDensity,
  winnowingDensity,
} from "../../bench/quality/findmytext/probability.ts";
import { TokenStream } from "../../core/text/token-stream.ts";

describe("oracle", () => {
  test.each([
    ["abcdef", "abcdef", 6],
    ["abcdef", "xxabcdefyy", 6],
    ["abcd efgh", "abcdefgh", 7.9],
    ["abcd efgh", "abcd\nefgh", 7.9],
    ["abcd-efgh", "abcd–efgh", 7.8],
    ["abcDefgh", "abcdefgh", 6.8],
    ["abcd.efgh", "abcdefgh", 7.7],
    ["abcd&efgh", "abcdefgh", 7.5],
    ["abcdxefgh", "abcdefgh", 7],
    ["abcdxefgh", "abcdyefgh", 7],
    ["", "abc", 0],
  ])("%j and %j score %d", (one, other, score) => {
    expect(alignmentScore(one, other)).toBe(score);
    expect(alignmentScore(other, one)).toBe(score);
  });

  test("agrees with the plain recurrence, and names the stretch that has the score", () => {
    const cost = (c: string): number =>
      " \t\n\r".includes(c)
        ? 1
        : "-—–".includes(c)
          ? 2
          : ".,!?;:".includes(c)
            ? 3
            : "@#$%^&*()_+=/\\|<>".includes(c)
              ? 5
              : 10;
    const plain = (one: string, other: string): number => {
      const rows = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
      let best = 0;
      for (let i = 1; i <= one.length; i++) {
        for (let j = 1; j <= other.length; j++) {
          const [a, b] = [one[i - 1]!, other[j - 1]!];
          const pair =
            a === b ? 10 : a.toLowerCase() === b.toLowerCase() ? -2 : cost(a) === cost(b) ? -cost(a) : -10;
          rows[i]![j] = Math.max(
            0,
            rows[i - 1]![j - 1]! + pair,
            rows[i - 1]![j]! - cost(a),
            rows[i]![j - 1]! - cost(b),
          );
          best = Math.max(best, rows[i]![j]!);
        }
      }
      return best / 10;
    };
    const text = fc.string({
      unit: fc.constantFrom("a", "A", "b", " ", "\n", "-", "–", ".", ",", "&"),
      maxLength: 14,
    });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const score = plain(one, other);
        expect(alignmentScore(one, other)).toBe(score);
        const found = regionsFrom(one, other, 2);
        expect(found.score).toBe(score);
        expect(found.regions[0]?.score ?? 0).toBe(score >= 2 ? score : 0);
        for (const region of found.regions) {
          expect(alignmentScore(one, other.slice(region.start, region.end))).toBe(region.score);
        }
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

test("every edit changes a text that offers it something, the same way for the same seed", () => {
  const text =
    'The "first" wonderful morning -- it\'s an official, beautiful thing. Another remarkable sentence follows.';
  for (const edit of EDITS) {
    expect(edit(text, new Chooser(1))).not.toBe(text);
    expect(edit(text, new Chooser(1))).toBe(edit(text, new Chooser(1)));
  }
});

describe("FindMyText", () => {
  test("tokens: punctuation deleted, case kept", () => {
    const count = (text: string): number => peerTokens(text, new TokenStream()).count;
    expect(count("It's a well-known fact -- is it?")).toBe(7 - 1);
    const grams = (text: string) => [
      ...new Fingerprinter({ tokens: "peer", bits: 31 }).grams(text, "every").key,
    ];
    expect(grams("Its a wellknown fact")).toEqual(grams("It's a well-known fact."));
    expect(grams("its a wellknown fact")).not.toEqual(grams("It's a well-known fact."));
  });

  test("linkage equals brute force; Chebyshev is the square rectangle", () => {
    const linkages: Linkage[] = [
      { kind: "rectangle", tauPos: 6, tauOff: 3 },
      { kind: "euclidean", threshold: 5 },
      { kind: "city-block", threshold: 5 },
      { kind: "chebyshev", threshold: 5 },
    ];
    const linked = (linkage: Linkage, dx: number, dy: number): boolean =>
      linkage.kind === "rectangle"
        ? dx <= linkage.tauPos && dy <= linkage.tauOff
        : (linkage.kind === "euclidean"
            ? Math.hypot(dx, dy)
            : linkage.kind === "city-block"
              ? dx + dy
              : Math.max(dx, dy)) <= linkage.threshold;
    const points = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })), { maxLength: 25 });
    fc.assert(
      fc.property(points, fc.constantFrom(...linkages), (list, linkage) => {
        const sorted = list.toSorted((a, b) => a[0] - b[0]);
        const places = {
          key: sorted.map((_, i) => i),
          query: sorted.map(([x]) => x),
          document: sorted.map(([x, y]) => x + y),
        };
        const group = sorted.map((_, i) => i);
        for (let round = 0; round < sorted.length; round++) {
          for (const [i, [x, y]] of sorted.entries()) {
            for (const [j, [u, v]] of sorted.entries()) {
              if (linked(linkage, Math.abs(x - u), Math.abs(y - v)))
                group[i] = group[j] = Math.min(group[i]!, group[j]!);
            }
          }
        }
        const expected = [...Map.groupBy(sorted.keys(), (i) => group[i]!).values()].filter(
          (chain) => chain.length >= 2,
        );
        expect(chainsOf(places, linkage, 2)).toEqual(expected);
        if (linkage.kind === "chebyshev") {
          expect(chainsOf(places, { kind: "rectangle", tauPos: 5, tauOff: 5 }, 2)).toEqual(expected);
        }
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  test("shuffled text shares its fingerprints but has no long chain", () => {
    const sentence = (n: number): string =>
      Array.from({ length: 12 }, (_, i) => `w${String(n * 12 + i)}`).join(" ");
    const sentences = Array.from({ length: 40 }, (_, n) => sentence(n));
    const index = new GramIndex([sentences.join(" "), sentence(90)], { tokens: "peer", bits: 31 });
    const shuffled = new Chooser(4).shuffled(sentences).join(" ");
    const detectors = [
      { weights: "uniform" },
      { weights: "uniform", linkage: PAPER_LINKAGE },
      { weights: "rarity", linkage: PAPER_LINKAGE },
    ] as const;
    const [shared, chain, rarity] = scoresOf(sentences.join(" "), index, detectors);
    expect(chain).toBe(shared);
    expect(rarity).toBeCloseTo(chain!, 0);
    const [sharedShuffled, chainShuffled] = scoresOf(shuffled, index, detectors);
    expect(sharedShuffled).toBeGreaterThan(shared! / 2);
    expect(chainShuffled).toBeLessThan(shared! / 4);
  });

  test("probability is one half at the expected number, which the density decides", () => {
    expect(containmentProbability(1000 / 33, 1000, peerDensity(6))).toBeCloseTo(0.5, 6);
    expect(containmentProbability((1000 / 5.5) * (2 / 7), 1000, winnowingDensity(6))).toBeCloseTo(0.5, 6);
    expect(normalCdf(1.959964)).toBeCloseTo(0.975, 6);
    expect(normalCdf(-1)).toBeCloseTo(0.158655, 6);
  });
});

describe("measures", () => {
  test("area under ROC, ties half", () => {
    expect(areaUnderRoc({ positives: [3, 2, 1], negatives: [2, 0] })).toBeCloseTo(4.5 / 6, 12);
    expect(areaUnderRoc({ positives: [1, 1], negatives: [1, 1] })).toBe(0.5);
    const { value, low, high } = areaInterval({ positives: [3, 2, 1], negatives: [2, 0] });
    expect(low).toBeLessThanOrEqual(value);
    expect(high).toBeGreaterThanOrEqual(value);
  });

  test("precision at recall counts every instance at the threshold", () => {
    const scored = { positives: [9, 8, 7, 6, 5, 4, 3, 2, 2, 1], negatives: [2, 2, 0, 0] };
    expect(precisionAtRecall(scored, 0.7).value).toBe(1);
    expect(precisionAtRecall(scored, 0.9).value).toBeCloseTo(9 / 11, 12);
    expect(precisionAtRecall(scored, 0.99).value).toBeCloseTo(10 / 12, 12);
  });

  test("margin: what 99 % of the positives reach over the highest negative", () => {
    const positives = [...Array.from({ length: 99 }, () => 30), 1];
    expect(margin({ positives, negatives: [10, 2] })).toBe(3);
    expect(margin({ positives: [1, 2], negatives: [10] })).toBe(0.1);
  });

  test("Wilson's interval", () => {
    const { low, high } = wilson(8, 10);
    expect(low).toBeCloseTo(0.4902, 4);
    expect(high).toBeCloseTo(0.9433, 4);
    expect(wilson(10, 10).high).toBeCloseTo(1, 12);
  });

  test("the best stretch goes over small gaps and not over large ones", () => {
    const step = (kind: "equal" | "replace" | "insert", work: number, document: number) => ({
      kind,
      workStart: 0,
      workEnd: work,
      documentStart: 0,
      documentEnd: document,
    });
    const edits = [
      step("equal", 10, 10),
      step("replace", 2, 3),
      step("equal", 20, 20),
      step("insert", 0, 40),
      step("equal", 5, 5),
    ];
    expect(bestStretch(edits)).toBe(27);
    expect(bestStretch([])).toBe(0);
  });
});
