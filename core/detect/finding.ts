/**
 * What detection says of one work and one corpus: facts with their numbers, no opinions.
 *
 * Positions are tokens of the text they belong to and UTF-16 offsets of its raw text, half-open, zero-based.
 */
import type { DocumentRecord } from "../index/ports.ts";
import type { DetectionSettings } from "../model/settings.ts";
import type { Ratio } from "../base/units.ts";

/**
 * - `verbatim-raw`: the two raw texts are equal, character by character
 * - `verbatim-normalised`: every token is equal after normalising (case, hyphenation, quotes ... may differ)
 * - `near`: some tokens differ
 */
export type PassageClass = "verbatim-raw" | "verbatim-normalised" | "near";

/** A step of the alignment; applied in order, the edits turn the work's tokens into the document's. */
export interface Edit {
  readonly kind: "equal" | "replace" | "delete" | "insert";
  readonly workStart: number;
  readonly workEnd: number;
  readonly documentStart: number;
  readonly documentEnd: number;
}

export interface PassageSide {
  readonly tokenStart: number;
  readonly tokenEnd: number;
  /** UTF-16 offsets of the raw text. */
  readonly start: number;
  readonly end: number;
}

/**
 * `homoglyph`: found only after folding look-alike letters of disguised words. `template`: also found in a supplied
 * template. `common`: its fingerprints stand in more documents than the posting cap.
 */
export type PassageFlag = "homoglyph" | "template" | "common";

export interface Passage {
  readonly class: PassageClass;
  /** Words of the work that are equal in the document, or equal but for look-alike letters, in aligned order. */
  readonly words: number;
  /** Longest run of equal words inside the passage. */
  readonly longestRun: number;
  readonly work: PassageSide;
  readonly document: PassageSide;
  readonly edits: readonly Edit[];
  readonly flags: readonly PassageFlag[];
}

export type ExtentTier = "none" | "phrase" | "sentence" | "paragraph" | "page" | "chapter" | "whole";

/**
 * Numbers over a set of passages. Coverage counts words of the work in verbatim runs of at least `minRun` words, each
 * word once however often it was found; `near` counts words that near passages hold (equal, or equal but for look-alike
 * letters) and no such run does. The two are never summed.
 */
export interface Measures {
  /** Verbatim words of the work / words of the work. */
  readonly coverage: Ratio;
  /** Words equal, or equal but for look-alike letters, in near passages, outside verbatim runs / words of the work. */
  readonly near: Ratio;
  readonly coverageByMinRun: readonly { readonly minRun: number; readonly coverage: Ratio }[];
  readonly longestRunWords: number;
  /** Longest common raw substring inside the passages, UTF-16 units. */
  readonly longestRawCharacters: number;
  readonly passages: number;
  /** Verbatim words in runs of 50 and more / verbatim words. */
  readonly contiguous: Ratio;
  /** Verbatim words whose runs stand in the same order on both sides (longest increasing sequence) / verbatim words. */
  readonly inOrder: Ratio;
  readonly extent: ExtentTier;
}

/** Broder 1997 on sets of k-gram hashes: containment is asymmetric, resemblance symmetric. */
export interface SetMeasures {
  readonly containmentOfWorkInDocument: Ratio;
  readonly containmentOfDocumentInWork: Ratio;
  readonly resemblance: Ratio;
}

export interface DocumentFinding {
  readonly document: DocumentRecord;
  /** In order of the work. */
  readonly passages: readonly Passage[];
  /** Over all passages, and over those no template holds. */
  readonly measures: Measures;
  readonly measuresWithoutTemplates: Measures;
  readonly sets: SetMeasures;
}

/** What was not looked at, so that nothing is left out silently. */
export interface NotFollowed {
  /** Fingerprints of the work with more postings than the cap, and the postings beyond it. */
  readonly cappedFingerprints: number;
  readonly cappedPostings: number;
  /** Largest document frequency among them (postings). */
  readonly largestPostings: number;
  /** Documents whose possible short runs were not confirmed for want of budget. */
  readonly unconfirmedDocuments: number;
  /** Documents whose stored text could not be read back, by id. */
  readonly unreadableDocuments: readonly number[];
  /** Hit pairs of very repetitive documents that were left out (core/detect/pairs.ts); they may hide a passage. */
  readonly unpairedHits?: number;
  /**
   * Further pairings of repeated text (a refrain found n times on both sides) that are not listed because listed
   * passages hold all their words on both sides. They hide no word.
   */
  readonly repeatedPassages?: number;
}

export interface Detection {
  readonly settings: DetectionSettings;
  readonly workTokens: number;
  /** Which fingerprints of the work were looked up. */
  readonly query: "every-kgram" | "winnowed";
  readonly queryFingerprints: number;
  /** Run length from which detection is guaranteed, in words and in characters of unspaced scripts. */
  readonly guaranteedWords: number;
  readonly guaranteedCharacters: number;
  readonly documentsSearched: number;
  readonly candidates: number;
  /** Most coverage outside templates first; ties by near words, coverage with templates, longest run, document id. */
  readonly findings: readonly DocumentFinding[];
  /** Over the passages of all documents together (union over the work). */
  readonly union: Measures;
  readonly unionWithoutTemplates: Measures;
  /** Documents with passages, and distinct texts among them (equal text hash counts once). */
  readonly documentsWithPassages: number;
  readonly distinctTexts: number;
  readonly notFollowed: NotFollowed;
}
