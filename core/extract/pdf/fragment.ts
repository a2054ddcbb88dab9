/**
 * One stretch of glyphs, moved from the page's user space to points on the page as shown (origin top left, y down,
 * after /Rotate and UserUnit), with text that is safe to keep.
 *
 * Invariants: `edges` holds start and end of every UTF-16 unit of `text` along (dx, dy) from (x, y), all finite, or
 * is null when the file's numbers make no place on the page; the text itself is never lost.
 */
import { isPageExtras, isPagePaints, isPageReading, isTextItem } from "./pdf-engine.ts";
import { withoutLetterSpacing } from "./letter-spacing.ts";
import { inKeepableOrder } from "./unit-order.ts";
import type { PdfTextContent, PdfTextItem, PdfTextStyle, PdfViewport } from "./pdf-engine.ts";
import type { Box, Ink, Paint } from "./visibility.ts";
import { inkOf, paintsOf } from "./visibility.ts";

export interface Fragment {
  readonly text: string;
  readonly edges: Float32Array | null;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  /** Font size as shown, in points. */
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
  /** Smallest and largest edge. */
  readonly from: number;
  readonly to: number;
  readonly ink: Ink;
  /** pdf.js saw white space, or the end of a line, before this fragment. */
  readonly spaceBefore: boolean;
  readonly breakBefore: boolean;
}

export interface PageFragments {
  readonly fragments: readonly Fragment[];
  readonly glyphs: number;
  readonly unmapped: number;
  readonly lost: boolean;
  /** Texts of annotations and form fields. */
  readonly notes: readonly string[];
  readonly files: number;
}

/** Fonts that state nothing usable get these; others are clamped (one file of the test collection says 1.8). */
const DEFAULT_ASCENT = 0.8;
const DEFAULT_DESCENT = 0.2;
const MAX_ASCENT = 1.2;
const MAX_DESCENT = 0.5;

export function fragmentsOf(content: PdfTextContent, viewport: PdfViewport): PageFragments {
  const fragments: Fragment[] = [];
  const notes: string[] = [];
  const paints: Paint[] = [];
  let lost = false;
  let files = 0;
  for (const item of content.items) {
    if (isPageReading(item)) {
      lost ||= item.lost;
    } else if (isPageExtras(item)) {
      for (const note of item.notes) notes.push(note);
      files += item.files;
    } else if (isPagePaints(item)) {
      paints.push(...paintsOf(item.paints, viewport.transform));
    }
  }
  let glyphs = 0;
  let unmapped = 0;
  let spaceBefore = false;
  let breakBefore = false;
  for (const item of content.items) {
    if (!isTextItem(item)) continue;
    if (item.str.trim() === "") {
      spaceBefore ||= item.str !== "";
    } else {
      glyphs += item.glyphs ?? 0;
      unmapped += item.unmapped ?? 0;
      const style = content.styles[item.fontName];
      fragments.push(toFragment(item, style, viewport.transform, paints, spaceBefore, breakBefore));
      spaceBefore = breakBefore = false;
    }
    breakBefore ||= item.hasEOL;
  }
  return { fragments, glyphs, unmapped, lost, notes, files };
}

function toFragment(
  item: PdfTextItem,
  style: PdfTextStyle | undefined,
  toPage: readonly number[],
  paints: readonly Paint[],
  spaceBefore: boolean,
  breakBefore: boolean,
): Fragment {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = item.transform;
  const [pa = 1, pb = 0, pc = 0, pd = -1, pe = 0, pf = 0] = toPage;
  const vertical = style?.vertical === true;
  // Along the baseline: the em's x axis; downwards for vertical writing.
  const [ux, uy] = unit(vertical ? -c : a, vertical ? -d : b);
  // The page transform is a rotation times one scale (UserUnit), so the vector keeps its length up to that scale.
  const sx = pa * ux + pc * uy;
  const sy = pb * ux + pd * uy;
  const scale = Math.hypot(sx, sy);
  const [dx, dy] = unit(sx, sy);
  const size = (vertical ? Math.hypot(a, b) : item.height) * scale;
  const [ascent, descent] = vertical ? [0.5, 0.5] : heights(style);
  const x = pa * e + pc * f + pe;
  const y = pb * e + pd * f + pf;

  const edges = scaledEdges(item, scale);
  const text = inKeepableOrder(item.str, edges);
  const common = { dx, dy, spaceBefore, breakBefore };
  if (edges === null || !Number.isFinite(x) || !Number.isFinite(y) || !Number.isFinite(size)) {
    const nowhere = { x: 0, y: 0, size: 0, ascent: 0, descent: 0, from: 0, to: 0 };
    return { text, edges: null, ...nowhere, ink: inkOf(item, size, undefined, paints), ...common };
  }
  const joined = withoutLetterSpacing({ text, edges }, size);
  let from = Infinity;
  let to = -Infinity;
  for (const edge of joined.edges) {
    if (edge < from) from = edge;
    if (edge > to) to = edge;
  }
  const shape = { x, y, dx, dy, from, to, ascent: ascent * size, descent: descent * size };
  const ink = inkOf(item, size, paints.length === 0 ? undefined : boxOf(shape), paints);
  // Glyphs outside the page have no place on it.
  const kept = ink === "off-page" ? { text: joined.text, edges: null } : joined;
  return { ...kept, ...shape, ...common, size, ink };
}

/** In points; null when they are not one pair for each unit, or make no place. */
function scaledEdges({ str, edges }: PdfTextItem, scale: number): Float32Array | null {
  if (edges?.length !== 2 * str.length) return null;
  const scaled = new Float32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    const edge = edges[i]! * scale;
    if (!Number.isFinite(Math.fround(edge))) return null;
    scaled[i] = edge;
  }
  return scaled;
}

type Shape = Pick<Fragment, "x" | "y" | "dx" | "dy" | "from" | "to" | "ascent" | "descent">;

/** The box around glyphs that stand along (dx, dy). */
function boxOf({ x, y, dx, dy, from, to, ascent, descent }: Shape): Box {
  // Upwards from the baseline is (dy, -dx).
  const xs = [x + from * dx, x + to * dx];
  const ys = [y + from * dy, y + to * dy];
  const up = { x: ascent * dy, y: -ascent * dx };
  const down = { x: -descent * dy, y: descent * dx };
  return {
    left: Math.min(...xs) + Math.min(up.x, down.x),
    right: Math.max(...xs) + Math.max(up.x, down.x),
    top: Math.min(...ys) + Math.min(up.y, down.y),
    bottom: Math.max(...ys) + Math.max(up.y, down.y),
  };
}

function unit(x: number, y: number): readonly [number, number] {
  const length = Math.hypot(x, y);
  return length > 0 && Number.isFinite(length) ? [x / length, y / length] : [1, 0];
}

function heights(style: PdfTextStyle | undefined): readonly [number, number] {
  const ascent = style?.ascent ?? 0;
  const descent = Math.abs(style?.descent ?? 0);
  return [
    ascent > 0 ? Math.min(ascent, MAX_ASCENT) : DEFAULT_ASCENT,
    descent > 0 ? Math.min(descent, MAX_DESCENT) : DEFAULT_DESCENT,
  ];
}
