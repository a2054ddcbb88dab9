/**
 * Grows the document page by page: text with form feeds between pages, runs, marks, notices.
 *
 * A page is written when the pages behind it that tell its furniture have been read; a few pages wait, never all.
 *
 * Invariants: page ranges are ordered and disjoint, one unit (the form feed) apart; runs and marks are in text
 * order and inside their page.
 */
import type { Failure, Notice } from "../../base/failure.ts";
import { failure } from "../../base/failure.ts";
import type { Document, Mark } from "../../model/document.ts";
import type { PageUsability, PdfPage, PdfSourceMap } from "../../model/source-map.ts";
import type { PageFragments } from "./fragment.ts";
import { FurnitureFinder, LOOKAHEAD } from "./furniture.ts";
import type { PageLayout } from "./page-layout.ts";
import { arranged, layoutOf } from "./page-layout.ts";
import { hiddenTextOf, pageTextOf } from "./page-text.ts";
import type { PageTextParts } from "./page-text.ts";
import { usabilityOf } from "./page-usability.ts";
import type { PdfViewport } from "./pdf-engine.ts";
import { RunBuilder } from "./run-builder.ts";

export class DocumentBuilder {
  readonly #labels: readonly string[];
  readonly #pieces: string[] = [];
  readonly #pages: PdfPage[] = [];
  readonly #runs = new RunBuilder();
  readonly #marks: Mark[] = [];
  readonly #notices: Notice[] = [];
  readonly #count: Record<PageUsability, number> = { text: 0, "no-text": 0, garbled: 0, failed: 0 };
  readonly #furniture = new FurnitureFinder();
  /** Read and not yet written; undefined for a page that could not be read. */
  readonly #waiting: (PageLayout | undefined)[] = [];
  #length = 0;
  #annotations = 0;
  #files: number;

  /** `files`: attached to the document as a whole. */
  constructor(labels: readonly string[], files: number) {
    this.#labels = labels;
    this.#files = files;
  }

  /** UTF-16 units of text so far. */
  get length(): number {
    return this.#length;
  }

  addFailedPage(): void {
    this.#wait(undefined, []);
  }

  addPage(viewport: PdfViewport, reading: PageFragments): void {
    this.#annotations += reading.annotations;
    this.#files += reading.files;
    const layout = layoutOf(viewport, reading);
    this.#wait(layout, layout.rows);
  }

  /** Writes the pages that wait. To be called once, after the last page. */
  finish(): void {
    this.#furniture.complete();
    while (this.#waiting.length > 0) this.#writeFirst();
  }

  #wait(layout: PageLayout | undefined, rows: PageLayout["rows"]): void {
    const label = this.#labelOf(this.#pages.length + this.#waiting.length);
    this.#waiting.push(layout);
    this.#furniture.add({ rows, label });
    if (this.#waiting.length > LOOKAHEAD) this.#writeFirst();
  }

  #writeFirst(): void {
    const layout = this.#waiting.shift();
    if (layout === undefined) this.#writeFailedPage();
    else this.#writePage(layout);
  }

  #writeFailedPage(): void {
    this.#openPage();
    this.#notices.push({ code: "notice/page-failed", page: this.#pages.length });
    this.#closePage(this.#length, { width: 0, height: 0 }, "failed");
  }

  #writePage(layout: PageLayout): void {
    const { glyphs, unmapped, lost, offPage } = layout.reading;
    this.#openPage();
    const page = this.#pages.length;
    const start = this.#length;
    const parts = pageTextOf(arranged(layout, this.#furniture.furnitureOf(page)));
    this.#append(parts.text);
    for (const { fragment, start: within } of parts.placed) this.#runs.add(page, start + within, fragment);
    const usability = usabilityOf({ text: parts.text, glyphs, unmapped });
    if (lost) this.#notices.push({ code: "notice/page-text-partial", page });
    if (offPage > 0)
      this.#notices.push({ code: "notice/hidden-text", page, data: { reason: "off-page", glyphs: offPage } });
    if (usability === "no-text") {
      this.#notices.push({ code: "notice/page-no-text", page });
    } else if (usability === "garbled") {
      this.#notices.push({ code: "notice/page-garbled", page });
      this.#marks.push({ kind: "garbled", start, end: this.#length });
    } else {
      this.#addMarks(page, start, parts);
    }
    this.#closePage(start, layout.viewport, usability);
  }

  /** When no page can be compared, what to say of the file instead. */
  failureWithoutText(): Failure | undefined {
    const { text, garbled, failed } = this.#count;
    if (text > 0) return undefined;
    const pages = this.#pages.length;
    const found = { pages, ...(this.#files > 0 ? { files: this.#files } : {}) };
    if (garbled > 0) return failure("extract/garbled", found);
    if (failed > 0 && failed === pages) return failure("extract/corrupt", found);
    return failure("extract/no-text", found);
  }

  build(): Pick<Document, "text" | "marks" | "notices"> & { readonly sourceMap: PdfSourceMap } {
    return {
      text: this.#pieces.join(""),
      sourceMap: { kind: "pdf", pages: this.#pages, runs: this.#runs.build() },
      marks: this.#marks,
      notices: [...this.#unreadNotices(), ...this.#notices],
    };
  }

  #unreadNotices(): Notice[] {
    const notices: Notice[] = [];
    if (this.#files > 0) notices.push({ code: "notice/embedded-not-read", data: { count: this.#files } });
    if (this.#annotations > 0) {
      notices.push({ code: "notice/annotations-not-indexed", data: { count: this.#annotations } });
    }
    return notices;
  }

  #addMarks(page: number, start: number, parts: PageTextParts): void {
    const { marks, units, ocrLayer } = hiddenTextOf(parts, start);
    const furniture = parts.furniture.map((range): Mark => ({
      kind: "furniture",
      start: start + range.start,
      end: start + range.end,
    }));
    this.#marks.push(...[...furniture, ...marks].sort((a, b) => a.start - b.start));
    if (ocrLayer) this.#notices.push({ code: "notice/ocr-layer", page });
    for (const reason of ["invisible", "white", "tiny"] as const) {
      if (units[reason] === 0 || (reason === "invisible" && ocrLayer)) continue;
      this.#notices.push({ code: "notice/hidden-text", page, data: { reason, units: units[reason] } });
    }
  }

  #append(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  #labelOf(page: number): string {
    const label = this.#labels[page] ?? "";
    return label === "" ? String(page + 1) : label;
  }

  #openPage(): void {
    if (this.#pages.length > 0) this.#append("\f");
  }

  #closePage(
    start: number,
    size: { readonly width: number; readonly height: number },
    usability: PageUsability,
  ): void {
    this.#pages.push({
      label: this.#labelOf(this.#pages.length),
      width: size.width,
      height: size.height,
      start,
      end: this.#length,
      usability,
    });
    this.#count[usability]++;
  }
}
