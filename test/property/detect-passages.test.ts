import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Detection, DocumentFinding, Passage } from "../../core/detect/finding.ts";
import { GUARANTEED_WORDS } from "../../core/model/settings.ts";
import { normalisedToken } from "../../core/text/normalise.ts";
import { corpusOf, detected, findingOf } from "../support/detect-fixtures.ts";

/** Token indices of each side that stand in a shared run of at least `minRun` tokens, by comparing every place with every other. */
function sharedByAllPairs(
  work: readonly string[],
  document: readonly string[],
  minRun: number,
): { work: Set<number>; document: Set<number>; longest: number } {
  const found = { work: new Set<number>(), document: new Set<number>(), longest: 0 };
  for (let w = 0; w < work.length; w++) {
    for (let d = 0; d < document.length; d++) {
      let length = 0;
      while (
        w + length < work.length &&
        d + length < document.length &&
        work[w + length] === document[d + length]
      ) {
        length++;
      }
      if (length < minRun) continue;
      found.longest = Math.max(found.longest, length);
      for (let i = 0; i < length; i++) {
        found.work.add(w + i);
        found.document.add(d + i);
      }
    }
  }
  return found;
}

/** The same from the passages that were reported. */
function sharedByPassages(
  passages: readonly Passage[],
  minRun: number,
): { work: Set<number>; document: Set<number>; longest: number } {
  const found = { work: new Set<number>(), document: new Set<number>(), longest: 0 };
  for (const edit of passages.flatMap((passage) => passage.edits)) {
    const length = edit.workEnd - edit.workStart;
    if (edit.kind !== "equal" || length < minRun) continue;
    found.longest = Math.max(found.longest, length);
    for (let i = 0; i < length; i++) {
      found.work.add(edit.workStart + i);
      found.document.add(edit.documentStart + i);
    }
  }
  return found;
}

/** Texts over few words, so that runs, repeats and ties of every kind come by themselves. */
const smallWords = (size: number): fc.Arbitrary<string[]> =>
  fc.array(
    fc.integer({ min: 0, max: size - 1 }).map((n) => `w${n}`),
    { minLength: 4, maxLength: 90 },
  );

const twoTexts = fc
  .integer({ min: 1, max: 6 })
  .chain((size) => fc.record({ work: smallWords(size), document: smallWords(size) }));

/** A text and an edited copy of it inside another: what copying looks like. */
const editedCopy = fc
  .record({
    work: fc.array(
      fc.integer({ min: 0, max: 12 }).map((n) => `w${n}`),
      { minLength: 20, maxLength: 120 },
    ),
    before: smallWords(20),
    after: smallWords(20),
    edits: fc.array(
      fc.record({
        at: fc.nat(119),
        remove: fc.nat(3),
        insert: fc.array(
          fc.nat(12).map((n) => `w${n}`),
          { maxLength: 3 },
        ),
      }),
      { maxLength: 6 },
    ),
  })
  .map(({ work, before, after, edits }) => {
    const copy = [...work];
    for (const { at, remove, insert } of edits) copy.splice(at % copy.length, remove, ...insert);
    return { work, document: [...before, ...copy, ...after] };
  });

const texts = fc.oneof(twoTexts, editedCopy);

async function check(
  work: readonly string[],
  document: readonly string[],
  settings = {},
): Promise<Detection> {
  return detected(work.join(" "), await corpusOf([document.join(" ")]), settings);
}

const passagesOf = (detection: Detection): readonly Passage[] => findingOf(detection, 0)?.passages ?? [];

describe("the guarantee", () => {
  for (const query of ["every-kgram", "winnowed"] as const) {
    it(`holds with ${query}: coverage is what comparing every place with every other gives`, async () => {
      await fc.assert(
        fc.asyncProperty(texts, async ({ work, document }) => {
          const detection = await check(work, document, { query });
          const expected = sharedByAllPairs(work, document, GUARANTEED_WORDS);
          expect(sharedByPassages(passagesOf(detection), GUARANTEED_WORDS)).toEqual(expected);
          expect(detection.union.coverage).toEqual({ num: expected.work.size, den: work.length });
        }),
        { numRuns: 600 },
      );
    });
  }

  it("holds for longer minimum runs too", async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 9, max: 30 }), async ({ work, document }, minRun) => {
        const detection = await check(work, document, { minRun });
        const expected = sharedByAllPairs(work, document, minRun);
        expect(sharedByPassages(passagesOf(detection), minRun)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("holds for characters of scripts without spaces from 13 on, and for words mixed with them", async () => {
    const mixed = fc.array(fc.constantFrom("的", "一", "是", " alpha ", " beta "), {
      minLength: 8,
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(mixed, mixed, fc.nat(40), async (work, noise, from) => {
        const document = [...noise, ...work.slice(from % work.length)];
        const detection = detected(work.join(""), await corpusOf([document.join("")]));
        const trim = (tokens: string[]): string[] => tokens.map((token) => token.trim());
        const found = sharedByPassages(passagesOf(detection), 1).work;
        for (const token of sharedByAllPairs(trim(work), trim(document), 13).work) {
          expect(found.has(token)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe("passages", () => {
  it("have edits that turn the work's tokens into the document's, without gap or overlap", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        for (const passage of passagesOf(await check(work, document))) {
          expect(applyEdits(passage, work, document)).toEqual(
            document.slice(passage.document.tokenStart, passage.document.tokenEnd),
          );
        }
      }),
      { numRuns: 300 },
    );
  });

  it("begin and end with an equal token on both sides, and cannot be extended by one", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        for (const { work: w, document: d } of passagesOf(await check(work, document))) {
          expect(w.tokenStart < w.tokenEnd && d.tokenStart < d.tokenEnd).toBe(true);
          expect(work[w.tokenStart]).toBe(document[d.tokenStart]);
          expect(work[w.tokenEnd - 1]).toBe(document[d.tokenEnd - 1]);
          const before = [work[w.tokenStart - 1], document[d.tokenStart - 1]];
          const after = [work[w.tokenEnd], document[d.tokenEnd]];
          if (before[0] !== undefined) expect(before[0]).not.toBe(before[1]);
          if (after[0] !== undefined) expect(after[0]).not.toBe(after[1]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("read back from the raw text at the offsets they name", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        const workText = work.join(" ");
        const documentText = document.join(" ");
        for (const passage of passagesOf(await check(work, document))) {
          const slice = (text: string, side: Passage["work"]): string => text.slice(side.start, side.end);
          const words = (all: readonly string[], side: Passage["work"]): string =>
            all.slice(side.tokenStart, side.tokenEnd).join(" ");
          expect(slice(workText, passage.work)).toBe(words(work, passage.work));
          expect(slice(documentText, passage.document)).toBe(words(document, passage.document));
        }
      }),
      { numRuns: 100 },
    );
  });

  it("say truly what class they are, how many words are equal and how long the longest run is", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        for (const passage of passagesOf(await check(work, document))) {
          const equal = passage.edits.filter((edit) => edit.kind === "equal");
          const lengths = equal.map((edit) => edit.workEnd - edit.workStart);
          expect(passage.words).toBe(lengths.reduce((sum, length) => sum + length, 0));
          expect(passage.longestRun).toBe(Math.max(...lengths));
          expect(passage.words).toBeGreaterThanOrEqual(GUARANTEED_WORDS);
          expect(passage.class === "near").toBe(passage.edits.length > 1);
          for (const edit of equal) {
            for (let i = 0; edit.workStart + i < edit.workEnd; i++) {
              const one = work[edit.workStart + i]!;
              const other = document[edit.documentStart + i]!;
              expect(normalisedToken(one, 0, one.length)).toBe(normalisedToken(other, 0, other.length));
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  it("come in order of the work, none twice", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        const keys = passagesOf(await check(work, document)).map(({ work: w, document: d }) => [
          w.tokenStart,
          d.tokenStart,
          w.tokenEnd,
          d.tokenEnd,
        ]);
        const sorted = keys.toSorted((x, y) => {
          const at = x.findIndex((value, i) => value !== y[i]);
          return at < 0 ? 0 : x[at]! - y[at]!;
        });
        expect(keys).toEqual(sorted);
        expect(new Set(keys.map(String)).size).toBe(keys.length);
      }),
      { numRuns: 200 },
    );
  });
});

describe("measures", () => {
  it("lie between nothing and all, fall as the minimum run grows, and never count a word twice", async () => {
    await fc.assert(
      fc.asyncProperty(texts, smallWords(4), async ({ work, document }, other) => {
        const corpus = await corpusOf([document.join(" "), other.join(" "), document.join(" ")]);
        const detection = detected(work.join(" "), corpus);
        for (const measures of [detection.union, ...detection.findings.map((finding) => finding.measures)]) {
          const { coverage, near, contiguous, inOrder, coverageByMinRun } = measures;
          expect(coverage.num + near.num).toBeLessThanOrEqual(work.length);
          expect(contiguous.num).toBeLessThanOrEqual(coverage.num);
          expect(inOrder.num).toBeLessThanOrEqual(coverage.num);
          const falling = coverageByMinRun.map((row) => row.coverage.num);
          expect(falling).toEqual(falling.toSorted((x, y) => y - x));
          expect(falling[0]).toBe(coverage.num);
        }
        const verbatim = new Set<number>();
        for (const finding of detection.findings) {
          for (const token of sharedByPassages(finding.passages, GUARANTEED_WORDS).work) verbatim.add(token);
        }
        expect(detection.union.coverage.num).toBe(verbatim.size);
      }),
      { numRuns: 200 },
    );
  });

  it("of a text in itself are all, and resemblance is the same both ways", async () => {
    await fc.assert(
      fc.asyncProperty(editedCopy, async ({ work, document }) => {
        const self = await check(work, work);
        expect(self.union.coverage).toEqual({ num: work.length, den: work.length });
        const { containmentOfWorkInDocument: all } = findingOf(self, 0)!.sets;
        expect(all.num).toBe(all.den);
        const there = findingOf(await check(work, document), 0);
        const back = findingOf(await check(document, work), 0);
        // A near passage may be found one way only (hits depend on which text was winnowed), a long run never.
        if (there === undefined || back === undefined) {
          expect((there ?? back)?.measures.coverage.num ?? 0).toBe(0);
          return;
        }
        expect(there.sets.resemblance).toEqual(back.sets.resemblance);
        expect(there.sets.containmentOfWorkInDocument).toEqual(back.sets.containmentOfDocumentInWork);
      }),
      { numRuns: 200 },
    );
  });
});

describe("findings", () => {
  it("of a document do not depend on what else is in the corpus, nor on its place there", async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.array(smallWords(5), { maxLength: 4 }),
        async ({ work, document }, others) => {
          const alone = await check(work, document);
          const among = [...others.map((words) => words.join(" ")), document.join(" ")];
          const together = detected(work.join(" "), await corpusOf(among));
          const bare = (finding: DocumentFinding | undefined): unknown =>
            finding && { ...finding, document: 0 };
          expect(bare(findingOf(together, others.length))).toEqual(bare(findingOf(alone, 0)));
        },
      ),
      { numRuns: 100 },
    );
  });

  it("are the same every time", async () => {
    await fc.assert(
      fc.asyncProperty(texts, async ({ work, document }) => {
        expect(await check(work, document)).toEqual(await check(work, document));
      }),
      { numRuns: 50 },
    );
  });
});

/** The document's tokens, made from the work's by the edits alone (inserted and replacing tokens are looked up). */
function applyEdits(passage: Passage, work: readonly string[], document: readonly string[]): string[] {
  const made: string[] = [];
  let w = passage.work.tokenStart;
  let d = passage.document.tokenStart;
  for (const edit of passage.edits) {
    expect([edit.workStart, edit.documentStart]).toEqual([w, d]);
    w = edit.workEnd;
    d = edit.documentEnd;
    const takesWork = w > edit.workStart;
    const givesDocument = d > edit.documentStart;
    expect([takesWork, givesDocument]).toEqual([edit.kind !== "insert", edit.kind !== "delete"]);
    made.push(
      ...(edit.kind === "equal" ? work.slice(edit.workStart, w) : document.slice(edit.documentStart, d)),
    );
  }
  expect([w, d]).toEqual([passage.work.tokenEnd, passage.document.tokenEnd]);
  return made;
}
