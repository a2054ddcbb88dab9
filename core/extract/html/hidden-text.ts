/** Hidden text that waits for the end of the visible block it stands in. */
import type { SourcePlace } from "./html-text-types.ts";

/** How a piece follows the one before it. */
export type HiddenJoin = "directly" | "after space" | "as a new block";

export interface HiddenPiece {
  readonly text: string;
  readonly place: SourcePlace;
  readonly join: HiddenJoin;
}

export class HiddenText {
  private pieces: HiddenPiece[] = [];
  private join: HiddenJoin = "as a new block";

  /** White space collapses as in running text, unless it is preformatted. */
  add(value: string, place: SourcePlace, preformatted: boolean): void {
    const text = preformatted ? value : value.replace(/[ \t\n\f\r]+/g, " ");
    if (text.startsWith(" ") && !preformatted) this.space();
    const inner = preformatted ? text : text.replace(/^ | $/g, "");
    if (inner !== "") {
      this.pieces.push({ text: inner, place, join: this.join });
      this.join = "directly";
    }
    if (text.endsWith(" ") && !preformatted) this.space();
  }

  space(): void {
    if (this.join === "directly") this.join = "after space";
  }

  endBlock(): void {
    this.join = "as a new block";
  }

  /** Two pieces with visible words between them do not make one word. */
  passVisible(): void {
    this.space();
  }

  /** The pieces so far; the next begins a new block. */
  take(): readonly HiddenPiece[] {
    const taken = this.pieces;
    this.pieces = [];
    this.join = "as a new block";
    return taken;
  }
}
