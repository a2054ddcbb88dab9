/**
 * Positions never lie: the law of every source map, over all PDFs of the test collection and over pages made at
 * random.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quadsOf } from "../../../core/model/pdf-quads.ts";
import { line, makePdf } from "../../support/make-pdf.ts";
import { fixture, opened, pageText, readPdf } from "../../support/pdf-engine.ts";
import type { ReadPdf } from "../../support/pdf-engine.ts";

function checkPositionLaw({ text, sourceMap, marks }: ReadPdf): void {
  const { pages, runs } = sourceMap;
  // Pages lie in order, one form feed apart, and cover the text.
  expect(pages[0]!.start).toBe(0);
  pages.forEach((page, i) => {
    expect(page.end).toBeGreaterThanOrEqual(page.start);
    const next = pages[i + 1];
    if (next === undefined) expect(page.end).toBe(text.length);
    else {
      expect(next.start).toBe(page.end + 1);
      expect(text[page.end]).toBe("\f");
    }
    expect(text.slice(page.start, page.end)).not.toContain("\f");
  });
  const withPlace = marks
    .filter(({ kind }) => kind !== "furniture" && kind !== "ocr")
    .reduce((rest, { start, end }) => rest.slice(0, start) + " ".repeat(end - start) + rest.slice(end), text);
  // Runs lie in order, do not overlap, and stay inside their page; every unit has finite edges.
  let covered = 0;
  for (let i = 0; i < runs.start.length; i++) {
    const [start, end] = [runs.start[i]!, runs.end[i]!];
    const page = pages[runs.page[i]!]!;
    expect(start).toBeGreaterThanOrEqual(i === 0 ? 0 : runs.end[i - 1]!);
    expect(end).toBeGreaterThan(start);
    expect(start).toBeGreaterThanOrEqual(page.start);
    expect(end).toBeLessThanOrEqual(page.end);
    expect(runs.edgeStart[i]! + 2 * (end - start)).toBe(runs.edgeStart[i + 1] ?? runs.edges.length);
    expect(Math.hypot(runs.dx[i]!, runs.dy[i]!)).toBeCloseTo(1, 5);
    // What stands between runs is ours, or has no place on the page: outside of it, or an annotation.
    const before = i === 0 ? 0 : runs.end[i - 1]!;
    expect(withPlace.slice(before, start).trim()).toBe("");
    covered += end - start;
    const quads = quadsOf(sourceMap, { start, end });
    expect(quads).toHaveLength(1);
    for (const corner of quads[0]!.corners) expect(Number.isFinite(corner)).toBe(true);
  }
  expect(runs.edges.every(Number.isFinite)).toBe(true);
  expect(covered).toBeLessThanOrEqual(text.length);
  // Marks are ordered and inside; marks of one kind do not overlap.
  const ends = new Map<string, number>();
  marks.forEach((mark, i) => {
    expect(mark.start).toBeGreaterThanOrEqual(i === 0 ? 0 : marks[i - 1]!.start);
    expect(mark.start).toBeGreaterThanOrEqual(ends.get(mark.kind) ?? 0);
    ends.set(mark.kind, mark.end);
    expect(mark.end).toBeGreaterThan(mark.start);
    expect(mark.end).toBeLessThanOrEqual(text.length);
  });
  // Nothing that storing would change: no lone surrogates.
  expect(text.isWellFormed()).toBe(true);
}

describe("position law", () => {
  const files = readdirSync(path.resolve(import.meta.dirname, "../../fixtures/pdf")).filter((name) =>
    name.endsWith(".pdf"),
  );
  test.each(files)("%s", async (name) => {
    const outcome = await readPdf(fixture(name));
    if (!outcome.ok) return;
    const document = opened(outcome);
    checkPositionLaw(document);
    // Glyphs that are drawn start on the page they are cited from.
    const { runs, pages } = document.sourceMap;
    for (let i = 0; i < runs.start.length; i++) {
      const page = pages[runs.page[i]!]!;
      expect(runs.x[i]).toBeGreaterThanOrEqual(-page.width);
      expect(runs.x[i]).toBeLessThanOrEqual(page.width + 1);
      expect(runs.y[i]).toBeGreaterThanOrEqual(-1);
      expect(runs.y[i]).toBeLessThanOrEqual(page.height + 1);
    }
  });

  const word = fc.stringMatching(/^[a-z]{1,12}$/);
  const placedWord = fc.record({
    word,
    column: fc.integer({ min: 0, max: 3 }),
    row: fc.integer({ min: 0, max: 30 }),
    size: fc.integer({ min: 6, max: 14 }),
  });

  test("made pages: the text under a word's quad is the word, whatever the rotation", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(placedWord, {
          selector: ({ column, row }) => `${column}/${row}`,
          minLength: 1,
          maxLength: 25,
        }),
        fc.constantFrom(0, 90, 180, 270),
        fc.constantFrom(1, 2),
        async (words, rotate, userUnit) => {
          const at = words.map(({ column, row, size, word: text }) => ({
            text,
            size,
            x: 20 + 145 * column,
            y: 20 + 24 * row,
          }));
          const content = at.map(({ text, x, y, size }) => line(text, x, y, size, "F2")).join("");
          const document = opened(
            await readPdf(makePdf({ pages: [{ content, extra: `/Rotate ${rotate}/UserUnit ${userUnit}` }] })),
          );
          checkPositionLaw(document);
          const { runs } = document.sourceMap;
          // Each word is one run; in which order they are read is for the reading order to say.
          const read = Array.from(runs.start, (start, i) => document.text.slice(start, runs.end[i]));
          expect(read.toSorted()).toEqual(at.map(({ text }) => text).toSorted());
          const liesOn = ({ text, x, y, size }: (typeof at)[number], i: number): boolean => {
            const [quad] = quadsOf(document.sourceMap, { start: runs.start[i]!, end: runs.end[i]! });
            // Courier: every glyph is 0.6 em wide. The baseline's start and end, as shown.
            const width = 0.6 * size * text.length;
            const shown = (px: number, py: number): [number, number] => {
              const turned = {
                0: [px, 792 - py],
                90: [py, px],
                180: [612 - px, py],
                270: [792 - py, 612 - px],
              }[rotate];
              return [turned[0]! * userUnit, turned[1]! * userUnit];
            };
            const [startX, startY] = shown(x, y);
            const [endX, endY] = shown(x + width, y);
            const c = quad!.corners;
            const onEdge = (cx: number, cy: number, ox: number, oy: number): number =>
              // Distance along the text from the baseline point to the quad's edge: none.
              Math.abs(((cx - ox) * (endX - startX) + (cy - oy) * (endY - startY)) / (width * userUnit));
            return (
              onEdge(c[0], c[1], startX, startY) < 0.02 &&
              onEdge(c[6], c[7], startX, startY) < 0.02 &&
              onEdge(c[2], c[3], endX, endY) < 0.02 &&
              onEdge(c[4], c[5], endX, endY) < 0.02
            );
          };
          read.forEach((text, i) =>
            expect(
              at.some((one) => one.text === text && liesOn(one, i)),
              `run ${i}: ${text}`,
            ).toBe(true),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test("made pages: a hostile content stream never breaks the law", async () => {
    const operator = fc.oneof(
      word.map((text) => `(${text}) Tj `),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((n) => `${n.toFixed(3)} 0 Td `),
      fc.integer({ min: -20, max: 20 }).map((n) => `/F1 ${n} Tf `),
      fc.integer({ min: 0, max: 7 }).map((n) => `${n} Tr `),
      fc.integer({ min: -300, max: 300 }).map((n) => `${n} Tz `),
      fc.integer({ min: -30, max: 30 }).map((n) => `${n} Tc `),
      fc.constantFrom(
        "BT ",
        "ET ",
        "q ",
        "Q ",
        "1 g ",
        "0 g ",
        "/Clear gs ",
        "0 0 0 0 0 0 Tm ",
        "1e30 0 0 1e30 0 0 cm ",
      ),
      fc
        .tuple(...Array.from({ length: 6 }, () => fc.integer({ min: -3, max: 3 })))
        .map((m) => `${m.join(" ")} cm `),
      fc
        .tuple(...Array.from({ length: 6 }, () => fc.integer({ min: -9, max: 300 })))
        .map((m) => `${m.join(" ")} Tm `),
      fc
        .uint8Array({ maxLength: 8 })
        .map(
          (bytes) =>
            `/F3 9 Tf <${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}> Tj `,
        ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(operator, { maxLength: 60 }), async (operators) => {
        const content = `${line("anchor text that can always be read", 40, 700)}BT /F1 10 Tf 40 600 Td ${operators.join("")}`;
        const outcome = await readPdf(
          makePdf({ pages: [{ content }, { content: line("second page", 40, 700) }] }),
        );
        const document = opened(outcome);
        checkPositionLaw(document);
        expect(document.text).toContain("anchor text that can always be read");
        expect(pageText(document, 1)).toBe("second page");
      }),
      { numRuns: 40 },
    );
  });
});
