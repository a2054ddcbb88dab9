/** Word documents made to break a reader: each has the code or the notice that must come out. */
import { readFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import { documentFault } from "../../../core/protocol/untrusted-document.ts";
import {
  documentOf,
  documentXml,
  makeDocx,
  makePackage,
  NAMESPACES,
  noticesOf,
  paragraph as p,
  readDocx,
  relationshipsXml,
  run,
  sourceMapOf,
  textOf,
  words,
} from "../../support/make-docx.ts";

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/docx/${name}`, import.meta.url)));

async function outcome(bytes: Uint8Array, password?: string): Promise<string> {
  const result = await readDocx(bytes, {}, password);
  return result.ok ? "ok" : result.failure.code;
}

const laughs = ["b", "c", "d", "e", "f", "g", "h"]
  .map((name, i) => `<!ENTITY ${name} "${`&${"abcdefg"[i] ?? ""};`.repeat(10)}">`)
  .join("");
const entity = (declarations: string, use: string): Uint8Array =>
  makePackage(documentXml(p(words(use)), `<!DOCTYPE w:document [${declarations}]>`));

const ole = (stream: string): Uint8Array => {
  const bytes = new Uint8Array(2_048);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (let i = 0; i < stream.length; i++) bytes[1_024 + 2 * i] = stream.charCodeAt(i);
  return bytes;
};

describe("refused with a code", () => {
  it.each<[string, () => Uint8Array, string]>([
    ["billion laughs", () => entity(`<!ENTITY a "aaaaaaaaaa">${laughs}`, "&h;"), "extract/doctype-forbidden"],
    [
      "external entity",
      () => entity('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"),
      "extract/doctype-forbidden",
    ],
    [
      "unfinished DOCTYPE",
      () => makePackage('<?xml version="1.0"?><!-- c --><!DOCTYPE w [<!ENTITY'),
      "extract/doctype-forbidden",
    ],
    [
      "external entity in the wild",
      () => fixture("poi__ExternalEntityInText.docx"),
      "extract/doctype-forbidden",
    ],
    [
      "20,000 nested elements",
      () => makeDocx(`${"<w:sdt><w:sdtContent>".repeat(10_000)}${p(words("a"))}`),
      "extract/limit-exceeded",
    ],
    [
      "20,000 attributes",
      () => makeDocx(`<w:p ${Array.from({ length: 20_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`),
      "extract/limit-exceeded",
    ],
    ["more than fifty XML errors", () => makeDocx(p(words("&nope;".repeat(60)))), "extract/corrupt"],
    ["no XML at all", () => makePackage("\u0000\u0001 this is not xml"), "extract/corrupt"],
    ["empty main part", () => makePackage(""), "extract/corrupt"],
    ["spreadsheet", () => fixture("poi__poc-xmlbomb.xlsx"), "extract/not-a-word-document"],
    ["archive that contains itself", () => fixture("tika__droste.zip"), "extract/not-a-word-document"],
    ["some other archive", () => zipSync({ "a.txt": strToU8("a") }), "extract/not-a-word-document"],
    ["some other XML", () => strToU8("<?xml version='1.0'?><html/>"), "extract/not-a-word-document"],
    [
      "random bytes",
      () => Uint8Array.from({ length: 5_000 }, (_, i) => Math.imul(i + 1, 2_654_435_761) >>> 24),
      "extract/not-a-word-document",
    ],
    ["cut before the document", () => fixture("tika__testWORD_truncated.docx"), "extract/truncated"],
    ["encrypted", () => fixture("tika__testWORD_protected_passtika.docx"), "extract/needs-password"],
    ["encrypted, hand-made", () => ole("EncryptedPackage"), "extract/needs-password"],
    ["binary .doc", () => ole("WordDocument"), "extract/legacy-office"],
    ["other OLE", () => ole("Contents"), "extract/legacy-office"],
    ["no text", () => makeDocx(p("")), "extract/no-text"],
  ])("%s", async (_name, make, code) => {
    expect(await outcome(make())).toBe(code);
  });

  it("says that it cannot decrypt even with a password", async () => {
    expect(await outcome(ole("EncryptedPackage"), "secret")).toBe("extract/encryption-unsupported");
  });

  it("stops a text that grows past the limit, with limit and amount", async () => {
    const result = await readDocx(makeDocx(p(words("x".repeat(2_000)))), { textUnits: 1_000 });
    expect(result).toEqual({
      ok: false,
      failure: {
        code: "extract/limit-exceeded",
        data: { what: "text", limit: 1_000, got: 2_000, unit: "UTF-16 units" },
      },
    });
  });

  it("stops an archive bomb at the part limit", async () => {
    const spaces = p(words(" ".repeat(1 << 20)));
    const result = await readDocx(makeDocx(spaces.repeat(8)), { zipPartBytes: 4 << 20 });
    expect(result.ok ? undefined : result.failure.data).toMatchObject({
      what: "zip part",
      limit: 4 << 20,
      part: "word/document.xml",
    });
  });
});

describe("read all the same", () => {
  const cutDocx = (share: number): Uint8Array => {
    const body = Array.from({ length: 3_000 }, (_, i) => p(words(`hello ${(i * 7_919) % 10_007}`))).join("");
    const whole = makeDocx(body);
    return whole.subarray(0, Math.floor(whole.length * share));
  };

  it("a cut file, up to the cut, with notices", async () => {
    const document = await documentOf(cutDocx(0.6));
    expect(document.text.split("\n").length).toBeGreaterThan(1_000);
    expect(document.text.startsWith("hello 0\nhello 7919\n")).toBe(true);
    expect(noticesOf(document, "notice/recovered-truncated").length).toBeGreaterThan(0);
    expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
  });

  it("an undefined entity, a control character and an element left open", async () => {
    const document = await documentOf(makeDocx(p(words("one")) + "<w:p><w:r><w:t>broken &nope; \u0001 two"));
    expect(document.text).toContain("one\nbroken &nope;");
    expect(document.text).toContain("two");
    expect(noticesOf(document, "notice/markup-errors")).toHaveLength(1);
  });

  it("half a surrogate pair, as one replacement character", async () => {
    const document = await documentOf(makeDocx(p(words("a&#xD800;b"))));
    expect(document.text.isWellFormed()).toBe(true);
    expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
  });

  it("100,000 paragraphs in a file of a few kilobytes", async () => {
    const bytes = makeDocx(p(words("hello")).repeat(100_000));
    const document = await documentOf(bytes);
    expect(sourceMapOf(document).paragraphs.at(-1)?.paragraph).toBe(99_999);
  });

  it("a million empty paragraphs before the text", async () => {
    const document = await documentOf(makeDocx("<w:p/>".repeat(1_000_000) + p(words("end"))), {
      zipRatio: Infinity,
    });
    expect(document.text).toBe("end");
    expect(sourceMapOf(document).paragraphs[0]?.paragraph).toBe(1_000_000);
  });

  it("200,000 fields without an end, in linear time", async () => {
    const begun = run('<w:fldChar w:fldCharType="begin"/>').repeat(200_000);
    const document = await documentOf(makeDocx(p(begun + words("a").repeat(200_000))), {
      zipRatio: Infinity,
    });
    expect(document.text).toHaveLength(200_000);
  });

  it("20,000 missing imports, as a bounded number of notices", async () => {
    const document = await documentOf(makeDocx(p(words("a")) + '<w:altChunk r:id="none"/>'.repeat(20_000)));
    expect(document.notices).toHaveLength(1_001);
    expect(document.notices.at(-1)?.data).toMatchObject({ notices: 19_000 });
  });

  it("a broken part beside a sound body", async () => {
    const document = await documentOf(
      makeDocx(p(words("body")), [
        { type: "footnotes", name: "word/footnotes.xml", content: "&x;".repeat(99) },
      ]),
    );
    expect(document.text).toBe("body");
    expect(noticesOf(document, "notice/part-not-read")).toEqual([
      { part: "word/footnotes.xml", reason: "extract/corrupt" },
    ]);
  });

  it("a document that imports itself, down to the deepest import", async () => {
    const xml = documentXml(p(words("level")) + '<w:altChunk r:id="r1"/>');
    let bytes = makeDocx(p(words("bottom")));
    for (let i = 0; i < 7; i++)
      bytes = makePackage(xml, [{ type: "aFChunk", name: "word/c.docx", content: bytes }]);
    const document = await documentOf(bytes);
    expect(document.text).toBe("level\nlevel\nlevel\nlevel\nlevel");
    expect(noticesOf(document, "notice/part-not-read")).toMatchObject([{ reason: "nested too deeply" }]);
  });

  it("targets that point outside the package, as parts inside it or not at all", async () => {
    const rels = relationshipsXml([
      { type: "footnotes", target: "../../../../etc/passwd" },
      { type: "header", target: "file:///etc/passwd", external: true },
      { type: "image", target: "\\\\\\\\server\\\\share\\\\x.png", external: true },
    ]);
    const document = await documentOf(
      makeDocx(p(words("a")), [{ type: "unused", name: "word/_rels/document.xml.rels", content: rels }]),
    );
    expect(document.text).toBe("a");
    expect(noticesOf(document, "notice/part-not-read")).toEqual([
      { part: "etc/passwd", reason: "extract/corrupt" },
    ]);
  });

  it("elements in impossible places, in order and with sound marks", async () => {
    const odd =
      "<w:tr><w:tc/></w:tr><w:fldChar w:fldCharType='end'/></w:body><w:t>loose</w:t><w:body>" +
      `<w:p>outer<w:p>${words("inner")}</w:p>${words("rest")}</w:p><mc:Choice Requires="">${p(words("choice"))}</mc:Choice>` +
      run("<w:rt><w:del><w:t>x</w:t></w:del></w:rt>");
    const document = await documentOf(makeDocx(odd));
    expect(document.text).toBe("loose\ninner\nrest\nchoice");
    expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
  });

  it("names of prototypes as ordinary names", async () => {
    const odd = `<w:p ${["__proto__", "constructor", "toString"].map((name) => `${name}="1"`).join(" ")}>${words("a")}</w:p>`;
    expect(await textOf(odd + `<w:constructor>${p(words("b"))}</w:constructor>`)).toBe("a\nb");
  });
});

it("never throws, whichever byte is damaged", async () => {
  const whole = makeDocx(p(words("some words to read")), [
    { type: "footnotes", name: "word/footnotes.xml", content: `<w:footnotes ${NAMESPACES}/>` },
  ]);
  for (let at = 0; at < whole.length; at += 3) {
    const damaged = whole.slice();
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    const result = await readDocx(damaged);
    if (result.ok) expect(documentFault(result.value, DEFAULT_LIMITS)).toBeUndefined();
    else expect(result.failure.code).toMatch(/^extract\//);
  }
});
