/**
 * Streaming, strict XML for hostile input: no DOCTYPE, so no entities to expand; bounded depth and attributes.
 *
 * Small damage (a control character, an undefined entity, a missing end tag) is counted and reading goes on, because
 * a lost document is worse evidence than a flawed one; past {@link MOST_ERRORS} it is called corrupt. Throws
 * {@link FailureError}; the front-end is the border that turns it into a value.
 */
import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from "saxes";
import { FailureError } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";
import { decodeXml } from "./decode-xml.ts";
import { shortNamespace } from "./namespaces.ts";

/** More errors than this and the text is guesswork (fuzzed files have hundreds, damaged ones a handful). */
export const MOST_ERRORS = 50;
/** Pieces handed to the parser at once; it copies what it has not finished. */
const PIECE_UNITS = 65_536;

/** One start tag. Names are short names: `w:p`, `r:id`; an attribute without a prefix is just its name. */
export class XmlTag {
  readonly name: string;
  readonly #tag: SaxesTagNS;

  constructor(tag: SaxesTagNS) {
    this.name = `${shortNamespace(tag.uri)}:${tag.local}`;
    this.#tag = tag;
  }

  attribute(name: string): string | undefined {
    for (const attribute of Object.values<SaxesAttributeNS>(this.#tag.attributes)) {
      const short =
        attribute.uri === "" ? attribute.local : `${shortNamespace(attribute.uri)}:${attribute.local}`;
      if (short === name) return attribute.value;
    }
    return undefined;
  }
}

export interface XmlHandler {
  /** `resolve` gives the namespace address behind a prefix at this place. */
  open(tag: XmlTag, resolve: (prefix: string) => string | undefined): void;
  close(): void;
  text(text: string): void;
}

export interface XmlOutcome {
  readonly errors: number;
  readonly firstError?: string;
  /** Bytes that were not valid in the part's encoding. */
  readonly damagedEncoding: boolean;
  /** The part ended before its last element did. */
  readonly cut: boolean;
  readonly sawRoot: boolean;
}

/** `part` names the document in failures. */
export function readXml(bytes: Uint8Array, part: string, limits: Limits, handler: XmlHandler): XmlOutcome {
  const { text, damaged } = decodeXml(bytes);
  if (declaresDoctype(text)) throw new FailureError("extract/doctype-forbidden", { part });
  const parser = new SaxesParser({ xmlns: true });
  let errors = 0;
  let firstError: string | undefined;
  let depth = 0;
  let attributes = 0;
  let ending = false;
  let sawRoot = false;
  parser.on("error", (error) => {
    errors++;
    firstError ??= error.message.slice(0, 120);
    // Elements left open at the end are one error in kind, however many they are.
    if (errors > MOST_ERRORS && !ending)
      throw new FailureError("extract/corrupt", { part, what: "markup", errors });
  });
  parser.on("doctype", () => {
    throw new FailureError("extract/doctype-forbidden", { part });
  });
  parser.on("opentagstart", () => {
    attributes = 0;
    if (++depth > limits.xmlDepth) throw exceeded("xml depth", limits.xmlDepth, depth, "elements", part);
  });
  parser.on("attribute", () => {
    if (++attributes > limits.xmlAttributes) {
      throw exceeded("xml attributes", limits.xmlAttributes, attributes, "attributes of one element", part);
    }
  });
  const resolve = (prefix: string): string | undefined => parser.resolve(prefix);
  parser.on("opentag", (tag) => {
    sawRoot = true;
    handler.open(new XmlTag(tag), resolve);
  });
  parser.on("closetag", () => {
    depth--;
    handler.close();
  });
  parser.on("text", (piece) => handler.text(piece));
  parser.on("cdata", (piece) => handler.text(piece));
  for (let at = 0; at < text.length; at += PIECE_UNITS) parser.write(text.slice(at, at + PIECE_UNITS));
  ending = true;
  parser.close();
  const cut = depth > 0;
  return {
    errors,
    damagedEncoding: damaged,
    cut,
    sawRoot,
    ...(firstError === undefined ? {} : { firstError }),
  };
}

/** Looks only at what may stand before the root element, so that a document *about* DOCTYPEs is still read. */
function declaresDoctype(text: string): boolean {
  let at = 0;
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
    const closing = text.startsWith("<?", at) ? "?>" : text.startsWith("<!--", at) ? "-->" : undefined;
    if (closing === undefined) return text.slice(at, at + 9).toUpperCase() === "<!DOCTYPE";
    const end = text.indexOf(closing, at + 2);
    if (end < 0) return false;
    at = end + closing.length;
  }
}

function exceeded(what: string, limit: number, got: number, unit: string, part: string): FailureError {
  return new FailureError("extract/limit-exceeded", { what, limit, got, unit, part });
}
