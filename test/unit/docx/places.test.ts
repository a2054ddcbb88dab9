/** Where text is said to stand: part, paragraph number, story, cell and note; and the order of the stories. */
import { zipSync, strToU8 } from "fflate";
import { expect, it } from "vitest";
import { documentFault } from "../../../core/protocol/untrusted-document.ts";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import { docxFrontEnd } from "../../../core/extract/docx/docx-front-end.ts";
import {
  cell,
  documentOf,
  makeDocx,
  makePackage,
  marked,
  NAMESPACES,
  notesXml,
  noticesOf,
  packageParts,
  paragraph as p,
  paragraphsOf,
  relationshipsXml,
  row,
  run,
  table,
  words,
} from "../../support/make-docx.ts";

const note = (element: string, id: number, text: string, type = ""): string =>
  `<w:${element} w:id="${id}"${type}>${p(words(text))}</w:${element}>`;
const footnotes = notesXml(
  "footnotes",
  note("footnote", -1, "separator", ' w:type="separator"') + note("footnote", 2, "foot"),
);

it("reads the stories in order and marks what is not running text", async () => {
  const bytes = makeDocx(p(words("body")), [
    {
      type: "footer",
      name: "word/footer1.xml",
      content: `<w:ftr ${NAMESPACES}>${p(words("below"))}</w:ftr>`,
    },
    {
      type: "header",
      name: "word/header1.xml",
      content: `<w:hdr ${NAMESPACES}>${p(words("above"))}</w:hdr>`,
    },
    {
      type: "comments",
      name: "word/comments.xml",
      content: notesXml("comments", note("comment", 0, "remark")),
    },
    { type: "endnotes", name: "word/endnotes.xml", content: notesXml("endnotes", note("endnote", 3, "end")) },
    { type: "footnotes", name: "word/footnotes.xml", content: footnotes },
  ]);
  const document = await documentOf(bytes);
  expect(document.text).toBe("body\nfoot\nend\nremark\nabove\nbelow");
  expect(marked(document, "note")).toEqual(["foot\nend"]);
  expect(marked(document, "comment")).toEqual(["remark"]);
  expect(marked(document, "furniture")).toEqual(["above\nbelow"]);
  expect(
    paragraphsOf(document).map((entry) => [entry.partName, entry.story, entry.paragraph, entry.noteId]),
  ).toEqual([
    ["word/document.xml", "body", 0, undefined],
    ["word/footnotes.xml", "footnote", 1, "2"],
    ["word/endnotes.xml", "endnote", 0, "3"],
    ["word/comments.xml", "comment", 0, "0"],
    ["word/header1.xml", "header", 0, undefined],
    ["word/footer1.xml", "footer", 0, undefined],
  ]);
  expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
});

it("numbers paragraphs as they stand in the part, also those of a fallback that is not read", async () => {
  const box = (text: string): string => `<w:txbxContent>${p(words(text))}</w:txbxContent>`;
  const alternatives = `<mc:AlternateContent><mc:Choice Requires="wps">${box("box")}</mc:Choice><mc:Fallback>${box("box")}</mc:Fallback></mc:AlternateContent>`;
  const document = await documentOf(
    makeDocx(p(words("a") + run(alternatives) + words("b")) + p("") + p(words("c"))),
  );
  expect(paragraphsOf(document).map(({ text, paragraph, story }) => [text, paragraph, story])).toEqual([
    ["ab", 0, "body"],
    ["box", 1, "textbox"],
    ["c", 4, "body"],
  ]);
});

it("gives each paragraph of a joined line its own place", async () => {
  const joined = p('<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>' + words("one ")) + p(words("line"));
  const document = await documentOf(makeDocx(joined));
  expect(document.text).toBe("one line");
  expect(paragraphsOf(document).map(({ text, paragraph }) => [text, paragraph])).toEqual([
    ["one ", 0],
    ["line", 1],
  ]);
});

it("says table, row and cell, the innermost for nested tables", async () => {
  const inner = table(row(cell(p(words("in")))));
  const document = await documentOf(
    makeDocx(
      table(row(cell(p(words("a"))) + cell(p(words("b")))) + row(cell(inner + p(words("out"))))) +
        p(words("after")),
    ),
  );
  expect(paragraphsOf(document).map(({ text, cell: place }) => [text, place])).toEqual([
    ["a", { table: 0, row: 0, column: 0 }],
    ["b", { table: 0, row: 0, column: 1 }],
    ["in", { table: 1, row: 0, column: 0 }],
    ["out", { table: 0, row: 1, column: 0 }],
    ["after", undefined],
  ]);
});

it("cites text outside paragraphs by the paragraph before it", async () => {
  const loose = "<m:oMathPara><m:oMath><m:r><m:t>x=y</m:t></m:r></m:oMath></m:oMathPara>";
  const document = await documentOf(makeDocx(p(words("a")) + loose + p(words("b"))));
  expect(paragraphsOf(document).map(({ text, paragraph }) => [text, paragraph])).toEqual([
    ["a", 0],
    ["x=y", 0],
    ["b", 1],
  ]);
});

it("marks the notes of a text box inside a footnote as note", async () => {
  const box = run(`<w:pict><w:txbxContent>${p(words("boxed"))}</w:txbxContent></w:pict>`);
  const content = notesXml("footnotes", `<w:footnote w:id="2">${p(words("foot") + box)}</w:footnote>`);
  const document = await documentOf(
    makeDocx(p(words("body")), [{ type: "footnotes", name: "word/footnotes.xml", content }]),
  );
  expect(marked(document, "note")).toEqual(["foot\nboxed"]);
});

const chunk = (name: string, content: string | Uint8Array) => ({ type: "aFChunk", name, content });
const around = p(words("before")) + '<w:altChunk r:id="r1"/>' + p(words("after"));
const mht =
  'MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=windows-1252\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>caf=E9 =\r\nau lait</p>\r\n--b--\r\n';

it.each([
  ["HTML", chunk("word/c.html", "<html><script>no()</script><p>one  two<p>three</html>"), "one two\nthree"],
  ["MHT", chunk("word/c.mht", mht), "caf\u00e9 au lait"],
  [
    "base64 MHT",
    chunk(
      "word/c.mht",
      mht.replace("quoted-printable", "base64").replace(/<p>[^]*<\/p>/, btoa("<p>caf\u00e9</p>")),
    ),
    "caf\u00e9",
  ],
  ["text", chunk("word/c.txt", "one\r\n\r\ntwo"), "one\ntwo"],
  ["DOCX", chunk("word/c.docx", makeDocx(p(words("inner")))), "inner"],
])("reads imported %s where it stands", async (_name, part, text) => {
  const document = await documentOf(makeDocx(around, [part]));
  expect(document.text).toBe(`before\n${text}\nafter`);
  const imported = paragraphsOf(document).slice(1, -1);
  expect(
    imported.every(({ story, partName }) => story === "altChunk" && partName.startsWith(part.name)),
  ).toBe(true);
});

it("names what it does not read", async () => {
  const bytes = makeDocx(p(words("a")) + '<w:altChunk r:id="r1"/>', [
    chunk("word/c.rtf", "{\\rtf1 hidden words}"),
    { type: "oleObject", name: "word/embeddings/o.bin", content: "x" },
    { type: "glossaryDocument", name: "word/glossary/document.xml", content: documentXmlOf("b") },
    { type: "footnotes", name: "word/footnotes.xml", content: "<!DOCTYPE x><x/>" },
  ]);
  const document = await documentOf(bytes);
  expect(document.text).toBe("a");
  expect(noticesOf(document, "notice/embedded-not-read")).toEqual([{ part: "word/embeddings/o.bin" }]);
  expect(noticesOf(document, "notice/part-not-read")).toEqual([
    { part: "word/glossary/document.xml", reason: "glossaryDocument" },
    { part: "word/c.rtf", reason: "format of imported content" },
    { part: "word/footnotes.xml", reason: "extract/doctype-forbidden" },
  ]);
});

function documentXmlOf(text: string): string {
  return `<w:glossaryDocument ${NAMESPACES}>${p(words(text))}</w:glossaryDocument>`;
}

it("reads charts and diagrams, one block a line", async () => {
  const chart = `<c:chartSpace ${NAMESPACES}><c:title><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:title><c:ser><c:cat><c:pt><c:v>East</c:v></c:pt></c:cat><c:val><c:pt><c:v>3</c:v></c:pt></c:val></c:ser></c:chartSpace>`;
  const document = await documentOf(
    makeDocx(p(words("a")), [{ type: "chart", name: "word/charts/chart1.xml", content: chart }]),
  );
  expect(paragraphsOf(document).map(({ text, story, paragraph }) => [text, story, paragraph])).toEqual([
    ["a", "body", 0],
    ["Sales", "chart", 0],
    ["East", "chart", 1],
    ["3", "chart", 2],
  ]);
});

it("reads title, author and language that the file states", async () => {
  const core =
    '<p:coreProperties xmlns:p="urn:p" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T &amp; U</dc:title><dc:creator>A</dc:creator><dc:language>fr</dc:language></p:coreProperties>';
  const parts = packageParts(`<w:document ${NAMESPACES}><w:body>${p(words("a"))}</w:body></w:document>`);
  parts["docProps/core.xml"] = strToU8(core);
  parts["_rels/.rels"] = strToU8(
    relationshipsXml([
      { type: "officeDocument", target: "/word/document.xml" },
      { type: "core-properties", target: "docProps/core.xml" },
    ]),
  );
  const document = await documentOf(zipSync(parts));
  expect(document.metadata).toEqual({ title: "T & U", author: "A", language: "fr" });
});

it("reports progress per part and stops when progress throws", async () => {
  const bytes = makeDocx(p(words("a")), [
    { type: "footnotes", name: "word/footnotes.xml", content: footnotes },
  ]);
  const steps: [number, number][] = [];
  await docxFrontEnd(bytes, "a.docx", {
    limits: DEFAULT_LIMITS,
    progress: (done, total) => steps.push([done, total]),
  });
  expect(steps).toEqual([
    [1, 2],
    [2, 2],
  ]);
  const stopping = docxFrontEnd(bytes, "a.docx", {
    limits: DEFAULT_LIMITS,
    progress: () => {
      throw new Error("stop");
    },
  });
  await expect(stopping).rejects.toThrow("stop");
});

const flatPackage = (document: string): string =>
  `<?xml version="1.0"?><?mso-application progid="Word.Document"?><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">` +
  `<pkg:part pkg:name="/_rels/.rels" pkg:contentType="a"><pkg:xmlData>${relationshipsXml([{ type: "officeDocument", target: "word/document.xml" }])}</pkg:xmlData></pkg:part>` +
  `<pkg:part pkg:name="/word/document.xml" pkg:contentType="b"><pkg:xmlData>${document}</pkg:xmlData></pkg:part></pkg:package>`;

it("reads flat OPC like a package", async () => {
  const document = `<w:document ${NAMESPACES}><w:body>${p(words("one"))}${p(words("tw\u00f6"))}</w:body></w:document>`;
  const read = await documentOf(strToU8(flatPackage(document)));
  expect(paragraphsOf(read).map(({ text, partName, paragraph }) => [text, partName, paragraph])).toEqual([
    ["one", "word/document.xml", 0],
    ["tw\u00f6", "word/document.xml", 1],
  ]);
});

it("reads Word 2003 XML with its notes, headers, comments and deletions", async () => {
  const w =
    'xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml" xmlns:aml="http://schemas.microsoft.com/aml/2001/core"';
  const foot = `<w:footnote>${p(words("foot"))}</w:footnote>`;
  const change = `<aml:annotation w:type="Word.Deletion"><aml:content>${run("<w:delText>gone</w:delText>")}</aml:content></aml:annotation>`;
  const comment = `<aml:annotation aml:id="7" w:type="Word.Comment"><aml:content>${p(words("remark"))}</aml:content></aml:annotation>`;
  const section = `<w:sectPr><w:hdr w:type="odd">${p(words("above"))}</w:hdr></w:sectPr>`;
  const xml = `<?xml version="1.0"?><w:wordDocument ${w}><w:styles/><w:body>${p(words("a") + run(foot) + change + run(comment) + words("b"))}${p(words("c"))}${section}</w:body></w:wordDocument>`;
  const document = await documentOf(strToU8(xml));
  expect(document.text).toBe("ab\ngone\nfoot\nremark\nc\nabove");
  expect(marked(document, "deleted")).toEqual(["gone"]);
  expect(marked(document, "note")).toEqual(["foot"]);
  expect(marked(document, "comment")).toEqual(["remark"]);
  expect(marked(document, "furniture")).toEqual(["above"]);
  expect(noticesOf(document, "notice/deleted-text")).toEqual([{ characters: 4 }]);
});

it("finds the document by relationship, and without relationships by its usual name", async () => {
  const document = `<w:document ${NAMESPACES}><w:body>${p(words("a"))}</w:body></w:document>`;
  const elsewhere = zipSync({
    "_rels/.rels": strToU8(relationshipsXml([{ type: "officeDocument", target: "./odd/../odd/main.xml" }])),
    "odd/main.xml": strToU8(document),
  });
  expect(paragraphsOf(await documentOf(elsewhere))[0]?.partName).toBe("odd/main.xml");
  expect((await documentOf(zipSync({ "word/document.xml": strToU8(document) }))).text).toBe("a");
  expect((await documentOf(makePackage(document))).extractor.name).toBe("docx");
});
