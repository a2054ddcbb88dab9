/** The text of a document where a row says to look: a page, a story of a Word document, the main part of a web page. */
import type { Document, MarkKind } from "../../../core/model/document.ts";
import type { DocxStory } from "../../../core/model/source-map.ts";

export interface Part {
  readonly name: string;
  readonly text: string;
  /** Why the place asked for could not be used as asked, if so. */
  readonly remark?: string;
}

/** What a reader sees: struck-out text is in the document, but not in what it says. */
const NOT_SAID: readonly MarkKind[] = ["deleted"];

/** A slice of the text without the ranges of marks that are not part of what the document says. */
export function said(document: Document, start = 0, end = document.text.length): string {
  let text = "";
  let from = start;
  for (const mark of document.marks) {
    if (!NOT_SAID.includes(mark.kind) || mark.end <= from || mark.start >= end) continue;
    text += document.text.slice(from, Math.max(from, mark.start));
    from = Math.max(from, mark.end);
  }
  return text + document.text.slice(from, Math.max(from, end));
}

const STORIES: Readonly<Record<string, readonly DocxStory[]>> = {
  body: ["body", "textbox"],
  // Notes at the foot and at the end are one thing to a reader who asks for notes.
  footnote: ["footnote", "endnote"],
  footnotes: ["footnote", "endnote"],
  endnote: ["footnote", "endnote"],
  endnotes: ["footnote", "endnote"],
  note: ["footnote", "endnote"],
  comment: ["comment"],
  comments: ["comment"],
  header: ["header"],
  headers: ["header"],
  footer: ["footer"],
  footers: ["footer"],
  textbox: ["textbox"],
  altchunk: ["altChunk"],
  chart: ["chart"],
  diagram: ["diagram"],
};

/** Pages as a reader of the row counts them: `3`, `1-3`, `2, 5`, `p. 4`. Zero-based, or undefined when it is no page. */
export function pagesOf(where: string): number[] | undefined {
  const bare = where.replace(/^(pages?|pp?\.?)\s*/i, "").trim();
  if (!/^\d+(\s*(-|\.\.|\u2013)\s*\d+)?(\s*,\s*\d+(\s*(-|\.\.|\u2013)\s*\d+)?)*$/.test(bare))
    return undefined;
  return bare.split(",").flatMap((piece) => {
    const [first, last] = piece.split(/-|\.\.|\u2013/).map(Number);
    return Array.from({ length: (last ?? first!) - first! + 1 }, (_, index) => first! - 1 + index);
  });
}

/** The text at `where`; the whole text when `where` is empty or means nothing in this format. */
export function partAt(document: Document, where: string): Part {
  const wanted = where.trim().toLowerCase();
  const whole = { name: "document", text: said(document) };
  if (["", "all", "any", "document", "text", "*"].includes(wanted)) return whole;
  const map = document.sourceMap;
  const pages = pagesOf(wanted);
  if (map.kind === "pdf") {
    const byLabel = map.pages.flatMap((page, index) => (page.label.toLowerCase() === wanted ? [index] : []));
    const chosen = pages ?? byLabel;
    const text = chosen
      .map((page) => map.pages[page])
      .map((page) => (page === undefined ? "" : said(document, page.start, page.end)));
    const absent = chosen.filter((page) => page >= map.pages.length);
    if (chosen.length > 0) {
      const part = { name: `page ${where}`, text: text.join("\f") };
      return absent.length === 0 ? part : { ...part, remark: `the document has ${map.pages.length} pages` };
    }
  }
  if (map.kind === "text" && pages !== undefined && document.text.includes("\f")) {
    const sheets = document.text.split("\f");
    return { name: `page ${where}`, text: pages.map((page) => sheets[page] ?? "").join("\f") };
  }
  const stories = STORIES[wanted];
  if (map.kind === "docx" && stories !== undefined) {
    const text = map.paragraphs
      .filter((one) => stories.includes(one.story))
      .map((one) => said(document, one.start, one.end));
    return { name: wanted, text: text.join("\n") };
  }
  if (map.kind === "html" && ["main", "article", "boilerplate", "other"].includes(wanted)) {
    const main = wanted === "main" || wanted === "article";
    const text = map.blocks
      .filter((block) => block.main === main)
      .map((block) => said(document, block.start, block.end));
    return { name: wanted, text: text.join("\n") };
  }
  if (wanted === "body") return whole;
  return {
    ...whole,
    remark: `place "${where}" means nothing in ${document.format}: the whole document was searched`,
  };
}

/** Every page, story or part that could hold an answer, to say where it was found instead. */
export function allParts(document: Document): Part[] {
  const map = document.sourceMap;
  if (map.kind === "pdf") return map.pages.map((_, index) => partAt(document, String(index + 1)));
  if (map.kind === "docx")
    return ["body", "footnote", "comment", "header", "footer", "altchunk", "chart", "diagram"].map((story) =>
      partAt(document, story),
    );
  if (map.kind === "html") return ["main", "boilerplate"].map((part) => partAt(document, part));
  return [partAt(document, "")];
}
