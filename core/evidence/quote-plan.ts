/**
 * Which passages the HTML report quotes, and how much of each. finding.json always holds everything; a page that a
 * person opens in a browser has a budget, and says exactly what it leaves out.
 *
 * The plan depends on the findings alone: per work, its longest passages come first, then each document's in order of
 * rank, longest first, up to a share of the budget for one document. Long passages show both ends; what is left of the
 * budget goes to their middles, which are folded but there.
 */
import type { Passage } from "../detect/finding.ts";
import { isLong } from "./quote.ts";
import type { Report, ReportWork } from "./report-model.ts";

/** UTF-16 units of quoted text, both sides together. */
export const QUOTE_BUDGET = 2_000_000;
/** No document takes more of it, so that the first does not crowd out the others. */
const DOCUMENT_BUDGET = QUOTE_BUDGET / 4;
/** What a passage costs besides its text: context, cites, markup. */
const PASSAGE_OVERHEAD = 600;
/** What the two ends of a long passage cost, both sides together. */
const ENDS_COST = 4_000;

export const LONGEST_SHOWN = 10;

export type QuoteExtent = "whole" | "ends";
export type QuotePlan = ReadonlyMap<Passage, QuoteExtent>;

export function planQuotes(report: Report): QuotePlan {
  const plan = new Map<Passage, QuoteExtent>();
  let left = QUOTE_BUDGET;
  const take = (passage: Passage, limit: number): number => {
    if (plan.has(passage)) return 0;
    const cost = isLong(passage) ? ENDS_COST : unitsOf(passage) + PASSAGE_OVERHEAD;
    if (cost > Math.min(left, limit)) return 0;
    plan.set(passage, isLong(passage) ? "ends" : "whole");
    left -= cost;
    return cost;
  };
  for (const work of report.works) for (const { passage } of longestPassages(work)) take(passage, left);
  for (const { findings } of report.works) {
    for (const { finding } of findings) {
      let documentLeft = DOCUMENT_BUDGET;
      for (const passage of longestFirst(finding.passages)) documentLeft -= take(passage, documentLeft);
    }
  }
  for (const [passage, extent] of plan) {
    if (extent === "whole" || unitsOf(passage) > left) continue;
    plan.set(passage, "whole");
    left -= unitsOf(passage);
  }
  return plan;
}

const unitsOf = ({ work, document }: Passage): number =>
  work.end - work.start + document.end - document.start;

/** Ties stay in the order given. */
const longestFirst = (passages: readonly Passage[]): Passage[] =>
  [...passages].sort((one, other) => other.longestRun - one.longestRun);

export interface RankedPassage {
  readonly passage: Passage;
  /** Rank of the finding and number of the passage in it, from 1. */
  readonly finding: number;
  readonly number: number;
}

/** The passages of a work with the longest runs, longest first; ties in order of rank. */
export function longestPassages({ findings }: ReportWork): RankedPassage[] {
  let longest: RankedPassage[] = [];
  for (const { number, finding } of findings) {
    finding.passages.forEach((passage, index) => {
      longest.push({ passage, finding: number, number: index + 1 });
    });
    longest.sort((one, other) => other.passage.longestRun - one.passage.longestRun);
    longest = longest.slice(0, LONGEST_SHOWN);
  }
  return longest;
}
