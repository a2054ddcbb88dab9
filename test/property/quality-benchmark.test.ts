/**
 * The benchmark in small, on the novels of the samples: what it generates is what it claims, the product tells all
 * instances apart, and methods that know no order do not. Fails when detection gets worse at what it is for.
 */
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Benchmark, makeBenchmark, THRESHOLDS } from "../../bench/quality/benchmark/make-benchmark.ts";
import { T_NEG } from "../../bench/quality/benchmark/instances.ts";
import { areaUnderRoc, precisionAtRecall } from "../../bench/quality/benchmark/measures.ts";
import {
  type MethodScores,
  OURS,
  PEER_DETECTORS,
  peerScores,
  productScores,
} from "../../bench/quality/benchmark/methods.ts";
import { alignmentScore } from "../../bench/quality/benchmark/smith-waterman.ts";
import { textsIn } from "../../bench/quality/benchmark/texts.ts";

const WORKS = path.resolve(import.meta.dirname, "../../samples/works");
const INSTANCES = 12;
const SIZE = { documents: 400, reported: INSTANCES, choosing: 0 };

let benchmark: Benchmark;
beforeAll(() => {
  benchmark = makeBenchmark(textsIn([WORKS]), SIZE);
});

describe("instances", () => {
  test("as many as asked for, from documents of the index", () => {
    const { indexed, reported, choosing } = benchmark;
    expect(indexed.length).toBeGreaterThan(80);
    expect(reported.negatives).toHaveLength(INSTANCES);
    expect(choosing.negatives).toHaveLength(0);
    for (const threshold of THRESHOLDS) expect(reported.positives[threshold]).toHaveLength(INSTANCES);
  });

  test("positives hold a fragment just above the threshold, negatives nothing above T_neg", () => {
    const { indexed, reported } = benchmark;
    for (const { text, source, score } of reported.negatives.slice(0, 4)) {
      expect(score).toBeLessThan(T_NEG);
      expect(alignmentScore(indexed[source]!.replace(/\s+/g, " ").trim(), text)).toBe(score);
    }
    for (const threshold of THRESHOLDS) {
      for (const { score } of reported.positives[threshold]) {
        expect(score).toBeGreaterThanOrEqual(threshold);
        expect(score).toBeLessThan(threshold * 1.06);
      }
      // In its place the fragment aligns at least as well as by itself; foreign text may go on by chance.
      const { text, source, score } = reported.positives[threshold][0]!;
      expect(alignmentScore(indexed[source]!, text)).toBeGreaterThanOrEqual(score);
    }
  });

  test("the same seed gives the same instances", () => {
    const again = makeBenchmark(textsIn([WORKS]), { ...SIZE, reported: 2 });
    expect(again.indexed).toEqual(benchmark.indexed);
    expect(again.reported.negatives).toEqual(benchmark.reported.negatives.slice(0, 2));
  });
});

describe("figures", () => {
  const perfect = (scores: MethodScores): void => {
    for (const threshold of THRESHOLDS) {
      expect(areaUnderRoc(scores[threshold])).toBe(1);
      expect(precisionAtRecall(scores[threshold], 0.99).value).toBe(1);
    }
  };

  test("the product tells all apart", () => {
    perfect(productScores(benchmark.indexed, benchmark.reported).get(OURS)!);
  });

  test("a chain tells most apart, the number of shared fingerprints does not", () => {
    const scores = peerScores(
      benchmark.indexed,
      benchmark.reported,
      { tokens: "peer", bits: 31 },
      PEER_DETECTORS,
    );
    for (const threshold of THRESHOLDS) {
      expect(areaUnderRoc(scores.get("chain, rectangle 30/10 (paper)")![threshold])).toBeGreaterThan(0.95);
    }
    expect(areaUnderRoc(scores.get("shared fingerprints")![500])).toBeLessThan(0.5);
  });
});
