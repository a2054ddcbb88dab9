import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edit, Passage } from "../../core/detect/finding.ts";
import { heaviestInOrder, type OrderedRun } from "../../core/detect/in-order.ts";
import { sizeOfUnion } from "../../core/detect/intervals.ts";
import { EXTENT_WORDS, measure, type MeasuredPassage } from "../../core/detect/measure.ts";
import { longestRawCharacters } from "../../core/detect/raw-substring.ts";
import { RunLength } from "../../core/detect/run-length.ts";
import { kgramSet, setMeasures } from "../../core/detect/set-measure.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

/** A passage of equal runs [work, document, length]; what is between them is replaced. */
function passage(...runs: readonly (readonly [number, number, number])[]): MeasuredPassage {
  return passageOfRuns(runs);
}

function passageOfRuns(runs: readonly (readonly [number, number, number])[]): MeasuredPassage {
  const edits: Edit[] = runs.map(([w, d, n]) => ({
    kind: "equal",
    workStart: w,
    workEnd: w + n,
    documentStart: d,
    documentEnd: d + n,
  }));
  const side = { tokenStart: 0, tokenEnd: 0, start: 0, end: 0 };
  const one: Passage = {
    class: runs.length === 1 ? "verbatim-raw" : "near",
    words: 0,
    longestRun: 0,
    work: side,
    document: side,
    edits,
    flags: [],
  };
  return { passage: one, lookAlike: [], rawCharacters: 0 };
}

const settings = (workTokens: number) => ({
  workTokens,
  minRun: 9,
  runLength: new RunLength(new TokenStream(1)),
});

describe("measures", () => {
  it("count a word once, within a document and over all", () => {
    const twice = [passage([0, 0, 20]), passage([10, 500, 20])];
    const { coverage, passages } = measure([twice, [passage([5, 7, 10])]], settings(100));
    expect(coverage).toEqual({ num: 30, den: 100 });
    expect(passages).toBe(3);
  });

  it("count words that differ in look-alike letters only as near", () => {
    const disguised = {
      ...passage([0, 0, 5], [20, 20, 5]),
      lookAlike: [{ work: 5, document: 5, length: 15 }],
    };
    const { coverage, near } = measure([[disguised]], settings(50));
    expect([coverage.num, near.num]).toEqual([0, 25]);
  });

  it("keep verbatim and near words apart", () => {
    const measures = measure([[passage([0, 0, 12], [14, 14, 8], [24, 24, 9])]], settings(50));
    expect(measures.coverage.num).toBe(21);
    expect(measures.near.num).toBe(8);
  });

  it("count near words that a verbatim run elsewhere holds as verbatim only", () => {
    const measures = measure([[passage([0, 0, 5], [7, 7, 5])], [passage([0, 0, 12])]], settings(50));
    expect(measures.coverage.num).toBe(12);
    expect(measures.near.num).toBe(0);
  });

  it("give coverage by minimum run, contiguous share and longest run", () => {
    const runs = [passage([0, 0, 10]), passage([20, 20, 25]), passage([50, 60, 250])];
    const measures = measure([runs], settings(1000));
    expect(measures.coverageByMinRun.map(({ minRun, coverage }) => [minRun, coverage.num])).toEqual([
      [9, 285],
      [11, 275],
      [25, 275],
      [50, 250],
      [100, 250],
      [250, 250],
    ]);
    expect(measures.contiguous).toEqual({ num: 250, den: 285 });
    expect(measures.longestRunWords).toBe(250);
  });

  it("give the share that stands in order on both sides", () => {
    const swapped = [passage([0, 100, 30]), passage([40, 10, 20]), passage([70, 200, 10])];
    expect(measure([swapped], settings(100)).inOrder).toEqual({ num: 40, den: 60 });
  });

  it("judge order within each document by itself", () => {
    const documents = [[passage([0, 900, 30])], [passage([40, 0, 20])]];
    expect(measure(documents, settings(100)).inOrder).toEqual({ num: 50, den: 50 });
  });

  it("name the extent by the verbatim words of one passage, or by the share of the work", () => {
    const extent = (words: number, of: number): string =>
      measure([[passage([0, 0, words])]], settings(of)).extent;
    expect(measure([], settings(10)).extent).toBe("none");
    expect(measure([[passage([0, 0, 8], [10, 10, 8])]], settings(100)).extent).toBe("phrase");
    expect(extent(10, 100_000)).toBe("phrase");
    for (const { tier, words } of EXTENT_WORDS) expect(extent(words, 100_000)).toBe(tier);
    for (const { tier, words } of EXTENT_WORDS) expect(extent(words - 1, 100_000)).not.toBe(tier);
    expect(extent(80, 100)).toBe("whole");
    expect(extent(79, 100)).toBe("paragraph");
  });

  it("have room for very many runs", () => {
    const many = Array.from({ length: 200_000 }, (_, i) => [i * 10, i * 10, 9] as const);
    expect(measure([[passageOfRuns(many)]], settings(2_000_000)).coverage.num).toBe(1_800_000);
  });
});

describe("laws of measures", () => {
  const run = fc.record({ start: fc.nat(60), length: fc.integer({ min: 1, max: 25 }), document: fc.nat(80) });
  const runs = fc.array(run, { maxLength: 9 });

  it("a union holds what marking every token holds", () => {
    fc.assert(
      fc.property(runs, (given) => {
        const marked = new Set<number>();
        for (const { start, length } of given) for (let i = 0; i < length; i++) marked.add(start + i);
        expect(sizeOfUnion(given.map(({ start, length }) => ({ start, end: start + length })))).toBe(
          marked.size,
        );
      }),
    );
  });

  it("the heaviest sequence in order is the heaviest of all subsets in order", () => {
    fc.assert(
      fc.property(runs, (given) => {
        const all = given.map(({ start, length, document }) => ({ start, end: start + length, document }));
        const weight = (chosen: readonly OrderedRun[]): number =>
          chosen.reduce((sum, one) => sum + one.end - one.start, 0);
        let heaviest = 0;
        for (let subset = 0; subset < 1 << all.length; subset++) {
          const chosen = all.filter((_, i) => (subset >> i) & 1).sort((x, y) => x.start - y.start);
          const rises = chosen.every(
            (one, i) =>
              i === 0 || (chosen[i - 1]!.start < one.start && chosen[i - 1]!.document < one.document),
          );
          if (rises) heaviest = Math.max(heaviest, weight(chosen));
        }
        expect(weight(heaviestInOrder(all))).toBe(heaviest);
      }),
      { numRuns: 200 },
    );
  });
});

describe("set measures", () => {
  const set = (...keys: number[]) =>
    kgramSet({
      count: keys.length,
      a: Uint32Array.from(keys),
      b: Uint32Array.from(keys),
      position: new Uint32Array(keys.length),
    });

  it("count each k-gram once and say containment both ways", () => {
    expect(setMeasures(set(1, 2, 2, 3), set(2, 3, 4, 5, 6))).toEqual({
      containmentOfWorkInDocument: { num: 2, den: 3 },
      containmentOfDocumentInWork: { num: 2, den: 5 },
      resemblance: { num: 2, den: 6 },
    });
  });

  it("are 1 for a text with itself, and resemblance is symmetric", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.array(fc.nat(20)), (one, other) => {
        const self = setMeasures(set(...one), set(...one));
        expect(self.containmentOfWorkInDocument.num).toBe(self.containmentOfWorkInDocument.den);
        const there = setMeasures(set(...one), set(...other));
        const back = setMeasures(set(...other), set(...one));
        expect(there.resemblance).toEqual(back.resemblance);
        expect(there.containmentOfWorkInDocument).toEqual(back.containmentOfDocumentInWork);
      }),
    );
  });
});

describe("longest raw substring", () => {
  const read = (text: string) => {
    const tokens = tokenise(text, new TokenStream());
    return { text, tokens, folded: tokens, storyStarts: [] };
  };
  const longest = (one: string, other: string): number => {
    const work = read(one);
    const document = read(other);
    const side = ({ text, tokens }: ReturnType<typeof read>) => ({
      tokenStart: 0,
      tokenEnd: tokens.count,
      start: 0,
      end: text.length,
    });
    return longestRawCharacters(
      { work, document },
      [{ work: 0, document: 0, length: work.tokens.count }],
      side(work),
      side(document),
    );
  };

  it("counts separators, capitals and line ends as they are", () => {
    expect(longest("one two three", "one two three")).toBe(13);
    expect(longest("one two three four", "one  two three four")).toBe(" two three four".length);
    expect(longest("One two Three", "one two three")).toBe("ne two ".length);
    expect(longest("one two\nthree four", "one two three four")).toBe("three four".length);
  });

  it("reaches into words that are not equal as far as their letters are", () => {
    expect(longest("running along the road", "Running along the roaD")).toBe("unning along the roa".length);
  });
});
