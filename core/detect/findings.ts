/** From the passages of every document to the findings: flags, measures, order, and what was not followed. */
import { GUARANTEED_CHARACTERS, GUARANTEED_WORDS, type DetectionSettings } from "../model/settings.ts";
import { documentsPresent } from "../index/documents.ts";
import type { CorpusSnapshot, DocumentRecord } from "../index/ports.ts";
import type { ReadText } from "./compare.ts";
import type { Detection, DocumentFinding, NotFollowed, SetMeasures } from "./finding.ts";
import { measure, type MeasuredPassage } from "./measure.ts";
import { passageOf, type Draft } from "./passage.ts";
import type { Query } from "./query.ts";
import type { RunLength } from "./run-length.ts";
import { CommonWords, flagsOf, type TemplateWords } from "./templates.ts";

/** A document that shares at least one passage with the work. */
export interface Examined {
  readonly record: DocumentRecord;
  /** In order of the work. */
  readonly drafts: readonly Draft[];
  readonly sets: SetMeasures;
}

export interface SearchOutcome {
  readonly work: ReadText;
  readonly corpus: CorpusSnapshot;
  readonly settings: DetectionSettings;
  readonly runLength: RunLength;
  readonly templateWords: TemplateWords;
  readonly examined: readonly Examined[];
  readonly candidates: number;
  readonly unreadableDocuments: readonly number[];
  readonly unpairedHits: number;
  readonly repeatedPassages: number;
}

export interface QueryOutcome {
  readonly query: Detection["query"];
  readonly queryFingerprints: number;
  readonly lookedUp: { readonly query: Query; readonly postings: Uint32Array };
  readonly unconfirmedDocuments: number;
}

export function summarise(outcome: SearchOutcome, asked: QueryOutcome): Detection {
  const { settings, work, runLength } = outcome;
  const measureSettings = { workTokens: work.tokens.count, minRun: settings.minRun, runLength };
  const common = new CommonWords(
    work.tokens.count,
    asked.lookedUp.query,
    asked.lookedUp.postings,
    settings.postingCap,
  );
  const measured = outcome.examined.map(({ record, drafts, sets }) => {
    const passages = drafts.map((draft) => ({
      passage: passageOf(draft, flagsOf(draft, outcome.templateWords, common)),
      lookAlike: draft.lookAlike,
      rawCharacters: draft.rawCharacters,
    }));
    const without = passages.filter(({ passage }) => !passage.flags.includes("template"));
    const finding: DocumentFinding = {
      document: record,
      passages: passages.map(({ passage }) => passage),
      measures: measure([passages], measureSettings),
      measuresWithoutTemplates: measure([without], measureSettings),
      sets,
    };
    return { finding, passages, without };
  });
  const lists = (of: "passages" | "without"): (readonly MeasuredPassage[])[] =>
    measured.map((one) => one[of]);
  const findings = measured.map(({ finding }) => finding).sort(mostFirst);
  return {
    settings,
    workTokens: work.tokens.count,
    query: asked.query,
    queryFingerprints: asked.queryFingerprints,
    guaranteedWords: Math.max(GUARANTEED_WORDS, settings.minRun),
    guaranteedCharacters: Math.max(GUARANTEED_CHARACTERS, settings.minRun),
    documentsSearched: documentsPresent(outcome.corpus),
    candidates: outcome.candidates,
    findings,
    union: measure(lists("passages"), measureSettings),
    unionWithoutTemplates: measure(lists("without"), measureSettings),
    documentsWithPassages: findings.length,
    distinctTexts: new Set(findings.map(({ document }) => document.textSha256)).size,
    notFollowed: notFollowedBy(outcome, asked),
  };
}

function notFollowedBy(outcome: SearchOutcome, asked: QueryOutcome): NotFollowed {
  const cap = outcome.settings.postingCap;
  let cappedFingerprints = 0;
  let cappedPostings = 0;
  let largestPostings = 0;
  for (const postings of asked.lookedUp.postings) {
    if (postings <= cap) continue;
    cappedFingerprints++;
    cappedPostings += postings - cap;
    largestPostings = Math.max(largestPostings, postings);
  }
  return {
    cappedFingerprints,
    cappedPostings,
    largestPostings,
    unconfirmedDocuments: asked.unconfirmedDocuments,
    unreadableDocuments: outcome.unreadableDocuments.toSorted((x, y) => x - y),
    unpairedHits: outcome.unpairedHits,
    repeatedPassages: outcome.repeatedPassages,
  };
}

/** Most coverage first; ties by longest run, then document id. */
function mostFirst(x: DocumentFinding, y: DocumentFinding): number {
  return (
    y.measuresWithoutTemplates.coverage.num - x.measuresWithoutTemplates.coverage.num ||
    y.measuresWithoutTemplates.near.num - x.measuresWithoutTemplates.near.num ||
    y.measures.coverage.num - x.measures.coverage.num ||
    y.measures.longestRunWords - x.measures.longestRunWords ||
    x.document.id - y.document.id
  );
}
