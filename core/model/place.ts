/**
 * Places: what a report cites. A place names the stretch of the original that holds a range of text.
 * All numbers are zero-based here; {@link citeOf} writes them as people count.
 */

export interface PdfPlace {
  readonly kind: "pdf";
  /** First and last page touched (last inclusive). */
  readonly page: number;
  readonly lastPage: number;
  readonly label: string;
  readonly lastLabel: string;
  /** Line on the page, counted from the top of the extracted text. */
  readonly line: number;
  readonly lastLine: number;
}

export interface DocxPlace {
  readonly kind: "docx";
  readonly part: string;
  readonly story: string;
  readonly paragraph: number;
  readonly lastPart: string;
  readonly lastParagraph: number;
  readonly cell?: { readonly table: number; readonly row: number; readonly column: number };
}

export interface HtmlPlace {
  readonly kind: "html";
  readonly block: number;
  readonly lastBlock: number;
  readonly element: string;
  readonly sourceStart: number;
  readonly sourceEnd: number;
}

export interface TextPlace {
  readonly kind: "text";
  readonly line: number;
  readonly lastLine: number;
  /** Present when the text has form feeds. */
  readonly page?: number;
}

export type Place = PdfPlace | DocxPlace | HtmlPlace | TextPlace;

/** One quadrilateral per line of text, corners in points from the top left of the page as shown. */
export interface PageQuad {
  readonly page: number;
  /** x and y of the four corners: start-top, end-top, end-bottom, start-bottom. */
  readonly corners: readonly [number, number, number, number, number, number, number, number];
}
