/**
 * A report as facts: everything the JSON and the HTML say, before it takes a form.
 *
 * Quotations are made on demand, one document at a time, because a corpus may hold a novel a thousand times; the rest
 * stands in memory. No clock, no randomness: time and ids come in with the provenance, so the same input gives the
 * same report.
 */
import type { Failure } from "../base/failure.ts";
import { ok, type Result } from "../base/result.ts";
import type { Detection, DocumentFinding, Passage } from "../detect/finding.ts";
import type { LedgerEntry } from "../index/ports.ts";
import { comparableText } from "../model/comparable-text.ts";
import type { Document } from "../model/document.ts";
import type { DetectionSettings } from "../model/settings.ts";
import type { Copies } from "../neardup/groups.ts";
import { ledgerFactsOf, type CorpusFacts, type LedgerFacts } from "./corpus-facts.ts";
import { quotePassage, type QuotedPassage, type TokenisedDocument, type TokenPositions } from "./quote.ts";
import { notCheckedStatement, statementOf, type Statement } from "./statement.ts";

export interface Provenance {
  readonly toolVersion: string;
  readonly reportId: string;
  /** ISO 8601, UTC, ending in `Z`. */
  readonly createdUtc: string;
  /** What the program ran on: system, runtime, version of the Unicode table ... */
  readonly environment: Readonly<Record<string, string>>;
}

export interface WorkFile {
  readonly path: string;
  /** Name without folders. */
  readonly name: string;
  readonly sha256: string;
  readonly byteLength: number;
}

export type CheckOutcome =
  | {
      readonly kind: "checked";
      readonly document: Document;
      readonly detection: Detection;
      /** Which documents of the findings are copies of one another; left out where that was not looked for. */
      readonly copies?: Copies;
    }
  | { readonly kind: "failed"; readonly failure: Failure };

export interface CheckedWork extends WorkFile {
  readonly outcome: CheckOutcome;
}

export interface ReportInput {
  readonly provenance: Provenance;
  readonly works: readonly CheckedWork[];
  readonly settings: DetectionSettings;
  readonly corpus: CorpusFacts;
  /** Current entries of the corpus's ledger. */
  readonly ledger: readonly LedgerEntry[];
  /** The extracted document with this id, to quote from. */
  readonly openDocument: (document: number) => Result<Document>;
  /** Tokens of a text, as detection counted them. The arrays may be reused by the next call. */
  readonly tokenise: (text: string) => TokenPositions;
}

export interface ReportFinding {
  /** Rank among the findings of its work, from 1. */
  readonly number: number;
  readonly finding: DocumentFinding;
  /** The passages asked for (all, if none are named) with their texts and places, in the order given. */
  readonly quote: (passages?: readonly Passage[]) => Result<readonly QuotedPassage[]>;
}

export interface ReportWork {
  /** From 1, in the order given. */
  readonly number: number;
  readonly file: WorkFile;
  readonly outcome: CheckOutcome;
  readonly statement: Statement;
  /** Empty when the work could not be checked. */
  readonly findings: readonly ReportFinding[];
}

export interface Report {
  readonly provenance: Provenance;
  readonly settings: DetectionSettings;
  readonly corpus: CorpusFacts;
  readonly ledger: LedgerFacts;
  readonly ledgerEntries: readonly LedgerEntry[];
  readonly works: readonly ReportWork[];
}

export function buildReport(input: ReportInput): Report {
  const ledger = ledgerFactsOf(input.ledger);
  return {
    provenance: input.provenance,
    settings: input.settings,
    corpus: input.corpus,
    ledger,
    ledgerEntries: input.ledger,
    works: input.works.map((work, index) => reportWork(input, ledger, work, index + 1)),
  };
}

function reportWork(input: ReportInput, ledger: LedgerFacts, work: CheckedWork, number: number): ReportWork {
  const { outcome, path, name, sha256, byteLength } = work;
  const base = { number, file: { path, name, sha256, byteLength }, outcome };
  if (outcome.kind === "failed")
    return { ...base, statement: notCheckedStatement(outcome.failure), findings: [] };
  const { document, detection, copies } = outcome;
  return {
    ...base,
    statement: statementOf(detection, input.corpus, ledger, copies),
    findings: quotableFindings(input, document, detection.findings),
  };
}

function quotableFindings(
  input: ReportInput,
  document: Document,
  findings: readonly DocumentFinding[],
): ReportFinding[] {
  // Tokenised once, when the first passage is quoted; copied, because the tokeniser may reuse its arrays.
  let tokens: TokenPositions | undefined;
  const work = (): TokenisedDocument => ({
    document,
    tokens: (tokens ??= copyOf(input.tokenise(comparableText(document)))),
  });
  return findings.map((finding, index) => ({
    number: index + 1,
    finding,
    quote: (passages = finding.passages) => {
      const quotedWork = work();
      const opened = input.openDocument(finding.document.id);
      if (!opened.ok) return opened;
      const other = { document: opened.value, tokens: input.tokenise(comparableText(opened.value)) };
      return ok(passages.map((passage) => quotePassage(quotedWork, other, passage)));
    },
  }));
}

const copyOf = ({ count, start, end }: TokenPositions): TokenPositions => ({
  count,
  start: start.slice(0, count),
  end: end.slice(0, count),
});
