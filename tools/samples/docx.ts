/**
 * Writes a small, valid Word document: headings, paragraphs, footnotes, one table, a running head and page number.
 *
 * Source: ECMA-376 part 1, WordprocessingML. Entry times are fixed, so the same text gives the same bytes.
 */
import { strToU8, zipSync } from "fflate";
import { escapeMarkup } from "./texts.ts";

export type DocxBlock =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "paragraph"; readonly text: string; readonly footnote?: string }
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

export interface DocxSource {
  readonly title: string;
  readonly author: string;
  readonly runningHead: string;
  readonly blocks: readonly DocxBlock[];
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";

const run = (text: string) => `<w:r><w:t xml:space="preserve">${escapeMarkup(text)}</w:t></w:r>`;
const paragraph = (style: string, content: string) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${content}</w:p>`;

function table(rows: readonly (readonly string[])[]): string {
  const width = 9000 / Math.max(1, rows[0]?.length ?? 1);
  const grid = (rows[0] ?? []).map(() => `<w:gridCol w:w="${Math.floor(width)}"/>`).join("");
  const body = rows.map((cells) => {
    const columns = cells.map(
      (cell) => `<w:tc><w:tcPr><w:tcW w:w="${Math.floor(width)}" w:type="dxa"/></w:tcPr>${paragraph("Normal", run(cell))}</w:tc>`,
    );
    return `<w:tr>${columns.join("")}</w:tr>`;
  });
  const border = ["top", "left", "bottom", "right", "insideH", "insideV"]
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="808080"/>`)
    .join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/><w:tblBorders>${border}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join("")}</w:tbl>`;
}

function bodyAndNotes(blocks: readonly DocxBlock[]): { body: string; notes: string } {
  const notes: string[] = [];
  const body = blocks.map((block) => {
    if (block.kind === "heading") return paragraph("Heading1", run(block.text));
    if (block.kind === "table") return table(block.rows) + paragraph("Normal", "");
    if (block.footnote === undefined) return paragraph("Normal", run(block.text));
    const id = notes.length + 1;
    notes.push(
      `<w:footnote w:id="${id}">${paragraph("FootnoteText", `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>${run(` ${block.footnote}`)}`)}</w:footnote>`,
    );
    const mark = `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteReference w:id="${id}"/></w:r>`;
    return paragraph("Normal", run(block.text) + mark);
  });
  return { body: body.join("\n"), notes: notes.join("") };
}

const STYLES = `${DECLARATION}<w:styles ${W}>
<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Liberation Serif" w:hAnsi="Liberation Serif"/><w:sz w:val="22"/><w:lang w:val="en-GB"/></w:rPr></w:rPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="360"/><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/><w:sz w:val="30"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="FootnoteText"><w:name w:val="footnote text"/><w:basedOn w:val="Normal"/><w:rPr><w:sz w:val="18"/></w:rPr></w:style>
</w:styles>`;

const CONTENT_TYPES = `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="${WORD_TYPE}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="${WORD_TYPE}.styles+xml"/>
<Override PartName="/word/footnotes.xml" ContentType="${WORD_TYPE}.footnotes+xml"/>
<Override PartName="/word/header1.xml" ContentType="${WORD_TYPE}.header+xml"/>
<Override PartName="/word/footer1.xml" ContentType="${WORD_TYPE}.footer+xml"/>
<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>
</Types>`;

const PACKAGE_RELATIONSHIPS = `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>
<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>`;

const DOCUMENT_RELATIONSHIPS = `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
${["styles", "footnotes", "header", "footer"]
  .map((part, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${part}" Target="${part}${part.endsWith("er") ? "1" : ""}.xml"/>`)
  .join("\n")}
</Relationships>`;

const SEPARATORS =
  '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>' +
  '<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>';

const PAGE_FIELD =
  '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> PAGE </w:instrText></w:r>' +
  '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>';

export function docx(source: DocxSource): Uint8Array {
  const { body, notes } = bodyAndNotes(source.blocks);
  const section =
    '<w:sectPr><w:headerReference w:type="default" r:id="rId3"/><w:footerReference w:type="default" r:id="rId4"/>' +
    '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>';
  const core =
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">' +
    `<dc:title>${escapeMarkup(source.title)}</dc:title><dc:creator>${escapeMarkup(source.author)}</dc:creator></cp:coreProperties>`;
  const parts: Record<string, string> = {
    "[Content_Types].xml": CONTENT_TYPES,
    "_rels/.rels": PACKAGE_RELATIONSHIPS,
    "word/_rels/document.xml.rels": DOCUMENT_RELATIONSHIPS,
    "word/document.xml": `${DECLARATION}<w:document ${W} ${R}><w:body>${body}${section}</w:body></w:document>`,
    "word/styles.xml": STYLES,
    "word/footnotes.xml": `${DECLARATION}<w:footnotes ${W}>${SEPARATORS}${notes}</w:footnotes>`,
    "word/header1.xml": `${DECLARATION}<w:hdr ${W}>${paragraph("Normal", run(source.runningHead))}</w:hdr>`,
    "word/footer1.xml": `${DECLARATION}<w:ftr ${W}>${paragraph("Normal", PAGE_FIELD)}</w:ftr>`,
    "docProps/core.xml": DECLARATION + core,
  };
  const entries = Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: new Date(2024, 0, 1) });
}
