/**
 * A matter: the engagement that owns works, corpora, runs, decisions and the custody log. These are the records as they
 * are kept; what the desktop program shows of them is in core/protocol/app/views.ts.
 */
import type { ExclusionRules } from "./exclusions.ts";
import type { DetectionSettings } from "./settings.ts";
import type { Failure } from "../base/failure.ts";

/** Who works on the matter; every entry of the custody log names them. */
export interface Operator {
  readonly name: string;
  readonly role: string;
  readonly organisation: string;
}

export interface MatterIdentity {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** Docket or file number; may be empty. */
  readonly number: string;
  readonly createdUtc: string;
  readonly operator: Operator;
  readonly onBehalfOf: string;
  /** Court order or letter of engagement. */
  readonly authority: string;
  /** What is searched for, and why, in the operator's words. */
  readonly question: string;
}

/** Bibliographic fields of a work; empty where not known. Classes of claims have turned on them (ISBN, registration). */
export interface WorkCard {
  readonly title: string;
  readonly authors: readonly string[];
  readonly publisher: string;
  readonly edition: string;
  readonly publicationDate: string;
  readonly isbn: readonly string[];
  readonly asin: readonly string[];
  readonly registrationNumber: string;
  readonly registrationDate: string;
  readonly rightsOwner: string;
  readonly licenceNote: string;
  readonly depositCopy: "yes" | "no" | "unknown";
}

/** A work of the matter. Its original and its extracted text are kept in the matter. */
export interface WorkRecord {
  /** From 1 in order of arrival; never given again. */
  readonly id: number;
  readonly card: WorkCard;
  /** Name without folders, as added. */
  readonly fileName: string;
  readonly sha256: string;
  readonly byteLength: number;
  readonly textSha256: string;
  readonly words: number;
  readonly addedUtc: string;
  readonly removed: boolean;
}

export interface CorpusRecord {
  /** From 1 in order of creation. */
  readonly id: number;
  readonly name: string;
  /** Folder of the store, inside the matter's folder. */
  readonly folder: string;
  readonly createdUtc: string;
}

export type RunOutcome =
  | {
      readonly kind: "found";
      /** Verbatim words of the work / its words, and documents with passages. */
      readonly coverage: { readonly num: number; readonly den: number };
      readonly documents: number;
      readonly distinctTexts: number;
      readonly longestRunWords: number;
    }
  | { readonly kind: "nothing-found" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** One work against one corpus, at one time, with one set of parameters. Kept for ever, whatever came of it. */
export interface RunRecord {
  /** From 1. */
  readonly id: number;
  readonly work: number;
  readonly corpus: number;
  readonly settings: DetectionSettings;
  readonly exclusions: ExclusionRules;
  /** Root hash of the corpus as it was. */
  readonly snapshotRoot: string;
  readonly documentsSearched: number;
  readonly methodVersion: string;
  readonly toolVersion: string;
  readonly startedUtc: string;
  readonly endedUtc: string;
  readonly outcome: RunOutcome;
}

export const DISMISS_REASONS = [
  "quotation",
  "public-domain",
  "licensed",
  "boilerplate",
  "common-phrase",
  "other",
] as const;
export type DismissReason = (typeof DISMISS_REASONS)[number];

export type Decision =
  | { readonly kind: "accepted" }
  | { readonly kind: "dismissed"; readonly reason: DismissReason }
  | { readonly kind: "needs-second" }
  | { readonly kind: "unreviewed" };

/**
 * A passage pair wherever it turns up again: the same words of the same text on both sides. Token ranges, half-open.
 * Decisions hang on it, so that they outlive a run, a re-check and a re-ingest.
 */
export interface PassageKey {
  readonly workTextSha256: string;
  readonly workStart: number;
  readonly workEnd: number;
  readonly documentSha256: string;
  readonly documentStart: number;
  readonly documentEnd: number;
}

export interface ReviewRecord {
  readonly key: PassageKey;
  readonly decision: Decision;
  /** For this side alone; never exported unless asked for. */
  readonly note: string;
  readonly reviewer: string;
  readonly reviewedUtc: string;
}

export const CUSTODY_ACTIONS = [
  "matter-created",
  "matter-changed",
  "matter-opened",
  "corpus-created",
  "documents-added",
  "document-deleted",
  "file-set-aside",
  "template-changed",
  "work-added",
  "work-changed",
  "work-removed",
  "check-run",
  "review-decided",
  "review-undone",
  "exclusions-changed",
  "report-exported",
  "corpus-verified",
  "corpus-backed-up",
] as const;
export type CustodyAction = (typeof CUSTODY_ACTIONS)[number];

/**
 * An entry of the append-only custody log. `entryHash` is the SHA-256 of the entry's canonical JSON without itself,
 * `previousHash` included; the first entry's `previousHash` is 64 zeros. Written in the transaction of what it records.
 */
export interface CustodyEntry {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly atUtc: string;
  readonly actor: string;
  readonly action: CustodyAction;
  /** What it was done to, in words: a name, a run number. */
  readonly subject: string;
  /** SHA-256 of the thing where it has one; empty otherwise. */
  readonly subjectHash: string;
  /** Facts of the action, in canonical JSON; a reason where one was given. */
  readonly details: string;
  readonly previousHash: string;
  readonly entryHash: string;
}
