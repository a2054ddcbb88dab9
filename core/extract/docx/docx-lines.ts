/**
 * From paragraphs as they are met in the parts to one text with a source map.
 *
 * A *line* is what a reader sees as one paragraph. It is usually one `w:p`; where a tracked change deleted the
 * paragraph mark, several `w:p` make one line, and each keeps its own *segment*, so that positions stay honest. Lines
 * are joined by line feeds; lines without text are left out, their paragraphs are still counted.
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
  /** Hidden stretches as pairs of offsets [start, end) into `text`, ordered and disjoint. */
  readonly hidden: number[];
}

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
  /** UTF-16 units of tracked deletions met and left out. */
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
    const segment: Segment = { place, text: "", atBreak: false, hidden: [] };
    line.segments.push(segment);
    return segment;
  }

  append(segment: Segment, text: string, hidden: boolean): void {
    this.#units += text.length;
    if (this.#units > this.#limits.textUnits) {
      throw new FailureError("extract/limit-exceeded", {
        what: "text",
        limit: this.#limits.textUnits,
        got: this.#units,
        unit: "UTF-16 units",
      });
    }
    if (hidden) {
      this.hiddenUnits += text.length;
      const start = segment.text.length;
      if (segment.hidden.at(-1) === start) segment.hidden.pop();
      else segment.hidden.push(start);
      segment.hidden.push(start + text.length);
    }
    segment.text += text;
    segment.atBreak = text.endsWith("\n");
  }

  /** A line of its own with a known text, for parts that have no paragraphs of ours (HTML, charts, alt text). */
  addLine(kind: MarkKind | undefined, place: SegmentPlace, text: string): void {
    this.append(this.startSegment(this.startLine(kind), place), text, false);
  }

  /** Forgets a finished line without text while it is the last: ten million empty paragraphs must cost nothing. */
  dropIfEmpty(line: Line): void {
    if (this.#lines.at(-1) === line && line.segments.every((segment) => segment.text === ""))
      this.#lines.pop();
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
    for (const line of this.#lines) {
      const segments = line.segments.filter((segment) => segment.text !== "");
      if (segments.length === 0) continue;
      if (pieces.length > 0) {
        pieces.push("\n");
        at++;
      }
      const lineStart = at;
      for (const segment of segments) {
        pieces.push(segment.text);
        paragraphs.push({ start: at, end: at + segment.text.length, ...segment.place });
        for (let i = 0; i < segment.hidden.length; i += 2) {
          marks.push({ kind: "hidden", start: at + segment.hidden[i]!, end: at + segment.hidden[i + 1]! });
        }
        at += segment.text.length;
      }
      if (line.kind !== undefined) marks.push({ kind: line.kind, start: lineStart, end: at });
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
