/** What reading a page's tree gives. */
import type { Mark } from "../../model/document.ts";
import type { HtmlBlock } from "../../model/source-map.ts";

export interface HtmlText {
  readonly text: string;
  /** In text order, without overlap. */
  readonly blocks: readonly HtmlBlock[];
  /** `hidden` and `alternative`, in text order. */
  readonly marks: readonly Mark[];
}
