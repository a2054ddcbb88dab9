/** What is stored of a document is what comes back; anything else is called damage and never a document. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeDocument, decodeHead, encodeDocument } from "../../core/model/document-codec.ts";
import type { Document, Mark } from "../../core/model/document.ts";
import type { SourceMap } from "../../core/model/source-map.ts";

const LENGTH = 40;
const number = fc.integer({ min: 0, max: 0xffffffff });
const range = fc
  .tuple(fc.nat(LENGTH), fc.nat(LENGTH))
  .map(([x, y]) => ({ start: Math.min(x, y), end: Math.max(x, y) }));
const float = fc.float({ noNaN: true }).map((value) => Math.fround(value));

const pdf = fc.array(range, { minLength: 1, maxLength: 4 }).chain((pages) =>
  fc
    .array(
      fc.record({
        range,
        page: fc.nat(pages.length - 1),
        numbers: fc.array(float, { minLength: 6, maxLength: 6 }),
      }),
      { maxLength: 5 },
    )
    .map((runs): SourceMap => ({
      kind: "pdf",
      pages: pages.map((page, i) => ({
        ...page,
        label: i === 1 ? "iv" : String(i + 1),
        width: 612.1,
        height: 792,
        usability: i === 2 ? "garbled" : "text",
      })),
      runs: {
        start: Uint32Array.from(runs, (run) => run.range.start),
        end: Uint32Array.from(runs, (run) => run.range.end),
        page: Uint32Array.from(runs, (run) => run.page),
        x: Float32Array.from(runs, (run) => run.numbers[0]!),
        y: Float32Array.from(runs, (run) => run.numbers[1]!),
        dx: Float32Array.from(runs, (run) => run.numbers[2]!),
        dy: Float32Array.from(runs, (run) => run.numbers[3]!),
        ascent: Float32Array.from(runs, (run) => run.numbers[4]!),
        descent: Float32Array.from(runs, (run) => run.numbers[5]!),
        edgeStart: Uint32Array.from(runs, (_, i) => i),
        edges: new Float32Array(2 * LENGTH + runs.length).fill(1.5),
      },
    })),
);

const docx = fc
  .array(
    fc.record(
      {
        range,
        part: fc.nat(1),
        paragraph: number,
        cell: fc.record({ table: number, row: number, column: number }),
        noteId: fc.string(),
      },
      { requiredKeys: ["range", "part", "paragraph"] },
    ),
    { maxLength: 5 },
  )
  .map((paragraphs): SourceMap => ({
    kind: "docx",
    parts: ["word/document.xml", "word/ü.xml"],
    paragraphs: paragraphs.map(({ range: { start, end }, ...rest }) => ({
      start,
      end,
      story: "footnote",
      ...rest,
    })),
  }));

const html = fc
  .array(
    fc.record({
      range,
      element: fc.constantFrom("p", "li", "h1"),
      block: number,
      sourceStart: number,
      sourceEnd: number,
      main: fc.boolean(),
    }),
    {
      maxLength: 5,
    },
  )
  .map((blocks): SourceMap => ({
    kind: "html",
    blocks: blocks.map(({ range: { start, end }, ...rest }) => ({ start, end, ...rest })),
  }));

const marks = fc.array(
  fc.record({ range, kind: fc.constantFrom<Mark["kind"]>("boilerplate", "deleted", "ocr") }),
  { maxLength: 4 },
);

const anyDocument: fc.Arbitrary<Document> = fc
  .record({
    sourceMap: fc.oneof(pdf, docx, html, fc.constant<SourceMap>({ kind: "text" })),
    marks,
    title: fc.string(),
    encoded: fc.boolean(),
    chapters: fc.option(
      fc.array(fc.record({ title: fc.string(), level: fc.nat(9), start: fc.nat(LENGTH) }), { maxLength: 3 }),
      {
        nil: undefined,
      },
    ),
  })
  .map(({ sourceMap, marks: marked, title, encoded, chapters }) => ({
    format: sourceMap.kind,
    text: "x".repeat(LENGTH),
    sourceMap,
    marks: marked.map(({ range: { start, end }, kind }) => ({ kind, start, end })),
    metadata: { title },
    notices: [{ code: "notice/page-garbled", page: 3, data: { share: 0.5 } }],
    extractor: { name: "test", version: "1.2" },
    ...(encoded ? { encoding: { label: "utf-8", confidence: 1, reason: "bom" } } : {}),
    ...(chapters === undefined ? {} : { chapters }),
  }));

describe("a stored document", () => {
  test("comes back as it was", () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const { head, columns } = encodeDocument(document);
        expect(decodeDocument(head, columns, document.text)).toEqual({ ok: true, value: document });
        const { format, extractor, metadata, notices, encoding } = document;
        const rest = {
          format,
          extractor,
          metadata,
          notices,
          ...(encoding === undefined ? {} : { encoding }),
        };
        expect(decodeHead(head)).toEqual({ ok: true, value: rest });
      }),
    );
  });

  test("is damaged when its columns are cut or lengthened, and never throws", () => {
    fc.assert(
      fc.property(anyDocument, fc.integer({ min: -40, max: 40 }), (document, change) => {
        const { head, columns } = encodeDocument(document);
        const length = Math.max(0, columns.length + change);
        const altered = new Uint8Array(length);
        altered.set(columns.subarray(0, length));
        const decoded = decodeDocument(head, altered, document.text);
        expect(decoded.ok).toBe(length === columns.length);
        if (!decoded.ok) expect(decoded.failure.code).toBe("store/damaged");
      }),
    );
  });

  test("with numbers changed decodes to offsets inside its text or not at all", () => {
    fc.assert(
      fc.property(
        anyDocument,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }),
        (document, changes) => {
          const { head, columns } = encodeDocument(document);
          fc.pre(columns.length > 0);
          for (const [at, value] of changes) columns[at % columns.length] = value;
          const decoded = decodeDocument(head, columns, document.text);
          if (!decoded.ok) return;
          for (const { start, end } of decoded.value.marks) expect(start <= end && end <= LENGTH).toBe(true);
        },
      ),
    );
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    '{"version":2}',
    '{"version":1,"format":"exe"}',
    '{"version":1,"format":"text","extractor":{}}',
  ])("with the head %s is damaged", (head) => {
    expect(decodeHead(head)).toMatchObject({ ok: false, failure: { code: "store/damaged" } });
    expect(decodeDocument(head, new Uint8Array(0), "")).toMatchObject({
      ok: false,
      failure: { code: "store/damaged" },
    });
  });

  test("is damaged when an offset lies outside its text", () => {
    const text = "some text";
    const { head, columns } = encodeDocument({
      format: "text",
      text,
      sourceMap: { kind: "text" },
      marks: [{ kind: "hidden", start: 0, end: text.length }],
      metadata: {},
      notices: [],
      extractor: { name: "test", version: "1" },
    });
    expect(decodeDocument(head, columns, text).ok).toBe(true);
    for (const chapters of [
      {},
      ["I"],
      [["I", 0]],
      [["I", 0, text.length + 1]],
      [["I", -1, 0]],
      [[1, 0, 0]],
    ]) {
      const altered = JSON.stringify({ ...(JSON.parse(head) as object), chapters });
      expect(decodeDocument(altered, columns, text).ok).toBe(false);
    }
    expect(decodeDocument(head, columns, text.slice(1))).toMatchObject({
      ok: false,
      failure: { code: "store/damaged" },
    });
  });
});
