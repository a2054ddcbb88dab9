/**
 * Where a range of a PDF's text stands on its pages: one quadrilateral per line, for highlighting and for citing a
 * place to the point.
 *
 * Inverse of the front-end's placing: the glyphs of every unit in the range lie inside the quads, and no quad
 * reaches over a glyph outside the range except where both share one glyph (a ligature).
 */
import type { PageQuad } from "./place.ts";
import type { PdfRuns, PdfSourceMap } from "./source-map.ts";

/** One run's part of the range, along and across the direction of the text. */
interface Stretch {
  readonly page: number;
  readonly dx: number;
  readonly dy: number;
  /** Along (dx, dy), from the page's corner. */
  from: number;
  to: number;
  /** Baseline across the direction, growing downwards; top and bottom of the glyphs likewise. */
  readonly baseline: number;
  top: number;
  bottom: number;
  readonly size: number;
}

/** Half-open range of UTF-16 units of the document's text. */
export function quadsOf(
  map: PdfSourceMap,
  range: { readonly start: number; readonly end: number },
): PageQuad[] {
  if (range.end <= range.start) return [];
  const stretches: Stretch[] = [];
  for (let i = firstRunEndingAfter(map.runs, range.start); i < map.runs.start.length; i++) {
    if (map.runs.start[i]! >= range.end) break;
    const stretch = stretchOf(map.runs, i, range);
    const last = stretches.at(-1);
    if (last !== undefined && onOneLine(last, stretch)) extend(last, stretch);
    else stretches.push(stretch);
  }
  return stretches.map(toQuad);
}

/** Binary search: runs are in text order and do not overlap. */
function firstRunEndingAfter(runs: PdfRuns, offset: number): number {
  let low = 0;
  let high = runs.end.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs.end[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function stretchOf(
  runs: PdfRuns,
  i: number,
  range: { readonly start: number; readonly end: number },
): Stretch {
  const runStart = runs.start[i]!;
  const first = Math.max(range.start, runStart) - runStart;
  const end = Math.min(range.end, runs.end[i]!) - runStart;
  let from = Infinity;
  let to = -Infinity;
  for (let at = runs.edgeStart[i]! + 2 * first; at < runs.edgeStart[i]! + 2 * end; at++) {
    const edge = runs.edges[at]!;
    if (edge < from) from = edge;
    if (edge > to) to = edge;
  }
  const [x, y, dx, dy] = [runs.x[i]!, runs.y[i]!, runs.dx[i]!, runs.dy[i]!];
  const along = x * dx + y * dy;
  const baseline = y * dx - x * dy;
  const ascent = runs.ascent[i]!;
  const descent = runs.descent[i]!;
  return {
    page: runs.page[i]!,
    dx,
    dy,
    from: along + from,
    to: along + to,
    baseline,
    top: baseline - ascent,
    bottom: baseline + descent,
    size: ascent + descent,
  };
}

/** Same baseline (raised marks included) and near enough that no other column lies between. */
function onOneLine(a: Stretch, b: Stretch): boolean {
  if (a.page !== b.page || a.dx * b.dx + a.dy * b.dy < 0.999) return false;
  const size = Math.max(a.size, b.size);
  if (Math.abs(a.baseline - b.baseline) > size / 2) return false;
  return b.from - a.to <= 2 * size && a.from - b.to <= 2 * size;
}

function extend(line: Stretch, more: Stretch): void {
  line.from = Math.min(line.from, more.from);
  line.to = Math.max(line.to, more.to);
  line.top = Math.min(line.top, more.top);
  line.bottom = Math.max(line.bottom, more.bottom);
}

function toQuad({ page, dx, dy, from, to, top, bottom }: Stretch): PageQuad {
  // Back from (along, across) to the page: the direction is (dx, dy), downwards from it is (-dy, dx).
  const x = (along: number, across: number): number => along * dx - across * dy;
  const y = (along: number, across: number): number => along * dy + across * dx;
  return {
    page,
    corners: [
      x(from, top),
      y(from, top),
      x(to, top),
      y(to, top),
      x(to, bottom),
      y(to, bottom),
      x(from, bottom),
      y(from, bottom),
    ],
  };
}
