/**
 * A page taken apart: lines, the rows in its margins, the numbers that count its lines.
 *
 * What of the margins is furniture is known only when the pages around have been read, so a page waits in this form.
 */
import type { Fragment, PageFragments } from "./fragment.ts";
import type { Line } from "./line.ts";
import { isOffPage, lineOf, linesOf } from "./line.ts";
import { lineNumbersOf } from "./line-numbers.ts";
import type { MarginRow } from "./margin-rows.ts";
import { marginRowsOf } from "./margin-rows.ts";
import type { PdfViewport } from "./pdf-engine.ts";
import { inReadingOrder } from "./reading-order.ts";
import type { Ink } from "./visibility.ts";

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
  const { seen: fragments, unseen } = bySight(reading.fragments);
  const numbers = lineNumbersOf(fragments);
  const counting = new Set(numbers);
  const lines = [
    ...linesOf(numbers.length === 0 ? fragments : fragments.filter((fragment) => !counting.has(fragment))),
    ...linesOf(unseen),
  ];
  // Text nobody sees stands anywhere; only a layer of recognised text, which is all there is, has margins.
  const hasVisible = lines.some(isVisible);
  const seen = hasVisible ? lines.filter((line) => isVisible(line) || isOffPage(line)) : lines;
  const rows = marginRowsOf(seen, viewport.width, viewport.height);
  const lineNumbers =
    numbers.length === 0 ? undefined : lineOf(numbers.map((fragment) => ({ fragment, spaceBefore: true })));
  return { viewport, reading, lines, rows, lineNumbers };
}

/**
 * Hidden text never mixes with the words that a reader sees: its lines come after theirs. Otherwise a hidden word after
 * every third would keep a copied text from being found. A layer of recognised text is what is read; text off the page
 * has lines of its own anyhow.
 */
function bySight(fragments: readonly Fragment[]): {
  readonly seen: readonly Fragment[];
  readonly unseen: readonly Fragment[];
} {
  const units = (ink: Ink): number =>
    fragments.reduce((sum, fragment) => sum + (fragment.ink === ink ? fragment.text.length : 0), 0);
  const isLayer = units("invisible") > units("visible");
  const isSeen = ({ ink }: Fragment): boolean =>
    ink === "visible" || ink === "off-page" || (isLayer && ink === "invisible");
  if (fragments.every(isSeen)) return { seen: fragments, unseen: [] };
  return { seen: fragments.filter(isSeen), unseen: fragments.filter((fragment) => !isSeen(fragment)) };
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
