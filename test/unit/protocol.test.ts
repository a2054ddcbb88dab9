import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import type { Document } from "../../core/model/document.ts";
import type { PdfRuns } from "../../core/model/source-map.ts";
import { parseExtractorMessage } from "../../core/protocol/untrusted-document.ts";

const limits = { ...DEFAULT_LIMITS, textUnits: 100 };
const parse = (message: unknown) => parseExtractorMessage(message, limits);
const why = (message: unknown) => {
  const outcome = parse(message);
  if (outcome.ok) return "accepted";
  expect(outcome.failure.code).toBe("extract/invalid-output");
  return String(outcome.failure.data?.["why"]);
};
const plain: Document = {
  format: "text",
  text: "hello there",
  sourceMap: { kind: "text" },
  marks: [{ kind: "hidden", start: 0, end: 5 }],
  metadata: { title: "T" },
  notices: [{ code: "notice/encoding-guessed", data: { label: "koi8-r", confidence: 0.4 } }],
  extractor: { name: "text", version: "1" },
  encoding: { label: "koi8-r", confidence: 0.4, reason: "guess" },
};
const sent = (document: unknown) => ({ kind: "document", ticket: 1, document });
const plainWith = (changes: object) => why(sent({ ...plain, ...changes }));

const runs = (changes: Partial<PdfRuns> = {}): PdfRuns => ({
  start: Uint32Array.of(0, 6),
  end: Uint32Array.of(5, 11),
  page: Uint32Array.of(0, 0),
  x: new Float32Array(2),
  y: new Float32Array(2),
  dx: new Float32Array(2),
  dy: new Float32Array(2),
  ascent: new Float32Array(2),
  descent: new Float32Array(2),
  edgeStart: Uint32Array.of(0, 10),
  edges: new Float32Array(20),
  ...changes,
});
const page = { label: "i", width: 612, height: 792, start: 0, end: 11, usability: "text" };
const pdfWith = (changes: object) =>
  plainWith({ format: "pdf", sourceMap: { kind: "pdf", pages: [page], runs: runs(), ...changes } });

describe("messages", () => {
  it("pass when they are right, unchanged", () => {
    for (const message of [
      sent(plain),
      { kind: "ready" },
      { kind: "progress", ticket: 3, done: 1, total: 2, unit: "page", residentBytes: 5 },
      { kind: "failure", ticket: 3, failure: { code: "extract/corrupt", data: { part: "x", count: 3 } } },
    ]) {
      expect(parse(message)).toEqual({ ok: true, value: message });
    }
    expect(pdfWith({})).toBe("accepted");
  });

  it("drop what they should not carry", () => {
    expect(parse({ kind: "ready", extra: 1 })).toEqual({ ok: true, value: { kind: "ready" } });
    expect(parse(sent({ ...plain, path: "/etc" }))).toEqual({ ok: true, value: sent(plain) });
  });

  it.each([
    undefined,
    null,
    7,
    "ready",
    [],
    {},
    { kind: "other" },
    { kind: "document", ticket: 1 },
    { kind: "failure", ticket: 1, failure: { code: "extract/made-up" } },
    { kind: "progress", ticket: -1, done: 0, total: 0, unit: "part", residentBytes: 0 },
    { kind: "progress", ticket: 1, done: NaN, total: 0, unit: "part", residentBytes: 0 },
  ])("refuse %j", (message) => expect(why(message)).not.toBe("accepted"));
});

describe("documents", () => {
  it("have text within the limit that can be stored", () => {
    expect(plainWith({ text: "x".repeat(101) })).toBe("text too long");
    expect(plainWith({ text: "hello \uD800 there" })).toBe("lone surrogate in text");
  });

  it("have marks in order and inside the text", () => {
    expect(plainWith({ marks: [{ kind: "hidden", start: 4, end: 12 }] })).toMatch(/^mark/);
    expect(plainWith({ marks: [{ kind: "hidden", start: 5, end: 4 }] })).toMatch(/^mark/);
    expect(
      plainWith({
        marks: [
          { kind: "hidden", start: 4, end: 5 },
          { kind: "note", start: 3, end: 5 },
        ],
      }),
    ).toMatch(/^mark/);
    expect(plainWith({ marks: [{ kind: "verdict", start: 4, end: 5 }] })).toMatch(/marks/);
    expect(plainWith({ marks: [{ kind: "hidden", start: 1.5, end: 5 }] })).toMatch(/marks/);
  });

  it("have a source map of their format, in order and inside the text", () => {
    const block = { start: 0, end: 5, element: "p", block: 0, sourceStart: 3, sourceEnd: 9, main: true };
    const htmlWith = (...blocks: object[]) =>
      plainWith({ format: "html", sourceMap: { kind: "html", blocks } });
    expect(htmlWith(block, { ...block, start: 6, end: 11 })).toBe("accepted");
    expect(plainWith({ format: "html" })).toBe("source map of another format");
    expect(plainWith({ format: "markdown" })).toBe("accepted");
    expect(htmlWith(block, { ...block, start: 4, end: 11 })).toMatch(/^place/);
    expect(htmlWith({ ...block, end: 12 })).toMatch(/^place/);
    expect(htmlWith({ ...block, sourceEnd: 2 })).toBe("block source");
    const paragraph = { start: 0, end: 5, part: 0, paragraph: 0, story: "body" };
    const docxWith = (changes: object) =>
      plainWith({
        format: "docx",
        sourceMap: { kind: "docx", parts: ["a"], paragraphs: [{ ...paragraph, ...changes }] },
      });
    expect(docxWith({})).toBe("accepted");
    expect(docxWith({ part: 1 })).toBe("paragraph of a part that is not there");
    expect(docxWith({ cell: { table: 0, row: -1, column: 0 } })).toMatch(/cell/);
  });

  it("have pages and runs that make sense", () => {
    expect(pdfWith({ pages: [{ ...page, width: Infinity }] })).toMatch(/width/);
    expect(pdfWith({ pages: [{ ...page, end: 12 }] })).toMatch(/^place/);
    expect(pdfWith({ runs: runs({ x: new Float32Array(1) }) })).toBe("runs of unequal length");
    expect(pdfWith({ runs: runs({ x: new Float64Array(2) as never }) })).toMatch(/runs\.x/);
    expect(pdfWith({ runs: runs({ start: Uint32Array.of(0, 4) }) })).toMatch(/^run out of order/);
    expect(pdfWith({ runs: runs({ page: Uint32Array.of(0, 1) }) })).toMatch(/^run on a page/);
    expect(pdfWith({ runs: runs({ edgeStart: Uint32Array.of(0, 11) }) })).toBe("run without edges");
    expect(pdfWith({ runs: runs({ y: Float32Array.of(0, NaN) }) })).toBe("number not finite");
    expect(plainWith({ notices: [{ code: "notice/page-failed", page: 0 }] })).toBe("accepted");
    expect(
      plainWith({
        format: "pdf",
        sourceMap: { kind: "pdf", pages: [page], runs: runs() },
        notices: [{ code: "notice/page-failed", page: 1 }],
      }),
    ).toBe("notice on a page that is not there");
  });

  it("have short names", () => {
    expect(plainWith({ metadata: { title: "x".repeat(10_001) } })).toMatch(/title/);
    expect(plainWith({ extractor: { name: "x".repeat(201), version: "1" } })).toMatch(/name/);
    expect(plainWith({ encoding: { label: "x", confidence: 1.1, reason: "y" } })).toMatch(/confidence/);
  });
});
