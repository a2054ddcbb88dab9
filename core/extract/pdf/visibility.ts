/**
 * Whether a reader of the page sees a stretch of glyphs, from how it was painted and what was painted over and under
 * it.
 *
 * Only what is certain counts as hidden: white text counts on bare paper or on a white rectangle, not on anything
 * that may be dark; text counts as covered only by a rectangle or picture that is opaque and holds it whole.
 */
import type { PdfTextItem } from "./pdf-engine.ts";

/**
 * Why a reader does not see the glyphs. `invisible` is what layers of recognised text are made of: not painted at
 * all, or behind a picture; `background`: in the colour of the rectangle they stand on.
 */
export type Ink =
  | "visible"
  | "invisible"
  | "white"
  | "background"
  | "covered"
  | "clipped"
  | "layer-off"
  | "off-page"
  | "tiny";

export const HIDING_INKS = [
  "invisible",
  "white",
  "background",
  "covered",
  "clipped",
  "layer-off",
  "off-page",
  "tiny",
] as const satisfies readonly Ink[];

/** In points on the page as shown. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Paint extends Box {
  readonly kind: "rectangle" | "perhaps" | "picture";
  readonly colour: number;
}

/** Text drawn smaller than this, in points, is a dot to a reader. */
const TINY = 1;
/** Text rendering modes that paint nothing: 3 invisible, 7 only adds to the clipping path (ISO 32000-2, table 104). */
const UNPAINTED_MODES: ReadonlySet<number> = new Set([3, 7]);
/** Modes that outline the glyphs only: their fill does not matter. */
const OUTLINED_MODES: ReadonlySet<number> = new Set([1, 5]);
/** Steps of 255 by which two colours may differ and still be one to the eye. */
const SAME_COLOUR = 5;
const WHITE = 0xffffff;

const KINDS = ["rectangle", "perhaps", "picture"] as const;

/** `toPage` maps user space to points on the page. */
export function paintsOf(flat: Float32Array, toPage: readonly number[]): Paint[] {
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = toPage;
  const paints: Paint[] = [];
  for (let at = 0; at + 6 <= flat.length; at += 6) {
    const [kind, x0, y0, x1, y1, colour] = flat.subarray(at, at + 6) as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const xs = [a * x0 + c * y0 + e, a * x1 + c * y1 + e];
    const ys = [b * x0 + d * y0 + f, b * x1 + d * y1 + f];
    paints.push({
      kind: KINDS[kind] ?? "perhaps",
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
      colour,
    });
  }
  return paints;
}

/** `box` is where the glyphs stand, or undefined when their place is not known. */
export function inkOf(item: PdfTextItem, size: number, box: Box | undefined, paints: readonly Paint[]): Ink {
  if (item.layerOff === true) return "layer-off";
  if (item.offPage === true) return "off-page";
  const mode = item.mode ?? 0;
  if (UNPAINTED_MODES.has(mode) || item.transparent === true) return "invisible";
  if (size < TINY) return "tiny";
  if (item.clipped === true) return "clipped";
  const under = item.under ?? 0;
  const core = box === undefined ? undefined : coreOf(box);
  if (core !== undefined) {
    for (let i = under; i < paints.length; i++) {
      const paint = paints[i]!;
      if (paint.kind !== "perhaps" && holds(paint, core))
        return paint.kind === "picture" ? "invisible" : "covered";
    }
  }
  const fill = item.fill ?? 0;
  if (fill < 0 || OUTLINED_MODES.has(mode)) return "visible";
  const ground = groundUnder(core, under, paints);
  if (ground === undefined || !isSameColour(fill, ground)) return "visible";
  return isSameColour(fill, WHITE) ? "white" : "background";
}

/** The colour the glyphs stand on, or undefined when it is not certain. */
function groundUnder(core: Box | undefined, under: number, paints: readonly Paint[]): number | undefined {
  if (core === undefined) return paints.length === 0 ? WHITE : undefined;
  for (let i = Math.min(under, paints.length) - 1; i >= 0; i--) {
    const paint = paints[i]!;
    if (!touches(paint, core)) continue;
    return paint.kind === "rectangle" && paint.colour >= 0 && holds(paint, core) ? paint.colour : undefined;
  }
  return WHITE;
}

/** Ascenders and descenders may reach over the edge of what covers the text. */
function coreOf({ left, top, right, bottom }: Box): Box {
  const x = 0.05 * (right - left);
  const y = 0.25 * (bottom - top);
  return { left: left + x, right: right - x, top: top + y, bottom: bottom - y };
}

const holds = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left &&
  outer.right >= inner.right &&
  outer.top <= inner.top &&
  outer.bottom >= inner.bottom;

const touches = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

function isSameColour(a: number, b: number): boolean {
  return [16, 8, 0].every((shift) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255)) <= SAME_COLOUR);
}
