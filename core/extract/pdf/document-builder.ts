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
import type { Chapter, Document, Mark } from "../../model/document.ts";
import type { PageUsability, PdfPage, PdfSourceMap } from "../../model/source-map.ts";
import { startOfEntry } from "./chapters.ts";
import type { PageFragments } from "./fragment.ts";
import { FurnitureFinder, LOOKAHEAD } from "./furniture.ts";
import type { OutlineEntry } from "./outline.ts";
import type { PageLayout } from "./page-layout.ts";
import { arranged, layoutOf } from "./page-layout.ts";
import { hiddenTextOf, pageTextOf } from "./page-text.ts";
import type { PageTextParts } from "./page-text.ts";
import { usabilityOf } from "./page-usability.ts";
import type { PdfViewport } from "./pdf-engine.ts";
import { RunBuilder } from "./run-builder.ts";
import { HIDING_INKS } from "./visibility.ts";

interface WaitingPage {
  /** Undefined for a page that could not be read. */
  readonly layout: PageLayout | undefined;
  readonly entries: readonly OutlineEntry[];
}

export class DocumentBuilder {
  readonly #labels: readonly string[];
  readonly #pieces: string[] = [];
  readonly #pages: PdfPage[] = [];
  readonly #runs = new RunBuilder();
  readonly #marks: Mark[] = [];
  readonly #notices: Notice[] = [];
  readonly #count: Record<PageUsability, number> = { text: 0, "no-text": 0, garbled: 0, failed: 0 };
  readonly #furniture = new FurnitureFinder();
  /** Read and not yet written. */
  readonly #waiting: WaitingPage[] = [];
  readonly #chapters: Chapter[] = [];
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
    this.#wait({ layout: undefined, entries: [] });
  }

  /** `entries`: of the file's table of contents that point to the page. */
  addPage(viewport: PdfViewport, reading: PageFragments, entries: readonly OutlineEntry[] = []): void {
    this.#files += reading.files;
    this.#wait({ layout: layoutOf(viewport, reading), entries });
  }

  /** Writes the pages that wait. To be called once, after the last page. */
  finish(): void {
    this.#furniture.complete();
    while (this.#waiting.length > 0) this.#writeFirst();
  }

  #wait(page: WaitingPage): void {
    const label = this.#labelOf(this.#pages.length + this.#waiting.length);
    this.#waiting.push(page);
    this.#furniture.add({ rows: page.layout?.rows ?? [], label });
    if (this.#waiting.length > LOOKAHEAD) this.#writeFirst();
  }

  #writeFirst(): void {
    const first = this.#waiting.shift();
    if (first?.layout === undefined) this.#writeFailedPage();
    else this.#writePage(first.layout, first.entries);
  }

  #writeFailedPage(): void {
    this.#openPage();
    this.#notices.push({ code: "notice/page-failed", page: this.#pages.length });
    this.#closePage(this.#length, { width: 0, height: 0 }, "failed");
  }

  #writePage(layout: PageLayout, entries: readonly OutlineEntry[]): void {
    const { glyphs, unmapped, lost, notes } = layout.reading;
    this.#openPage();
    const page = this.#pages.length;
    const start = this.#length;
    const kept = notes.map(keepableNote).filter((note) => note !== "");
    this.#annotations += kept.length;
    const parts = pageTextOf(arranged(layout, this.#furniture.furnitureOf(page)), kept);
    this.#append(parts.text);
    for (const { fragment, start: within } of parts.placed) this.#runs.add(page, start + within, fragment);
    // Notes say nothing of how the page's own text reads.
    const own = kept.length === 0 ? parts.text : parts.placed.map(({ fragment }) => fragment.text).join(" ");
    const usability = usabilityOf({ text: own, glyphs, unmapped });
    if (lost) this.#notices.push({ code: "notice/page-text-partial", page });
    if (usability === "no-text") this.#notices.push({ code: "notice/page-no-text", page });
    this.#addChapters(entries, start, parts, layout.viewport);
    if (usability === "garbled") this.#addGarbled(page, start, parts);
    else this.#addMarks(page, start, parts);
    this.#closePage(start, layout.viewport, usability);
  }

  /** When no page can be compared, what to say of the file instead. */
  failureWithoutText(): Failure | undefined {
    const { text, garbled, failed } = this.#count;
    if (text > 0 || this.#annotations > 0) return undefined;
    const pages = this.#pages.length;
    const found = { pages, ...(this.#files > 0 ? { files: this.#files } : {}) };
    if (garbled > 0) return failure("extract/garbled", found);
    if (failed > 0 && failed === pages) return failure("extract/corrupt", found);
    return failure("extract/no-text", found);
  }

  build(): Pick<Document, "text" | "marks" | "notices" | "chapters"> & { readonly sourceMap: PdfSourceMap } {
    return {
      ...(this.#chapters.length > 0 ? { chapters: this.#chapters } : {}),
      text: this.#pieces.join(""),
      sourceMap: { kind: "pdf", pages: this.#pages, runs: this.#runs.build() },
      marks: this.#marks,
      notices: [...this.#unreadNotices(), ...this.#notices],
    };
  }

  #unreadNotices(): Notice[] {
    if (this.#files === 0) return [];
    return [{ code: "notice/embedded-not-read", data: { count: this.#files } }];
  }

  #addChapters(
    entries: readonly OutlineEntry[],
    start: number,
    parts: PageTextParts,
    viewport: PdfViewport,
  ): void {
    const chapters = entries.map((entry) => ({
      title: entry.title,
      level: entry.level,
      start: start + startOfEntry(entry, parts, viewport),
    }));
    this.#chapters.push(...chapters.sort((a, b) => a.start - b.start));
  }

  /** Annotations are written in other encodings than the text: they are not garbled with it. */
  #addGarbled(page: number, start: number, { text, apart }: PageTextParts): void {
    this.#notices.push({ code: "notice/page-garbled", page });
    const notes = apart.filter(({ kind }) => kind === "annotation");
    this.#marks.push({ kind: "garbled", start, end: start + (notes[0]?.start ?? text.length) });
    const behind = notes.length === 0 ? [] : apart.filter((mark) => mark.start >= notes[0]!.start);
    for (const mark of behind) this.#marks.push(movedBy(start, mark));
  }

  #addMarks(page: number, start: number, parts: PageTextParts): void {
    const { marks, units, ocrLayer } = hiddenTextOf(parts, start);
    const apart = parts.apart.map((mark) => movedBy(start, mark));
    const inOrder = [...apart, ...marks].sort((a, b) => a.start - b.start);
    for (const mark of inOrder) this.#marks.push(mark);
    if (ocrLayer) this.#notices.push({ code: "notice/ocr-layer", page });
    for (const reason of HIDING_INKS) {
      const count = units.get(reason) ?? 0;
      if (count === 0 || (reason === "invisible" && ocrLayer)) continue;
      this.#notices.push({ code: "notice/hidden-text", page, data: { reason, units: count } });
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

function movedBy(offset: number, { kind, start, end }: Mark): Mark {
  return { kind, start: offset + start, end: offset + end };
}

/** Hostile text of a note as text of ours: on lines of its own, without controls and lone surrogates. */
function keepableNote(untrustedNote: string): string {
  return untrustedNote
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n]/gu, " ")
    .trim();
}
