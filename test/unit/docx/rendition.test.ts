/** The page people look at: words and structure, and nothing that could act. */
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import { docxRendition } from "../../../main/cli/extractor/docx-rendition.ts";
import { safePage } from "../../../main/cli/extractor/safe-page.ts";
import {
  documentXml,
  makeDocx,
  makePackage,
  notesXml,
  paragraph as p,
  table,
  row,
  cell,
  words,
} from "../../support/make-docx.ts";

async function rendition(bytes: Uint8Array): Promise<string> {
  const result = await docxRendition(bytes, DEFAULT_LIMITS);
  return result.ok ? result.value : JSON.stringify(result.failure);
}

it("shows paragraphs, tables and notes", async () => {
  const note = notesXml("footnotes", `<w:footnote w:id="1">${p(words("the note"))}</w:footnote>`);
  const body =
    p(words("a &lt;b&gt;") + '<w:r><w:footnoteReference w:id="1"/></w:r>') + table(row(cell(p(words("c")))));
  const page = await rendition(
    makeDocx(body, [{ type: "footnotes", name: "word/footnotes.xml", content: note }]),
  );
  expect(page).toContain("<p>a &lt;b&gt;<sup>");
  expect(page).toContain("<td><p>c</p></td>");
  expect(page).toContain("the note");
  expect(page).toContain('href="#footnote-1"');
  expect(page).toContain(`content="default-src 'none'"`);
});

it("has no link that leaves the page", async () => {
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/></Relationships>';
  const bytes = makeDocx(p(`<w:hyperlink r:id="r1">${words("click")}</w:hyperlink>`), [
    { type: "unused", name: "word/_rels/document.xml.rels", content: rels },
  ]);
  const page = await rendition(bytes);
  expect(page).toContain("click");
  expect(page).not.toContain("javascript");
});

it("refuses what the front-end refuses, before the converter sees it", async () => {
  const deep = `${"<w:sdt><w:sdtContent>".repeat(2_000)}${p(words("a"))}`;
  expect(await rendition(makeDocx(deep))).toContain("extract/limit-exceeded");
  const bomb = makePackage(documentXml(p(words("a")), '<!DOCTYPE w [<!ENTITY a "b">]>'));
  expect(await rendition(bomb)).toContain("extract/doctype-forbidden");
  expect(await rendition(new TextEncoder().encode("no zip"))).toContain("extract/not-a-word-document");
  const small = await docxRendition(makeDocx(p(words("a".repeat(5_000)))), {
    ...DEFAULT_LIMITS,
    zipPartBytes: 2_000,
  });
  expect(small.ok).toBe(false);
});

it.each([
  ["<p onclick='x()' style='y' class='z'>a</p>", "<p>a</p>"],
  ["<script>x()</script><style>y</style>a", "a"],
  [
    "<a href='https://example.org'>a</a><a href='#n-1' id='r-1'>b</a>",
    '<a>a</a><a href="#n-1" id="r-1">b</a>',
  ],
  ["<img src='x' onerror='y()' alt='a &quot;cat'>", "[picture: a &quot;cat]"],
  ["<input type='checkbox' checked>x<input type='text' value='y'>", "\u2612x"],
  [
    "<table><tr><td colspan='2' rowspan='1e9'>a</td></tr></table>",
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
  ],
  ["<form><svg><script>x</script></svg><b>a</b></form>", "<b>a</b>"],
  ["&lt;script&gt;", "&lt;script&gt;"],
])("writes %s as %s", (untrusted, safe) => {
  expect(safePage(untrusted)).toContain(`<body>${safe}</body>`);
});
