/** Manipulated paragraphs as files of four formats: what must be hidden or split is, by the means of the format. */
import type { MadeFile } from "./all-front-ends.ts";
import type { ManipulatedParagraph, Span } from "./manipulations.ts";
import { makeDocx, paragraph, run } from "./make-docx.ts";
import { makePdf, UNICODE_WIDTH, unicodeOperand } from "./make-pdf.ts";

export type MakeFile = (paragraphs: readonly ManipulatedParagraph[]) => MadeFile;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Plain text hides words in tag characters, an alphabet that shows as nothing, and splits them with joiners. */
const textFile: MakeFile = (paragraphs) => ({
  name: "manipulated.txt",
  bytes: utf8(paragraphs.map((spans) => spans.map(inPlainText).join("")).join("\n\n")),
});
const asTags = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join("");
const inPlainText = ({ text, hidden, split }: Span): string =>
  hidden ? asTags(text) : split ? `\u2060${text}` : text;

const HIDING = ['style="display:none"', "hidden", 'style="font-size:0"', 'style="visibility: hidden"'];
const SPLITTING = ["<b></b>", "<wbr>", "<!-- -->", "<span style='color:red'></span>"];

const htmlFile: MakeFile = (paragraphs) => {
  let number = 0;
  const markup = ({ text, hidden, split }: Span): string => {
    number++;
    const content = escaped(text).replaceAll("\n", "<br>");
    if (hidden) return `<span ${HIDING[number % HIDING.length]!}>${content}</span>`;
    return split ? `${SPLITTING[number % SPLITTING.length]!}<i>${content}</i>` : content;
  };
  const body = paragraphs.map((spans) => `<p>${spans.map(markup).join("")}</p>`).join("\n");
  return {
    name: "manipulated.html",
    bytes: utf8(`<!doctype html><meta charset="utf-8"><title>Page</title><body>${body}`),
  };
};

const docxFile: MakeFile = (paragraphs) => {
  const runs = ({ text, hidden, split }: Span): string => {
    const property = hidden ? "<w:rPr><w:vanish/></w:rPr>" : "";
    const words = text.split("\n").map((line) => `<w:t xml:space="preserve">${escaped(line)}</w:t>`);
    return `${split ? '<w:proofErr w:type="spellStart"/><w:bookmarkStart w:id="1" w:name="x"/>' : ""}${run(property + words.join("<w:br/>"))}`;
  };
  return {
    name: "manipulated.docx",
    bytes: makeDocx(paragraphs.map((spans) => paragraph(spans.map(runs).join(""))).join("")),
  };
};

const LINE_CHARACTERS = 80;
const LINES_PER_PAGE = 48;

/** A line break where the manipulation has one, or at the first blank after {@link LINE_CHARACTERS}. */
function linesOf(spans: ManipulatedParagraph): Span[][] {
  const lines: Span[][] = [[]];
  let length = 0;
  const start = (): void => {
    lines.push([]);
    length = 0;
  };
  for (const span of spans) {
    for (const [i, piece] of span.text.split("\n").entries()) {
      if (i > 0) start();
      for (const word of piece.split(/(?<= )/)) {
        lines.at(-1)!.push({ ...span, text: word });
        length += span.hidden ? 0 : word.length;
        if (length > LINE_CHARACTERS && word.endsWith(" ") && !span.hidden) start();
      }
    }
  }
  return lines.filter((line) => line.length > 0);
}

/**
 * Pieces of a line follow each other where the one before ends. Hidden ones are not painted, or painted white, and the
 * pen goes back over them, so that the reader sees no gap.
 */
function lineOperators(line: readonly Span[], y: number): string {
  const pieces = line.map(({ text, hidden, split }, i) => {
    const show = `${unicodeOperand(text)} Tj`;
    if (hidden) {
      const showAndReturn = `[${unicodeOperand(text)} ${UNICODE_WIDTH * text.length}] TJ`;
      return i % 2 === 0 ? `3 Tr ${showAndReturn} 0 Tr` : `1 g ${showAndReturn} 0 g`;
    }
    return split ? `/Span BMC ${show} EMC` : show;
  });
  return `BT /F4 9 Tf 50 ${y} Td ${pieces.join(" ")} ET\n`;
}

const pdfFile: MakeFile = (paragraphs) => {
  const lines = paragraphs.flatMap(linesOf);
  const pages: { content: string }[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_PAGE) {
    const page = lines.slice(at, at + LINES_PER_PAGE);
    pages.push({ content: page.map((line, i) => lineOperators(line, 740 - 14 * i)).join("") });
  }
  return { name: "manipulated.pdf", bytes: makePdf({ pages }) };
};

export const FORMATS: Readonly<Record<"txt" | "html" | "docx" | "pdf", MakeFile>> = {
  txt: textFile,
  html: htmlFile,
  docx: docxFile,
  pdf: pdfFile,
};
