/**
 * How well scores tell positives from negatives, with 95 % intervals.
 *
 * AUC-ROC is the share of pairs (positive, negative) in which the positive scores higher, ties counting half; its
 * interval is a percentile bootstrap over instances. Precision at recall r: the threshold is the highest at which at
 * least r of the positives are called; every instance at or above it is called. Its interval is Wilson's for the
 * called instances at that threshold. Where no error occurs, n instances allow a true rate of errors up to 3 / n.
 */
import { Chooser } from "./random.ts";

export interface Scored {
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
}

export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export function areaUnderRoc({ positives, negatives }: Scored): number {
  const sorted = Float64Array.from(negatives).sort();
  let higher = 0;
  for (const positive of positives) higher += below(sorted, positive, false) + below(sorted, positive, true);
  return higher / (2 * positives.length * negatives.length);
}

/** Values below `limit`, or up to it. */
function below(sorted: Float64Array, limit: number, orEqual: boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < limit || (orEqual && sorted[middle] === limit)) low = middle + 1;
    else high = middle;
  }
  return low;
}

const RESAMPLES = 500;

export function areaInterval(scored: Scored, seed = 1): Interval {
  const chooser = new Chooser(seed);
  const resample = (values: readonly number[]): number[] => values.map(() => chooser.of(values));
  const areas = Array.from({ length: RESAMPLES }, () =>
    areaUnderRoc({ positives: resample(scored.positives), negatives: resample(scored.negatives) }),
  ).sort((a, b) => a - b);
  return {
    value: areaUnderRoc(scored),
    low: areas[Math.floor(0.025 * RESAMPLES)]!,
    high: areas[Math.ceil(0.975 * RESAMPLES) - 1]!,
  };
}

export function precisionAtRecall({ positives, negatives }: Scored, recall: number): Interval {
  const descending = positives.toSorted((a, b) => b - a);
  const threshold = descending[Math.max(0, Math.ceil(recall * positives.length) - 1)]!;
  const right = positives.filter((score) => score >= threshold).length;
  const wrong = negatives.filter((score) => score >= threshold).length;
  return wilson(right, right + wrong);
}

/**
 * How far apart the two kinds are: the score that 99 % of the positives reach / the highest score of a negative. Above 1
 * a threshold exists that errs on at most one positive in a hundred; it goes on telling methods apart that make no error.
 */
export function margin({ positives, negatives }: Scored): number {
  const descending = positives.toSorted((a, b) => b - a);
  const reached = descending[Math.max(0, Math.ceil(0.99 * positives.length) - 1)]!;
  return reached / negatives.reduce((most, score) => Math.max(most, score), 0);
}

/** Wilson's score interval at 95 %. */
export function wilson(successes: number, trials: number): Interval {
  const z = 1.959964;
  const share = successes / trials;
  const middle = (share + z ** 2 / (2 * trials)) / (1 + z ** 2 / trials);
  const half =
    (z / (1 + z ** 2 / trials)) * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  return { value: share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
