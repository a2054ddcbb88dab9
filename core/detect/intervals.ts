/** Unions of token ranges, so that a word is counted once however often it was found. */

export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** Disjoint ranges in ascending order that hold the same tokens. */
export function union(intervals: readonly Interval[]): Interval[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of intervals.toSorted((x, y) => x.start - y.start || x.end - y.end)) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** Tokens held by at least one of the ranges. */
export function sizeOfUnion(intervals: readonly Interval[]): number {
  return union(intervals).reduce((sum, { start, end }) => sum + end - start, 0);
}
