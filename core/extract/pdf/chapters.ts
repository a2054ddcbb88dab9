/** Finds where the entries of a table of contents begin in the text of their page. */
import type { Line } from "./line.ts";
import type { OutlineEntry } from "./outline.ts";
import type { PageTextParts } from "./page-text.ts";
import type { PdfViewport } from "./pdf-engine.ts";

/** A heading may reach over the place the entry names by this much, in points. */
const SLACK = 3;
/** Lines that end to the left of the place stand in another column. */
const OTHER_COLUMN = 10_000;
/** On a page of more lines than a reader could read, the page's start has to do. */
const MOST_LINES = 2_000;

/** Offset in the page's text of the first line below the place; the page's start where there is none. */
export function startOfEntry(entry: OutlineEntry, { lines }: PageTextParts, viewport: PdfViewport): number {
  const [a = 1, b = 0, c = 0, d = -1, e = 0, f = 0] = viewport.transform;
  const { x = 0, y } = entry;
  if (y === undefined || lines.length > MOST_LINES) return 0;
  const at = { x: a * x + c * y + e, y: b * x + d * y + f };
  let best: { readonly start: number; readonly away: number } | undefined;
  for (const { line, start } of lines) {
    const away = distanceTo(line, at);
    if (away !== undefined && away < (best?.away ?? Infinity)) best = { start, away };
  }
  return best?.start ?? 0;
}

function distanceTo(
  { placed, dx, dy, across, to }: Line,
  at: { readonly x: number; readonly y: number },
): number | undefined {
  if (!placed) return undefined;
  const below = across - (at.y * dx - at.x * dy);
  if (below < -SLACK) return undefined;
  return below + (to < at.x * dx + at.y * dy ? OTHER_COLUMN : 0);
}
