/** Corpora with planted copies: every figure is known from how the corpus was made, and must come out exactly. */
import { describe, expect, it } from "vitest";
import type { Detection, Measures } from "../../core/detect/finding.ts";
import { corpusOf, detected, findingOf, randomWords } from "../support/detect-fixtures.ts";

const stranger = (count: number, seed: number): string[] => randomWords(count, 1_000 + seed);
const figures = (measures: Measures | undefined) =>
  measures && {
    coverage: measures.coverage.num,
    near: measures.near.num,
    byMinRun: measures.coverageByMinRun.map(({ coverage }) => coverage.num),
    longest: measures.longestRunWords,
    passages: measures.passages,
    contiguous: measures.contiguous.num,
    inOrder: measures.inOrder.num,
    extent: measures.extent,
  };

describe("a work of 5,000 words", () => {
  const work = randomWords(5_000, 1);
  const piece = (start: number, end: number): string[] => work.slice(start, end);
  const plan: readonly (readonly string[])[] = [
    work,
    [...stranger(100, 1), ...piece(0, 2_500), ...stranger(100, 2)],
    [
      ...piece(3_000, 4_000),
      ...stranger(200, 3),
      ...piece(1_000, 1_600),
      ...stranger(200, 4),
      ...piece(0, 40),
    ],
    // Every thirtieth word replaced.
    work.map((word, i) => (i % 30 === 29 ? `other${i}` : word)),
    [...stranger(400, 5), ...piece(700, 709), ...stranger(400, 6)],
    [...stranger(400, 7), ...piece(700, 708), ...stranger(400, 8)],
    stranger(1_000, 9),
    // Nothing longer than eight words in a row, but all of it.
    piece(0, 180).flatMap((word, i) => (i % 9 === 8 ? [`other${i}`] : [word])),
  ];
  const expected: readonly (ReturnType<typeof figures> | undefined)[] = [
    {
      coverage: 5_000,
      near: 0,
      byMinRun: [5_000, 5_000, 5_000, 5_000, 5_000, 5_000],
      longest: 5_000,
      passages: 1,
      contiguous: 5_000,
      inOrder: 5_000,
      extent: "whole",
    },
    {
      coverage: 2_500,
      near: 0,
      byMinRun: [2_500, 2_500, 2_500, 2_500, 2_500, 2_500],
      longest: 2_500,
      passages: 1,
      contiguous: 2_500,
      inOrder: 2_500,
      extent: "chapter",
    },
    {
      coverage: 1_640,
      near: 0,
      byMinRun: [1_640, 1_640, 1_640, 1_600, 1_600, 1_600],
      longest: 1_000,
      passages: 3,
      contiguous: 1_600,
      inOrder: 1_000,
      extent: "page",
    },
    {
      // 166 runs of 29 words and the last 20.
      coverage: 4_834,
      near: 0,
      byMinRun: [4_834, 4_834, 4_814, 0, 0, 0],
      longest: 29,
      passages: 1,
      contiguous: 0,
      inOrder: 4_834,
      extent: "whole",
    },
    {
      coverage: 9,
      near: 0,
      byMinRun: [9, 0, 0, 0, 0, 0],
      longest: 9,
      passages: 1,
      contiguous: 0,
      inOrder: 9,
      extent: "phrase",
    },
    undefined,
    undefined,
    {
      coverage: 0,
      near: 160,
      byMinRun: [0, 0, 0, 0, 0, 0],
      longest: 8,
      passages: 1,
      contiguous: 0,
      inOrder: 0,
      extent: "phrase",
    },
  ];

  for (const query of ["every-kgram", "winnowed"] as const) {
    it(`gives the planted figures with ${query}`, async () => {
      const detection = detected(work.join(" "), await corpusOf(plan.map((words) => words.join(" "))), {
        query,
      });
      expect(plan.map((_, id) => figures(findingOf(detection, id)?.measures))).toEqual(expected);
      expect(detection.findings.map(({ document }) => document.id)).toEqual([0, 3, 1, 2, 4, 7]);
      expect(detection).toMatchObject({ workTokens: 5_000, documentsSearched: 8, documentsWithPassages: 6 });
    });
  }

  it("gives the union over all documents, each word once", async () => {
    const parts = [plan[1]!, plan[2]!, plan[4]!, plan[7]!].map((words) => words.join(" "));
    const detection = detected(work.join(" "), await corpusOf([...parts, parts[0]!]));
    expect(figures(detection.union)).toEqual({
      coverage: 3_500,
      near: 0,
      byMinRun: [3_500, 3_500, 3_500, 3_500, 3_500, 3_500],
      longest: 2_500,
      passages: 7,
      contiguous: 3_500,
      inOrder: 3_500,
      extent: "chapter",
    });
    expect(detection).toMatchObject({ documentsWithPassages: 5, distinctTexts: 4 });
  });
});

describe("a work of 100,000 words", () => {
  const work = randomWords(100_000, 2);
  const check = async (copy: readonly string[]): Promise<Detection> => {
    const around = [...stranger(5_000, 20), ...copy, ...stranger(5_000, 21)];
    return detected(work.join(" "), await corpusOf([stranger(20_000, 22).join(" "), around.join(" ")]));
  };

  it("is found whole as one passage", async () => {
    const detection = await check(work);
    expect(detection.query).toBe("winnowed");
    expect(detection.findings).toHaveLength(1);
    const [passage] = detection.findings[0]!.passages;
    expect(passage).toMatchObject({
      class: "verbatim-raw",
      words: 100_000,
      work: { tokenStart: 0, tokenEnd: 100_000 },
      document: { tokenStart: 5_000, tokenEnd: 105_000 },
    });
    expect(detection.union.longestRawCharacters).toBe(work.join(" ").length);
  });

  it("is found in another edition, every edit in its place", async () => {
    // Of every 25 words one is replaced, one is left out, and one has another put behind it: 3 edits in 75 words.
    const edition = work.flatMap((word, i) => {
      switch (i % 75) {
        case 24:
          return [`other${i}`];
        case 49:
          return [];
        case 74:
          return [word, `more${i}`];
        default:
          return [word];
      }
    });
    const detection = await check(edition);
    const { passages, measures } = detection.findings[0]!;
    expect(passages).toHaveLength(1);
    const kinds = passages[0]!.edits.map(({ kind }) => kind);
    const count = (wanted: string): number => kinds.filter((kind) => kind === wanted).length;
    // 100,000 words are 1,333 rounds of 75 and 25 words more, the last of which is replaced and cut off.
    expect([count("replace"), count("delete"), count("insert")]).toEqual([1_333, 1_333, 1_333]);
    expect(measures.coverage).toEqual({ num: 100_000 - 1_334 - 1_333, den: 100_000 });
    expect(measures.inOrder.num).toBe(measures.coverage.num);
    expect(measures.extent).toBe("whole");
  });

  it("is found cut into 200 pieces in another order", async () => {
    const order = Array.from({ length: 200 }, (_, i) => (i * 77) % 200);
    const shuffled = order.flatMap((chunk) => work.slice(chunk * 500, chunk * 500 + 500));
    const { passages, measures } = (await check(shuffled)).findings[0]!;
    expect(passages.map(({ work: side }) => [side.tokenStart, side.tokenEnd])).toEqual(
      Array.from({ length: 200 }, (_, i) => [i * 500, i * 500 + 500]),
    );
    expect(measures.coverage.num).toBe(100_000);
    expect(measures.inOrder.num).toBe(500 * longestRising(order));
  });
});

function longestRising(numbers: readonly number[]): number {
  const best: number[] = [];
  for (const [i, number] of numbers.entries()) {
    best[i] = 1 + Math.max(0, ...numbers.slice(0, i).map((other, j) => (other < number ? best[j]! : 0)));
  }
  return Math.max(...best);
}
