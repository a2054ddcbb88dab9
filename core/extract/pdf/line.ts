/**
 * Fragments into lines, in the order the file draws them.
 *
 * That order is kept: in files made from text it is the reading order, also in columns. A fragment joins the line
 * before it when it stands on the same baseline and goes on in the direction of the text (or, for right-to-left
 * text drawn in logical order, against it). The only thing moved is right-to-left text that the file draws from
 * left to right, as TeX does: there the order on the page is certain and the order of reading follows from it
 * (Unicode bidirectional algorithm, rule L2, at the level of fragments).
 */
import type { Fragment } from "./fragment.ts";

export interface LinePart {
  readonly fragment: Fragment;
  readonly spaceBefore: boolean;
}

export interface Line {
  readonly parts: readonly LinePart[];
  /** Position across the text direction, in points; grows downwards for upright text. */
  readonly across: number;
  /** Where the glyphs begin and end along the direction, from the page's corner. */
  readonly from: number;
  readonly to: number;
  /** False for text without a place: only its position in the file is known. */
  readonly placed: boolean;
  readonly dx: number;
  readonly dy: number;
  readonly size: number;
}

/** Share of the font size by which a raised or lowered mark may leave the baseline. */
const SAME_BASELINE = 0.6;
/** A gap wider than this share of the font size is a space: pdf.js's own bound (TRACKING_SPACE_FACTOR), rounded up. */
const SPACE = 0.12;
/** How far a fragment may reach back over the one before, in font sizes (kerning, accents set on their letter). */
const OVERLAP = 0.5;

/** How far apart, in font sizes, two fragments struck over one another may stand. */
const STRUCK_OVER = 0.2;

const dot = (a: Fragment, x: number, y: number): number => a.dx * x + a.dy * y;
/** Where the fragment begins and ends along its own direction, from the page's corner. */
export const startOf = (f: Fragment): number => dot(f, f.x, f.y) + f.from;
export const endOf = (f: Fragment): number => dot(f, f.x, f.y) + f.to;
export const acrossOf = (f: Fragment): number => f.dx * f.y - f.dy * f.x;

/** Letters of scripts written from right to left. */
const RTL_LETTER = /[\p{scx=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]/gu;
const STRONG_LTR = /[\p{L}\p{Nd}]/gu;

type Direction = "rtl" | "ltr" | "neutral";

export function directionOf(text: string): Direction {
  const rtl = text.match(RTL_LETTER)?.length ?? 0;
  const strong = text.match(STRONG_LTR)?.length ?? 0;
  if (rtl > strong - rtl) return "rtl";
  return strong > 0 ? "ltr" : "neutral";
}

export function linesOf(fragments: readonly Fragment[]): Line[] {
  const lines: Line[] = [];
  let open: LinePart[] = [];
  for (const fragment of fragments) {
    const step = open.length === 0 ? "line" : stepTo(open, fragment);
    if (step === "line" && open.length > 0) {
      lines.push(lineOf(open));
      open = [];
    }
    open.push({ fragment, spaceBefore: step === "space" });
  }
  if (open.length > 0) lines.push(lineOf(open));
  return lines;
}

/** What stands beside each other on one baseline as one line, spaces between. */
export function rowOf(lines: readonly Line[]): Line {
  return lineOf(
    lines.flatMap(({ parts }, i) =>
      parts.map((part, p) => (i > 0 && p === 0 ? { fragment: part.fragment, spaceBefore: true } : part)),
    ),
  );
}

/** What stands between the open line and the next fragment: a line end, a space, nothing. */
function stepTo(open: readonly LinePart[], next: Fragment): "line" | "space" | "none" {
  const previous = open[open.length - 1]!.fragment;
  const space = next.spaceBefore ? "space" : "none";
  // Without places there is only pdf.js's word for it.
  if (isNowhere(previous) || isNowhere(next)) return next.breakBefore ? "line" : "space";
  if (dot(previous, next.dx, next.dy) < 0.99) return "line";
  const size = Math.max(previous.size, next.size);
  if (Math.abs(baselineOf(open) - acrossOf(next)) > SAME_BASELINE * size) return "line";

  const slack = OVERLAP * size;
  const forward = startOf(next) - endOf(previous);
  if (forward >= -slack) return forward > SPACE * size ? "space" : space;
  const backward = startOf(previous) - endOf(next);
  if (backward >= -slack && holdsRtl(open, next)) return backward > SPACE * size ? "space" : space;
  // Set over what is there already (an accent, a letter struck twice): part of the same word.
  const level =
    Math.abs(acrossOf(next) - acrossOf(previous)) <= STRUCK_OVER * Math.min(previous.size, next.size);
  const over = startOf(next) >= startOf(previous) - slack && endOf(next) <= endOf(previous) + slack;
  return level && over ? space : "line";
}

/** Text outside the page, which no reader sees: printers' marks, leftovers, text put out of sight. */
export const isOffPage = ({ parts }: Line): boolean =>
  parts.every(({ fragment }) => fragment.ink === "off-page");

/** Not even outside the page. */
const isNowhere = ({ edges, ink }: Fragment): boolean => edges === null && ink !== "off-page";

function holdsRtl(open: readonly LinePart[], next: Fragment): boolean {
  return (
    directionOf(next.text) === "rtl" || open.some(({ fragment }) => directionOf(fragment.text) === "rtl")
  );
}

/** The baseline of the largest glyphs: raised marks do not carry the line away. */
function baselineOf(open: readonly LinePart[]): number {
  let largest = open[0]!.fragment;
  for (const { fragment } of open) if (fragment.size > largest.size * 1.01) largest = fragment;
  return acrossOf(largest);
}

/** Closes a line: parts in the order drawn become parts in the order read. */
export function lineOf(open: readonly LinePart[]): Line {
  const parts = open.length > 1 ? inReadingOrder(open) : open;
  let largest = open[0]!.fragment;
  let from = Infinity;
  let to = -Infinity;
  for (const { fragment } of open) {
    if (fragment.size > largest.size * 1.01) largest = fragment;
    if (fragment.edges === null) continue;
    from = Math.min(from, startOf(fragment));
    to = Math.max(to, endOf(fragment));
  }
  const placed = from <= to;
  const { dx, dy, size } = largest;
  return {
    parts,
    across: acrossOf(largest),
    from: placed ? from : 0,
    to: placed ? to : 0,
    placed,
    dx,
    dy,
    size,
  };
}

export function textOf(line: Line): string {
  return line.parts
    .map(({ fragment, spaceBefore }) => (spaceBefore ? ` ${fragment.text}` : fragment.text))
    .join("");
}

function inReadingOrder(parts: readonly LinePart[]): readonly LinePart[] {
  const directions = parts.map(({ fragment }) => directionOf(fragment.text));
  if (!directions.includes("rtl")) return parts;
  for (let i = 1; i < parts.length; i++) {
    const before = parts[i - 1]!.fragment;
    const here = parts[i]!.fragment;
    // Drawn against the direction somewhere: then the file draws in logical order.
    if (startOf(here) < startOf(before) || before.edges === null || here.edges === null) return parts;
  }
  const whole = directionOf(parts.map(({ fragment }) => fragment.text).join(""));
  return whole === "rtl" ? reversed(parts, directions, "ltr") : turned(parts, directions);
}

/** A right-to-left line: segments from right to left, runs of left-to-right fragments kept as they are. */
function reversed(parts: readonly LinePart[], directions: readonly Direction[], kept: Direction): LinePart[] {
  const segments = segmentsOf(parts, directions, kept);
  const out: LinePart[] = [];
  for (let s = segments.length - 1; s >= 0; s--) {
    // The gap to the segment on the right is the one before its first part.
    const spaceBefore = segments[s + 1]?.[0]?.spaceBefore ?? false;
    segments[s]!.forEach((part, i) => {
      out.push(i === 0 ? { fragment: part.fragment, spaceBefore } : part);
    });
  }
  return out;
}

/** A left-to-right line: only its runs of right-to-left fragments are turned round. */
function turned(parts: readonly LinePart[], directions: readonly Direction[]): LinePart[] {
  return segmentsOf(parts, directions, "rtl").flatMap((segment) =>
    segment.length === 1
      ? segment
      : segment.map((_, i) => ({
          fragment: segment[segment.length - 1 - i]!.fragment,
          spaceBefore: (i === 0 ? segment[0] : segment[segment.length - i])!.spaceBefore,
        })),
  );
}

/** Splits a line so that each longest run from one `together` part to another, neutrals between, is one segment. */
function segmentsOf(
  parts: readonly LinePart[],
  directions: readonly Direction[],
  together: Direction,
): LinePart[][] {
  const segments: LinePart[][] = [];
  let i = 0;
  while (i < parts.length) {
    let end = i + 1;
    if (directions[i] === together) {
      for (
        let j = end;
        j < parts.length && (directions[j] === together || directions[j] === "neutral");
        j++
      ) {
        if (directions[j] === together) end = j + 1;
      }
    }
    segments.push(parts.slice(i, end));
    i = end;
  }
  return segments;
}
