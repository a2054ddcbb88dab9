/** The methods that are compared, each as scores of instances; what is slow to build is built once and let go. */
import { DEFAULT_SETTINGS } from "../../../core/model/settings.ts";
import { type DetectorSettings, PAPER_LINKAGE, scoresOf } from "../findmytext/detectors.ts";
import type { FingerprintRules } from "../findmytext/fingerprinters.ts";
import { GramIndex } from "../findmytext/gram-index.ts";
import type { Linkage } from "../findmytext/linkage.ts";
import { bm25Of } from "./bm25.ts";
import type { InstanceSet, Threshold } from "./make-benchmark.ts";
import { THRESHOLDS } from "./make-benchmark.ts";
import type { Scored } from "./measures.ts";
import { BENCHMARK_SETTINGS, ourScores } from "./our-scores.ts";
import { textCorpus } from "./text-corpus.ts";

/** Scores of one method by threshold. */
export type MethodScores = Readonly<Record<Threshold, Scored>>;

/** Scores of every instance by several methods at once, `score` giving one number for each name. */
export function scoreSet(
  set: InstanceSet,
  names: readonly string[],
  score: (text: string) => readonly number[],
  most = Infinity,
): Map<string, MethodScores> {
  const of = (texts: readonly { readonly text: string }[]): (readonly number[])[] =>
    texts.slice(0, most).map(({ text }) => score(text));
  const negatives = of(set.negatives);
  const positives = THRESHOLDS.map((threshold) => of(set.positives[threshold]));
  return new Map(
    names.map((name, method) => [
      name,
      Object.fromEntries(
        THRESHOLDS.map((threshold, t) => [
          threshold,
          {
            positives: positives[t]!.map((scores) => scores[method]!),
            negatives: negatives.map((scores) => scores[method]!),
          },
        ]),
      ) as unknown as Record<Threshold, Scored>,
    ]),
  );
}

const chebyshev: Linkage = { kind: "chebyshev", threshold: 30 };

/** FindMyText's detectors, as they are reported in the table. */
export const PEER_DETECTORS: Readonly<Record<string, DetectorSettings>> = {
  "shared fingerprints": { weights: "uniform" },
  "shared fingerprints, rarity": { weights: "rarity" },
  "chain, rectangle 30/10 (paper)": { weights: "uniform", linkage: PAPER_LINKAGE },
  "chain, rectangle 30/10, rarity": { weights: "rarity", linkage: PAPER_LINKAGE },
  "chain, Euclidean 30": { weights: "uniform", linkage: { kind: "euclidean", threshold: 30 } },
  "chain, city-block 30": { weights: "uniform", linkage: { kind: "city-block", threshold: 30 } },
  "chain, Chebyshev 30": { weights: "uniform", linkage: chebyshev },
};

export function peerScores(
  indexed: readonly string[],
  set: InstanceSet,
  rules: FingerprintRules,
  detectors: Readonly<Record<string, DetectorSettings>>,
): Map<string, MethodScores> {
  const index = new GramIndex(indexed, rules);
  const settings = Object.values(detectors);
  return scoreSet(set, Object.keys(detectors), (text) => scoresOf(text, index, settings));
}

export const OURS = "ours: best aligned stretch";

export function productScores(indexed: readonly string[], set: InstanceSet): Map<string, MethodScores> {
  const corpus = textCorpus(indexed);
  const names = [OURS, "longest passage", "longest verbatim run", "all passages of a document"];
  const winnowed = { ...BENCHMARK_SETTINGS, query: "winnowed" } as const;
  const wide = { ...BENCHMARK_SETTINGS, tauOff: 30 };
  return scoreSet(set, [...names, "query by winnowed fingerprints", "tau_off 30 for 10"], (text) => {
    const { stretch, passage, run, document } = ourScores(text, corpus);
    return [
      stretch,
      passage,
      run,
      document,
      ourScores(text, corpus, winnowed).stretch,
      ourScores(text, corpus, wide).stretch,
    ];
  });
}

export function bm25Scores(
  indexed: readonly string[],
  set: InstanceSet,
  most: number,
): Map<string, MethodScores> {
  const bm25 = bm25Of(indexed);
  return scoreSet(set, ["BM25"], (text) => [bm25(text)], most);
}

/** The parameters of chains that are compared on the choosing set. */
export const CHAIN_GRID: Readonly<Record<string, DetectorSettings>> = Object.fromEntries(
  [15, DEFAULT_SETTINGS.tauPos, 60].flatMap((tauPos) =>
    [5, DEFAULT_SETTINGS.tauOff, 30].map((tauOff): [string, DetectorSettings] => [
      `tau_pos ${String(tauPos)}, tau_off ${String(tauOff)}`,
      { weights: "uniform", linkage: { kind: "rectangle", tauPos, tauOff } },
    ]),
  ),
);
