/**
 * What is known while one WordprocessingML part is being read: open elements, flows, paragraph and table counts.
 *
 * The text is what a reader of the final document sees: insertions and field results are in, field codes are out.
 * Hidden and deleted text is kept apart and marked. Every `w:p` is counted, also those in alternatives that are
 * not read, so that paragraph numbers can be checked against the file by a plain count.
 */
import type { MarkKind } from "../../model/document.ts";
import type { DocxStory } from "../../model/source-map.ts";
import type { Layer, LineCollector, Segment, SegmentPlace } from "./docx-lines.ts";
import { Flow } from "./flow.ts";
import type { HiddenStyles } from "./hidden-styles.ts";

export interface StoryOptions {
  readonly collector: LineCollector;
  readonly part: string;
  readonly story: DocxStory;
  readonly kind: MarkKind | undefined;
  readonly styles: HiddenStyles;
  /** Field beginnings (by ordinal) known to have no end: they are taken as absent. */
  readonly ignoredFields: ReadonlySet<number>;
  /** Imported content stands at this place; the reader appends its lines to the collector. */
  readonly altChunk: (relationshipId: string | undefined) => void;
  readonly subDocument: (relationshipId: string | undefined) => void;
}

/** What to do when the element that an opener saw is closed. */
export type Closer = () => void;

export class StoryState {
  readonly options: StoryOptions;
  /** Names of the open elements, outermost first. */
  readonly path: string[] = [];
  /** Whether an understood alternative was met, for each open mc:AlternateContent. */
  readonly alternatives: boolean[] = [];
  /** Ordinals of fields whose code was never closed: their beginnings hid text that readers may see. */
  readonly unclosedFields: number[] = [];
  /** Open deletion containers and open phonetic guides. */
  deletions = 0;
  phonetics = 0;
  /** Depth of the element whose whole content is skipped; 0 when none. */
  skippedFrom = 0;
  /** `w:p` and `w:tbl` elements begun so far, read or not. */
  paragraphs = 0;
  tables = 0;
  fieldBeginnings = 0;
  /** Name of the element whose text is being taken. */
  capture: string | undefined;
  readonly #part: number;
  readonly #flows: Flow[] = [];
  readonly #openParagraphs: number[] = [];

  constructor(options: StoryOptions) {
    this.options = options;
    this.#part = options.collector.partNumber(options.part);
    this.#flows.push(new Flow(options.story, options.kind));
  }

  get flow(): Flow {
    return this.#flows.at(-1)!;
  }

  /** Name of the element around the one being opened; `up` 2 for the one around that. */
  parent(up = 1): string | undefined {
    return this.path.at(-1 - up);
  }

  /** Skips the content of the element being opened. */
  skip(): void {
    this.skippedFrom = this.path.length;
  }

  startFlow(story: DocxStory, kind: MarkKind | undefined, noteId?: string): void {
    this.#flows.push(new Flow(story, kind, noteId, this.flow));
  }

  endFlow(): void {
    const flow = this.flow;
    this.endBlock();
    for (const ordinal of flow.unclosedFields()) this.unclosedFields.push(ordinal);
    if (this.#flows.length > 1) this.#flows.pop();
  }

  startParagraph(): Closer {
    this.#openParagraphs.push(this.paragraphs - 1);
    const flow = this.flow;
    this.#endLine(flow);
    this.#startSegment(flow);
    flow.paragraphStyleHides = this.options.styles.paragraphHides(undefined);
    return () => {
      this.#endLine(this.flow);
      this.#openParagraphs.pop();
    };
  }

  /** Ends what stands outside any paragraph at the end of a cell or before imported content. */
  endBlock(): void {
    this.#endLine(this.flow);
    this.flushCarried();
  }

  /** A paragraph whose mark was deleted but that nothing follows in its container ends here. */
  flushCarried(): void {
    const flow = this.flow;
    if (flow.carried !== undefined) this.options.collector.dropIfEmpty(flow.carried);
    flow.carried = undefined;
  }

  /** Adds text at this place, to the layer it belongs to. */
  put(text: string): void {
    if (text === "") return;
    const { collector } = this.options;
    const flow = this.flow;
    if (flow.inFieldCode) return;
    if (this.phonetics > 0) collector.phoneticUnits += text.length;
    else
      this.#append(text, this.deletions > 0 || flow.deleted ? "deleted" : flow.hidden ? "hidden" : "visible");
  }

  /** Adds text that the file calls deleted although it stands in no deletion. */
  putDeleted(text: string): void {
    if (!this.flow.inFieldCode) this.#append(text, "deleted");
  }

  #append(text: string, layer: Layer): void {
    const flow = this.flow;
    if (flow.segment === undefined && text.trim() === "") return;
    this.options.collector.append(flow.segment ?? this.#startSegment(flow), text, layer);
  }

  /** Keeps what follows from running into the words before it in the same paragraph. */
  breakLine(): void {
    const segment = this.flow.segment;
    if (segment !== undefined && segment.text !== "" && !segment.atBreak) this.put("\n");
  }

  /** Alternative text of a picture: a line of its own after the paragraph that holds the picture. */
  addAlternative(text: string): void {
    const flow = this.flow;
    if (text.trim() === "" || flow.inFieldCode || this.deletions > 0 || flow.deleted) return;
    this.options.collector.addLine("alternative", this.#place(flow), text);
  }

  #place(flow: Flow): SegmentPlace {
    const cell = flow.tables.at(-1);
    return {
      part: this.#part,
      // Text outside any paragraph (an equation directly in the body) is cited by the paragraph before it.
      paragraph: this.#openParagraphs.at(-1) ?? Math.max(0, this.paragraphs - 1),
      story: flow.story,
      ...(cell !== undefined && cell.row >= 0 && cell.column >= 0
        ? { cell: { table: cell.table, row: cell.row, column: cell.column } }
        : {}),
      ...(flow.noteId === undefined ? {} : { noteId: flow.noteId }),
    };
  }

  #startSegment(flow: Flow): Segment {
    const { collector } = this.options;
    flow.line = flow.carried ?? collector.startLine(flow.kind);
    flow.carried = undefined;
    flow.segment = collector.startSegment(flow.line, this.#place(flow));
    return flow.segment;
  }

  #endLine(flow: Flow): void {
    const line = flow.line;
    if (line !== undefined) {
      if (flow.markDeleted) flow.carried = line;
      else this.options.collector.dropIfEmpty(line);
    }
    flow.line = undefined;
    flow.segment = undefined;
    flow.markDeleted = false;
  }
}
