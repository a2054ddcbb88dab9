/** What is measured of a selection, over many texts: density, longest gap, windows without a fingerprint. */
import type { Scheme } from "./schemes.ts";

export interface Selected {
  readonly hashes: number;
  readonly selected: number;
  /** Most hashes in a row of which none was selected. */
  readonly longestGap: number;
  /** Windows of `window` hashes in a row, that is runs of length t = window + k - 1, and those that hold no fingerprint. */
  readonly runs: number;
  readonly missedRuns: number;
}

export class Tally {
  private readonly scheme: Scheme;
  private readonly window: number;
  private hashes = 0;
  private selected = 0;
  private longestGap = 0;
  private runs = 0;
  private missedRuns = 0;

  constructor(scheme: Scheme, window: number) {
    this.scheme = scheme;
    this.window = window;
  }

  /** Counts one text; `onSelected` sees every selected hash. */
  add(hashes: Uint32Array, onSelected?: (hash: number) => void): void {
    let last = -1;
    this.scheme(hashes, (position) => {
      this.closeGap(position - last - 1);
      last = position;
      this.selected++;
      onSelected?.(hashes[position]!);
    });
    this.closeGap(hashes.length - last - 1);
    this.hashes += hashes.length;
    this.runs += Math.max(0, hashes.length - this.window + 1);
  }

  private closeGap(gap: number): void {
    this.longestGap = Math.max(this.longestGap, gap);
    this.missedRuns += Math.max(0, gap - this.window + 1);
  }

  result(): Selected {
    const { hashes, selected, longestGap, runs, missedRuns } = this;
    return { hashes, selected, longestGap, runs, missedRuns };
  }
}

/** How often each of the values stands in the list, most frequent first. */
export function rankedFrequencies(values: Uint32Array): Uint32Array {
  const sorted = values.slice().sort();
  const counts: number[] = [];
  for (let from = 0; from < sorted.length;) {
    let to = from + 1;
    while (to < sorted.length && sorted[to] === sorted[from]) to++;
    counts.push(to - from);
    from = to;
  }
  return Uint32Array.from(counts).sort().reverse();
}

/** Slope of log frequency over log rank by least squares, at ranks spaced evenly on the logarithmic scale. */
export function rankFrequencySlope(ranked: Uint32Array): number {
  const points: [x: number, y: number][] = [];
  for (let rank = 1; rank <= ranked.length && ranked[rank - 1]! > 1; rank = Math.ceil(rank * 1.1)) {
    points.push([Math.log(rank), Math.log(ranked[rank - 1]!)]);
  }
  const n = points.length;
  const sum = (of: (point: [number, number]) => number): number =>
    points.reduce((total, one) => total + of(one), 0);
  const [x, y, xx, xy] = [sum((p) => p[0]), sum((p) => p[1]), sum((p) => p[0] ** 2), sum((p) => p[0] * p[1])];
  return (n * xy - x * y) / (n * xx - x * x);
}
