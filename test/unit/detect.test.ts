import { describe, expect, it } from "vitest";
import { failure, FailureError } from "../../core/base/failure.ts";
import { failed } from "../../core/base/result.ts";
import type { TextPair } from "../../core/detect/compare.ts";
import { detect } from "../../core/detect/detect.ts";
import { LastSeen } from "../../core/detect/last-seen.ts";
import { draftPassage } from "../../core/detect/passage.ts";
import { RunLength } from "../../core/detect/run-length.ts";
import { findSharedRuns } from "../../core/detect/shared-run.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";
import { corpusOf, detected, findingOf, randomWords } from "../support/detect-fixtures.ts";

const words = (count: number, seed: number): string => randomWords(count, seed).join(" ");

/** The same corpus, able to name its templates. */
const naming = (corpus: CorpusSnapshot, templates: readonly number[]): CorpusSnapshot => ({
  ...corpus,
  templates: () => templates,
});

describe("passages", () => {
  it("are verbatim-raw, verbatim-normalised or near", async () => {
    const run = words(30, 1);
    const corpus = await corpusOf([run, run.toUpperCase(), run.replace(/^(\S+ ){10}\S+/, "$1other")]);
    const detection = detected(run, corpus);
    const classOf = (id: number): unknown => findingOf(detection, id)?.passages.map((one) => one.class);
    expect(classOf(0)).toEqual(["verbatim-raw"]);
    expect(classOf(1)).toEqual(["verbatim-normalised"]);
    expect(findingOf(detection, 0)!.passages[0]!.edits).toHaveLength(1);
  });

  it("show a stretch that was copied twice twice", async () => {
    const run = words(60, 1);
    const corpus = await corpusOf([`${words(50, 2)} ${run} ${words(50, 3)} ${run} ${words(50, 4)}`]);
    const { passages, measures } = findingOf(detected(run, corpus), 0)!;
    expect(passages.map(({ document }) => document.tokenStart)).toEqual([50, 160]);
    expect(measures.coverage).toEqual({ num: 60, den: 60 });
  });

  it("go on over a gap that a chain spans, and split at a wider one", async () => {
    const before = words(40, 1);
    const after = words(40, 2);
    const withGap = async (gap: number): Promise<number> => {
      const corpus = await corpusOf([`${before} ${words(gap, 3)} ${after}`]);
      return findingOf(detected(`${before} ${words(gap, 4)} ${after}`, corpus), 0)!.passages.length;
    };
    expect(await withGap(20)).toBe(1);
    expect(await withGap(40)).toBe(2);
  });

  it("do not explode where a refrain stands many times on both sides", async () => {
    const refrain = words(12, 1);
    const song = (verses: number, seed: number): string =>
      Array.from({ length: verses }, (_, verse) => `${refrain} ${words(60, seed + verse)}`).join(" ");
    const detection = detected(song(20, 100), await corpusOf([song(50, 900)]));
    const { passages } = findingOf(detection, 0)!;
    expect(passages.length).toBeLessThanOrEqual(70);
    expect(new Set(passages.map(({ work }) => work.tokenStart)).size).toBe(20);
    expect(new Set(passages.map(({ document }) => document.tokenStart)).size).toBe(50);
    expect(detection.notFollowed.repeatedPassages).toBeGreaterThan(0);
    expect(detection.union.coverage.num).toBe(20 * 12);
  });
});

describe("runs too short for a chain", () => {
  const run = words(9, 1);
  const work = `${words(300, 2)} ${run} ${words(300, 3)}`;

  it("are found from the guaranteed length on", async () => {
    const detection = detected(
      work,
      await corpusOf([words(200, 4), `${words(90, 5)} ${run} ${words(90, 6)}`]),
    );
    expect(detection.findings.map(({ document }) => document.id)).toEqual([1]);
    expect(detection.union.longestRunWords).toBe(9);
  });

  it("are left out, and counted, when the budget is spent", async () => {
    const corpus = await corpusOf([`${words(90, 5)} ${run}`, `${words(90, 6)} ${run}`]);
    const none = detected(work, corpus, { shortRunBudget: 0 });
    expect(none.findings).toEqual([]);
    expect(none.notFollowed.unconfirmedDocuments).toBe(2);
    const one = detected(work, corpus, { shortRunBudget: 1 });
    expect(one.findings.map(({ document }) => document.id)).toEqual([0]);
    expect(one.notFollowed.unconfirmedDocuments).toBe(1);
    const all = detected(work, corpus, { shortRunBudget: Infinity });
    expect(all.findings).toHaveLength(2);
    expect(all.notFollowed.unconfirmedDocuments).toBe(0);
  });
});

describe("common text", () => {
  const notice = words(40, 1);
  const own = words(60, 2);

  for (const [how, isNamed] of [
    ["that the corpus names", true],
    ["that are only known by their record", false],
  ] as const) {
    it(`in templates ${how} is marked and counted apart`, async () => {
      const documents = [
        `${notice} ${words(80, 3)}`,
        `${words(50, 4)} ${own}`,
        { text: notice, template: true },
      ];
      const plain = await corpusOf(documents);
      const detection = detected(`${notice} ${words(30, 5)} ${own}`, isNamed ? naming(plain, [2]) : plain);
      expect(detection.findings.map(({ document }) => document.id)).toEqual([1, 0]);
      const held = findingOf(detection, 0)!;
      expect(held.passages.map(({ flags }) => flags)).toEqual([["template"]]);
      expect(held.measures.coverage.num).toBe(40);
      expect(held.measuresWithoutTemplates.coverage.num).toBe(0);
      expect(held.measuresWithoutTemplates.passages).toBe(0);
      expect(findingOf(detection, 1)!.passages.map(({ flags }) => flags)).toEqual([[]]);
      expect(detection.union.coverage.num).toBe(100);
      expect(detection.unionWithoutTemplates.coverage.num).toBe(60);
    });
  }

  it("in a template beyond the posting cap is marked all the same", async () => {
    const documents = Array.from({ length: 5 }, () => notice);
    const corpus = await corpusOf([...documents, { text: notice, template: true }]);
    const detection = detected(notice, naming(corpus, [5]), { postingCap: 3 });
    expect(detection.findings.map(({ document }) => document.id)).toEqual([0, 1, 2]);
    expect(detection.findings.every(({ passages }) => passages[0]!.flags.includes("template"))).toBe(true);
  });

  it("keeps a passage that goes on beyond the template", async () => {
    const corpus = await corpusOf([`${notice} ${own}`, { text: notice, template: true }]);
    const detection = detected(`${notice} ${own}`, naming(corpus, [1]));
    expect(findingOf(detection, 0)!.passages.map(({ flags }) => flags)).toEqual([[]]);
  });

  it("beyond the posting cap is marked, and what was not read is said", async () => {
    const documents = Array.from({ length: 8 }, () => notice);
    const corpus = await corpusOf([...documents, own]);
    const detection = detected(`${notice} ${own}`, corpus, { postingCap: 3, query: "winnowed" });
    expect(detection.findings.map(({ document }) => document.id)).toEqual([8, 0, 1, 2]);
    expect(findingOf(detection, 0)!.passages[0]!.flags).toEqual(["common"]);
    expect(findingOf(detection, 8)!.passages[0]!.flags).toEqual([]);
    const { cappedFingerprints, cappedPostings, largestPostings } = detection.notFollowed;
    expect(cappedFingerprints).toBeGreaterThan(5);
    expect(cappedPostings).toBe(cappedFingerprints * 5);
    expect(largestPostings).toBe(8);
    const exhaustive = detected(`${notice} ${own}`, corpus, { postingCap: Infinity });
    expect(exhaustive.findings).toHaveLength(9);
    expect(exhaustive.notFollowed.cappedFingerprints).toBe(0);
  });
});

describe("look-alike letters", () => {
  const sentence =
    "it was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness " +
    "it was the epoch of belief it was the epoch of incredulity it was the season of light";
  const disguise = (text: string, every: number): string =>
    text
      .split(" ")
      .map((word, i) => (i % every === 0 ? word.replace("o", "о").replace("e", "е") : word))
      .join(" ");

  for (const [name, every] of [
    ["every word", 1],
    ["every third word", 3],
  ] as const) {
    it(`in ${name} of a document are seen through, as near and flagged`, async () => {
      const detection = detected(sentence, await corpusOf([disguise(sentence, every)]));
      const { passages, measures } = findingOf(detection, 0)!;
      expect(passages).toHaveLength(1);
      expect(passages[0]).toMatchObject({ class: "near", flags: ["homoglyph"] });
      expect(passages[0]!.work).toMatchObject({ tokenStart: 0, tokenEnd: sentence.split(" ").length });
      expect(measures.longestRunWords).toBeLessThan(9);
      expect(measures.coverage.num).toBe(0);
    });

    it(`in ${name} of the work are seen through too`, async () => {
      const detection = detected(disguise(sentence, every), await corpusOf([sentence]));
      expect(findingOf(detection, 0)!.passages[0]).toMatchObject({ class: "near", flags: ["homoglyph"] });
    });
  }

  it("are verbatim where both sides have them", async () => {
    const disguised = disguise(sentence, 2);
    const detection = detected(disguised, await corpusOf([disguised]));
    expect(findingOf(detection, 0)!.passages[0]).toMatchObject({ class: "verbatim-raw", flags: [] });
  });
});

describe("a hash collision", () => {
  /** Two texts whose token hashes agree everywhere although their words do not at one place. */
  function colliding(at: number): TextPair {
    const one = randomWords(20, 1);
    const other = one.with(at, "different");
    const read = (text: string) => {
      const tokens = tokenise(text, new TokenStream());
      return { text, tokens, folded: tokens, storyStarts: [] };
    };
    const work = read(one.join(" "));
    const document = read(other.join(" "));
    document.tokens.hashA.set(work.tokens.hashA.subarray(0, 20));
    document.tokens.hashB.set(work.tokens.hashB.subarray(0, 20));
    return { work, document };
  }
  const draft = (texts: TextPair) =>
    draftPassage(texts, [{ work: 0, document: 0, length: 20 }], new RunLength(texts.work.tokens), 9);

  it("inside a run is shown as a difference", () => {
    const passage = draft(colliding(7))!;
    expect(passage).toMatchObject({ class: "near", words: 19, longestRun: 12, lookAlike: [] });
    expect(passage.edits.map(({ kind }) => kind)).toEqual(["equal", "replace", "equal"]);
  });

  it("at the border of a run is cut off", () => {
    expect(draft(colliding(19))).toMatchObject({ words: 19, work: { tokenEnd: 19 } });
    expect(draft(colliding(0))).toMatchObject({ words: 19, document: { tokenStart: 1 } });
  });
});

describe("very repetitive texts", () => {
  it("are walked within a budget, every token once, and what was passed over is counted", () => {
    const text = "la ".repeat(400);
    const tokens = tokenise(text, new TokenStream());
    const read = { text, tokens, folded: tokens, storyStarts: [] };
    const rows = Array.from({ length: 60 * 60 }, (_, i) => [Math.floor(i / 60) * 6, (i % 60) * 6] as const);
    const pairs = {
      count: rows.length,
      work: Uint32Array.from(rows, ([w]) => w),
      document: Uint32Array.from(rows, ([, d]) => d),
      leftOut: 0,
    };
    const texts = { work: read, document: read };
    const all = findSharedRuns(texts, pairs, new LastSeen());
    expect(all).toMatchObject({ count: 119, leftOut: 0 });
    const some = findSharedRuns(texts, pairs, new LastSeen(), 1_000, 1_000_000);
    expect(some.count).toBeLessThan(10);
    expect(some.leftOut).toBeGreaterThan(0);
    expect(some.length.subarray(0, some.count)).toContain(400);
    const few = findSharedRuns(texts, pairs, new LastSeen(), 0, 0);
    expect(few.count).toBe(1);
  });
});

describe("what cannot be searched", () => {
  const run = words(30, 1);

  it("settings out of bounds are refused, by name", async () => {
    const corpus = await corpusOf([run]);
    for (const wrong of [
      { minRun: 0 },
      { tauPos: -1 },
      { tauOff: 1.5 },
      { kappa: NaN },
      { tauPos: 1_001 },
      { tauPos: Infinity },
    ]) {
      const result = detect({ text: run }, corpus, { ...DEFAULT_SETTINGS, ...wrong });
      expect(result).toMatchObject({
        ok: false,
        failure: { code: "request/invalid", data: { setting: Object.keys(wrong)[0] } },
      });
    }
  });

  it("a work without a single k-gram is refused", async () => {
    const result = detect({ text: "too short" }, await corpusOf([run]), DEFAULT_SETTINGS);
    expect(result).toMatchObject({ ok: false, failure: { code: "request/too-few-words" } });
  });

  it("a search can be cancelled at every stage", async () => {
    const short = `${words(20, 7)} ${run.split(" ").slice(0, 9).join(" ")}`;
    const corpus = await corpusOf([run, short]);
    const stages = new Set<string>();
    detect({ text: run }, corpus, DEFAULT_SETTINGS, (stage) => stages.add(stage).size > 0);
    expect([...stages]).toEqual(["fingerprints", "documents", "short runs"]);
    for (const stage of stages) {
      const result = detect({ text: run }, corpus, DEFAULT_SETTINGS, (current) => current !== stage);
      expect(result).toEqual(failed(failure("request/cancelled")));
    }
  });

  it("a document whose text cannot be read back is named", async () => {
    const corpus = await corpusOf([run, run]);
    const holed: CorpusSnapshot = {
      ...corpus,
      text: (id) => (id === 0 ? failed(failure("store/damaged")) : corpus.text(id)),
    };
    const detection = detected(run, holed);
    expect(detection.findings.map(({ document }) => document.id)).toEqual([1]);
    expect(detection.notFollowed.unreadableDocuments).toEqual([0]);
  });

  it("a store that finds itself damaged ends the search with its failure", async () => {
    const damaged: CorpusSnapshot = {
      ...(await corpusOf([run])),
      postings: () => {
        throw new FailureError("store/damaged", { block: 3 });
      },
    };
    const result = detect({ text: run }, damaged, DEFAULT_SETTINGS);
    expect(result).toEqual(failed(failure("store/damaged", { block: 3 })));
  });

  it("an index that points behind the end of a text claims nothing", async () => {
    const corpus = await corpusOf([run]);
    const cut: CorpusSnapshot = {
      ...corpus,
      text: () => ({ ok: true, value: run.split(" ").slice(0, 3).join(" ") }),
    };
    expect(detected(run, cut).findings).toEqual([]);
  });
});
