/**
 * Writes blocks of text one after the other and keeps their spans: white space is decided here.
 *
 * White space is owed, not written: a space or line break is put down only when more text of the same block follows, so
 * that blocks neither begin nor end with it.
 *
 * Hidden text never mixes with the words that a reader sees: what stands inside a visible block follows it as a block
 * of its own. Otherwise a hidden word after every third would keep a copied text from being found.
 */
import type { Mark, MarkKind } from "../../model/document.ts";
import type { HtmlBlock } from "../../model/source-map.ts";
import { HiddenText } from "./hidden-text.ts";
import type { SourcePlace, WrittenText } from "./html-text-types.ts";

interface OpenBlock {
  readonly start: number;
  readonly element: string;
  sourceStart: number;
  sourceEnd: number;
  mainUnits: number;
  units: number;
}

/** More empty lines than this say nothing more. */
const MOST_LINE_BREAKS = 2;

export class BlockWriter {
  private readonly source: string;
  private readonly pieces: string[] = [];
  private length = 0;
  private readonly blocks: HtmlBlock[] = [];
  private readonly marks: Mark[] = [];
  private open: OpenBlock | undefined;
  private owedSpace = false;
  private owedWordSpace = false;
  private owedBreaks = 0;
  private separator = "\n";
  private readings: { text: string; place: SourcePlace }[] = [];
  private readonly hidden = new HiddenText();

  constructor(source: string) {
    this.source = source;
  }

  /** Running text: any white space is one space. */
  collapsed(value: string, place: SourcePlace, mark?: MarkKind): void {
    const text = value.replace(/[ \t\n\f\r]+/g, " ");
    if (text.startsWith(" ")) this.space();
    if (text.startsWith(" ") || text.endsWith(" ")) this.hidden.space();
    const inner = text.slice(text.startsWith(" ") ? 1 : 0, text.endsWith(" ") ? -1 : undefined);
    if (inner !== "") this.write(inner, place, mark);
    if (text.endsWith(" ") && inner !== "") this.space();
  }

  preformatted(value: string, place: SourcePlace): void {
    // White space between blocks inside a `pre` is not a block.
    if (this.open === undefined && value.trim() === "") return;
    this.write(value, place);
  }

  hiddenText(value: string, place: SourcePlace, preformatted: boolean): void {
    this.hidden.add(value, place, preformatted);
  }

  hiddenSpace(): void {
    this.hidden.space();
  }

  /** A block inside hidden text begins or ends: the visible block around it goes on. */
  endHiddenBlock(): void {
    this.hidden.endBlock();
  }

  /** Text that follows its block as a block of its own. */
  reading(value: string, place: SourcePlace): void {
    const text = value.trim();
    if (text !== "") this.readings.push({ text, place });
  }

  space(): void {
    this.owedSpace = this.open !== undefined;
  }

  /** Keeps a word that may follow apart; punctuation still joins. */
  spaceBeforeWord(): void {
    this.owedWordSpace = this.open !== undefined;
  }

  lineBreak(): void {
    if (this.open !== undefined && this.owedBreaks < MOST_LINE_BREAKS) this.owedBreaks++;
  }

  cellBefore(): void {
    this.separator = "\t";
  }

  noCellBefore(): void {
    this.separator = "\n";
  }

  endBlock(): void {
    this.closeOpen();
    const readings = this.readings;
    this.readings = [];
    for (const { text, place } of readings) {
      this.space();
      this.write(text, { ...place, element: "rt" }, "alternative");
    }
    if (readings.length > 0) this.closeOpen();
    for (const { text, place, join } of this.hidden.take()) {
      if (join === "as a new block") this.closeOpen();
      else if (join === "after space") this.space();
      this.write(text, place, "hidden");
    }
    if (this.open !== undefined) this.closeOpen();
  }

  finish(): WrittenText {
    this.endBlock();
    return { text: this.pieces.join(""), blocks: this.blocks, marks: this.marks };
  }

  private closeOpen(): void {
    const { open } = this;
    this.owedSpace = this.owedWordSpace = false;
    this.owedBreaks = 0;
    if (open === undefined) return;
    this.open = undefined;
    this.separator = "\n";
    const { start, element, sourceStart, sourceEnd } = open;
    const main = 2 * open.mainUnits >= open.units;
    this.blocks.push({
      start,
      end: this.length,
      element,
      block: this.blocks.length,
      sourceStart,
      sourceEnd,
      main,
    });
  }

  private write(text: string, place: SourcePlace, mark?: MarkKind): void {
    if (mark !== "hidden") this.hidden.passVisible();
    if (this.owedWordSpace && /^[\p{L}\p{N}]/u.test(text)) this.owedSpace = true;
    this.putSeparator(place);
    const start = this.length;
    this.put(text);
    const open = this.open!;
    open.units += text.length;
    if (place.main) open.mainUnits += text.length;
    this.extendSource(open, place);
    if (mark !== undefined) this.mark(mark, start, this.length);
  }

  private putSeparator(place: SourcePlace): void {
    if (this.open === undefined) {
      if (this.length > 0) this.put(this.separator);
      const { element } = place;
      this.open = {
        start: this.length,
        element,
        sourceStart: Infinity,
        sourceEnd: 0,
        mainUnits: 0,
        units: 0,
      };
    } else if (this.owedBreaks > 0) this.put("\n".repeat(this.owedBreaks));
    else if (this.owedSpace) this.put(" ");
    this.owedSpace = this.owedWordSpace = false;
    this.owedBreaks = 0;
  }

  /** The span of a text in the source, without white space around it. Nodes the parser made up have none. */
  private extendSource(open: OpenBlock, { location }: SourcePlace): void {
    let start = location?.startOffset ?? (Number.isFinite(open.sourceStart) ? open.sourceEnd : 0);
    let end = location?.endOffset ?? start;
    while (start < end && isSpace(this.source.charCodeAt(start))) start++;
    while (end > start && isSpace(this.source.charCodeAt(end - 1))) end--;
    open.sourceStart = Math.min(open.sourceStart, start);
    open.sourceEnd = Math.max(open.sourceEnd, end);
  }

  private mark(kind: MarkKind, start: number, end: number): void {
    const last = this.marks.at(-1);
    // Only white space may lie between two stretches of one mark in one block.
    const joins = last?.kind === kind && last.end >= this.open!.start && start - last.end <= 1;
    if (joins) this.marks[this.marks.length - 1] = { ...last, end };
    else this.marks.push({ kind, start, end });
  }

  private put(text: string): void {
    this.pieces.push(text);
    this.length += text.length;
  }
}

const isSpace = (unit: number): boolean => unit === 32 || (unit >= 9 && unit <= 13);
