/**
 * HTML and XHTML: all text of the page with the source span of every block; main content and the rest told apart.
 */
import { failure, FailureError, type Notice } from "../../base/failure.ts";
import { failed, ok, type Result } from "../../base/result.ts";
import type { Document, DocumentMetadata, Mark } from "../../model/document.ts";
import type { HtmlBlock } from "../../model/source-map.ts";
import { decodeText, encodingNotices, type DecodedText } from "../charset/decode.ts";
import type { FrontEnd, FrontEndContext } from "../port.ts";
import { htmlText } from "./html-text.ts";
import type { HtmlText } from "./html-text-types.ts";
import { parseHtml, type HtmlTree } from "./html-tree.ts";
import { findMainContent, type MainContent } from "./main-content.ts";
import { pageMetadata } from "./page-metadata.ts";

export const HTML_EXTRACTOR = { name: "html", version: "1" } as const;

/** Steps told to the watcher: decoded, parsed, main content found, written. */
const STEPS = 4;

export const htmlFrontEnd: FrontEnd = async (bytes, _name, context) => {
  const decoding = await decodeText(bytes, { trustDeclaration: true });
  if (!decoding.ok) return decoding;
  context.progress(1, STEPS);
  try {
    return readPage(decoding.value, context);
  } catch (error) {
    if (error instanceof FailureError) return failed(error.failure);
    throw error;
  }
};

function readPage(decoded: DecodedText, context: FrontEndContext): Result<Document> {
  const source = decoded.text;
  const tree = parseHtml(source, context.limits);
  context.progress(2, STEPS);
  const main = findMainContent(tree);
  context.progress(3, STEPS);
  const metadata = pageMetadata(tree.root);
  const written = writePage(tree, source, main, metadata);
  if (written.text === "") {
    const { embedded } = written;
    return failed(failure("extract/no-text", embedded === 0 ? undefined : { pagesInside: embedded }));
  }
  if (written.text.length > context.limits.textUnits) {
    const data = { limit: context.limits.textUnits, got: written.text.length, unit: "characters" };
    return failed(failure("extract/limit-exceeded", data));
  }
  const boilerplate = main.kind === "known" ? boilerplateMarks(written.blocks) : [];
  return ok({
    format: "html",
    text: written.text,
    sourceMap: { kind: "html", blocks: written.blocks },
    marks: [...written.marks, ...boilerplate].sort((a, b) => a.start - b.start),
    metadata,
    notices: [...encodingNotices(decoded), ...contentNotices(written, main)],
    extractor: HTML_EXTRACTOR,
    encoding: decoded.encoding,
  });
}

function writePage(tree: HtmlTree, source: string, main: MainContent, metadata: DocumentMetadata): HtmlText {
  const written = htmlText(tree, source, (node) => main.kind === "unknown" || main.nodes.has(node));
  const title = metadata.title;
  if (main.kind === "unknown" || title === undefined) return written;
  const blocks = written.blocks.map((block) =>
    isTitle(block, written.text, title) ? { ...block, main: true } : block,
  );
  return { ...written, blocks };
}

/** Readability takes the headline away because it repeats the page's title; it is main content all the same. */
function isTitle({ element, start, end }: HtmlBlock, text: string, title: string): boolean {
  if (element !== "h1" && element !== "h2") return false;
  const heading = text.slice(start, end).replace(/\s+/g, " ");
  return heading.length > 2 && title.includes(heading);
}

/** Neighbouring blocks outside the main content are one stretch. */
function boilerplateMarks(blocks: readonly HtmlBlock[]): Mark[] {
  const marks: Mark[] = [];
  let previousMain = true;
  for (const { start, end, main } of blocks) {
    const last = marks.at(-1);
    if (!main && !previousMain && last !== undefined) marks[marks.length - 1] = { ...last, end };
    else if (!main) marks.push({ kind: "boilerplate", start, end });
    previousMain = main;
  }
  return marks;
}

function contentNotices({ marks, embedded }: HtmlText, main: MainContent): Notice[] {
  const notices: Notice[] = [];
  const hidden = marks
    .filter((mark) => mark.kind === "hidden")
    .reduce((sum, mark) => sum + mark.end - mark.start, 0);
  if (hidden > 0) notices.push({ code: "notice/hidden-text", data: { characters: hidden } });
  if (embedded > 0) notices.push({ code: "notice/embedded-not-read", data: { count: embedded } });
  if (main.kind === "unknown") notices.push({ code: "notice/main-content-unknown", data: { why: main.why } });
  return notices;
}
