/**
 * FindMyText's two detectors (2026): the number of shared fingerprints, and the largest chain of them, each with uniform
 * weights or weights by rarity, 1 - df / documents, scaled to a mean of 1. A score counts every fingerprint once. The
 * score of a text is its best over the 50 documents that share most fingerprints with it, at least 5.
 */
import type { GramIndex, SharedPlaces } from "./gram-index.ts";
import type { Selection } from "./fingerprinters.ts";
import { chainsOf, type Linkage } from "./linkage.ts";

export interface DetectorSettings {
  readonly weights: "uniform" | "rarity";
  /** Undefined: shared fingerprints wherever they stand. */
  readonly linkage?: Linkage;
  readonly query?: Selection;
}

/** Fewest shared fingerprints of a candidate, and fewest points of a chain. */
export const KAPPA = 5;
const CANDIDATES = 50;

/** The rectangle of the paper. */
export const PAPER_LINKAGE: Linkage = { kind: "rectangle", tauPos: 30, tauOff: 10 };

/** Scores of a text by each of `detectors`; candidates are looked up once. */
export function scoresOf(text: string, index: GramIndex, detectors: readonly DetectorSettings[]): number[] {
  const bySelection = new Map<Selection, Map<number, SharedPlaces>>();
  const weights = new Map<number, number>();
  const weightOf = (key: number): number => {
    let weight = weights.get(key);
    if (weight === undefined) {
      const mean = 1 - index.meanFrequency / index.documents;
      weight = (1 - index.frequency(key) / index.documents) / mean;
      weights.set(key, weight);
    }
    return weight;
  };
  return detectors.map((detector) => {
    const selection = detector.query ?? "every";
    let candidates = bySelection.get(selection);
    if (candidates === undefined) {
      candidates = index.candidates(index.query(text, selection), KAPPA, CANDIDATES);
      bySelection.set(selection, candidates);
    }
    const weigh = detector.weights === "rarity" ? weightOf : () => 1;
    const sum = (keys: Iterable<number>): number => {
      let total = 0;
      for (const key of new Set(keys)) total += weigh(key);
      return total;
    };
    let best = 0;
    for (const places of candidates.values()) {
      const { linkage } = detector;
      const groups =
        linkage === undefined
          ? [places.key]
          : chainsOf(places, linkage, KAPPA).map((chain) => chain.map((point) => places.key[point]!));
      for (const keys of groups) best = Math.max(best, sum(keys));
    }
    return best;
  });
}
