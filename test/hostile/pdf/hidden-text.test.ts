/** Text that a reader of the page does not see: kept, marked, said; and text that only looks as if, which is not. */
import { describe, expect, test } from "vitest";
import { FIRST_EXTRA, line, makePdf, stream } from "../../support/make-pdf.ts";
import type { MadePdf } from "../../support/make-pdf.ts";
import { noticesOf, opened, readPdf } from "../../support/pdf-engine.ts";

describe("hidden text", () => {
  const hiddenPage = [
    line("Visible text that everybody reads on this page.", 50, 740),
    `3 Tr ${line("mode three", 50, 720)}0 Tr `,
    `1 1 1 rg ${line("white rgb", 50, 700)}0 g `,
    `1 g ${line("white gray", 50, 680)}0 g `,
    `0 0 0 0 k ${line("white cmyk", 50, 660)}0 g `,
    `/DeviceRGB cs 1 1 1 sc ${line("white sc", 50, 640)}0 g `,
    line("tiny", 50, 620, 0.1),
    line("off page", 5000, 600),
    line("seen", 50, 600),
    `q /Clear gs ${line("transparent", 50, 580)}Q `,
    `7 Tr ${line("clip only", 50, 560)}0 Tr `,
    `0.5 g ${line("grey is seen", 50, 540)}0 g `,
  ].join("");

  test("is kept, marked and said", async () => {
    const document = opened(await readPdf(makePdf({ pages: [{ content: hiddenPage }] })));
    // Behind what is seen, so that it does not stand between words that belong together.
    expect(document.marks.map(({ kind }) => kind)).toEqual(["hidden"]);
    expect(document.marks.map(({ start, end }) => document.text.slice(start, end).split(/\n+/))).toEqual([
      [
        ...["mode three", "white rgb", "white gray", "white cmyk", "white sc", "tiny"],
        ...["transparent", "clip only", "off page"],
      ],
    ]);
    expect(document.text).toMatch(/grey is seen[^]*mode three/);
    expect(document.notices.map(({ data }) => data?.["reason"]).sort()).toEqual([
      "invisible",
      "off-page",
      "tiny",
      "white",
    ]);
  });

  test("a page of nothing but invisible text is a layer of recognised text", async () => {
    const content = `${line("12", 300, 30, 8)}3 Tr ${line("recognised words of a scanned page", 50, 700)}`;
    const document = opened(await readPdf(makePdf({ pages: [{ content }] })));
    expect(document.marks.map(({ kind }) => kind)).toEqual(["ocr", "furniture"]);
    expect(noticesOf(document)).toEqual(["notice/ocr-layer"]);
  });
});

describe("hidden or not", () => {
  const visible = line("Visible text that everybody reads on this page.", 50, 740);
  const rect = (colour: string): string => `q ${colour} 40 690 400 30 re f Q `;
  const secret = line("the secret words", 50, 700);

  async function hiddenIn(content: string, more: Partial<MadePdf> = {}, extra = ""): Promise<string[][]> {
    const document = opened(
      await readPdf(makePdf({ pages: [{ content: visible + content, extra }], ...more })),
    );
    expect(document.text).toContain("the secret words");
    const reasons = document.notices.map(({ data }) => String(data?.["reason"]));
    return document.marks.map(({ kind, start, end }, i) => [
      kind,
      reasons[i]!,
      document.text.slice(start, end),
    ]);
  }
  const hidden = (reason: string): string[][] => [["hidden", reason, "the secret words"]];

  test("white on a dark rectangle is seen", async () => {
    expect(await hiddenIn(`${rect("0.2 g")}1 g ${secret}`)).toEqual([]);
  });
  test("white on a dark shape that is no rectangle, or on a picture, may be seen", async () => {
    expect(await hiddenIn(`0 g 40 690 m 440 690 l 440 720 l 40 725 l f 1 g ${secret}`)).toEqual([]);
    const inlineImage = "q 400 0 0 30 40 690 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \0 EI Q ";
    expect(await hiddenIn(`${inlineImage}1 g ${secret}`)).toEqual([]);
  });
  test("white on a white rectangle on a dark one is not", async () => {
    expect(await hiddenIn(`${rect("0 g")}${rect("1 g")}1 g ${secret}`)).toEqual(hidden("white"));
  });
  test("white on a dark rectangle that stands elsewhere is not", async () => {
    expect(await hiddenIn(`0 g 40 100 400 30 re f 1 g ${secret}`)).toEqual(hidden("white"));
  });
  test("the colour of the ground", async () => {
    expect(await hiddenIn(`${rect("0 0 0.4 rg")}0 0 0.4 rg ${secret}`)).toEqual(hidden("background"));
    expect(await hiddenIn(`${rect("0 0 0.4 rg")}1 1 0 rg ${secret}`)).toEqual([]);
  });
  test("blacked out afterwards", async () => {
    expect(await hiddenIn(`${secret}${rect("0 g")}`)).toEqual(hidden("covered"));
  });
  test("behind a rectangle that lets the text through", async () => {
    expect(await hiddenIn(`${secret}/Half gs ${rect("1 1 0 rg")}`, {}, half)).toEqual([]);
    expect(await hiddenIn(`${secret}/Marker gs ${rect("1 1 0 rg")}`, {}, half)).toEqual([]);
  });
  test("underlined, or half under a rectangle", async () => {
    expect(await hiddenIn(`${secret}50 697 120 1 re f 40 690 60 30 re f `)).toEqual([]);
  });
  test("outside the clipping path", async () => {
    expect(await hiddenIn(`q 300 100 50 50 re W n ${secret}Q `)).toEqual(hidden("clipped"));
    expect(await hiddenIn(`q 40 690 400 30 re W n ${secret}Q `)).toEqual([]);
    expect(await hiddenIn(`q 300 100 50 50 re W n Q ${secret}`)).toEqual([]);
  });
  test("outside the box of a form object", async () => {
    const form = (box: string): string =>
      stream(secret, `/Type/XObject/Subtype/Form/BBox[${box}]/Resources<<${font}>>`);
    const draw = { extra: [form("0 0 10 10")] };
    const uses = `/Resources<<${font}/XObject<</Fm ${FIRST_EXTRA} 0 R>>>>`;
    expect(await hiddenIn("/Fm Do ", draw, uses)).toEqual(hidden("clipped"));
    expect(await hiddenIn("/Fm Do ", { extra: [form("0 0 600 800")] }, uses)).toEqual([]);
  });
  test("behind a picture is what scans with recognised text are made of", async () => {
    const image = stream(
      "\0",
      "/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray",
    );
    const uses = `/Resources<<${font}/XObject<</Im ${FIRST_EXTRA} 0 R>>>>`;
    expect(await hiddenIn(`${secret}q 400 0 0 30 40 690 cm /Im Do Q `, { extra: [image] }, uses)).toEqual(
      hidden("invisible"),
    );
  });

  const font = "/Font<</F1 3 0 R>>";
  const half = `/Resources<<${font}/ExtGState<</Half<</ca 0.5>>/Marker<</BM/Multiply>>>>>>`;
  const layers = (config: string): Partial<MadePdf> => ({
    catalog: `/OCProperties<</OCGs[${FIRST_EXTRA} 0 R ${FIRST_EXTRA + 1} 0 R]/D<<${config}>>>>`,
    extra: [
      "<</Type/OCG/Name(a)>>",
      "<</Type/OCG/Name(b)>>",
      `<</Type/OCMD/OCGs[${FIRST_EXTRA} 0 R ${FIRST_EXTRA + 1} 0 R]/P/AllOn>>`,
    ],
  });
  const properties = `/Resources<<${font}/Properties<</A ${FIRST_EXTRA} 0 R/B ${FIRST_EXTRA + 1} 0 R/Both ${FIRST_EXTRA + 2} 0 R>>>>`;
  const off = layers(`/OFF[${FIRST_EXTRA} 0 R]`);

  test.each([
    ["a layer that is off", `/OC /A BDC ${secret}EMC `, off, true],
    ["a layer that is on", `/OC /B BDC ${secret}EMC `, off, false],
    ["behind a layer that is off", `/OC /A BDC /P BMC EMC EMC ${secret}`, off, false],
    ["a layer inside one that is off", `/OC /A BDC /OC /B BDC EMC ${secret}EMC `, off, true],
    ["a layer that needs both", `/OC /Both BDC ${secret}EMC `, off, true],
    ["all off but one", `/OC /B BDC ${secret}EMC `, layers(`/BaseState/OFF/ON[${FIRST_EXTRA} 0 R]`), true],
    [
      "the one that is on",
      `/OC /A BDC ${secret}EMC `,
      layers(`/BaseState/OFF/ON[${FIRST_EXTRA} 0 R]`),
      false,
    ],
    ["layers that are not there", `/OC /Gone BDC ${secret}EMC EMC EMC `, off, false],
  ])("%s", async (_, content, more, isHidden) => {
    expect(await hiddenIn(content, more, properties)).toEqual(isHidden ? hidden("layer-off") : []);
  });

  test("of size nought", async () => {
    expect(await hiddenIn("BT /F1 0 Tf 50 700 Td (the secret words) Tj ET ")).toEqual(hidden("tiny"));
    expect(await hiddenIn("BT /F1 12 Tf 0 0 0 0 50 700 Tm (the secret words) Tj ET ")).toEqual(
      hidden("tiny"),
    );
  });
  test("outside the page, also where a line runs over its edge", async () => {
    expect(await hiddenIn(line("the secret words", 50, -300))).toEqual(hidden("off-page"));
    const over = opened(
      await readPdf(makePdf({ pages: [{ content: line("a line that is much too long for it", 500, 700) }] })),
    );
    expect(over.text).toBe("a line that is much too long for it");
    expect(over.marks.map(({ kind, end }) => [kind, end])).toEqual([["hidden", over.text.length]]);
  });
});
