/**
 * The state of one flow of paragraphs while a part is read: the part's own, or that of a note, a comment or a text
 * box inside it. Fields, tables and runs nest inside a flow and never reach across its border.
 */
import type { MarkKind } from "../../model/document.ts";
import type { DocxStory } from "../../model/source-map.ts";
import type { Line, Segment } from "./docx-lines.ts";

/** A complex field between its begin and end characters. */
interface OpenField {
  /** Which `begin` of the part this is, counted from 0. */
  readonly ordinal: number;
  /** Still in the field's code; its result, which readers see, comes after `separate`. */
  inCode: boolean;
}

export interface OpenTable {
  /** Number of the `w:tbl` in the part. */
  readonly table: number;
  row: number;
  column: number;
  rowDeleted: boolean;
  cellDeleted: boolean;
}

export interface OpenRun {
  /** `w:vanish` set directly on the run; it overrules the styles. */
  direct: boolean | undefined;
  styleHides: boolean;
}

export class Flow {
  readonly story: DocxStory;
  readonly kind: MarkKind | undefined;
  readonly noteId: string | undefined;
  /** The run that holds this flow (a text box) is hidden, or stands in a deleted row. */
  readonly hostHidden: boolean;
  readonly hostDeleted: boolean;

  readonly #fields: OpenField[] = [];
  /** Open fields that are still in their code: counted, because a hostile part opens a million of them. */
  #fieldsInCode = 0;
  readonly tables: OpenTable[] = [];
  readonly runs: OpenRun[] = [];
  line: Line | undefined;
  segment: Segment | undefined;
  /** Line whose paragraph mark was deleted: the next paragraph continues it. */
  carried: Line | undefined;
  markDeleted = false;
  paragraphStyleHides = false;

  constructor(story: DocxStory, kind: MarkKind | undefined, noteId?: string, host?: Flow) {
    this.story = story;
    this.kind = kind;
    this.noteId = noteId;
    this.hostHidden = host?.hidden ?? false;
    this.hostDeleted = host?.deleted ?? false;
  }

  get inFieldCode(): boolean {
    return this.#fieldsInCode > 0;
  }

  beginField(ordinal: number): void {
    this.#fields.push({ ordinal, inCode: true });
    this.#fieldsInCode++;
  }

  separateField(): void {
    const field = this.#fields.at(-1);
    if (field === undefined || !field.inCode) return;
    field.inCode = false;
    this.#fieldsInCode--;
  }

  endField(): void {
    if (this.#fields.pop()?.inCode === true) this.#fieldsInCode--;
  }

  /** Ordinals of the fields whose code was never left. */
  unclosedFields(): number[] {
    return this.#fields.filter((field) => field.inCode).map((field) => field.ordinal);
  }

  get deleted(): boolean {
    return this.hostDeleted || this.tables.some((table) => table.rowDeleted || table.cellDeleted);
  }

  get hidden(): boolean {
    const run = this.runs.at(-1);
    // Toggle property: two styles that both hide cancel out (ECMA-376 part 1, 17.7.3).
    return this.hostHidden || (run?.direct ?? this.paragraphStyleHides !== (run?.styleHides ?? false));
  }
}
