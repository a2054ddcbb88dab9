/**
 * One DOCX package being read: which parts there are, in which order their text comes, and what becomes of a part
 * that cannot be read.
 *
 * Order: body (with text boxes, alternative texts and imported content where they stand), footnotes, endnotes,
 * comments, headers, footers, charts, diagrams. A failure in the main part is the document's failure; in any other
 * part it is a notice, and the rest is read.
 */
import { FailureError, type Notice } from "../../base/failure.ts";
import type { DocumentMetadata } from "../../model/document.ts";
import type { DocxStory } from "../../model/source-map.ts";
import type { FrontEndContext } from "../port.ts";
import { readXml } from "../xml/xml-reader.ts";
import { startsLikeZip } from "../zip/zip-directory.ts";
import { shortName, ZipPackage, type ZipBudget } from "../zip/zip-package.ts";
import { altChunkBlocks } from "./alt-chunk.ts";
import { CoreProperties } from "./core-properties.ts";
import type { LineCollector } from "./docx-lines.ts";
import { DrawingTextWalker } from "./drawing-text.ts";
import { HiddenStyles } from "./hidden-styles.ts";
import type { PartSource } from "./part-source.ts";
import { readRelationships, type Relationship, type Relationships } from "./relationships.ts";
import { DOCUMENT_ROOT, KIND_OF_STORY, readStory, reportOutcome } from "./story-reading.ts";

/** Relationship types whose parts hold text, in the order of reading. */
const STORIES: readonly (readonly [type: string, story: DocxStory])[] = [
  ["footnotes", "footnote"],
  ["endnotes", "endnote"],
  ["comments", "comment"],
  ["header", "header"],
  ["footer", "footer"],
  ["chart", "chart"],
  ["diagramData", "diagram"],
];
const EMBEDDED = new Set(["oleObject", "package"]);
/** Parts with words in them that we do not read: building blocks, and charts of the 2016 kind. */
const UNREAD = new Set(["glossaryDocument", "chartEx"]);

/** What a document and the documents imported into it share. */
export interface ReadingContext {
  readonly context: FrontEndContext;
  readonly collector: LineCollector;
  readonly notices: Notice[];
  readonly budget: ZipBudget;
  /** Pictures met: a document without text but with pictures is probably a scan. */
  pictures: number;
  partsDone: number;
  partsFound: number;
}

export class DocxReading {
  readonly #source: PartSource;
  readonly #shared: ReadingContext;
  /** Put before part names of an imported document: `word/chunk.docx!`. */
  readonly #prefix: string;
  readonly #depth: number;
  readonly #styles = new HiddenStyles();
  readonly #seen = new Set<string>();
  readonly #pending = new Map<DocxStory, string[]>();

  constructor(source: PartSource, shared: ReadingContext, prefix = "", depth = 0) {
    this.#source = source;
    this.#shared = shared;
    this.#prefix = prefix;
    this.#depth = depth;
  }

  /** Throws {@link FailureError} when the main part cannot be read. */
  read(): DocumentMetadata {
    const root = this.#relationships("");
    const named = [...root.values()].find((relationship) => relationship.type === "officeDocument");
    const main = named !== undefined && !named.external ? named.target : "word/document.xml";
    const bytes = this.#source.read(main);
    if (bytes === undefined) throw this.#withoutMainPart(main);
    this.#seen.add(main.toLowerCase());
    const relationships = this.#relationships(main);
    this.#readStyles(relationships);
    this.#note(relationships);
    this.#readStoryPart(main, bytes, this.#depth === 0 ? "body" : "altChunk", relationships, DOCUMENT_ROOT);
    for (const [, story] of STORIES) {
      const parts = this.#pending.get(story) ?? [];
      // A part may add to the list while it is read.
      for (let i = 0; i < parts.length; i++) this.#readSecondary(parts[i]!, story);
    }
    return this.#readProperties(root);
  }

  #withoutMainPart(main: string): FailureError {
    return this.#source.recovered
      ? new FailureError("extract/truncated", { part: shortName(main) })
      : new FailureError("extract/not-a-word-document", { part: shortName(main) });
  }

  #readSecondary(part: string, story: DocxStory): void {
    this.#attempt(part, () => {
      const bytes = this.#source.read(part);
      if (bytes === undefined) throw new FailureError("extract/corrupt", { what: "missing part" });
      const relationships = this.#relationships(part);
      this.#note(relationships);
      if (story === "chart" || story === "diagram") this.#readDrawing(part, bytes, story);
      else this.#readStoryPart(part, bytes, story, relationships);
    });
  }

  #readStoryPart(
    part: string,
    bytes: Uint8Array,
    story: DocxStory,
    relationships: Relationships,
    expectedRoot?: string,
  ): void {
    const { collector, context, notices } = this.#shared;
    const target = (id: string | undefined): Relationship | undefined => relationships.get(id ?? "");
    const options = {
      collector,
      part: this.#prefix + part,
      story,
      kind: KIND_OF_STORY[story],
      styles: this.#styles,
      altChunk: (id: string | undefined) => this.#import(target(id)),
      subDocument: (id: string | undefined) => this.#notRead(target(id)?.target ?? "", "sub-document"),
    };
    readStory(bytes, options, context.limits, notices, expectedRoot);
    this.#progress();
  }

  #readDrawing(part: string, bytes: Uint8Array, story: DocxStory): void {
    const { collector, context, notices } = this.#shared;
    const walker = new DrawingTextWalker(collector, this.#prefix + part, story);
    const outcome = readXml(bytes, part, context.limits, walker);
    walker.finish();
    reportOutcome(this.#prefix + part, outcome, notices);
    this.#progress();
  }

  /** Imported content, read where it stands. */
  #import(relationship: Relationship | undefined): void {
    if (relationship === undefined || relationship.external) {
      this.#notRead(relationship?.target ?? "", "imported content is not in the file");
      return;
    }
    const part = relationship.target;
    this.#attempt(part, () => {
      const bytes = this.#source.read(part);
      if (bytes === undefined) throw new FailureError("extract/corrupt", { what: "missing part" });
      if (startsLikeZip(bytes)) this.#importPackage(part, bytes);
      else this.#importBlocks(part, altChunkBlocks(bytes, part));
    });
  }

  #importPackage(part: string, bytes: Uint8Array): void {
    const { context, budget, notices } = this.#shared;
    if (this.#depth >= context.limits.zipDepth) return this.#notRead(part, "nested too deeply");
    const zip = ZipPackage.open(bytes, context.limits, budget, notices);
    if (zip === undefined) throw new FailureError("extract/corrupt", { what: "zip directory" });
    new DocxReading(zip, this.#shared, `${this.#prefix}${part}!`, this.#depth + 1).read();
  }

  #importBlocks(part: string, blocks: readonly string[] | undefined): void {
    if (blocks === undefined) return this.#notRead(part, "format of imported content");
    const { collector } = this.#shared;
    const number = collector.partNumber(this.#prefix + part);
    for (const [paragraph, text] of blocks.entries()) {
      if (text.trim() !== "")
        collector.addLine(undefined, { part: number, paragraph, story: "altChunk" }, text);
    }
  }

  /** Puts the parts that a part uses on the list, or says that they are not read. */
  #note(relationships: Relationships): void {
    for (const { type, target, external } of relationships.values()) {
      if (type === "image") this.#shared.pictures++;
      if (external || this.#seen.has(target.toLowerCase())) continue;
      const story = STORIES.find(([name]) => name === type)?.[1];
      if (story === undefined && !EMBEDDED.has(type) && !UNREAD.has(type)) continue;
      this.#seen.add(target.toLowerCase());
      if (story !== undefined) {
        const parts = this.#pending.get(story) ?? [];
        parts.push(target);
        this.#pending.set(story, parts);
        this.#shared.partsFound++;
      } else if (UNREAD.has(type)) this.#notRead(target, type);
      else {
        const data = { part: shortName(this.#prefix + target) };
        this.#shared.notices.push({ code: "notice/embedded-not-read", data });
      }
    }
  }

  #readStyles(relationships: Relationships): void {
    for (const { type, target, external } of relationships.values()) {
      if (type !== "styles" || external) continue;
      this.#attempt(target, () => {
        const bytes = this.#source.read(target);
        if (bytes !== undefined) readXml(bytes, target, this.#shared.context.limits, this.#styles.handler());
      });
    }
  }

  #readProperties(root: Relationships): DocumentMetadata {
    const properties = new CoreProperties();
    const part = [...root.values()].find(
      ({ type, external }) => type === "core-properties" && !external,
    )?.target;
    if (part !== undefined && this.#depth === 0) {
      this.#attempt(part, () => {
        const bytes = this.#source.read(part);
        if (bytes !== undefined) readXml(bytes, part, this.#shared.context.limits, properties);
      });
    }
    return properties.metadata();
  }

  #relationships(part: string): Relationships {
    let relationships: Relationships = new Map();
    this.#attempt(`relationships of ${part === "" ? "the package" : part}`, () => {
      relationships = readRelationships(this.#source, part, this.#shared.context.limits);
    });
    return relationships;
  }

  /** A part that cannot be read is named, and the rest is read. What is not the file's doing goes on up. */
  #attempt(part: string, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof FailureError) || !error.failure.code.startsWith("extract/")) throw error;
      this.#notRead(part, error.failure.code);
    }
  }

  #notRead(part: string, reason: string): void {
    const data = { part: shortName(this.#prefix + part), reason };
    this.#shared.notices.push({ code: "notice/part-not-read", data });
  }

  #progress(): void {
    const shared = this.#shared;
    shared.context.progress(++shared.partsDone, shared.partsFound);
  }
}
