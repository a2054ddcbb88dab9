/**
 * Numbers over passages; what each counts is said at `Measures` in finding.ts.
 *
 * Laws: every share lies in [0, 1]; a word of the work counts once however often and in however many documents it was
 * found; verbatim and near words are counted apart and never added up; coverage falls as the minimum run grows.
 */
import type { Ratio } from "../base/units.ts";
import { COVERAGE_RUN_LENGTHS } from "../model/settings.ts";
import type { Block } from "./align.ts";
import type { ExtentTier, Measures, Passage } from "./finding.ts";
import { sizeOfUnion } from "./intervals.ts";
import { heaviestInOrder, type OrderedRun } from "./in-order.ts";
import type { RunLength } from "./run-length.ts";

/** Runs from this length on count as contiguous. */
const CONTIGUOUS_WORDS = 50;

/**
 * Extent: the most verbatim words that one passage holds (in runs of at least the reported length), or, for `whole`,
 * the share of the work that is covered. A passage without any such run is a phrase. Sizes: an English sentence has
 * some 15 to 20 words, a paragraph 60 to 150, a printed page 250 to 400; a chapter begins where ten pages do.
 */
export const EXTENT_WORDS: readonly { readonly tier: ExtentTier; readonly words: number }[] = [
  { tier: "chapter", words: 2_500 },
  { tier: "page", words: 250 },
  { tier: "paragraph", words: 60 },
  { tier: "sentence", words: 15 },
];
export const WHOLE_SHARE = 0.8;

export interface MeasureSettings {
  readonly workTokens: number;
  readonly minRun: number;
  readonly runLength: RunLength;
}

/** A passage with what its edits do not say: words equal but for look-alike letters, and the longest raw substring. */
export interface MeasuredPassage {
  readonly passage: Passage;
  readonly lookAlike: readonly Block[];
  readonly rawCharacters: number;
}

/** One list of passages for each document: order is a matter within a document. */
export function measure(
  documents: readonly (readonly MeasuredPassage[])[],
  settings: MeasureSettings,
): Measures {
  const { workTokens, minRun, runLength } = settings;
  const equal = documents.map((passages) => passages.flatMap(({ passage }) => equalRuns(passage)));
  const all = equal.flat();
  const lookAlike = documents
    .flat()
    .flatMap((one) => one.lookAlike.map(({ work, length }) => ({ start: work, end: work + length })));
  const longEnough = (run: OrderedRun, minimum: number): boolean =>
    runLength.isEnough(run.start, run.end, minimum);
  const wordsInRuns = (minimum: number): number => sizeOfUnion(all.filter((run) => longEnough(run, minimum)));
  const verbatim = wordsInRuns(minRun);
  const inOrder = equal.flatMap((runs) => heaviestInOrder(runs.filter((run) => longEnough(run, minRun))));
  const coverage = share(verbatim, workTokens);
  return {
    coverage,
    near: share(sizeOfUnion([...all, ...lookAlike]) - verbatim, workTokens),
    coverageByMinRun: COVERAGE_RUN_LENGTHS.map((length) => ({
      minRun: length,
      coverage: share(wordsInRuns(Math.max(length, minRun)), workTokens),
    })),
    longestRunWords: largest(all.map((run) => run.end - run.start)),
    longestRawCharacters: largest(documents.flat().map(({ rawCharacters }) => rawCharacters)),
    passages: documents.reduce((sum, passages) => sum + passages.length, 0),
    contiguous: share(wordsInRuns(Math.max(CONTIGUOUS_WORDS, minRun)), verbatim),
    inOrder: share(sizeOfUnion(inOrder), verbatim),
    extent: extentOf(documents.flat(), coverage, (run) => longEnough(run, minRun)),
  };
}

function equalRuns(passage: Passage): OrderedRun[] {
  return passage.edits
    .filter((edit) => edit.kind === "equal")
    .map((edit) => ({ start: edit.workStart, end: edit.workEnd, document: edit.documentStart }));
}

function extentOf(
  passages: readonly MeasuredPassage[],
  coverage: Ratio,
  isVerbatim: (run: OrderedRun) => boolean,
): ExtentTier {
  if (passages.length === 0) return "none";
  if (coverage.num > 0 && coverage.num >= WHOLE_SHARE * coverage.den) return "whole";
  const words = largest(
    passages.map(({ passage }) =>
      equalRuns(passage)
        .filter(isVerbatim)
        .reduce((sum, run) => sum + run.end - run.start, 0),
    ),
  );
  return EXTENT_WORDS.find((size) => words >= size.words)?.tier ?? "phrase";
}

const share = (num: number, den: number): Ratio => ({ num, den });

/** Not Math.max(...numbers): a call has room for some 100,000 arguments only. */
const largest = (numbers: readonly number[]): number => numbers.reduce((x, y) => Math.max(x, y), 0);
