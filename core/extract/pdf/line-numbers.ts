/**
 * Numbers in the margin that count the lines of a page: pleadings and transcripts number every line, statutes and
 * patents every fifth. They are page furniture; left among the lines they would break every sentence.
 *
 * A column of numbers counts lines when it counts up by one or five from top to bottom, ends at the same place, and
 * nothing else stands in or beyond its strip. A table whose rows are numbered in the margin of the page looks the
 * same and loses its row numbers to the margin; its text stays.
 */
import type { Fragment } from "./fragment.ts";
import { acrossOf, endOf, startOf } from "./line.ts";

const NUMBER = /^\s*(\d{1,3})\s*$/;
/** Fewer numbers than this, by step, are a list. */
const LEAST_BY_STEP: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 5],
]);
/** The numbers end, or begin, within this many points of one another. */
const ALIGNED = 3;
/** They count lines from the top to the bottom of the text: this share of its height at least. */
const HEIGHT_SHARE = 0.6;
/** Stray marks that may stand in the strip. */
const STRAYS = 0.02;

interface Numbered {
  readonly fragment: Fragment;
  readonly value: number;
  readonly from: number;
  readonly to: number;
  readonly across: number;
}

/** The fragments that are line numbers, in order of the page; none on most pages. */
export function lineNumbersOf(fragments: readonly Fragment[]): readonly Fragment[] {
  const numbers = numbersIn(fragments);
  if (numbers.length < 5) return [];
  for (const edge of ["to", "from"] as const) {
    for (const column of alignedBy(edge, numbers)) {
      const counting = countingIn(column);
      if (counting.length > 0 && isAlone(counting, fragments))
        return counting.map(({ fragment }) => fragment);
    }
  }
  return [];
}

function numbersIn(fragments: readonly Fragment[]): Numbered[] {
  const numbers: Numbered[] = [];
  for (const fragment of fragments) {
    // Cheap first: few fragments are this short.
    if (fragment.text.length > 5 || fragment.edges === null || fragment.dx < 0.99) continue;
    const found = NUMBER.exec(fragment.text);
    if (found === null) continue;
    const value = Number(found[1]);
    numbers.push({
      fragment,
      value,
      from: startOf(fragment),
      to: endOf(fragment),
      across: acrossOf(fragment),
    });
  }
  return numbers;
}

/** Groups of numbers that end (or begin) at the same place, each from top to bottom. */
function alignedBy(edge: "from" | "to", numbers: readonly Numbered[]): Numbered[][] {
  const sorted = [...numbers].sort((a, b) => a[edge] - b[edge]);
  const groups: Numbered[][] = [];
  for (const number of sorted) {
    const group = groups.at(-1);
    if (group !== undefined && number[edge] - group[0]![edge] <= ALIGNED) group.push(number);
    else groups.push([number]);
  }
  return groups.map((group) => group.sort((a, b) => a.across - b.across));
}

/** The longest stretch that counts up evenly, when it is long enough. */
function countingIn(column: readonly Numbered[]): Numbered[] {
  let best: Numbered[] = [];
  for (const [step, least] of LEAST_BY_STEP) {
    let open: Numbered[] = [];
    for (const number of column) {
      const last = open.at(-1);
      const goesOn = last !== undefined && number.value === last.value + step && number.across > last.across;
      open = goesOn ? [...open, number] : [number];
      if (open.length >= least && open.length > best.length) best = open;
    }
  }
  return best;
}

/** Nothing but strays stands in the strip of the numbers or, for a margin, beyond it. */
function isAlone(numbers: readonly Numbered[], fragments: readonly Fragment[]): boolean {
  const own = new Set(numbers.map(({ fragment }) => fragment));
  const from = numbers.reduce((least, number) => Math.min(least, number.from), Infinity);
  const to = numbers.reduce((most, number) => Math.max(most, number.to), -Infinity);
  const top = numbers[0]!.across;
  const bottom = numbers.at(-1)!.across;
  const byOnes = numbers[1]!.value === numbers[0]!.value + 1;
  let beside = 0;
  let inStrip = 0;
  let left = 0;
  let right = 0;
  let least = top;
  let most = bottom;
  for (const fragment of fragments) {
    if (fragment.edges === null || fragment.dx < 0.99 || own.has(fragment)) continue;
    const across = acrossOf(fragment);
    least = Math.min(least, across);
    most = Math.max(most, across);
    if (across < top - fragment.size || across > bottom + fragment.size) continue;
    beside++;
    if (endOf(fragment) <= from) left++;
    else if (startOf(fragment) >= to) right++;
    else inStrip++;
  }
  const strays = STRAYS * beside;
  if (beside === 0 || inStrip > strays || bottom - top < HEIGHT_SHARE * (most - least)) return false;
  return !byOnes || left <= strays || right <= strays;
}
