/**
 * Places against another reader's: edges of words as poppler's `pdftotext -bbox` gives them, on an upright, a
 * rotated and a three-column page. Compared along the line of text, where both read the same glyph widths; the
 * height of a line is each program's own choice.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { quadsOf } from "../../../core/model/pdf-quads.ts";
import { fixture, opened, pageText, readPdf } from "../../support/pdf-engine.ts";

interface Boxes {
  readonly pages: readonly {
    readonly file: string;
    readonly page: number;
    readonly words: readonly (readonly [string, number, number, number, number])[];
  }[];
}

const boxes = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, "../../fixtures/pdf/word-boxes.json"), "utf8"),
) as Boxes;

/** Both sides are rounded to hundredths of a point. */
const TOLERANCE = 0.05;

describe.each(boxes.pages)("$file, page $page", ({ file, page, words }) => {
  test("words stand where poppler sees them", async () => {
    const document = opened(await readPdf(fixture(`${file}.pdf`)));
    const text = pageText(document, page);
    const { start } = document.sourceMap.pages[page]!;
    let compared = 0;
    for (const [word, xMin, yMin, xMax, yMax] of words) {
      const at = text.indexOf(word);
      if (at < 0 || text.indexOf(word, at + 1) >= 0) continue;
      const quads = quadsOf(document.sourceMap, { start: start + at, end: start + at + word.length });
      expect(quads, word).toHaveLength(1);
      const { corners } = quads[0]!;
      const xs = [corners[0], corners[2], corners[4], corners[6]];
      const ys = [corners[1], corners[3], corners[5], corners[7]];
      const sideways = Math.abs(corners[2] - corners[0]) < Math.abs(corners[3] - corners[1]);
      const [from, to] = sideways ? [yMin, yMax] : [xMin, xMax];
      const along = sideways ? ys : xs;
      expect(Math.abs(Math.min(...along) - from), `start of "${word}"`).toBeLessThanOrEqual(TOLERANCE);
      expect(Math.abs(Math.max(...along) - to), `end of "${word}"`).toBeLessThanOrEqual(TOLERANCE);
      // Across the line the boxes at least share their middle.
      const middle = sideways ? (xMin + xMax) / 2 : (yMin + yMax) / 2;
      const across = sideways ? xs : ys;
      expect(Math.min(...across), word).toBeLessThan(middle);
      expect(Math.max(...across), word).toBeGreaterThan(middle);
      compared++;
    }
    expect(compared).toBeGreaterThanOrEqual(0.8 * words.length);
  });
});
