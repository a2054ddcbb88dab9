/**
 * The text of one page: lines joined with line feeds, a blank line where the page leaves a gap. A word divided at a
 * line end stays divided ("dis-\ncharges"): joining is a fold of the normaliser, the text is what the page shows.
 */
import type { Mark, MarkKind } from "../../model/document.ts";
import type { Fragment } from "./fragment.ts";
import { linesOf } from "./line.ts";
import type { Line } from "./line.ts";

/** A fragment and where its text starts in the text of the page. */
export interface PlacedFragment {
  readonly fragment: Fragment;
  readonly start: number;
}

export interface PageTextParts {
  readonly text: string;
  readonly placed: readonly PlacedFragment[];
}

export function pageTextOf(fragments: readonly Fragment[]): PageTextParts {
  const lines = linesOf(fragments);
  const gaps = paragraphGaps(lines);
  const pieces: string[] = [];
  const placed: PlacedFragment[] = [];
  let length = 0;
  const append = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  lines.forEach((line, i) => {
    if (i > 0) append(gaps[i] === true ? "\n\n" : "\n");
    let before = "";
    for (const { fragment, spaceBefore } of line.parts) {
      if (spaceBefore && !before.endsWith(" ") && !fragment.text.startsWith(" ")) append(" ");
      placed.push({ fragment, start: length });
      append(fragment.text);
      before = fragment.text;
    }
  });
  return { text: pieces.join(""), placed };
}

/** A gap is a paragraph's when it is this much wider than the line spacing around it. */
const WIDER = 1.35;
/** ... and at least this many font sizes; ordinary spacing is 1.2. */
const LEAST = 1.25;
/** Distance in font sizes that is a gap whatever stands around it. */
const CERTAIN = 3;

/** For each line: does a paragraph gap stand before it? Going back up (next column) is never one. */
function paragraphGaps(lines: readonly Line[]): boolean[] {
  const steps = lines.map((line, i) => {
    const before = lines[i - 1];
    if (before === undefined || before.dx * line.dx + before.dy * line.dy < 0.99) return 0;
    return Math.max(0, line.across - before.across);
  });
  const positive = steps.filter((step) => step > 0).sort((a, b) => a - b);
  const median = positive[positive.length >> 1] ?? 0;
  return steps.map((step, i) => {
    const size = Math.max(lines[i]!.size, lines[i - 1]?.size ?? 0);
    if (step <= 0 || size <= 0 || step < LEAST * size) return false;
    if (step > CERTAIN * size) return true;
    const around = [steps[i - 1] ?? 0, steps[i + 1] ?? 0].filter((near) => near > 0);
    const usual = around.length > 0 ? Math.min(...around) : median;
    return step > WIDER * usual;
  });
}

export interface HiddenText {
  readonly marks: readonly Mark[];
  /** UTF-16 units by reason. */
  readonly units: Readonly<Record<"invisible" | "white" | "tiny", number>>;
  /** Most of the page is text that is not painted: a layer of recognised text over a picture. */
  readonly ocrLayer: boolean;
}

/** Marks text that a reader of the page does not see. `offset` is where the page starts in the document's text. */
export function hiddenTextOf({ text, placed }: PageTextParts, offset: number): HiddenText {
  const units = { visible: 0, invisible: 0, white: 0, tiny: 0 };
  for (const { fragment } of placed) units[fragment.ink] += fragment.text.length;
  const ocrLayer = units.invisible > units.visible;
  const marks: { kind: MarkKind; start: number; end: number }[] = [];
  for (const { fragment, start } of placed) {
    if (fragment.ink === "visible") continue;
    const kind = fragment.ink === "invisible" && ocrLayer ? "ocr" : "hidden";
    const end = start + fragment.text.length;
    const last = marks.at(-1);
    // Separators between two marked fragments belong to the stretch.
    if (last?.kind === kind && text.slice(last.end - offset, start).trim() === "") last.end = offset + end;
    else marks.push({ kind, start: offset + start, end: offset + end });
  }
  return { marks, units, ocrLayer };
}
