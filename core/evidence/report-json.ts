/**
 * finding.json: the whole of a report for programs and experts, as canonical JSON (docs/formats/finding.md).
 *
 * Nothing is abridged here. Every share is `{num, den}`; positions are UTF-16 offsets of the extracted text, half-open
 * and zero-based. The text comes in pieces, one finding at a time, because it may be larger than a string can be.
 */
import type { Failure, Notice } from "../base/failure.ts";
import type { Detection } from "../detect/finding.ts";
import type { DocumentRecord, LedgerEntry } from "../index/ports.ts";
import type { Document } from "../model/document.ts";
import {
  GUARANTEED_CHARACTERS,
  GUARANTEED_WORDS,
  K_UNSPACED,
  K_WORDS,
  METHOD_VERSION,
  REPORT_FORMAT,
  WINDOW,
  type DetectionSettings,
} from "../model/settings.ts";
import { canonicalPieces, type JsonValue } from "./canonical-json.ts";
import type { CorpusFacts, LedgerFacts } from "./corpus-facts.ts";
import { DEFINITIONS } from "./definitions.ts";
import { explain } from "./failure-messages.ts";
import type { QuotedPassage, QuotedSide } from "./quote.ts";
import type { Report, ReportFinding, ReportWork } from "./report-model.ts";
import type { Statement } from "./statement.ts";

export const FINDING_FORMAT = `pincite-finding/${REPORT_FORMAT}`;

/** The pieces of finding.json, in order; joined they are the file, which ends with a line feed. */
export function* reportJsonPieces(report: Report): Generator<string> {
  const { provenance } = report;
  yield* canonicalPieces({
    format: FINDING_FORMAT,
    reportId: provenance.reportId,
    createdUtc: provenance.createdUtc,
    tool: { name: "pincite", version: provenance.toolVersion, environment: provenance.environment },
    method: methodJson(report.settings),
    corpus: corpusJson(report.corpus),
    works: report.works.map(workJson),
    findings: { elements: () => findingsJson(report) },
    ledger: ledgerJson(report.ledger),
    files: { elements: () => filesJson(report.ledgerEntries) },
  });
  yield "\n";
}

/** finding.json as one string; for reports that fit into one. */
export const reportJson = (report: Report): string => [...reportJsonPieces(report)].join("");

function methodJson(settings: DetectionSettings): JsonValue {
  return {
    version: METHOD_VERSION,
    parameters: {
      kWords: K_WORDS,
      kUnspaced: K_UNSPACED,
      window: WINDOW,
      ...settings,
      // JSON has no infinity; a bound that is not there is called "all".
      postingCap: boundJson(settings.postingCap),
      shortRunBudget: boundJson(settings.shortRunBudget),
    },
    guaranteed: { words: GUARANTEED_WORDS, characters: GUARANTEED_CHARACTERS },
    definitions: DEFINITIONS.map(({ term, meaning }) => ({ term, meaning })),
  };
}

const boundJson = (bound: number): JsonValue => (Number.isFinite(bound) ? bound : "all");

function corpusJson(corpus: CorpusFacts): JsonValue {
  const { path, storeId, storeFormat, rootHash, documents, templates, words, bytes } = corpus;
  return {
    ...{ path, storeId, storeFormat, rootHash, documents, templates, words, bytes },
    notices: corpus.notices.map((notice) => ({ ...notice })),
    partlyRead: corpus.partlyRead.map((document) => ({
      ...document,
      notices: document.notices.map(noticeJson),
    })),
  };
}

function ledgerJson(ledger: LedgerFacts): JsonValue {
  const { files, states, bytesRead, sizeUnknown } = ledger;
  return {
    ...{ files, states: { ...states }, bytesRead: { ...bytesRead }, sizeUnknown },
    reasons: ledger.reasons.map((reason) => ({ ...reason, title: explain(reason).title })),
  };
}

function* filesJson(entries: readonly LedgerEntry[]): Generator<JsonValue> {
  for (const entry of entries) yield ledgerEntryJson(entry);
}

function ledgerEntryJson({ path, state, byteLength, sha256, document, failure, at }: LedgerEntry): JsonValue {
  return { path, state, byteLength, sha256, document, at, failure: failure && failureJson(failure) };
}

function failureJson(failure: Failure): JsonValue {
  return { code: failure.code, data: failure.data, ...explain(failure) };
}

function noticeJson(notice: Notice): JsonValue {
  return { code: notice.code, page: notice.page, data: notice.data, ...explain(notice) };
}

function workJson({ number, file, outcome, statement }: ReportWork): JsonValue {
  const base = { number, ...file, statement: statementJson(statement) };
  if (outcome.kind === "failed") return { ...base, state: "failed", failure: failureJson(outcome.failure) };
  const { document, detection } = outcome;
  return { ...base, state: "checked", ...documentJson(document), ...detectionJson(detection) };
}

function statementJson({ kind, text, guarantee, limits }: Statement): JsonValue {
  return { kind, text, guarantee, limits };
}

function documentJson({ format, extractor, encoding, metadata, notices }: Document) {
  return {
    format,
    extractor: { ...extractor },
    encoding: encoding && { ...encoding },
    metadata: { ...metadata },
    notices: notices.map(noticeJson),
  };
}

function detectionJson(detection: Detection) {
  return {
    words: detection.workTokens,
    query: { kind: detection.query, fingerprints: detection.queryFingerprints },
    guaranteed: { words: detection.guaranteedWords, characters: detection.guaranteedCharacters },
    documentsSearched: detection.documentsSearched,
    candidates: detection.candidates,
    documentsWithPassages: detection.documentsWithPassages,
    distinctTexts: detection.distinctTexts,
    union: measuresJson(detection.union),
    unionWithoutTemplates: measuresJson(detection.unionWithoutTemplates),
    notFollowed: { ...detection.notFollowed },
  };
}

function measuresJson(measures: Detection["union"]): JsonValue {
  const { coverage, near, contiguous, inOrder, longestRunWords, longestRawCharacters, passages, extent } =
    measures;
  return {
    coverage: { ...coverage },
    near: { ...near },
    contiguous: { ...contiguous },
    inOrder: { ...inOrder },
    coverageByMinRun: measures.coverageByMinRun.map((row) => ({
      minRun: row.minRun,
      coverage: { ...row.coverage },
    })),
    ...{ longestRunWords, longestRawCharacters, passages, extent },
  };
}

function* findingsJson(report: Report): Generator<JsonValue> {
  for (const work of report.works) for (const finding of work.findings) yield findingJson(work, finding);
}

function findingJson(
  { number: workNumber, file }: ReportWork,
  { number, finding, quote }: ReportFinding,
): JsonValue {
  const quoted = quote();
  const { containmentOfWorkInDocument, containmentOfDocumentInWork, resemblance } = finding.sets;
  return {
    number,
    work: { number: workNumber, path: file.path, sha256: file.sha256 },
    document: recordJson(finding.document),
    measures: measuresJson(finding.measures),
    measuresWithoutTemplates: measuresJson(finding.measuresWithoutTemplates),
    sets: {
      containmentOfWorkInDocument: { ...containmentOfWorkInDocument },
      containmentOfDocumentInWork: { ...containmentOfDocumentInWork },
      resemblance: { ...resemblance },
    },
    ...(quoted.ok
      ? { passages: quoted.value.map((passage, index) => passageJson(passage, index + 1)) }
      : {
          passages: [],
          notQuoted: { passages: finding.passages.length, ...(failureJson(quoted.failure) as object) },
        }),
  };
}

function recordJson(record: DocumentRecord): JsonValue {
  const { id, paths, sha256, byteLength, format, tokenCount, textLength, textSha256, template } = record;
  return {
    ...{ id, path: paths[0]!, paths, sha256, byteLength, format, textLength, textSha256, template },
    words: tokenCount,
    extractor: { ...record.extractor },
    encoding: record.encoding && { ...record.encoding },
    metadata: { ...record.metadata },
    notices: record.notices.map(noticeJson),
  };
}

function passageJson({ passage, work, document, differences }: QuotedPassage, number: number): JsonValue {
  return {
    number,
    class: passage.class,
    words: passage.words,
    longestRunWords: passage.longestRun,
    flags: passage.flags,
    work: sideJson(work, passage.work),
    document: sideJson(document, passage.document),
    differences: differences.map(({ kind, work: inWork, document: inDocument }) => ({
      kind,
      work: { ...inWork },
      document: { ...inDocument },
    })),
  };
}

function sideJson(side: QuotedSide, { tokenStart, tokenEnd }: QuotedPassage["passage"]["work"]): JsonValue {
  const { text, start, end, before, after, cite, marks } = side;
  return { text, start, end, tokenStart, tokenEnd, before, after, cite, marks, place: placeJson(side.place) };
}

const placeJson = (place: QuotedSide["place"]): JsonValue => ({ ...place });
