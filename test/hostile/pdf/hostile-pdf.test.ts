/** Damaged, locked, lying and hiding PDFs: each ends in its code or notice, never in a crash or in silence. */
import { describe, expect, test } from "vitest";
import { FIRST_EXTRA, line, makePdf, stream } from "../../support/make-pdf.ts";
import { codeOf, fixture, noticesOf, opened, pageText, readPdf } from "../../support/pdf-engine.ts";

const page = (text: string) => ({ content: line(text, 50, 700) });
const plain = makePdf({ pages: [page("The quick brown fox jumps over the lazy dog.")] });
const cut = (bytes: Uint8Array, share: number): Uint8Array =>
  bytes.slice(0, Math.floor(bytes.length * share));
const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe("damage", () => {
  test.each([
    ["no bytes", new Uint8Array(0), "read/empty-file"],
    ["only a header", bytesOf("%PDF-1.7\n"), "extract/truncated"],
    ["a header and an end", bytesOf("%PDF-1.7\nstartxref\n0\n%%EOF"), "extract/corrupt"],
    ["noise", Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251), "extract/truncated"],
    ["five bytes", fixture("qpdf__bad1.pdf"), "extract/truncated"],
    ["no page object", makePdf({ pages: [] }), "extract/no-text"],
    ["a page that cannot be read", fixture("qpdf__bad25.pdf"), "extract/corrupt"],
  ])("%s", async (_, bytes, code) => {
    expect(codeOf(await readPdf(bytes))).toBe(code);
  });

  test.each(["qpdf__bad-xref.pdf", "qpdf__bad14.pdf"])("%s is read all the same", async (name) => {
    expect(opened(await readPdf(fixture(name))).text).toBe("Potato");
  });

  test("a file whose end is missing is read and says so", async () => {
    const document = opened(await readPdf(plain.slice(0, latin1(plain).lastIndexOf("startxref"))));
    expect(document.text).toBe("The quick brown fox jumps over the lazy dog.");
    expect(noticesOf(document)).toContain("notice/recovered-truncated");
  });

  test("every prefix of a file ends in text or a code", async () => {
    for (let share = 0.02; share < 1; share += 0.02) {
      const outcome = await readPdf(cut(plain, share));
      if (outcome.ok) expect(noticesOf(outcome.value)).toContain("notice/recovered-truncated");
      else expect(outcome.failure.code).toMatch(/^extract\/(truncated|corrupt|no-text)$/);
    }
  });

  test("one page of many that cannot be read is a notice", async () => {
    const bytes = makePdf({ pages: [page("first page"), page("second page"), page("third page")] });
    const text = latin1(bytes);
    const at = text.indexOf("22 0 obj") + 9;
    // The second page is a string now; nothing else moves.
    const damaged = bytesOf(`${text.slice(0, at)}(${"x".repeat(40)})%${text.slice(at + 43)}`);
    const document = opened(await readPdf(damaged));
    expect(document.text).toContain("first page");
    expect(document.text).toContain("third page");
    expect(document.notices).toEqual([{ code: "notice/page-failed", page: 1 }]);
    expect(document.sourceMap.pages[1]!.usability).toBe("failed");
  });

  test("text that breaks off inside a compressed stream is a notice", async () => {
    const packed = await deflate(line("word ".repeat(400), 50, 700));
    const half = packed.slice(0, packed.length >> 1);
    const content = `<</Filter/FlateDecode/Length ${half.length}>>stream\n${latin1(half)}\nendstream`;
    const document = opened(
      await readPdf(
        makePdf({
          pages: [{ content: "", extra: `/Contents [${FIRST_EXTRA} 0 R ${FIRST_EXTRA + 1} 0 R]` }],
          extra: [stream(line("this much can be read", 50, 720)), content],
        }),
      ),
    );
    expect(document.text).toContain("this much can be read");
    expect(noticesOf(document)).toContain("notice/page-text-partial");
  });
});

async function deflate(text: string): Promise<Uint8Array> {
  const { deflateSync } = await import("node:zlib");
  return new Uint8Array(deflateSync(text));
}

describe("counts that lie", () => {
  test("a /Count far beyond the truth does not make us loop", async () => {
    const outcome = await readPdf(makePdf({ pages: [page("only page")], count: 2_000_000_000 }));
    if (outcome.ok) expect(opened(outcome).sourceMap.pages).toHaveLength(1);
    else expect(outcome.failure.code).toBe("extract/limit-exceeded");
  });

  test("more pages than the limit", async () => {
    const pages = Array.from({ length: 4 }, (_, i) => page(`page ${i}`));
    const outcome = await readPdf(makePdf({ pages }), { limits: { pdfPages: 3 } });
    expect(outcome).toEqual({
      ok: false,
      failure: { code: "extract/limit-exceeded", data: { limit: 3, got: 4, unit: "pages" } },
    });
  });

  test("more text than the limit", async () => {
    const outcome = await readPdf(plain, { limits: { textUnits: 10 } });
    expect(codeOf(outcome)).toBe("extract/limit-exceeded");
  });

  test("progress is told after every page, and may stop the work", async () => {
    const pages = Array.from({ length: 3 }, (_, i) => page(`page ${i}`));
    const told: string[] = [];
    await readPdf(makePdf({ pages }), { progress: (done, total) => told.push(`${done}/${total}`) });
    expect(told).toEqual(["1/3", "2/3", "3/3"]);
    const stop = readPdf(makePdf({ pages }), {
      progress: () => {
        throw new Error("stopped");
      },
    });
    await expect(stop).rejects.toThrow("stopped");
  });

  test("the caller's bytes are left as they are", async () => {
    const bytes = plain.slice();
    await readPdf(bytes);
    expect(bytes).toEqual(plain);
  });
});

describe("encryption", () => {
  test("an empty user password opens, with a notice", async () => {
    const document = opened(await readPdf(fixture("pypdf__r3-empty-password.pdf")));
    expect(document.text).toContain("pdf encryption test");
    expect(noticesOf(document)).toEqual(["notice/opened-with-empty-password"]);
  });

  test("a wrong password does not shut what an empty one opens", async () => {
    expect(codeOf(await readPdf(fixture("pypdf__r3-empty-password.pdf"), { password: "wrong" }))).toBe("ok");
  });

  test.each([
    ["pypdf__r6-both-passwords.pdf", "foo", "pdf encryption test"],
    ["pdfminer__rc4-40.pdf", "baz", "Secret!"],
  ])("%s", async (name, password, text) => {
    expect(codeOf(await readPdf(fixture(name)))).toBe("extract/needs-password");
    expect(codeOf(await readPdf(fixture(name), { password: "wrong" }))).toBe("extract/wrong-password");
    const document = opened(await readPdf(fixture(name), { password }));
    expect(document.text).toContain(text);
    expect(noticesOf(document)).not.toContain("notice/opened-with-empty-password");
  });

  test.each([
    ["another security handler", "<</Filter/FooSec/V 4/R 4>>"],
    ["an unknown algorithm", "<</Filter/Standard/V 9/R 9/O(x)/U(x)/P 0>>"],
  ])("%s", async (_, encrypt) => {
    const bytes = makePdf({
      pages: [page("unreadable")],
      extra: [encrypt],
      trailer: `/Encrypt ${FIRST_EXTRA} 0 R/ID[<00><00>]`,
    });
    expect(codeOf(await readPdf(bytes))).toBe("extract/encryption-unsupported");
  });
});

describe("pages without usable text", () => {
  test("no page has text", async () => {
    const outcome = await readPdf(makePdf({ pages: [{ content: "" }, { content: "0 0 100 100 re f" }] }));
    expect(outcome).toEqual({ ok: false, failure: { code: "extract/no-text", data: { pages: 2 } } });
  });

  // Glyph numbers of a font without a map: control characters and scattered letters.
  const garbage = `BT /F3 12 Tf 50 700 Td <${Array.from({ length: 40 }, (_, i) => ((i % 25) + 1).toString(16).padStart(4, "0")).join("")}> Tj ET`;

  test("every page is garbled", async () => {
    expect(codeOf(await readPdf(makePdf({ pages: [{ content: garbage }] })))).toBe("extract/garbled");
  });

  test("one page is garbled, one empty, one reads", async () => {
    const document = opened(
      await readPdf(makePdf({ pages: [{ content: garbage }, { content: "" }, page("readable")] })),
    );
    expect(document.sourceMap.pages.map(({ usability }) => usability)).toEqual([
      "garbled",
      "no-text",
      "text",
    ]);
    expect(document.notices).toEqual([
      { code: "notice/page-garbled", page: 0 },
      { code: "notice/page-no-text", page: 1 },
    ]);
    expect(document.marks).toEqual([{ kind: "garbled", start: 0, end: document.sourceMap.pages[0]!.end }]);
  });
});

describe("what is apart from the text", () => {
  test("notes, filled fields, attached files, forms for another viewer", async () => {
    const document = opened(
      await readPdf(
        makePdf({
          pages: [
            {
              ...page("body"),
              extra: `/Annots[${[0, 1, 2, 3].map((i) => `${FIRST_EXTRA + i} 0 R`).join(" ")}]`,
            },
          ],
          catalog: `/AcroForm<</XFA ${FIRST_EXTRA + 4} 0 R/Fields[]>>/Names<</EmbeddedFiles<</Names[(a) ${FIRST_EXTRA + 5} 0 R]>>>>`,
          extra: [
            "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(a note)>>",
            "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Contents(a link)>>",
            "<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(filled in)/Rect[0 0 9 9]>>",
            "<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]>>",
            stream("<xdp/>"),
            `<</Type/Filespec/F(a.txt)/EF<</F ${FIRST_EXTRA + 6} 0 R>>>>`,
            stream("attached"),
          ],
        }),
      ),
    );
    expect(pageText(document, 0)).toBe("body\n\na note\n\nfilled in");
    expect(document.marks.map(({ kind, start, end }) => [kind, document.text.slice(start, end)])).toEqual([
      ["annotation", "a note"],
      ["annotation", "filled in"],
    ]);
    expect(document.notices).toEqual([
      { code: "notice/form-needs-viewer" },
      { code: "notice/embedded-not-read", data: { count: 2 } },
    ]);
  });

  test("very many notes, and notes with characters that mean something", async () => {
    const annots = Array.from({ length: 150_000 }, () => `${FIRST_EXTRA} 0 R`).join(" ");
    const note = "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(one\\fpage\\r\\ntwo\\000)>>";
    const document = opened(
      await readPdf(makePdf({ pages: [{ ...page("body"), extra: `/Annots[${annots}]` }], extra: [note] })),
    );
    expect(document.marks).toHaveLength(150_000);
    expect(document.text.slice(0, 29)).toBe("body\n\none page\ntwo\n\none page\n");
    expect(document.sourceMap.pages).toHaveLength(1);
  });

  test("hostile title and labels are cut and cleaned", async () => {
    const document = opened(
      await readPdf(
        makePdf({
          pages: [page("body")],
          catalog: `/PageLabels<</Nums[0<</P(${"L".repeat(500)})>>]>>`,
          extra: [`<</Title(${"T".repeat(5000)})/Author(two\\nlines)>>`],
          trailer: `/Info ${FIRST_EXTRA} 0 R`,
        }),
      ),
    );
    expect(document.metadata).toEqual({ title: "T".repeat(1000), author: "two lines" });
    expect(document.sourceMap.pages[0]!.label).toBe("L".repeat(64));
  });

  test("asset names from a file never leave the asset folders", async () => {
    const content = "BT /F9 12 Tf 50 600 Td <0001> Tj ET";
    const font = "<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/..#2f..#2fpackage/DescendantFonts[6 0 R]>>";
    const document = opened(
      await readPdf(
        makePdf({
          pages: [
            {
              content: `${line("still read", 50, 700)}${content}`,
              extra: `/Resources<</Font<</F1 3 0 R/F9 ${FIRST_EXTRA} 0 R>>>>`,
            },
          ],
          extra: [font],
        }),
      ),
    );
    expect(document.text).toContain("still read");
    expect(noticesOf(document)).toContain("notice/page-text-partial");
  });
});
