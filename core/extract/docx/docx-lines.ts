/**
 * From paragraphs as they are met in the parts to one text with a source map.
 *
 * A *line* is what a reader sees as one paragraph. It is usually one `w:p`; where a tracked change deleted the
 * paragraph mark, several `w:p` make one line, and each keeps its own *segment*, so that positions stay honest. Lines
 * are joined by line feeds; lines without text are left out, their paragraphs are still counted.
 *
 * Hidden and deleted text never mixes with the words that a reader sees: what stands between them in a line follows as
 * a line of its own, marked. Otherwise a hidden word after every third would keep a copied text from being found.
 */
import { FailureError } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";
import type { Mark, MarkKind } from "../../model/document.ts";
import type { DocxParagraph, DocxSourceMap, DocxStory } from "../../model/source-map.ts";

/** Where a segment stands in the original; see {@link DocxParagraph} for the units. */
export interface SegmentPlace {
  readonly part: number;
  readonly paragraph: number;
  readonly story: DocxStory;
  readonly cell?: { readonly table: number; readonly row: number; readonly column: number };
  readonly noteId?: string;
}

export interface Segment {
  readonly place: SegmentPlace;
  text: string;
  /** The text ends with a line feed; kept apart because looking would flatten a long string again and again. */
  atBreak: boolean;
  /** What no reader of the final document sees; pieces with other text between them have a space between. */
  readonly apart: Record<Apart, string>;
  lastLayer: Layer;
}

/** Kinds of text that stand apart, in the order in which they follow their line. */
const APART = ["hidden", "deleted"] as const;
type Apart = (typeof APART)[number];
export type Layer = "visible" | Apart;

export interface Line {
  /** What sets the whole line apart from running text, if anything. */
  readonly kind: MarkKind | undefined;
  readonly segments: Segment[];
}

export interface AssembledText {
  readonly text: string;
  readonly sourceMap: DocxSourceMap;
  readonly marks: readonly Mark[];
}

export class LineCollector {
  /** UTF-16 units of tracked deletions met. */
  deletedUnits = 0;
  /** UTF-16 units of phonetic guides (ruby) met and left out. */
  phoneticUnits = 0;
  hiddenUnits = 0;
  readonly #limits: Limits;
  readonly #parts: string[] = [];
  readonly #partNumbers = new Map<string, number>();
  readonly #lines: Line[] = [];
  #units = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The number of a part in the source map's list. */
  partNumber(name: string): number {
    let number = this.#partNumbers.get(name);
    if (number === undefined) {
      number = this.#parts.push(name) - 1;
      this.#partNumbers.set(name, number);
    }
    return number;
  }

  /** Lines stand in the order in which they were started: a text box inside a paragraph comes after it. */
  startLine(kind: MarkKind | undefined): Line {
    const line: Line = { kind, segments: [] };
    this.#lines.push(line);
    return line;
  }

  startSegment(line: Line, place: SegmentPlace): Segment {
    const apart = { hidden: "", deleted: "" };
    const segment: Segment = { place, text: "", atBreak: false, apart, lastLayer: "visible" };
    line.segments.push(segment);
    return segment;
  }

  append(segment: Segment, text: string, layer: Layer): void {
    this.#count(text.length);
    if (layer === "visible") {
      segment.text += text;
      segment.atBreak = text.endsWith("\n");
    } else {
      if (layer === "hidden") this.hiddenUnits += text.length;
      else this.deletedUnits += text.length;
      const gap = segment.apart[layer] !== "" && segment.lastLayer !== layer ? " " : "";
      segment.apart[layer] += gap + text;
    }
    segment.lastLayer = layer;
  }

  #count(units: number): void {
    this.#units += units;
    if (this.#units <= this.#limits.textUnits) return;
    throw new FailureError("extract/limit-exceeded", {
      what: "text",
      limit: this.#limits.textUnits,
      got: this.#units,
      unit: "UTF-16 units",
    });
  }

  /** A line of its own with a known text, for parts that have no paragraphs of ours (HTML, charts, alt text). */
  addLine(kind: MarkKind | undefined, place: SegmentPlace, text: string): void {
    this.append(this.startSegment(this.startLine(kind), place), text, "visible");
  }

  /** Forgets a finished line without text while it is the last: ten million empty paragraphs must cost nothing. */
  dropIfEmpty(line: Line): void {
    if (this.#lines.at(-1) === line && line.segments.every(isEmpty)) this.#lines.pop();
  }

  /** Gives back a function that undoes everything collected since, for reading a part again in another way. */
  checkpoint(): () => void {
    const { deletedUnits, phoneticUnits, hiddenUnits } = this;
    const lines = this.#lines.length;
    const units = this.#units;
    return () => {
      Object.assign(this, { deletedUnits, phoneticUnits, hiddenUnits });
      this.#lines.length = lines;
      this.#units = units;
    };
  }

  assemble(): AssembledText {
    const pieces: string[] = [];
    const paragraphs: DocxParagraph[] = [];
    const marks: Mark[] = [];
    let at = 0;
    const write = (segments: readonly Segment[], textOf: (segment: Segment) => string): number => {
      const written = segments.filter((segment) => textOf(segment) !== "");
      if (written.length > 0 && pieces.length > 0) {
        pieces.push("\n");
        at++;
      }
      const start = at;
      for (const segment of written) {
        const text = textOf(segment);
        pieces.push(text);
        paragraphs.push({ start: at, end: at + text.length, ...segment.place });
        at += text.length;
      }
      return start;
    };
    for (const { kind, segments } of this.#lines) {
      if (segments.every(isEmpty)) continue;
      const lineStart = pieces.length === 0 ? 0 : at + 1;
      write(segments, ({ text }) => text);
      for (const layer of APART) {
        const start = write(segments, ({ apart }) => apart[layer]);
        if (at > start) marks.push({ kind: layer, start, end: at });
      }
      if (kind !== undefined) marks.push({ kind, start: lineStart, end: at });
    }
    // A character reference can name half a surrogate pair; one unit stands in for it, so offsets stay.
    const text = pieces.join("").toWellFormed();
    return {
      text,
      sourceMap: { kind: "docx", parts: [...this.#parts], paragraphs },
      marks: mergeMarks(marks, text),
    };
  }
}

const isEmpty = ({ text, apart }: Segment): boolean =>
  text === "" && APART.every((layer) => apart[layer] === "");

/** Joins marks of one kind that touch or have only the line feed between two lines between them; sorts by start. */
function mergeMarks(marks: readonly Mark[], text: string): Mark[] {
  const merged: Mark[] = [];
  const open = new Map<MarkKind, number>();
  for (const mark of marks) {
    const index = open.get(mark.kind);
    const previous = index === undefined ? undefined : merged[index];
    const joins =
      previous !== undefined &&
      (previous.end === mark.start || (previous.end + 1 === mark.start && text[previous.end] === "\n"));
    if (index !== undefined && joins) merged[index] = { ...previous, end: mark.end };
    else open.set(mark.kind, merged.push(mark) - 1);
  }
  return merged.sort((a, b) => a.start - b.start || b.end - a.end);
}
