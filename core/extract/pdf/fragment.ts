/**
 * One stretch of glyphs, moved from the page's user space to points on the page as shown (origin top left, y down,
 * after /Rotate and UserUnit), with text that is safe to keep.
 *
 * Invariants: `edges` holds start and end of every UTF-16 unit of `text` along (dx, dy) from (x, y), all finite, or
 * is null when the file's numbers make no place; the text itself is never lost.
 */
import { isPageReading, isPageUnread, isTextItem } from "./pdf-engine.ts";
import { withoutLetterSpacing } from "./letter-spacing.ts";
import { inKeepableOrder } from "./unit-order.ts";
import type { PdfTextContent, PdfTextItem, PdfTextStyle, PdfViewport } from "./pdf-engine.ts";

/** Why a reader of the page does not see the glyphs; `invisible` is what layers of recognised text are made of. */
export type Ink = "visible" | "invisible" | "white" | "tiny";

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
  readonly offPage: number;
  readonly annotations: number;
  readonly files: number;
}

/** Text drawn smaller than this, in points, is a dot to a reader. */
const TINY = 1;
/** Fonts that state nothing usable get these; others are clamped (one file of the test collection says 1.8). */
const DEFAULT_ASCENT = 0.8;
const DEFAULT_DESCENT = 0.2;
const MAX_ASCENT = 1.2;
const MAX_DESCENT = 0.5;

/** Text rendering modes that paint nothing: 3 invisible, 7 only adds to the clipping path (ISO 32000-2, table 104). */
const UNPAINTED_MODES: ReadonlySet<number> = new Set([3, 7]);

export function fragmentsOf(content: PdfTextContent, viewport: PdfViewport): PageFragments {
  const fragments: Fragment[] = [];
  let glyphs = 0;
  let unmapped = 0;
  let lost = false;
  let offPage = 0;
  let annotations = 0;
  let files = 0;
  let spaceBefore = false;
  let breakBefore = false;
  for (const item of content.items) {
    if (isPageReading(item)) {
      lost ||= item.lost;
      offPage += item.offPage;
    } else if (isPageUnread(item)) {
      annotations += item.annotations;
      files += item.files;
    }
    if (!isTextItem(item)) continue;
    if (item.str.trim() === "") {
      spaceBefore ||= item.str !== "";
    } else {
      glyphs += item.glyphs ?? 0;
      unmapped += item.unmapped ?? 0;
      const style = content.styles[item.fontName];
      fragments.push(toFragment(item, style, viewport.transform, spaceBefore, breakBefore));
      spaceBefore = breakBefore = false;
    }
    breakBefore ||= item.hasEOL;
  }
  return { fragments, glyphs, unmapped, lost, offPage, annotations, files };
}

function toFragment(
  item: PdfTextItem,
  style: PdfTextStyle | undefined,
  toPage: readonly number[],
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

  const edges = item.edges?.length === 2 * item.str.length ? item.edges.map((edge) => edge * scale) : null;
  const text = inKeepableOrder(item.str, edges);
  const placed = edges !== null && [x, y, size].every(Number.isFinite) && edges.every(Number.isFinite);
  const common = { dx, dy, ink: inkOf(item, size), spaceBefore, breakBefore };
  if (!placed) {
    return { text, edges: null, x: 0, y: 0, size: 0, ascent: 0, descent: 0, from: 0, to: 0, ...common };
  }
  const joined = withoutLetterSpacing({ text, edges }, size);
  let from = Infinity;
  let to = -Infinity;
  for (const edge of joined.edges) {
    if (edge < from) from = edge;
    if (edge > to) to = edge;
  }
  return { ...joined, x, y, size, ascent: ascent * size, descent: descent * size, from, to, ...common };
}

function inkOf(item: PdfTextItem, size: number): Ink {
  if (UNPAINTED_MODES.has(item.mode ?? 0) || item.transparent === true) return "invisible";
  if (size < TINY) return "tiny";
  // Modes 1 and 5 outline the glyphs only: their fill does not matter.
  if (item.white === true && item.mode !== 1 && item.mode !== 5) return "white";
  return "visible";
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
