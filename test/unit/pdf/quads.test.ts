/** Quadrilaterals for highlighting: one per line, exact at both ends, apart where columns are. */
import { describe, expect, test } from "vitest";
import { quadsOf } from "../../../core/model/pdf-quads.ts";
import { line, makePdf } from "../../support/make-pdf.ts";
import { opened, readPdf } from "../../support/pdf-engine.ts";

/** Courier: 0.6 em a glyph. */
async function made(content: string, extra = "") {
  const { text, sourceMap } = opened(await readPdf(makePdf({ pages: [{ content, extra }] })));
  return {
    text,
    quads: (start: number, end: number) => quadsOf(sourceMap, { start, end }),
    of: (words: string) => {
      const start = text.indexOf(words);
      return quadsOf(sourceMap, { start, end: start + words.length });
    },
  };
}
const box = (corners: readonly number[]): number[] =>
  [corners[0]!, corners[2]!].map((x) => Math.round(x * 100) / 100);

describe("quads", () => {
  test("a word inside a line starts and ends at its glyphs", async () => {
    const page = await made(line("one two three", 100, 700, 10, "F2"));
    const [quad] = page.of("two");
    expect(quad!.page).toBe(0);
    expect(box(quad!.corners)).toEqual([124, 142]);
    // Baseline at 92 from the top; the quad reaches above and below it.
    expect(quad!.corners[1]).toBeLessThan(92);
    expect(quad!.corners[7]).toBeGreaterThan(92);
    expect(quad!.corners[1]).toBeGreaterThan(92 - 12);
  });

  test("fragments of one line make one quad, lines make one each", async () => {
    const page = await made(
      `${line("first", 100, 700, 10, "F2")}${line("part", 136, 700, 10, "F1")}${line("next line", 100, 688, 10, "F2")}`,
    );
    expect(page.text).toBe("first part\nnext line");
    const quads = page.quads(0, page.text.length);
    expect(quads).toHaveLength(2);
    expect(quads[0]!.corners[0]).toBeCloseTo(100, 2);
    expect(box(quads[1]!.corners)).toEqual([100, 154]);
  });

  test("the other column is another quad though it stands on the same baseline", async () => {
    const page = await made(
      `${line("left", 50, 700, 10, "F2")}${line("lower", 50, 688, 10, "F2")}${line("right", 300, 700, 10, "F2")}`,
    );
    expect(page.quads(0, page.text.length).map(({ corners }) => box(corners))).toEqual([
      [50, 74],
      [50, 80],
      [300, 330],
    ]);
  });

  test("on a page shown turned by 90 degrees the text runs downwards", async () => {
    const page = await made(line("word", 100, 700, 10, "F2"), "/Rotate 90");
    const { corners } = page.of("word")[0]!;
    // (x, y) of the page is shown at (y, x).
    expect(corners[1]).toBeCloseTo(100, 2);
    expect(corners[3]).toBeCloseTo(124, 2);
    expect(corners[0]).toBeCloseTo(corners[2], 2);
    expect(corners[0]).toBeGreaterThan(700);
    expect(corners[6]).toBeLessThan(700);
  });

  test("a range of separators or outside the text has no quad", async () => {
    const page = await made(`${line("a", 50, 700)}${line("b", 50, 680)}`);
    expect(page.quads(1, 2)).toEqual([]);
    expect(page.quads(90, 99)).toEqual([]);
    expect(page.quads(0, 0)).toEqual([]);
    const longer = await made(line("a word", 50, 700));
    expect(longer.quads(3, 3)).toEqual([]);
  });
});
