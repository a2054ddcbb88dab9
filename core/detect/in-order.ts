/**
 * The runs that stand in one order on both sides: the heaviest sequence, by words, in which starts rise in the work and
 * in the document. A prefix-maximum tree over the document starts makes it O(n log n).
 */
import type { Interval } from "./intervals.ts";

/** A run of the work [start, end) that begins at token `document` of the document. */
export interface OrderedRun extends Interval {
  readonly document: number;
}

export function heaviestInOrder(runs: readonly OrderedRun[]): OrderedRun[] {
  // Equal work starts in falling document order: no two of them can follow each other.
  const sorted = runs.toSorted((x, y) => x.start - y.start || y.document - x.document || y.end - x.end);
  const ranks = new Map(
    [...new Set(sorted.map((run) => run.document))].sort((x, y) => x - y).map((start, rank) => [start, rank]),
  );
  const weight = new Float64Array(sorted.length);
  const previous = new Int32Array(sorted.length).fill(-1);
  // best[node]: run that ends the heaviest sequence among the document ranks the node stands for (Fenwick 1994).
  const best = new Int32Array(ranks.size + 1).fill(-1);
  let heaviest = -1;
  for (const [index, run] of sorted.entries()) {
    const rank = ranks.get(run.document)!;
    let before = -1;
    for (let node = rank; node > 0; node -= node & -node) {
      const other = best[node]!;
      if (other >= 0 && (before < 0 || weight[other]! > weight[before]!)) before = other;
    }
    previous[index] = before;
    weight[index] = run.end - run.start + (before < 0 ? 0 : weight[before]!);
    for (let node = rank + 1; node < best.length; node += node & -node) {
      const other = best[node]!;
      if (other < 0 || weight[index] > weight[other]!) best[node] = index;
    }
    if (heaviest < 0 || weight[index] > weight[heaviest]!) heaviest = index;
  }
  const chosen: OrderedRun[] = [];
  for (let index = heaviest; index >= 0; index = previous[index]!) chosen.push(sorted[index]!);
  return chosen.reverse();
}
