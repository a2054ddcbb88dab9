/**
 * Reads one WordprocessingML part into the collector, and says what a reader must know about how that went.
 */
import { FailureError, type Notice } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";
import type { MarkKind } from "../../model/document.ts";
import type { DocxStory } from "../../model/source-map.ts";
import { readXml, type XmlHandler, type XmlOutcome } from "../xml/xml-reader.ts";
import { shortName } from "../zip/zip-package.ts";
import type { StoryOptions } from "./story-state.ts";
import { StoryWalker } from "./story-walker.ts";

export const KIND_OF_STORY: Readonly<Record<DocxStory, MarkKind | undefined>> = {
  body: undefined,
  footnote: "note",
  endnote: "note",
  comment: "comment",
  header: "furniture",
  footer: "furniture",
  textbox: undefined,
  altChunk: undefined,
  chart: undefined,
  diagram: undefined,
};

/** The main part's root element says whether this is a Word document at all (an XLSX is a ZIP of XML as well). */
export const DOCUMENT_ROOT = "w:document";

/**
 * A field whose end is missing would hide everything after its beginning. Such a part is read a second time with
 * the beginnings that have no end taken as absent.
 */
export function readStory(
  bytes: Uint8Array,
  options: Omit<StoryOptions, "ignoredFields">,
  limits: Limits,
  notices: Notice[],
  expectedRoot?: string,
): void {
  const undo = options.collector.checkpoint();
  const noticesBefore = notices.length;
  const unclosed = walk(bytes, { ...options, ignoredFields: new Set() }, limits, notices, expectedRoot);
  if (unclosed.length === 0) return;
  undo();
  notices.length = noticesBefore;
  walk(bytes, { ...options, ignoredFields: new Set(unclosed) }, limits, notices, expectedRoot);
  notices.push({
    code: "notice/markup-errors",
    data: { part: shortName(options.part), errors: unclosed.length, first: "field without end" },
  });
}

function walk(
  bytes: Uint8Array,
  options: StoryOptions,
  limits: Limits,
  notices: Notice[],
  expectedRoot: string | undefined,
): readonly number[] {
  const walker = new StoryWalker(options);
  const outcome = readXml(bytes, options.part, limits, withRoot(walker, expectedRoot));
  walker.finish();
  if (expectedRoot !== undefined && !outcome.sawRoot) {
    throw new FailureError("extract/corrupt", { part: shortName(options.part), what: "markup" });
  }
  reportOutcome(options.part, outcome, notices);
  return walker.state.unclosedFields;
}

function withRoot(handler: XmlHandler, expectedRoot: string | undefined): XmlHandler {
  if (expectedRoot === undefined) return handler;
  let seen = false;
  return {
    open: (tag, resolve) => {
      if (!seen && tag.name !== expectedRoot) {
        throw new FailureError("extract/not-a-word-document", {
          root: shortName(tag.name.slice(tag.name.indexOf(":") + 1)),
        });
      }
      seen = true;
      handler.open(tag, resolve);
    },
    close: () => handler.close(),
    text: (text) => handler.text(text),
  };
}

export function reportOutcome(part: string, outcome: XmlOutcome, notices: Notice[]): void {
  const name = shortName(part);
  if (outcome.errors > 0) {
    notices.push({
      code: "notice/markup-errors",
      data: { part: name, errors: outcome.errors, first: outcome.firstError ?? "" },
    });
  }
  if (outcome.cut) notices.push({ code: "notice/recovered-truncated", data: { part: name, what: "markup" } });
  if (outcome.damagedEncoding) notices.push({ code: "notice/encoding-errors", data: { part: name } });
}
