/**
 * The text of real files, page by page, as a reviewer would read it in a diff. Accept a change knowingly with
 * `vitest run --project golden -u`.
 */
import { describe, expect, test } from "vitest";
import { fixture, opened, pageText, readPdf } from "../../support/pdf-engine.ts";
import type { ReadPdf } from "../../support/pdf-engine.ts";

const FILES = [
  "tika__testPDF",
  "doctor__ca1_00117684624",
  "pypdf__Seige_of_Vicksburg_Sample_OCR",
  "pdfminer__pagelabels",
  "pdfminer__pr-00530-ml-lines",
  "pdfjs__vertical",
  "pdfjs__noembed-sjis",
  "pdfjs__copy_paste_ligatures",
  "pypdf__multilang",
  "pypdf__toy",
  "texlive__lualatex_arabluatex_samples_al-Jahiz",
  "tika__testPDFTwoTextBoxes",
  "tika__testExtraSpaces",
] as const;

function written(document: ReadPdf): string {
  const { metadata, notices, marks, sourceMap } = document;
  const head = [
    ...Object.entries(metadata).map(([name, value]) => `${name}: ${String(value)}`),
    ...notices.map((notice) => JSON.stringify(notice)),
    ...marks.map((mark) => JSON.stringify(mark)),
  ];
  const pages = sourceMap.pages.map(
    ({ label, width, height, usability }, page) =>
      `=== page ${page} "${label}" ${width.toFixed(1)} x ${height.toFixed(1)} ${usability}\n${pageText(document, page)}\n`,
  );
  return `${head.join("\n")}\n${pages.join("")}`;
}

describe("text of real PDFs", () => {
  test.each(FILES)("%s", async (name) => {
    const document = opened(await readPdf(fixture(`${name}.pdf`)));
    await expect(written(document)).toMatchFileSnapshot(`expected/${name}.txt`);
  });

  test("a rotated copy has the same text as the upright one", async () => {
    const upright = opened(await readPdf(fixture("tika__testPDF.pdf")));
    const rotated = opened(await readPdf(fixture("tika__testPDF_rotated.pdf")));
    expect(rotated.text).toBe(upright.text);
    expect([rotated.sourceMap.pages[0]!.width, rotated.sourceMap.pages[0]!.height]).toEqual([842, 595]);
  });

  test("page labels are the file's own", async () => {
    const document = opened(await readPdf(fixture("pdfminer__pagelabels.pdf")));
    expect(document.sourceMap.pages.map(({ label }) => label)).toEqual(["iii", "iv", "1", "2", "1"]);
  });
});
