/** What reading a page's tree gives. */
import type { Mark } from "../../model/document.ts";
import type { HtmlBlock } from "../../model/source-map.ts";

/** Where a piece of text comes from. */
export interface SourcePlace {
  readonly location: { readonly startOffset: number; readonly endOffset: number } | null | undefined;
  readonly element: string;
  readonly main: boolean;
}

export interface WrittenText {
  readonly text: string;
  /** In text order, without overlap. */
  readonly blocks: readonly HtmlBlock[];
  /** `hidden` and `alternative`, in text order. */
  readonly marks: readonly Mark[];
}

export interface HtmlText extends WrittenText {
  /** Pages inside the page that were not opened. */
  readonly embedded: number;
}
