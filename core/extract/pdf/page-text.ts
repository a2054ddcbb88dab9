/**
 * The text of one page: lines joined with line feeds, a blank line where the page leaves a gap. A word divided at a
 * line end stays divided ("dis-\ncharges"): joining is a fold of the normaliser, the text is what the page shows.
 *
 * Page furniture stands before and behind the body. Its marks reach over the line feeds between it and the body, so
 * that with the marked stretches taken out nothing but the form feed is left between the bodies of two pages.
 */
import type { Mark, MarkKind } from "../../model/document.ts";
import type { Fragment } from "./fragment.ts";
import type { Line, LinePart } from "./line.ts";
import type { ArrangedPage } from "./page-layout.ts";
import type { Ink } from "./visibility.ts";

/** A fragment and where its text starts in the text of the page. */
export interface PlacedFragment {
  readonly fragment: Fragment;
  readonly start: number;
}

/** A line and where its text starts in the text of the page. */
export interface PlacedLine {
  readonly line: Line;
  readonly start: number;
}

export interface PageTextParts {
  readonly text: string;
  readonly placed: readonly PlacedFragment[];
  readonly lines: readonly PlacedLine[];
  /** Stretches of page furniture and of annotations, in order. */
  readonly apart: readonly Mark[];
}

/** `notes`: texts of annotations and form fields, in form to be kept; they stand behind the body. */
export function pageTextOf(
  { heads, body, feet }: ArrangedPage,
  notes: readonly string[] = [],
): PageTextParts {
  const text = new TextOfLines();
  const apart: Mark[] = [];
  const mark = (kind: MarkKind, start: number): void => {
    if (text.length > start) apart.push({ kind, start, end: text.length });
  };
  text.add(heads);
  if (heads.length > 0 && body.length + notes.length > 0) text.addSeparator("\n");
  mark("furniture", 0);
  text.add(body);
  for (const note of notes) {
    text.addSeparator("\n\n");
    const start = text.length;
    text.addNote(note);
    mark("annotation", start);
  }
  const end = text.length;
  if (feet.length > 0) text.addSeparator("\n");
  text.add(feet);
  mark("furniture", end);
  return { ...text.parts(), apart };
}

class TextOfLines {
  readonly #pieces: string[] = [];
  readonly #placed: PlacedFragment[] = [];
  readonly #lines: PlacedLine[] = [];
  length = 0;

  parts(): Omit<PageTextParts, "apart"> {
    return { text: this.#pieces.join(""), placed: this.#placed, lines: this.#lines };
  }

  addSeparator(separator: string): void {
    if (this.length > 0) this.#append(separator);
  }

  addNote(note: string): void {
    this.#append(note);
  }

  add(lines: readonly Line[]): void {
    const gaps = paragraphGaps(lines);
    lines.forEach((line, i) => {
      if (i > 0) this.#append(gaps[i] === true ? "\n\n" : "\n");
      this.#lines.push({ line, start: this.length });
      let before: Fragment | undefined;
      for (const part of line.parts) {
        if (before !== undefined && isSpaceBetween(before, part)) this.#append(" ");
        this.#placed.push({ fragment: part.fragment, start: this.length });
        this.#append(part.fragment.text);
        before = part.fragment;
      }
    });
  }

  #append(piece: string): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }
}

function isSpaceBetween(before: Fragment, { fragment, spaceBefore }: LinePart): boolean {
  if (before.text.endsWith(" ") || fragment.text.startsWith(" ")) return false;
  return spaceBefore || isNoteMark(before, fragment) || isNoteMark(fragment, before, true);
}

/** The number of a note is smaller than the text and raised. */
const SMALLER = 0.85;
const RAISED = 0.15;
const NOTE_NUMBER = /^\d{1,3}$/;
/** Shorter words may be units ("km2"). */
const WORD_BEFORE = /\p{L}{3}$/u;
const WORD_AFTER = /^\p{L}/u;

/** Set without a space, the number of a note would become part of the word ("word1"). */
function isNoteMark(word: Fragment, mark: Fragment, markFirst = false): boolean {
  if (!NOTE_NUMBER.test(mark.text) || mark.size > SMALLER * word.size) return false;
  const raised = (word.y - mark.y) * word.dx - (word.x - mark.x) * word.dy;
  return raised >= RAISED * word.size && (markFirst ? WORD_AFTER : WORD_BEFORE).test(word.text);
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
  /** UTF-16 units by reason; reasons that do not occur are absent. */
  readonly units: ReadonlyMap<Ink, number>;
  /** Most of the page is text that is not painted: a layer of recognised text over a picture. */
  readonly ocrLayer: boolean;
}

/** Marks text that a reader of the page does not see. `offset` is where the page starts in the document's text. */
export function hiddenTextOf({ text, placed }: PageTextParts, offset: number): HiddenText {
  const units = new Map<Ink, number>();
  for (const { fragment } of placed) {
    units.set(fragment.ink, (units.get(fragment.ink) ?? 0) + fragment.text.length);
  }
  const ocrLayer = (units.get("invisible") ?? 0) > (units.get("visible") ?? 0);
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
  units.delete("visible");
  return { marks, units, ocrLayer };
}
