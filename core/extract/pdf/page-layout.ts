/**
 * A page taken apart: lines, the rows in its margins, the numbers that count its lines.
 *
 * What of the margins is furniture is known only when the pages around have been read, so a page waits in this form.
 */
import type { PageFragments } from "./fragment.ts";
import type { Line } from "./line.ts";
import { isOffPage, lineOf, linesOf } from "./line.ts";
import { lineNumbersOf } from "./line-numbers.ts";
import type { MarginRow } from "./margin-rows.ts";
import { marginRowsOf } from "./margin-rows.ts";
import type { PdfViewport } from "./pdf-engine.ts";
import { inReadingOrder } from "./reading-order.ts";

export interface PageLayout {
  readonly viewport: PdfViewport;
  readonly reading: PageFragments;
  /** In the order drawn, without the numbers that count them. */
  readonly lines: readonly Line[];
  readonly rows: readonly MarginRow[];
  /** The numbers that count the lines, as one line. */
  readonly lineNumbers: Line | undefined;
}

/** The lines of a page in the order of its text. */
export interface ArrangedPage {
  readonly heads: readonly Line[];
  readonly body: readonly Line[];
  readonly feet: readonly Line[];
}

export function layoutOf(viewport: PdfViewport, reading: PageFragments): PageLayout {
  const { fragments } = reading;
  const numbers = lineNumbersOf(fragments);
  const counting = new Set(numbers);
  const lines = linesOf(
    numbers.length === 0 ? fragments : fragments.filter((fragment) => !counting.has(fragment)),
  );
  // Text nobody sees stands anywhere; only a layer of recognised text, which is all there is, has margins.
  const hasVisible = lines.some(isVisible);
  const seen = hasVisible ? lines.filter((line) => isVisible(line) || isOffPage(line)) : lines;
  const rows = marginRowsOf(seen, viewport.width, viewport.height);
  const lineNumbers =
    numbers.length === 0 ? undefined : lineOf(numbers.map((fragment) => ({ fragment, spaceBefore: true })));
  return { viewport, reading, lines, rows, lineNumbers };
}

const isVisible = ({ parts }: Line): boolean => parts.some(({ fragment }) => fragment.ink === "visible");

/** Furniture goes before and behind the text, so that nothing stands between its last line and the next page's first. */
export function arranged(
  { lines, lineNumbers }: PageLayout,
  furniture: ReadonlySet<MarginRow>,
): ArrangedPage {
  const heads: Line[] = [];
  const feet: Line[] = [];
  for (const { margin, lines: own } of furniture) {
    if (margin === "top") heads.push(...own);
    // Bottom rows come from the edge inwards.
    else feet.unshift(...own);
  }
  if (lineNumbers !== undefined) feet.push(lineNumbers);
  const apart = new Set([...heads, ...feet]);
  const body = lines.filter((line) => !apart.has(line) && !isOffPage(line));
  const offPage = lines.filter((line) => !apart.has(line) && isOffPage(line));
  return { heads, body: [...bodyOrder(body), ...offPage], feet };
}

/** Text nobody sees has no part in the layout: it stays where it was drawn, or goes to the end of what was put in order. */
function bodyOrder(body: readonly Line[]): readonly Line[] {
  const seen = body.filter(isVisible);
  if (seen.length === 0) return inReadingOrder(body);
  const read = inReadingOrder(seen);
  return read === seen ? body : [...read, ...body.filter((line) => !isVisible(line))];
}
