/**
 * What we use of pdf.js, said structurally: its own types would pull the DOM into core.
 *
 * The engine is pdf.js 6.5.438 with the patches of `tools/pdfjs-patches.ts`; whoever runs the front-end (a child
 * process of the command line, a sandboxed window) loads it and hands it in. All positions here are in the page's
 * own user space, origin bottom left, before rotation; `fragment.ts` turns them into points on the page as shown.
 */

/** A stretch of glyphs in one font on one baseline, or a space pdf.js inferred (no `edges`). */
export interface PdfTextItem {
  readonly str: string;
  readonly dir: "ltr" | "rtl" | "ttb";
  /** Em square of the first glyph in user space: [a, b, c, d] maps 1 em, [e, f] is its origin on the baseline. */
  readonly transform: readonly number[];
  readonly width: number;
  /** Font size in user space for horizontal text; length for vertical text. */
  readonly height: number;
  readonly fontName: string;
  readonly hasEOL: boolean;
  /** Start and end of every UTF-16 unit of `str` along the baseline, from the origin. From the patch. */
  readonly edges?: Float32Array | null;
  /** Text rendering mode `Tr` (ISO 32000-2, 9.3.6): 3 is invisible, 7 clips only. From the patch, like the rest. */
  readonly mode?: number;
  /** Colour the glyphs are filled with, 0xRRGGBB; -1 when the file says it in a way that is not followed. */
  readonly fill?: number;
  /** Filled with opacity 0. */
  readonly transparent?: boolean;
  /** How many of the page's paints had been painted before. */
  readonly under?: number;
  /** Outside the clipping path's box. */
  readonly clipped?: boolean;
  /** Outside the page as shown. */
  readonly offPage?: boolean;
  /** In a layer (optional content) that is switched off. */
  readonly layerOff?: boolean;
  readonly glyphs?: number;
  /** Glyphs the file gives no Unicode value for. From the patch. */
  readonly unmapped?: number;
}

/** From the patch: pdf.js gave up on a font, a form object or the rest of the page. */
export interface PdfPageReading {
  readonly type: "pageReading";
  readonly lost: boolean;
}

/** From the patch: what a page carries besides its text. */
export interface PdfPageExtras {
  readonly type: "pageExtras";
  /** Texts of notes, of text set as annotation, and values of filled form fields. */
  readonly notes: readonly string[];
  readonly files: number;
}

/**
 * From the patch: what was painted on the page, in order. Six numbers each: kind (0 opaque rectangle, 1 something
 * that may cover or not, 2 opaque picture), box in user space, colour as in `fill`.
 */
export interface PdfPagePaints {
  readonly type: "pagePaints";
  readonly paints: Float32Array;
}

export interface PdfTextStyle {
  readonly ascent: number;
  readonly descent: number;
  readonly vertical: boolean;
}

type PdfContentItem =
  PdfTextItem | PdfPageReading | PdfPageExtras | PdfPagePaints | { readonly type: string };

export interface PdfTextContent {
  readonly items: readonly PdfContentItem[];
  readonly styles: Readonly<Record<string, PdfTextStyle>>;
  readonly lang: string | null;
}

/** Maps user space to points on the page as shown, origin top left, y down. */
export interface PdfViewport {
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/** Number of an object in the file. */
export interface PdfReference {
  readonly num: number;
  readonly gen: number;
}

export interface PdfEnginePage {
  /** Null for a page that is no object of its own. */
  readonly ref: PdfReference | null;
  getViewport(parameters: { readonly scale: number }): PdfViewport;
  getTextContent(parameters: { readonly disableNormalization: boolean }): Promise<PdfTextContent>;
  cleanup(): unknown;
}

export interface PdfEngineDocument {
  readonly numPages: number;
  getPage(oneBased: number): Promise<PdfEnginePage>;
  getPageLabels(): Promise<readonly string[] | null>;
  getMetadata(): Promise<{ readonly info: unknown }>;
  getAttachments(): Promise<unknown>;
  getOutline(): Promise<unknown>;
  getDestination(name: string): Promise<unknown>;
}

export interface PdfLoadingTask {
  readonly promise: Promise<PdfEngineDocument>;
  destroy(): Promise<unknown>;
}

/** Where CMaps, fonts and decoders come from; the file names asked for come from the PDF. */
export interface PdfAssets {
  readonly BinaryDataFactory: unknown;
  /** Must be set, or a scan would draw blank without an error; never fetched for text. */
  readonly wasmUrl: string;
}

export interface PdfEngine {
  readonly version: string;
  readonly assets: PdfAssets;
  getDocument(parameters: Readonly<Record<string, unknown>>): PdfLoadingTask;
}

/**
 * Options for text. Nothing of the document runs or reaches a native parser: no scripting (the option is gone from
 * pdf.js, and no sandbox is loaded), no XFA, no WebAssembly (it would also compile the document's PostScript
 * functions), no browser fonts or image decoders, and no image is decoded at all.
 */
export const PDF_TEXT_OPTIONS = {
  useWorkerFetch: false,
  useWasm: false,
  useSystemFonts: false,
  disableFontFace: true,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  enableXfa: false,
  stopAtErrors: false,
  maxImageSize: 0,
  disableAutoFetch: true,
  disableStream: true,
  disableRange: true,
  /** Warnings would print text of the document. */
  verbosity: 0,
} as const;

export function isTextItem(item: PdfContentItem): item is PdfTextItem {
  return "str" in item;
}

export function isPageReading(item: PdfContentItem): item is PdfPageReading {
  return "type" in item && item.type === "pageReading";
}

export function isPageExtras(item: PdfContentItem): item is PdfPageExtras {
  return "type" in item && item.type === "pageExtras";
}

export function isPagePaints(item: PdfContentItem): item is PdfPagePaints {
  return "type" in item && item.type === "pagePaints";
}
