/** For each limit a file just below it, which is read, and one just above, which ends in the limit's code. */
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, type Limits, MIB } from "../../core/base/limits.ts";
import type { Result } from "../../core/base/result.ts";
import type { Document } from "../../core/model/document.ts";
import { type MadeFile, readFile } from "../support/all-front-ends.ts";
import { createTestChildHost } from "../support/child-host.ts";
import {
  documentXml,
  makeDocx,
  makePackage,
  packageParts,
  paragraph as p,
  words,
} from "../support/make-docx.ts";
import { line, makePdf } from "../support/make-pdf.ts";
import { utf8 } from "../support/read-bytes.ts";

interface Row {
  readonly limits: Partial<Limits>;
  readonly below: MadeFile;
  readonly above: MadeFile;
  /** Failure or notice that says the limit was met. */
  readonly told: string;
}

const file = (name: string, content: string | Uint8Array): MadeFile => ({
  name,
  bytes: typeof content === "string" ? utf8(content) : content,
});
const docx = (body: string): MadeFile => file("a.docx", makeDocx(body));
const html = (body: string): MadeFile => file("a.html", `<!doctype html><title>t</title>${body}`);
const pdf = (...texts: readonly string[]): MadeFile =>
  file("a.pdf", makePdf({ pages: texts.map((text) => ({ content: line(text, 50, 700) })) }));
const longer = ({ name, bytes }: MadeFile): MadeFile => ({
  name,
  bytes: Uint8Array.of(...bytes, 0x20),
});

/** Each under a name that promises another, larger limit: content decides. */
const sized = (limit: keyof Limits, below: MadeFile): Row => ({
  limits: {
    pdfFileBytes: 1_000_000,
    otherFileBytes: 1_000_000,
    textFileBytes: 1_000_000,
    [limit]: below.bytes.length,
  },
  below,
  above: longer(below),
  told: "read/too-large",
});
const exceeded = (limits: Partial<Limits>, below: MadeFile, above: MadeFile): Row => ({
  limits,
  below,
  above,
  told: "extract/limit-exceeded",
});

const inSmartTags = (count: number): MadeFile =>
  docx("<w:smartTag>".repeat(count) + p(words("deep")) + "</w:smartTag>".repeat(count));
const withAttributes = (count: number): MadeFile =>
  docx(`<w:p ${Array.from({ length: count }, (_, i) => `w:a${i}="1"`).join(" ")}>${words("a")}</w:p>`);
const withParts = (count: number): MadeFile => {
  const parts = Array.from({ length: count }, (_, i) => ({ type: "x", name: `x${i}.xml`, content: "" }));
  return file("a.docx", makePackage(documentXml(p(words("a"))), parts));
};
const importing = (depth: number): MadeFile => {
  let bytes = makeDocx(p(words("bottom")));
  for (let i = 0; i < depth; i++)
    bytes = makePackage(documentXml(`${p(words("level"))}<w:altChunk r:id="r1"/>`), [
      { type: "aFChunk", name: "c.docx", content: bytes },
    ]);
  return file("a.docx", bytes);
};
const body = (letters: number): string => documentXml(p(words("x".repeat(letters))));
const readParts = packageParts(body(10));
const readBytes = readParts["_rels/.rels"]!.length + readParts["word/document.xml"]!.length;
/** More than 1 MiB, so that the ratio counts: words that pack badly, and one letter. */
const varied = Array.from({ length: 200_000 }, (_, i) => ((i * 2_654_435_761) % 2 ** 32).toString(36)).join(
  " ",
);

const inProcess: Readonly<Record<string, Row>> = {
  pdfFileBytes: sized("pdfFileBytes", { ...pdf("a page"), name: "a.txt" }),
  otherFileBytes: sized("otherFileBytes", { ...docx(p(words("a"))), name: "a.pdf" }),
  "otherFileBytes (HTML)": sized("otherFileBytes", { ...html("words"), name: "a.txt" }),
  textFileBytes: sized("textFileBytes", file("a.pdf", "plain words")),
  "textFileBytes (Markdown)": sized("textFileBytes", file("a.md", "# plain words")),
  pdfPages: exceeded({ pdfPages: 3 }, pdf("one", "two", "three"), pdf("one", "two", "three", "four")),
  zipEntries: exceeded({ zipEntries: 6 }, withParts(2), withParts(3)),
  zipPartBytes: exceeded(
    { zipPartBytes: body(10).length },
    file("a.docx", makePackage(body(10))),
    file("a.docx", makePackage(body(11))),
  ),
  zipTotalBytes: exceeded(
    { zipTotalBytes: readBytes },
    file("a.docx", makePackage(body(10))),
    file("a.docx", makePackage(body(11))),
  ),
  zipRatio: exceeded({ zipRatio: 100 }, docx(p(words(varied))), docx(p(words("x".repeat(varied.length))))),
  zipDepth: {
    limits: { zipDepth: 2 },
    below: importing(2),
    above: importing(3),
    told: "notice/part-not-read",
  },
  // document, body, smart tags, p, r, t.
  xmlDepth: exceeded({ xmlDepth: 20 }, inSmartTags(15), inSmartTags(16)),
  xmlAttributes: exceeded({ xmlAttributes: 20 }, withAttributes(20), withAttributes(21)),
  // html, body, divisions.
  htmlDepth: exceeded(
    { htmlDepth: 20 },
    html(`${"<div>".repeat(18)}deep`),
    html(`${"<div>".repeat(19)}deep`),
  ),
  textUnits: exceeded({ textUnits: 20 }, file("a.txt", "x".repeat(20)), file("a.txt", "x".repeat(21))),
  "textUnits (HTML)": exceeded({ textUnits: 20 }, html("x".repeat(20)), html("x".repeat(21))),
  "textUnits (DOCX)": exceeded(
    { textUnits: 20 },
    docx(p(words("x".repeat(20)))),
    docx(p(words("x".repeat(21)))),
  ),
  "textUnits (PDF)": exceeded({ textUnits: 20 }, pdf("twenty letters here."), pdf("twenty-one letters...")),
  proportionFreeUnits: exceeded(
    { proportionFreeUnits: 20_000, unitsPerByte: 1 },
    docx(p(words("x".repeat(20_000)))),
    docx(p(words("x".repeat(20_001)))),
  ),
  unitsPerByte: exceeded(
    { proportionFreeUnits: 1_000, unitsPerByte: 8 },
    docx(p(words("x".repeat(5_000)))),
    docx(p(words("x".repeat(20_000)))),
  ),
  noticedUnitsPerByte: {
    limits: { proportionFreeUnits: 1_000, noticedUnitsPerByte: 8 },
    below: docx(p(words("x".repeat(5_000)))),
    above: docx(p(words("x".repeat(20_000)))),
    told: "notice/text-out-of-proportion",
  },
};

/** These are watched from outside the process that reads. */
const watched: Readonly<Record<string, Row>> = {
  pageMilliseconds: {
    limits: { pageMilliseconds: 2_000 },
    below: file("a.txt", "PAGE_PAUSE"),
    above: file("a.txt", "PAGE_SLEEP"),
    told: "extract/timeout",
  },
  documentMilliseconds: {
    limits: { documentMilliseconds: 2_000 },
    below: file("a.txt", "PAUSE"),
    above: file("a.txt", "SLEEP"),
    told: "extract/timeout",
  },
  noProgressMilliseconds: {
    limits: { noProgressMilliseconds: 2_000 },
    below: file("a.txt", "PAUSE"),
    above: file("a.txt", "SLEEP"),
    told: "extract/timeout",
  },
  extractorBytes: {
    limits: { extractorBytes: 300 * MIB },
    below: file("a.txt", "SOME_BUFFERS"),
    above: file("a.txt", "BUFFERS"),
    told: "extract/memory-limit",
  },
};

function toldBy(outcome: Result<Document>): readonly string[] {
  return outcome.ok ? outcome.value.notices.map(({ code }) => code) : [outcome.failure.code];
}

describe.each(Object.entries(inProcess))("%s", (_limit, { limits, below, above, told }) => {
  it("lets pass what is just below", async () => {
    const outcome = await readFile(below, limits);
    expect(outcome.ok ? "read" : outcome.failure).toBe("read");
    expect(toldBy(outcome)).not.toContain(told);
  });
  it("stops or tells what is just above", async () => {
    expect(toldBy(await readFile(above, limits))).toContain(told);
  });
});

describe.each(Object.entries(watched))("%s, from outside", (_limit, { limits, below, above, told }) => {
  const host = createTestChildHost(1);
  afterAll(() => host.close());
  const outcomeOf = ({ bytes, name }: MadeFile) =>
    host.extract({ bytes, name, limits: { ...DEFAULT_LIMITS, ...limits } });

  it("lets pass what is just below", async () => {
    const outcome = await outcomeOf(below);
    expect(outcome.ok ? "read" : outcome.failure).toBe("read");
  });
  it("stops what is just above", async () => {
    expect(toldBy(await outcomeOf(above))).toEqual([told]);
  });
});

it("no limit is without its pair of files", () => {
  const tested = [...Object.keys(inProcess), ...Object.keys(watched)].map((name) => name.replace(/ .*/, ""));
  expect([...new Set(tested)].sort()).toEqual(Object.keys(DEFAULT_LIMITS).sort());
});
