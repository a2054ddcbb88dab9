/** The file's table of contents, as offsets of the text. */
import { describe, expect, test } from "vitest";
import { FIRST_EXTRA, line, makePdf } from "../../support/make-pdf.ts";
import { opened, readPdf } from "../../support/pdf-engine.ts";

const page = (...lines: string[]) => ({
  content: lines.map((text, i) => line(text, 72, 700 - 40 * i)).join(""),
});
const pages = [
  page("Preface", "words"),
  page("One", "first words", "A part", "more words"),
  page("Two", "last words"),
];
/** Pages are objects 20, 22, 24. */
const ONE = FIRST_EXTRA;

const catalog = `/Outlines ${ONE} 0 R/Dests<</two[24 0 R/Fit]>>`;
const entry = (title: string, more: string): string => `<</Title(${title})/Parent ${ONE} 0 R${more}>>`;

async function chaptersOf(...extra: string[]): Promise<unknown[] | undefined> {
  const document = opened(await readPdf(makePdf({ pages, catalog, extra })));
  return document.chapters?.map(({ title, level, start }) => [
    title,
    level,
    document.text.slice(start, start + 6),
  ]);
}

describe("chapters", () => {
  test("begin at the line their entry points to", async () => {
    const chapters = await chaptersOf(
      `<</Type/Outlines/First ${ONE + 1} 0 R/Last ${ONE + 3} 0 R/Count 4>>`,
      entry("Preface", `/Next ${ONE + 2} 0 R/Dest[20 0 R/FitH 720]`),
      entry(
        "One",
        `/Next ${ONE + 3} 0 R/Dest[22 0 R/XYZ 72 715 0]/First ${ONE + 4} 0 R/Last ${ONE + 4} 0 R/Count 1`,
      ),
      entry("Two", "/Dest/two"),
      entry("A part", "/Dest[1/XYZ null 632 null]"),
    );
    expect(chapters).toEqual([
      ["Preface", 0, "Prefac"],
      ["One", 0, "One\n\nf"],
      ["A part", 1, "A part"],
      ["Two", 0, "Two\n\nl"],
    ]);
  });

  test("are absent without a table of contents", async () => {
    expect(opened(await readPdf(makePdf({ pages }))).chapters).toBeUndefined();
  });

  test("that point nowhere are passed over, tables that bite their tail end", async () => {
    const chapters = await chaptersOf(
      `<</Type/Outlines/First ${ONE + 1} 0 R/Last ${ONE + 2} 0 R/Count 2>>`,
      entry("Nowhere", `/Next ${ONE + 2} 0 R/Dest[99 0 R/Fit]`),
      entry("Round", `/Next ${ONE + 1} 0 R/First ${ONE + 1} 0 R/Dest[20 0 R/XYZ 99999999 -99999999 0]`),
    );
    expect(chapters).toEqual([["Round", 0, "Prefac"]]);
  });
});
