/**
 * What the desktop window shows, as the engine tells it. Plain values: numbers with their denominators, texts as they
 * stand, typed arrays where there are many. The window computes no figure of its own.
 */
import type { Failure } from "../../base/failure.ts";
import type { Ratio } from "../../base/units.ts";
import type { ExtentTier, PassageClass } from "../../detect/finding.ts";
import type { DocumentFormat, MarkKind } from "../../model/document.ts";
import type { ExclusionRules } from "../../model/exclusions.ts";
import type { CustodyEntry, Decision, MatterIdentity, RunOutcome, WorkCard } from "../../model/matter.ts";
import type { DetectionSettings } from "../../model/settings.ts";
import type { LedgerRowState, PassageRef } from "./requests.ts";

/** One page of a longer list. */
export interface Page<Row> {
  readonly total: number;
  readonly offset: number;
  readonly rows: readonly Row[];
}

/** Opaque handle for what a person chose. The name is a label, never used to open anything. */
export interface Grant {
  readonly id: string;
  readonly name: string;
  readonly kind: "file" | "folder";
}

export interface Environment {
  readonly version: string;
  readonly platform: "linux" | "darwin" | "win32";
  /** `stand-in`: the end-to-end tests' host, which has no sandbox of its own. */
  readonly host: "electron" | "stand-in";
  readonly sandboxActive: boolean;
  readonly theme: "system" | "light" | "dark" | "contrast";
  readonly methodVersion: string;
}

export interface OfflineProof {
  readonly walls: readonly { readonly name: string; readonly up: boolean; readonly words: string }[];
  /** When the self-test last ran; null before the first. */
  readonly testedUtc: string | null;
}

/** A failure with its words, ready to show: what happened, what it means for the evidence, what to do. */
export interface ToldFailure {
  readonly code: string;
  readonly what: string;
  readonly meaning: string;
  readonly action: string;
}

export interface MatterSummary {
  readonly id: string;
  readonly name: string;
  readonly number: string;
  readonly openedUtc: string;
  /** False when its folder is not where it was. */
  readonly present: boolean;
}

export interface CorpusRow {
  readonly corpus: number;
  readonly name: string;
  readonly documents: number;
  readonly words: number;
  readonly bytes: number;
  readonly files: number;
  /** Files that could not be read, and bytes of them where known. */
  readonly unreadFiles: number;
  /** Set when the store could not be opened. */
  readonly failure: ToldFailure | null;
}

export interface WorkRow {
  readonly work: number;
  readonly card: WorkCard;
  readonly fileName: string;
  readonly format: DocumentFormat;
  readonly words: number;
  readonly pages: number | null;
  readonly byteLength: number;
  readonly sha256: string;
  readonly addedUtc: string;
  /** Things a reader should know of how it was read: hidden text, pages without text ... */
  readonly notices: readonly string[];
  readonly chapters: readonly { readonly title: string; readonly atWord: number }[];
}

/** A cell of works x corpora: the latest run. */
export interface OverviewCell {
  readonly work: number;
  readonly corpus: number;
  readonly run: RunRow;
  /** Share of each of 64 equal stretches of the work that is found: verbatim, near; 0 to 255. */
  readonly verbatim: Uint8Array;
  readonly near: Uint8Array;
}

export interface MatterOverview {
  readonly identity: MatterIdentity;
  readonly sample: boolean;
  readonly corpora: readonly CorpusRow[];
  readonly works: readonly WorkRow[];
  readonly cells: readonly OverviewCell[];
  /** What waits for a person: files that need a password, passages not reviewed ... in words, with where to go. */
  readonly open: readonly {
    readonly words: string;
    readonly screen: ScreenName;
    readonly run: number | null;
  }[];
  readonly custodyHead: string;
}

export type ScreenName = "overview" | "corpora" | "works" | "checks" | "findings" | "report" | "custody";

export interface CorpusStatistics {
  readonly corpus: CorpusRow;
  readonly rootHash: string;
  readonly byFormat: readonly {
    readonly format: DocumentFormat;
    readonly documents: number;
    readonly words: number;
  }[];
  readonly byFailure: readonly {
    readonly told: ToldFailure;
    readonly files: number;
    readonly bytes: number;
  }[];
  readonly templates: number;
  /** Documents that are exact copies of another, and distinct texts. */
  readonly duplicateFiles: number;
  readonly distinctTexts: number;
  readonly indexBytes: number;
  readonly segments: number;
}

export interface LedgerRow {
  /** Stands for the entry in later requests of this session. */
  readonly row: number;
  readonly path: string;
  readonly state: LedgerRowState;
  readonly byteLength: number | null;
  readonly told: ToldFailure | null;
  /** Things read in part, in words. */
  readonly notices: readonly string[];
  readonly document: number | null;
  readonly atUtc: string;
  readonly canRetry: boolean;
  readonly wantsPassword: boolean;
  readonly reason: string | null;
}

export interface DocumentRow {
  readonly document: number;
  readonly path: string;
  readonly otherPaths: number;
  readonly format: DocumentFormat;
  readonly words: number;
  readonly byteLength: number;
  readonly title: string;
  readonly template: boolean;
  /** Documents of the corpus with the same text, this one included. */
  readonly copies: number;
  readonly notices: number;
  readonly sha256: string;
}

export interface RunRow {
  readonly run: number;
  readonly work: number;
  readonly workTitle: string;
  readonly corpus: number;
  readonly corpusName: string;
  readonly startedUtc: string;
  readonly settings: DetectionSettings;
  readonly exclusions: ExclusionRules;
  readonly settingsChanged: boolean;
  readonly snapshotRoot: string;
  readonly outcome: RunOutcome;
  /** One plain sentence of what came out. */
  readonly words: string;
  /** Documents were added to or taken out of the corpus since. */
  readonly corpusChangedSince: boolean;
}

/** A figure before and after exclusions. */
export interface Figure<Value> {
  readonly all: Value;
  readonly after: Value;
}

export interface FindingSummary {
  readonly run: RunRow;
  /** The parameters the figures below are of: the run's, or those of the sliders. */
  readonly settings: DetectionSettings;
  readonly exclusions: ExclusionRules;
  readonly workTitle: string;
  readonly workWords: number;
  readonly chapters: readonly { readonly title: string; readonly atWord: number }[];
  /** Sentences of the statement, neutral, with denominators. */
  readonly statement: readonly string[];
  /** What was not read, not followed, not checked; each a sentence. Empty when nothing was left out. */
  readonly dark: readonly string[];
  readonly coverage: Figure<Ratio>;
  readonly near: Figure<Ratio>;
  readonly longestRunWords: Figure<number>;
  readonly passages: Figure<number>;
  readonly contiguous: Figure<Ratio>;
  readonly inOrder: Figure<Ratio>;
  readonly extent: Figure<ExtentTier>;
  readonly coverageByMinRun: readonly { readonly minRun: number; readonly coverage: Figure<Ratio> }[];
  readonly documents: Figure<number>;
  readonly distinctTexts: number;
  /** Words each rule that is on takes off the coverage. */
  readonly excludedWords: readonly { readonly rule: string; readonly words: number }[];
}

export interface FindingDocumentRow {
  /** From 1, by coverage after exclusions. */
  readonly rank: number;
  readonly document: number;
  readonly path: string;
  readonly format: DocumentFormat;
  readonly documentWords: number;
  readonly coverage: Figure<Ratio>;
  readonly near: Figure<Ratio>;
  readonly longestRunWords: number;
  readonly passages: number;
  readonly extent: ExtentTier;
  readonly copies: number;
  readonly template: boolean;
  readonly excluded: boolean;
  /** As OverviewCell. */
  readonly verbatim: Uint8Array;
}

/** Passages as parallel columns, ordered by document rank, then by place in the work. */
export interface PassageColumns {
  readonly count: number;
  /** More passages than are listed here (MAX_COLUMN_PASSAGES). */
  readonly total: number;
  readonly workWords: number;
  readonly document: Uint32Array;
  /** Rank of the document, from 1. */
  readonly rank: Uint32Array;
  /** Token ranges, half-open. */
  readonly workStart: Uint32Array;
  readonly workEnd: Uint32Array;
  readonly documentStart: Uint32Array;
  readonly documentEnd: Uint32Array;
  /** Equal words. */
  readonly words: Uint32Array;
  /** 0 verbatim-raw, 1 verbatim-normalised, 2 near. */
  readonly class: Uint8Array;
  /** 1 when an exclusion takes the passage off. */
  readonly excluded: Uint8Array;
}

export interface PassageRow {
  readonly passage: PassageRef;
  readonly path: string;
  readonly class: PassageClass;
  readonly words: number;
  readonly longestRun: number;
  /** `p. 14, ll. 3-19` */
  readonly workCite: string;
  readonly documentCite: string;
  /** First words of the work's side. */
  readonly opening: string;
  readonly flags: readonly string[];
  readonly excluded: boolean;
  readonly review: ReviewState;
}

export interface ReviewState {
  readonly decision: Decision;
  readonly note: string;
  readonly reviewer: string;
  readonly reviewedUtc: string | null;
}

/**
 * A stretch of one side's raw text. `equal`: the same words on both sides, letter by letter; `form`: the same word written
 * differently; `replace`: other words; `delete`: in the work only; `insert`: in the document only. Stretches with the
 * same `step` belong together, so that both sides scroll by aligned word.
 */
export interface Segment {
  readonly kind: "equal" | "form" | "replace" | "delete" | "insert";
  readonly step: number;
  readonly text: string;
}

export interface PassageSideView {
  readonly side: "work" | "document";
  /** What the side is called: the work's title, the document's path. */
  readonly label: string;
  readonly format: DocumentFormat;
  readonly cite: string;
  /** UTF-16 offsets in the whole text, and its length. */
  readonly start: number;
  readonly end: number;
  readonly textLength: number;
  readonly segments: readonly Segment[];
  readonly before: string;
  readonly after: string;
  /** Pages the passage touches, for PDF; zero-based. */
  readonly pages: readonly { readonly page: number; readonly label: string }[];
  readonly pageCount: number;
  readonly marks: readonly MarkKind[];
  readonly sha256: string;
}

export interface PassageView {
  readonly passage: PassageRef;
  readonly class: PassageClass;
  readonly words: number;
  readonly longestRun: number;
  readonly flags: readonly string[];
  readonly work: PassageSideView;
  readonly document: PassageSideView;
  readonly review: ReviewState;
  /** `Title, p. 14, ll. 3-19 / isle.pdf, p. 22, ll. 1-17 (118 words, verbatim)` with the quotation: what Copy with cite copies. */
  readonly citation: string;
}

export interface TextWindow {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly textLength: number;
  /** Offset at which each line of the window begins, and what it is called: `12`, `p. 3, l. 4`, `¶ 7`. */
  readonly lines: readonly { readonly start: number; readonly label: string }[];
  readonly marks: readonly { readonly kind: MarkKind; readonly start: number; readonly end: number }[];
}

/** A page as pixels, made in the sandboxed extractor. */
export interface PagePicture {
  readonly page: number;
  readonly label: string;
  readonly pageCount: number;
  /** Points. */
  readonly widthPoints: number;
  readonly heightPoints: number;
  readonly widthPixels: number;
  readonly heightPixels: number;
  readonly png: Uint8Array;
  /** Eight numbers for each quadrilateral, points from the top left: start-top, end-top, end-bottom, start-bottom. */
  readonly quads: Float64Array;
}

export interface ReportProblem {
  readonly blocksFinal: boolean;
  readonly words: string;
  readonly screen: ScreenName | null;
}

export type CustodyRow = CustodyEntry;

export interface JobProgress {
  readonly doneBytes: number;
  readonly totalBytes: number | null;
  readonly done: number;
  readonly total: number | null;
  /** What is counted: `files`, `checks`, `pages`. */
  readonly counted: string;
  readonly current: string;
  /** Bytes a second; null before it can be told. */
  readonly rate: number | null;
  /** Seconds, as a range; null before it can be told. */
  readonly remaining: { readonly least: number; readonly most: number } | null;
}

export interface JobView {
  readonly job: number;
  readonly kind: "ingest" | "retry" | "read-works" | "check" | "verify" | "backup" | "export";
  readonly title: string;
  readonly state: "running" | "paused" | "done" | "cancelled" | "failed";
  readonly progress: JobProgress;
  /** When done: what came of it, in a sentence or two. */
  readonly words: string;
  readonly failure: ToldFailure | null;
  /** Runs it made, for a check; the file or folder it wrote, as a grant, for an export. */
  readonly runs: readonly number[];
  readonly written: Grant | null;
}

export type { Failure };
