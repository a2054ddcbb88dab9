/**
 * Word documents that are one XML file: Word 2003 XML (`w:wordDocument`), which is read as a single part, and flat
 * OPC (`pkg:package`), which holds the parts of a DOCX one after the other and is read like one.
 */
import { utf8fromStringLoose } from "@exodus/bytes/utf8.js";
import { FailureError, type Notice } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";
import { decodeXml } from "../xml/decode-xml.ts";
import { readXml } from "../xml/xml-reader.ts";
import { base64 } from "./mime-html.ts";
import type { LineCollector } from "./docx-lines.ts";
import { HiddenStyles } from "./hidden-styles.ts";
import type { PartSource } from "./part-source.ts";
import { readStory } from "./story-reading.ts";

const WORD_2003_ROOT = "w:wordDocument";
const FLAT_OPC_ROOT = "pkg:package";
/** The name that stands for the file itself in failures and places. */
const WHOLE_FILE = "document.xml";

export type FlatKind = "word-2003" | "flat-opc";

/** What the file is by its root element; undefined when it is no XML of ours. Throws on forbidden XML. */
export function flatKind(bytes: Uint8Array, limits: Limits): FlatKind | undefined {
  let root: string | undefined;
  readUntil(() => {
    readXml(bytes, WHOLE_FILE, limits, {
      open: (tag) => {
        root = tag.name;
        throw new RootSeen();
      },
      close: () => undefined,
      text: () => undefined,
    });
  });
  return root === WORD_2003_ROOT ? "word-2003" : root === FLAT_OPC_ROOT ? "flat-opc" : undefined;
}

class RootSeen extends Error {}

function readUntil(read: () => void): void {
  try {
    read();
  } catch (error) {
    // Fifty errors before any element: no XML at all, which is for the caller to say.
    const noXml = error instanceof FailureError && error.failure.code === "extract/corrupt";
    if (!(error instanceof RootSeen) && !noXml) throw error;
  }
}

/** Reads a Word 2003 document: notes, headers and comments stand inside the one part. */
export function readWord2003(
  bytes: Uint8Array,
  collector: LineCollector,
  limits: Limits,
  notices: Notice[],
): void {
  const styles = new HiddenStyles();
  readXml(bytes, WHOLE_FILE, limits, styles.handler());
  const notRead = (): void => {
    notices.push({
      code: "notice/part-not-read",
      data: { part: "imported content", reason: "flat document" },
    });
  };
  const options = {
    collector,
    part: WHOLE_FILE,
    story: "body" as const,
    kind: undefined,
    styles,
    altChunk: notRead,
    subDocument: notRead,
  };
  readStory(bytes, options, limits, notices, WORD_2003_ROOT);
}

/** The parts of a flat OPC file, cut out of its text. Word always writes the prefix `pkg`. */
export class FlatPackage implements PartSource {
  readonly recovered: boolean;
  readonly #text: string;
  /** Content of each part as [start, end) in the text, and whether it is base64. */
  readonly #parts = new Map<string, { start: number; end: number; binary: boolean }>();

  constructor(bytes: Uint8Array, limits: Limits, notices: Notice[]) {
    // Read once as a whole, so that nothing is cut out of a file that breaks the rules.
    const outcome = readXml(bytes, WHOLE_FILE, limits, { open: ignore, close: ignore, text: ignore });
    this.recovered = outcome.cut;
    if (outcome.cut)
      notices.push({ code: "notice/recovered-truncated", data: { part: WHOLE_FILE, what: "markup" } });
    this.#text = decodeXml(bytes).text;
    this.#findParts(limits);
  }

  read(name: string): Uint8Array | undefined {
    const part = this.#parts.get(name.replace(/^\/+/, "").toLowerCase());
    if (part === undefined) return undefined;
    const content = this.#text.slice(part.start, part.end);
    return part.binary ? base64(content) : utf8fromStringLoose(content);
  }

  #findParts(limits: Limits): void {
    const text = this.#text;
    for (let at = text.indexOf("<pkg:part "); at >= 0;) {
      const next = text.indexOf("<pkg:part ", at + 1);
      const partEnd = next < 0 ? text.length : next;
      const head = text.slice(at, Math.min(partEnd, text.indexOf(">", at) + 1));
      const name = /\bpkg:name\s*=\s*["']\/?([^"']{1,1024})["']/.exec(head)?.[1]?.toLowerCase();
      const content = contentOf(text, "xmlData", at, partEnd) ?? contentOf(text, "binaryData", at, partEnd);
      if (name !== undefined && content !== undefined && !this.#parts.has(name))
        this.#parts.set(name, content);
      if (this.#parts.size > limits.zipEntries) {
        const limit = limits.zipEntries;
        throw new FailureError("extract/limit-exceeded", {
          what: "parts",
          limit,
          got: limit + 1,
          unit: "parts",
        });
      }
      at = next;
    }
  }
}

const ignore = (): void => undefined;

function contentOf(
  text: string,
  element: "xmlData" | "binaryData",
  from: number,
  to: number,
): { start: number; end: number; binary: boolean } | undefined {
  const part = text.slice(from, to);
  const tagAt = part.indexOf(`<pkg:${element}`);
  const open = tagAt < 0 ? -1 : part.indexOf(">", tagAt);
  if (open < 0) return undefined;
  const close = part.lastIndexOf(`</pkg:${element}`);
  return { start: from + open + 1, end: close < 0 ? to : from + close, binary: element === "binaryData" };
}
