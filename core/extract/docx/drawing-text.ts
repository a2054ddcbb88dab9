/**
 * The words of a chart or a diagram (SmartArt) part: titles, labels, categories and values, one line each.
 * Such parts have no `w:p`; blocks are numbered in order instead, so that a place can still be found again.
 */
import type { DocxStory } from "../../model/source-map.ts";
import type { XmlHandler, XmlTag } from "../xml/xml-reader.ts";
import type { LineCollector } from "./docx-lines.ts";

/** Text paragraphs of DrawingML and the cached values a chart shows. */
const BLOCKS = new Set(["a:p", "c:v"]);

export class DrawingTextWalker implements XmlHandler {
  readonly #collector: LineCollector;
  readonly #part: number;
  readonly #story: DocxStory;
  readonly #path: string[] = [];
  #block = -1;
  #text = "";

  constructor(collector: LineCollector, part: string, story: DocxStory) {
    this.#collector = collector;
    this.#part = collector.partNumber(part);
    this.#story = story;
  }

  open(tag: XmlTag): void {
    this.#path.push(tag.name);
    if (BLOCKS.has(tag.name)) {
      this.#flush();
      this.#block++;
    } else if (tag.name === "a:br") this.#text += "\n";
  }

  close(): void {
    const name = this.#path.pop();
    if (name !== undefined && BLOCKS.has(name)) this.#flush();
  }

  text(text: string): void {
    const name = this.#path.at(-1);
    if (name === "a:t" || name === "c:v") this.#text += text;
  }

  finish(): void {
    this.#flush();
  }

  #flush(): void {
    const text = this.#text;
    this.#text = "";
    if (text.trim() === "") return;
    const place = { part: this.#part, paragraph: Math.max(0, this.#block), story: this.#story };
    this.#collector.addLine(undefined, place, text);
  }
}
