/**
 * The order in which a reader reads the lines of a page.
 *
 * The order in which the file draws them is nearly always that order, and knows what the page alone does not tell
 * (which of two boxes comes first). It is kept, unless the page contradicts it: when several lines run across the
 * gutter between columns of running text, they are cut there; when reading in the order drawn would jump about clearly
 * more often than reading the page's blocks from top to bottom, the blocks win. Blocks come from a recursive cut of
 * the page at its gutters (XY-cut: Nagy and Seth 1984); lines of other directions than the page's own follow at the
 * end where anything is reordered. A table is one block: its rows stay whole.
 */
import type { Gutter, Segment } from "./gutters.ts";
import { findGutter } from "./gutters.ts";
import type { Line, LinePart } from "./line.ts";
import { directionOf, endOf, lineOf, rowOf, startOf, textOf } from "./line.ts";

/** Pages with more lines are drawings or hostile; the order drawn is kept. */
const MOST_LINES = 2_000;
const MOST_SEGMENTS = 5_000;
/** More cuts than this are no page layout; bounds the work on a hostile page. */
const MOST_CUTS = 24;
/** A gap wider than this many sizes may be a gutter or stand between cells. */
const WIDE_GAP = 1;
/** The order drawn must jump this much more often, plus a few, to be given up. */
const CLEARLY_MORE = 1.5;
const A_FEW = 2;

/** A stretch of a line that a gutter cannot cut. */
interface LineSegment extends Segment {
  readonly line: Line;
  /** Place of the line in the order drawn. */
  readonly drawn: number;
  readonly parts: ReadonlySet<LinePart>;
}

export function inReadingOrder(lines: readonly Line[]): readonly Line[] {
  if (lines.length < 3 || lines.length > MOST_LINES) return lines;
  const main = mainDirection(lines);
  const upright = lines.filter((line) => isAlong(line, main));
  const others = lines.filter((line) => !isAlong(line, main));
  const jumps = jumpsIn(upright);
  // The usual page: next to nothing that a gutter could cut, and nothing to put right.
  if (jumps <= A_FEW && upright.filter(hasWideGap).length <= A_FEW) return lines;
  const segments = upright.flatMap((line, drawn) => segmentsOf(line, drawn));
  if (segments.length > MOST_SEGMENTS) return lines;
  segments.sort((a, b) => a.across - b.across || a.from - b.from);
  const { read, cut } = linesOfBlocks(new Cutter(upright).blocksOf(segments));
  if (cut <= A_FEW && jumps <= CLEARLY_MORE * jumpsIn(read) + A_FEW) return lines;
  return [...read, ...others];
}

export function mainDirection(lines: readonly Line[]): { readonly dx: number; readonly dy: number } {
  const weights = new Map<string, { dx: number; dy: number; weight: number }>();
  for (const { dx, dy, placed, parts } of lines) {
    if (!placed) continue;
    const key = `${dx.toFixed(1)} ${dy.toFixed(1)}`;
    const weight = parts.reduce((sum, { fragment }) => sum + fragment.text.length, 0);
    const known = weights.get(key);
    if (known === undefined) weights.set(key, { dx, dy, weight });
    else known.weight += weight;
  }
  let main = { dx: 1, dy: 0, weight: 0 };
  for (const one of weights.values()) if (one.weight > main.weight) main = one;
  return main;
}

export function isAlong(line: Line, { dx, dy }: { readonly dx: number; readonly dy: number }): boolean {
  return line.placed && line.dx * dx + line.dy * dy > 0.99;
}

function isRtl(lines: readonly Line[]): boolean {
  let rtl = 0;
  for (const line of lines) rtl += directionOf(textOf(line)) === "rtl" ? 1 : 0;
  return rtl > lines.length / 2;
}

/** Between parts in whatever order they stand. */
function hasWideGap({ parts, size }: Line): boolean {
  for (let i = 1; i < parts.length; i++) {
    const [a, b] = [parts[i - 1]!.fragment, parts[i]!.fragment];
    if (Math.max(startOf(b) - endOf(a), startOf(a) - endOf(b)) > WIDE_GAP * size) return true;
  }
  return false;
}

function segmentsOf(line: Line, drawn: number): LineSegment[] {
  const [only] = line.parts;
  if (line.parts.length === 1 && only !== undefined) {
    const { from, to, across, size } = line;
    return [
      {
        line,
        drawn,
        parts: new Set(line.parts),
        from,
        to,
        across,
        size,
        characters: only.fragment.text.length,
      },
    ];
  }
  const placed = line.parts.filter(({ fragment }) => fragment.edges !== null);
  const sorted = [...placed].sort((a, b) => startOf(a.fragment) - startOf(b.fragment));
  const groups: { readonly parts: Set<LinePart>; readonly from: number; to: number; characters: number }[] =
    [];
  for (const part of sorted) {
    const { fragment } = part;
    let group = groups.at(-1);
    if (group === undefined || startOf(fragment) - group.to > WIDE_GAP * line.size) {
      group = { parts: new Set(), from: startOf(fragment), to: endOf(fragment), characters: 0 };
      groups.push(group);
    }
    group.parts.add(part);
    group.to = Math.max(group.to, endOf(fragment));
    group.characters += fragment.text.length;
  }
  // Parts without a place go with the first stretch.
  for (const part of line.parts) if (part.fragment.edges === null) groups[0]!.parts.add(part);
  const { across, size } = line;
  return groups.map(({ parts, from, to, characters }) => ({
    line,
    drawn,
    parts,
    from,
    to,
    across,
    size,
    characters,
  }));
}

class Cutter {
  readonly #lines: readonly Line[];
  #rtl: boolean | undefined;
  #cuts = 0;

  constructor(lines: readonly Line[]) {
    this.#lines = lines;
  }

  /** Blocks in reading order; `segments` and every block are in order of `across`. */
  blocksOf(segments: readonly LineSegment[]): (readonly LineSegment[])[] {
    if (segments.length === 0) return [];
    const gutter = this.#cuts < MOST_CUTS ? findGutter(segments) : undefined;
    if (gutter === undefined) return [segments];
    this.#cuts++;
    const [before, after] = sidesOf(segments, gutter);
    this.#rtl ??= isRtl(this.#lines);
    const columns = this.#rtl ? [after, before] : [before, after];
    return [segments.slice(0, gutter.first), ...columns, segments.slice(gutter.end)].flatMap((region) =>
      this.blocksOf(region),
    );
  }
}

function sidesOf(
  segments: readonly LineSegment[],
  { at, first, end }: Gutter,
): [readonly LineSegment[], readonly LineSegment[]] {
  const run = segments.slice(first, end);
  return [run.filter(({ to }) => to <= at), run.filter(({ to }) => to > at)];
}

/** `cut`: lines that did not stay whole. */
function linesOfBlocks(blocks: readonly (readonly LineSegment[])[]): { read: Line[]; cut: number } {
  const cut = new Set<Line>();
  const read = blocks.flatMap((block) => {
    const byLine = new Map<Line, LineSegment[]>();
    for (const segment of block) {
      const together = byLine.get(segment.line);
      if (together === undefined) byLine.set(segment.line, [segment]);
      else together.push(segment);
    }
    const whole: { readonly line: Line; readonly drawn: number }[] = [];
    for (const [line, own] of byLine) {
      const parts = line.parts.filter((part) => own.some((segment) => segment.parts.has(part)));
      const isWhole = parts.length === line.parts.length;
      if (!isWhole) cut.add(line);
      whole.push({ line: isWhole ? line : lineOf(parts), drawn: own[0]!.drawn });
    }
    return blockOrder(whole);
  });
  return { read, cut: cut.size };
}

/** Inside a block: the order drawn, unless it jumps about. */
function blockOrder(lines: readonly { readonly line: Line; readonly drawn: number }[]): readonly Line[] {
  const fromTop = rowsOf(lines.map(({ line }) => line));
  const drawn = [...lines].sort((a, b) => a.drawn - b.drawn).map(({ line }) => line);
  return jumpsIn(drawn) <= CLEARLY_MORE * jumpsIn(fromTop) + A_FEW ? drawn : fromTop;
}

/** Lines from top to bottom, those on one baseline joined to a row. */
function rowsOf(lines: readonly Line[]): Line[] {
  const sorted = [...lines].sort((a, b) => a.across - b.across || a.from - b.from);
  const rows: Line[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (first !== undefined && line.across - first.across <= 0.3 * Math.max(line.size, first.size))
      row!.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => (row.length === 1 ? row[0]! : rowOf(row.sort((a, b) => a.from - b.from))));
}

/** How often the eye leaves the line below or the text to the right. */
function jumpsIn(lines: readonly Line[]): number {
  let jumps = 0;
  for (let i = 1; i < lines.length; i++) if (!follows(lines[i - 1]!, lines[i]!)) jumps++;
  return jumps;
}

/** Furthest a line may stand below the one before and still follow it, in sizes. */
const NEXT_LINE = 3.5;

function follows(before: Line, line: Line): boolean {
  const size = Math.max(before.size, line.size);
  const down = line.across - before.across;
  if (Math.abs(down) <= 0.5 * size) return line.from >= before.to - size || line.to <= before.from + size;
  const shared = Math.min(before.to, line.to) - Math.max(before.from, line.from);
  return down > 0 && down <= NEXT_LINE * size && shared > -size;
}
