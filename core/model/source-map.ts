/**
 * Source maps: from a range of `document.text` to the place in the original it came from.
 *
 * One shape per format. Offsets are UTF-16 units of `document.text`, half-open; entries are in text order and do
 * not overlap. Text between entries (line feeds the front-end put in) belongs to no place.
 */

/** How far a PDF page could be read. */
export type PageUsability = "text" | "no-text" | "garbled" | "failed";

export interface PdfPage {
  /** The page label printed by the file ("iv", "A-3"), or the one-based number when there is none. */
  readonly label: string;
  /** Size of the page as shown (after its rotation), in points. */
  readonly width: number;
  readonly height: number;
  readonly start: number;
  readonly end: number;
  readonly usability: PageUsability;
}

/**
 * Runs of glyphs on one baseline, as parallel arrays (a book has tens of thousands of runs).
 * Run i covers text [start[i], end[i]) on page[i]. Its origin (x, y) is on the baseline, in points from the top left
 * of the page as shown; (dx, dy) is the unit vector along the baseline; ascent and descent are distances from the
 * baseline, both >= 0. Unit u of the run (u from 0) spans edges[edgeStart[i] + 2u] to edges[edgeStart[i] + 2u + 1]
 * along the baseline, in points from the origin; right-to-left text has edges that fall.
 */
export interface PdfRuns {
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  readonly page: Uint32Array;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly dx: Float32Array;
  readonly dy: Float32Array;
  readonly ascent: Float32Array;
  readonly descent: Float32Array;
  readonly edgeStart: Uint32Array;
  readonly edges: Float32Array;
}

export interface PdfSourceMap {
  readonly kind: "pdf";
  readonly pages: readonly PdfPage[];
  readonly runs: PdfRuns;
}

export type DocxStory =
  | "body"
  | "footnote"
  | "endnote"
  | "comment"
  | "header"
  | "footer"
  | "textbox"
  | "altChunk"
  | "chart"
  | "diagram";

export interface DocxParagraph {
  readonly start: number;
  readonly end: number;
  /** Index into `parts`. */
  readonly part: number;
  /** Zero-based number of the `w:p` element in its part, counting every one. */
  readonly paragraph: number;
  readonly story: DocxStory;
  /** Zero-based table, row and cell (counted in the part) when the paragraph stands in a table. */
  readonly cell?: { readonly table: number; readonly row: number; readonly column: number };
  /** `w:id` of the note or comment. */
  readonly noteId?: string;
}

export interface DocxSourceMap {
  readonly kind: "docx";
  /** Part names such as `word/document.xml`. */
  readonly parts: readonly string[];
  readonly paragraphs: readonly DocxParagraph[];
}

export interface HtmlBlock {
  readonly start: number;
  readonly end: number;
  /** Name of the nearest block element, for example `p`. */
  readonly element: string;
  /** Zero-based number of the block in the page. */
  readonly block: number;
  /** Span in the decoded source (UTF-16 units), from the first to the last character that gave text. */
  readonly sourceStart: number;
  readonly sourceEnd: number;
  /** Part of the main content (as against navigation, teasers, legal lines). */
  readonly main: boolean;
}

export interface HtmlSourceMap {
  readonly kind: "html";
  readonly blocks: readonly HtmlBlock[];
}

/** Plain text is its own map: lines are counted from its line ends, pages from its form feeds. */
export interface TextSourceMap {
  readonly kind: "text";
}

export type SourceMap = PdfSourceMap | DocxSourceMap | HtmlSourceMap | TextSourceMap;
