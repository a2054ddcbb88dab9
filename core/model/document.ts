/**
 * One file as text: what people read and quote, and where each stretch of it sits in the original.
 *
 * Laws (tested for every front-end): marks and blocks lie inside `text`, in order; the text under a place reads
 * as the slice it claims; front-ends join blocks with line feeds and pages with form feeds, so that words of two
 * blocks never run together.
 */
import type { Notice } from "../base/failure.ts";
import type { SourceMap } from "./source-map.ts";

export type DocumentFormat = "pdf" | "docx" | "html" | "text" | "markdown";

/**
 * Stretches of text a reader would tell apart from the running text. Kept and indexed, never thrown away.
 * - `boilerplate`: navigation, teasers, legal lines around an HTML page's main content
 * - `furniture`: headers, footers, page numbers
 * - `note`: foot- or endnote; `comment`: a reviewer's comment; `alternative`: alt text; `annotation`: on a PDF page
 * - `hidden`: in the file, but not visible to a reader; `ocr`: an invisible text layer over a picture
 * - `garbled`: the page's text is noise (it is kept out of the fingerprints)
 * - `deleted`: text struck out by tracked changes
 */
export type MarkKind =
  | "boilerplate"
  | "furniture"
  | "note"
  | "comment"
  | "alternative"
  | "annotation"
  | "hidden"
  | "ocr"
  | "garbled"
  | "deleted";

export interface Mark {
  readonly kind: MarkKind;
  readonly start: number;
  readonly end: number;
}

export interface TextEncodingChoice {
  /** WHATWG label, for example `koi8-r`. */
  readonly label: string;
  /** 0 to 1; 1 for a byte-order mark or pure ASCII. */
  readonly confidence: number;
  /** What decided: `bom`, `ascii`, `valid utf-8`, `declared`, `guess` ... */
  readonly reason: string;
}

export interface DocumentMetadata {
  readonly title?: string;
  readonly author?: string;
  readonly language?: string;
}

/** A heading of the file's own table of contents. */
export interface Chapter {
  readonly title: string;
  /** 0 for chapters, 1 for their sections, and so on. */
  readonly level: number;
  /** Where it begins in `text`. */
  readonly start: number;
}

export interface Document {
  readonly format: DocumentFormat;
  /** Display text in reading order, never normalised. Offsets everywhere are UTF-16 units of this string. */
  readonly text: string;
  readonly sourceMap: SourceMap;
  readonly marks: readonly Mark[];
  readonly metadata: DocumentMetadata;
  readonly notices: readonly Notice[];
  /** Name and version of the front-end, for the evidence: other versions may read other text. */
  readonly extractor: { readonly name: string; readonly version: string };
  readonly encoding?: TextEncodingChoice;
  /** In text order; absent where the file has no table of contents of its own. */
  readonly chapters?: readonly Chapter[];
}
