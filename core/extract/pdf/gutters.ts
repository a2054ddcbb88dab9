/**
 * The strips of white between columns of running text.
 *
 * A gutter is a strip along the text's direction that a run of neighbouring lines leaves free, with enough text on
 * both sides to be columns and not a table: most lines fill their side. Tables are left whole, so that they are read
 * row by row. The longest run with one strip is found in one pass over the lines, as in whitespace analysis (Breuel,
 * "Two Geometric Algorithms for Layout Analysis", 2002), but in one dimension: the strip must be free over the whole
 * run.
 */

/** A stretch of one line without a wide gap. `across` grows in the order of lines. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly across: number;
  readonly size: number;
  readonly characters: number;
}

export interface Gutter {
  /** Middle of the strip, along the direction of the text. */
  readonly at: number;
  /** The run of segments it parts, as indices [first, end) into the sorted segments. */
  readonly first: number;
  readonly end: number;
}

/** Positions tried along the line; 400 on a page of 600 points are 1.5 points apart. */
const POSITIONS = 400;
/** Fewer lines than this on one side are a label, a cell or a note. */
const LEAST_LINES = 3;
const LEAST_BOTH = 10;
/** A line of running text is at least this share of the widest lines of its side... */
const FULL = 0.7;
/** ... for at least this share of the lines. */
const FULL_LINES = 0.45;
/** Mean characters of a line: cells of tables hold fewer. */
const LEAST_CHARACTERS = 14;
/** Narrowest strip, in sizes of the text. */
const LEAST_WIDTH = 0.7;

/** `segments` in order of `across`. The gutter that parts the most lines, or undefined when nothing looks like columns. */
export function findGutter(segments: readonly Segment[]): Gutter | undefined {
  if (segments.length < LEAST_BOTH) return undefined;
  let left = Infinity;
  let right = -Infinity;
  for (const { from, to } of segments) {
    left = Math.min(left, from);
    right = Math.max(right, to);
  }
  const step = (right - left) / POSITIONS;
  if (!(step > 0)) return undefined;
  const runs = freeRuns(segments, left, step);
  let best: (Gutter & { readonly score: number }) | undefined;
  for (const run of runs) {
    const gutter = { at: left + run.position * step, first: run.first, end: run.end };
    const score = columnsScore(segments, gutter, step * run.width);
    if (score > (best?.score ?? 0)) best = { ...gutter, score };
  }
  return best;
}

interface FreeRun {
  /** Middle of the strip and its width, in positions. */
  readonly position: number;
  readonly width: number;
  readonly first: number;
  readonly end: number;
}

/** For every strip of positions, the longest runs of segments that leave it free. */
function freeRuns(segments: readonly Segment[], left: number, step: number): FreeRun[] {
  const opened = new Int32Array(POSITIONS + 1);
  const longestFirst = new Int32Array(POSITIONS + 1);
  const longestEnd = new Int32Array(POSITIONS + 1);
  for (let i = 0; i <= segments.length; i++) {
    // Behind the last segment a line across the page closes all runs.
    const segment = segments[i];
    const begin = segment === undefined ? 0 : Math.max(0, Math.ceil((segment.from - left) / step));
    const end =
      segment === undefined ? POSITIONS : Math.min(POSITIONS, Math.floor((segment.to - left) / step));
    for (let position = begin; position <= end; position++) {
      const first = opened[position]!;
      if (i - first > longestEnd[position]! - longestFirst[position]!) {
        longestFirst[position] = first;
        longestEnd[position] = i;
      }
      opened[position] = i + 1;
    }
  }
  return strips(longestFirst, longestEnd);
}

/** Neighbouring positions with the same longest run are one strip. */
function strips(first: Int32Array, end: Int32Array): FreeRun[] {
  const runs: FreeRun[] = [];
  for (let start = 0; start <= POSITIONS;) {
    let stop = start + 1;
    while (stop <= POSITIONS && first[stop] === first[start] && end[stop] === end[start]) stop++;
    if (end[start]! - first[start]! >= LEAST_BOTH) {
      runs.push({
        position: (start + stop - 1) / 2,
        width: stop - start,
        first: first[start]!,
        end: end[start]!,
      });
    }
    start = stop;
  }
  return runs;
}

/** Lines on the weaker side when both sides are running text, else 0. */
function columnsScore(segments: readonly Segment[], { at, first, end }: Gutter, width: number): number {
  const before: Segment[] = [];
  const after: Segment[] = [];
  let size = 0;
  for (let i = first; i < end; i++) {
    const segment = segments[i]!;
    size = Math.max(size, segment.size);
    (segment.to <= at ? before : after).push(segment);
  }
  const weaker = Math.min(before.length, after.length);
  if (weaker < LEAST_LINES) return 0;
  const middle = before[before.length >> 1]!.size;
  if (width < LEAST_WIDTH * Math.min(size, middle)) return 0;
  return isRunningText(before) && isRunningText(after) ? weaker : 0;
}

function isRunningText(side: readonly Segment[]): boolean {
  const widths = side.map(({ from, to }) => to - from).sort((a, b) => a - b);
  const wide = widths[Math.floor(0.9 * (widths.length - 1))]!;
  const full = widths.filter((width) => width >= FULL * wide).length;
  const characters = side.reduce((sum, segment) => sum + segment.characters, 0);
  return full >= FULL_LINES * side.length && characters >= LEAST_CHARACTERS * side.length;
}
