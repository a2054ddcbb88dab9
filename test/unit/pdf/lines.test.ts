/** How drawn text becomes running text: spaces, lines, paragraphs, right-to-left lines. */
import { describe, expect, test } from "vitest";
import { fragmentsOf } from "../../../core/extract/pdf/fragment.ts";
import type { PdfTextItem } from "../../../core/extract/pdf/pdf-engine.ts";
import { arranged, layoutOf } from "../../../core/extract/pdf/page-layout.ts";
import { pageTextOf } from "../../../core/extract/pdf/page-text.ts";
import { line, makePdf } from "../../support/make-pdf.ts";
import { opened, readPdf } from "../../support/pdf-engine.ts";

const UPRIGHT = { width: 600, height: 800, transform: [1, 0, 0, -1, 0, 800] };

/** An item of 10 pt text whose glyphs are 5 pt wide each. */
function item(str: string, x: number, y: number, more: Partial<PdfTextItem> = {}): PdfTextItem {
  const rtl = more.dir === "rtl";
  const edges = Float32Array.from(
    Array.from({ length: str.length }, (_, i) => (rtl ? str.length - 1 - i : i)).flatMap((at) => [
      5 * at,
      5 * at + 5,
    ]),
  );
  return {
    str,
    dir: "ltr",
    transform: [10, 0, 0, 10, x, y],
    width: 5 * str.length,
    height: 10,
    fontName: "f",
    hasEOL: false,
    edges,
    ...more,
  };
}

const textOf = (...items: PdfTextItem[]): string => {
  const layout = layoutOf(UPRIGHT, fragmentsOf({ items, styles: {}, lang: null }, UPRIGHT));
  return pageTextOf(arranged(layout, new Set())).text;
};

describe("lines", () => {
  test("fragments that touch are one word, a gap is a space", () => {
    expect(textOf(item("SUGGESTIO", 50, 700), item("N", 95, 700), item("OF", 104, 700))).toBe(
      "SUGGESTION OF",
    );
  });

  test("the number of a note stays on its line, but not in the word", () => {
    const mark = item("1", 75, 704, { transform: [6, 0, 0, 6, 75, 704], height: 6 });
    expect(textOf(item("words", 50, 700), mark, item("more", 85, 700))).toBe("words 1 more");
    const square = item("2", 60, 704, { transform: [6, 0, 0, 6, 60, 704], height: 6 });
    expect(textOf(item("km", 50, 700), square)).toBe("km2");
  });

  test("another baseline is another line, even without a word from pdf.js", () => {
    expect(textOf(item("above", 50, 700), item("below", 50, 688))).toBe("above\nbelow");
  });

  test("text drawn to the left of what stands there does not run into it", () => {
    expect(textOf(item("right", 300, 700), item("left", 50, 700))).toBe("right\nleft");
  });

  test("a word divided at the line end stays divided", () => {
    expect(textOf(item("dis-", 50, 700), item("charges", 50, 688))).toBe("dis-\ncharges");
  });

  test("a gap wider than the line spacing is a paragraph, the next column is not", () => {
    const lines = [700, 688, 676, 652, 640].map((y, i) => item(`line${i}`, 50, y));
    expect(textOf(...lines, item("column", 300, 700))).toBe("line0\nline1\nline2\n\nline3\nline4\ncolumn");
  });

  test("evenly double-spaced lines are one paragraph", () => {
    expect(textOf(...[700, 676, 652, 628].map((y, i) => item(`l${i}`, 50, y)))).toBe("l0\nl1\nl2\nl3");
  });

  test("right-to-left words drawn from left to right are read from right to left", () => {
    const rtl = { dir: "rtl" } as const;
    const drawn = [
      item("ג", 50, 700, rtl),
      item("12", 60, 700),
      item("ב", 75, 700, rtl),
      item("א", 85, 700, rtl),
    ];
    expect(textOf(...drawn)).toBe("א ב 12 ג");
  });

  test("right-to-left words drawn in reading order stay so", () => {
    const rtl = { dir: "rtl" } as const;
    expect(textOf(item("א", 85, 700, rtl), item("ב", 75, 700, rtl), item("ג", 65, 700, rtl))).toBe("א ב ג");
  });

  test("right-to-left words inside a left-to-right line", () => {
    const rtl = { dir: "rtl" } as const;
    expect(
      textOf(
        item("before", 50, 700),
        item("ב", 85, 700, rtl),
        item("א", 95, 700, rtl),
        item("after", 105, 700),
      ),
    ).toBe("before א ב after");
  });

  test("columns of right-to-left text are read from the right", () => {
    const rtl = { dir: "rtl" } as const;
    const words = "אבגדהוזחטיכלמנסעפצקר";
    const rows = Array.from({ length: 8 }, (_, i) => [
      item(`${words}${"א".repeat(i)}`, 300, 700 - 12 * i, rtl),
      item(`${words}${"ב".repeat(i)}`, 50, 700 - 12 * i, rtl),
    ]);
    const [right, left] = [0, 1].map((at) => rows.map((row) => row[at]!.str));
    expect(textOf(...rows.flat())).toBe([...right!, ...left!].join("\n"));
  });

  test("white space of the file never becomes a line or page end", () => {
    expect(textOf(item("a\fb\nc", 50, 700))).toBe("a b c");
  });

  test("reversed surrogate pairs are turned back, lone ones replaced", () => {
    expect(textOf(item("\udc00\ud835x\ud800", 50, 700))).toBe("\ud835\udc00x\ufffd");
  });

  test("vowel signs follow their letters", () => {
    expect(textOf(item("\u064eد\u064eج", 50, 700, { dir: "rtl" }))).toBe("د\u064eج\u064e");
  });
});

describe("letter spacing", () => {
  const spaced = (text: string, gap: (at: number) => number): PdfTextItem => {
    const edges: number[] = [];
    let at = 0;
    text.split("").forEach((letter, i) => {
      if (letter === " ") {
        edges.push(at, at);
        at += gap(i);
      } else {
        edges.push(at, at + 5);
        at += 5;
      }
    });
    return item(text, 50, 700, { edges: Float32Array.from(edges) });
  };

  test("a word set wide is one word", () => {
    expect(textOf(spaced("C O N T E N T S", () => 2))).toBe("CONTENTS");
  });

  test("wider gaps in it are spaces", () => {
    expect(textOf(spaced("T H E E N D I S", (at) => (at === 5 || at === 11 ? 7 : 2)))).toBe("THE END IS");
  });

  test("letters far apart, digits and short lists are left alone", () => {
    expect(textOf(spaced("A B C D E F", () => 9))).toBe("A B C D E F");
    expect(textOf(spaced("1 0 1 1 0 1", () => 2))).toBe("1 0 1 1 0 1");
    expect(textOf(spaced("a b c", () => 2))).toBe("a b c");
  });
});

describe("through pdf.js", () => {
  test("text of a form object does not run into the page's", async () => {
    const form =
      "<</Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F1 3 0 R>>>>/Length 46>>stream\n" +
      "BT /F1 12 Tf 90 700 Td (inside) Tj ET          \nendstream";
    const document = opened(
      await readPdf(
        makePdf({
          pages: [
            {
              content: `${line("page", 50, 700)}/Fm Do ${line("after", 130, 700)}`,
              extra: "/Resources<</Font<</F1 3 0 R>>/XObject<</Fm 100 0 R>>>>",
            },
          ],
          extra: [form],
        }),
      ),
    );
    expect(document.text).toBe("page inside after");
  });

  test("a less-than sign in right-to-left text is kept by the patched pdf.js", async () => {
    // The file of the test collection that has one: see the golden text of al-Jahiz.
    const { fixture } = await import("../../support/pdf-engine.ts");
    const document = opened(await readPdf(fixture("texlive__lualatex_arabluatex_samples_al-Jahiz.pdf")));
    expect(document.text.slice(0, 1000)).toContain("أَبُو ٱلْهُذَيْلِ<");
  });
});
