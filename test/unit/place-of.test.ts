import { describe, expect, it } from "vitest";
import type { Document } from "../../core/model/document.ts";
import { LineIndex } from "../../core/model/line-index.ts";
import { citeOf, placeOf } from "../../core/model/place-of.ts";
import type { PdfPage, PdfRuns, SourceMap } from "../../core/model/source-map.ts";

const documentOf = (text: string, sourceMap: SourceMap): Document => ({
  format: sourceMap.kind,
  text,
  sourceMap,
  marks: [],
  metadata: {},
  notices: [],
  extractor: { name: "test", version: "1" },
});
const cite = (document: Document, part: string): string => {
  const start = document.text.indexOf(part);
  return citeOf(placeOf(document, start, start + part.length));
};

describe("LineIndex", () => {
  it("ends lines at LF, CR and CRLF, and pages at form feeds", () => {
    const text = "a\nb\rc\r\nd\fe\r\n\r\nf";
    const index = new LineIndex(text);
    expect(Array.from(text, (_, i) => index.lineOf(i)).join("")).toBe("001122233333445");
    expect(index.lineCount).toBe(6);
    expect(index.pageCount).toBe(2);
    expect([index.pageOf(text.indexOf("d")), index.pageOf(text.indexOf("e"))]).toEqual([0, 1]);
  });

  it("has one line in an empty text", () => {
    expect(new LineIndex("").lineCount).toBe(1);
    expect(new LineIndex("").lineOf(0)).toBe(0);
  });
});

describe("text places", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}.`);

  it("are lines as an editor counts them", () => {
    const document = documentOf(lines(200).join("\r\n"), { kind: "text" });
    expect(cite(document, lines(200).slice(119, 131).join("\r\n"))).toBe("ll. 120-131");
    expect(cite(document, "line 5.")).toBe("l. 5");
    // The line end belongs to its line.
    expect(cite(document, "line 5.\r\n")).toBe("l. 5");
  });

  it("name the page where the text has form feeds", () => {
    const document = documentOf(`${lines(3).join("\n")}\n\fnext page`, { kind: "text" });
    expect(cite(document, "line 2.")).toBe("p. 1, l. 2");
    expect(cite(document, "next page")).toBe("p. 2, l. 4");
  });
});

describe("PDF places", () => {
  const none = new Uint32Array();
  const floats = new Float32Array();
  const runs: PdfRuns = {
    start: none,
    end: none,
    page: none,
    x: floats,
    y: floats,
    dx: floats,
    dy: floats,
    ascent: floats,
    descent: floats,
    edgeStart: none,
    edges: floats,
  };
  const texts = ["first\nsecond\nthird", "fourth\nfifth", "sixth"];
  const labels = ["1", "iv", "3"];
  let at = 0;
  const pages = texts.map((text, i): PdfPage => {
    const start = at;
    at += text.length + 1;
    return { label: labels[i]!, width: 1, height: 1, start, end: start + text.length, usability: "text" };
  });
  const document = documentOf(texts.join("\f"), { kind: "pdf", pages, runs });

  it("are page and line on the page", () => {
    expect(cite(document, "second\nthird")).toBe("p. 1, ll. 2-3");
    expect(cite(document, "sixth")).toBe("p. 3, l. 1");
  });

  it("show the printed label and the number in the file when they differ", () => {
    expect(cite(document, "fifth")).toBe("p. iv (page 2 of the file), l. 2");
  });

  it("run over pages", () => {
    expect(cite(document, "third\ffourth")).toBe("p. 1, l. 3 to p. iv (page 2 of the file), l. 1");
    expect(cite(document, "fifth\fsixth")).toBe("p. iv (page 2 of the file), l. 2 to p. 3, l. 1");
  });

  it("begin on the later page when the range begins with the form feed", () => {
    expect(cite(document, "\ffourth")).toBe("p. iv (page 2 of the file), l. 1");
  });
});

describe("Word places", () => {
  const texts = ["One.", "Two.", "Cell.", "A note."];
  let at = 0;
  const paragraphs = texts.map((text, i) => {
    const start = at;
    at += text.length + 1;
    const cell = i === 2 ? { cell: { table: 0, row: 1, column: 2 } } : {};
    return {
      start,
      end: start + text.length,
      part: i === 3 ? 1 : 0,
      paragraph: i === 3 ? 4 : 11 + i,
      story: i === 3 ? ("footnote" as const) : ("body" as const),
      ...cell,
    };
  });
  const document = documentOf(texts.join("\n"), {
    kind: "docx",
    parts: ["word/document.xml", "word/footnotes.xml"],
    paragraphs,
  });

  it("are paragraph and part", () => {
    expect(cite(document, "One.")).toBe("¶ 12 (word/document.xml)");
    expect(cite(document, "One.\nTwo")).toBe("¶¶ 12-13 (word/document.xml)");
    expect(cite(document, "Cell")).toBe("¶ 14, table 1, row 2, cell 3 (word/document.xml)");
    expect(cite(document, "note")).toBe("¶ 5 (word/footnotes.xml)");
    expect(cite(document, "Cell.\nA")).toBe("¶ 14 (word/document.xml) to ¶ 5 (word/footnotes.xml)");
  });

  it("exist even in a document without paragraphs", () => {
    expect(citeOf(placeOf(documentOf("", { kind: "docx", parts: [], paragraphs: [] }), 0, 0))).toBe("¶ 1 ()");
  });
});

describe("HTML places", () => {
  const block = (start: number, end: number, number: number, sourceStart: number, sourceEnd: number) => ({
    start,
    end,
    element: number === 6 ? "p" : "td",
    block: number,
    sourceStart,
    sourceEnd,
    main: true,
  });
  const document = documentOf("first\nsecond", {
    kind: "html",
    blocks: [block(0, 5, 6, 100, 105), block(6, 12, 7, 40, 46)],
  });

  it("are blocks with their span in the source", () => {
    expect(cite(document, "first")).toBe("block 7 (p)");
    expect(cite(document, "first\nsec")).toBe("blocks 7-8 (p)");
    expect(placeOf(document, 0, 12)).toMatchObject({ sourceStart: 40, sourceEnd: 105 });
  });
});
