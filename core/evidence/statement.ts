/**
 * What a check came to, in sentences: with numerator and denominator, with what was searched and from which length on
 * detection is guaranteed. A statement never says that a work is absent, only what was looked for and not found.
 */
import type { Detection, NotFollowed } from "../detect/finding.ts";
import type { Failure } from "../base/failure.ts";
import type { Copies } from "../neardup/groups.ts";
import { count, counted, fraction, percent, share } from "./figures.ts";
import type { CorpusFacts, LedgerFacts } from "./corpus-facts.ts";
import { explain } from "./failure-messages.ts";

export interface Statement {
  /** `near`: no run long enough to count as verbatim, but passages with differences. */
  readonly kind: "verbatim" | "near" | "nothing" | "not-checked";
  /** The result in one or two sentences. */
  readonly text: string;
  /** From which length on a run is sure to be found, and what it holds for. */
  readonly guarantee: string;
  /** What was not looked at, one sentence each; empty when all was. */
  readonly limits: readonly string[];
}

/** `copies`: the documents of the findings by what is a copy of what; left out where that was not looked for. */
export function statementOf(
  detection: Detection,
  corpus: CorpusFacts,
  ledger: LedgerFacts,
  copies?: Copies,
): Statement {
  const { union, settings } = detection;
  const kind = union.coverage.num > 0 ? "verbatim" : union.passages > 0 ? "near" : "nothing";
  const run = counted(settings.minRun, "word", "words");
  const texts = {
    verbatim: () => verbatimText(detection, run, copies),
    near: () => `No run of ${run} or more was found word for word. ${nearText(detection)}`,
    nothing: () =>
      `No passage of ${run} or more was found in the ${searchedText(corpus, ledger)}. ${unreadText(ledger)}`,
  };
  return {
    kind,
    text: texts[kind]().trim(),
    guarantee: guaranteeText(detection),
    limits: [
      ...notFollowedTexts(detection.notFollowed),
      ...repeatedTexts(detection.notFollowed),
      ...notComparedTexts(copies),
      ...unsearchedTexts(corpus, ledger),
    ],
  };
}

export function notCheckedStatement(failure: Failure): Statement {
  const words = explain(failure);
  return {
    kind: "not-checked",
    text: `This work was not checked. ${words.happened} ${words.action}`,
    guarantee: "",
    limits: [],
  };
}

function verbatimText(detection: Detection, run: string, copies: Copies | undefined): string {
  const { union, unionWithoutTemplates, findings, distinctTexts } = detection;
  const templateOnly = findings.filter((finding) => finding.measuresWithoutTemplates.passages === 0).length;
  const templates =
    unionWithoutTemplates.coverage.num === union.coverage.num
      ? ""
      : ` Without passages that a supplied template holds too: ${share(unionWithoutTemplates.coverage)} words.`;
  const near =
    union.near.num === 0
      ? ""
      : ` Apart from these, ${counted(union.near.num, "word is", "words are")} equal in passages with differences (${percent(union.near)}).`;
  return (
    `${fraction(union.coverage)} words of the work (${percent(union.coverage)}) were found word for word, ` +
    `in runs of ${run} or more, in ${counted(findings.length, "document", "documents")} ` +
    `(${counted(distinctTexts, "distinct text", "distinct texts")}${nearCopiesText(distinctTexts, copies)})${templateOnlyText(templateOnly)}. ` +
    `The longest run has ${counted(union.longestRunWords, "word", "words")}.${near}${templates}`
  );
}

/** Documents that share boilerplate alone must not look like copies. */
function templateOnlyText(templateOnly: number): string {
  if (templateOnly === 0) return "";
  return `, ${count(templateOnly)} of which ${templateOnly === 1 ? "shares" : "share"} only what a supplied template holds too`;
}

function nearCopiesText(distinctTexts: number, copies: Copies | undefined): string {
  const groups = copies?.groups.length ?? distinctTexts;
  return groups < distinctTexts ? `; ${count(groups)} where near copies count as one` : "";
}

function nearText({ union, documentsWithPassages }: Detection): string {
  return (
    `${counted(union.passages, "passage", "passages")} with differences ${union.passages === 1 ? "was" : "were"} found in ` +
    `${counted(documentsWithPassages, "document", "documents")}; ` +
    `${share(union.near)} words of the work are equal in ${union.passages === 1 ? "it" : "them"}.`
  );
}

const searchedText = (corpus: CorpusFacts, ledger: LedgerFacts): string =>
  `${counted(corpus.documents - corpus.templates, "document", "documents")} that could be read (${percent(ledger.bytesRead)} of bytes)`;

function unreadText({ states }: LedgerFacts): string {
  const unread = states.failed + states.skipped;
  if (unread === 0) return "Every file that was seen could be read.";
  return `${counted(unread, "file", "files")} could not be read or ${unread === 1 ? "was" : "were"} left out; see the list.`;
}

function guaranteeText({ settings, guaranteedWords, guaranteedCharacters, notFollowed }: Detection): string {
  const words = Math.max(settings.minRun, guaranteedWords);
  const characters = Math.max(settings.minRun, guaranteedCharacters);
  const shorter =
    settings.minRun < guaranteedWords
      ? ` Runs of ${count(settings.minRun)} to ${count(guaranteedWords - 1)} words are reported where they are found, but may be missed.`
      : "";
  const except =
    notFollowedTexts(notFollowed).length > 0 ? ", apart from what is listed below as not followed" : "";
  return (
    `Detection is guaranteed for every run of ${count(words)} words or more (${count(characters)} characters in scripts written without spaces) ` +
    `in the text that was extracted from the documents searched${except}.${shorter}`
  );
}

/** What the method passed over, one sentence each. */
export function notFollowedTexts(notFollowed: NotFollowed): string[] {
  const texts: string[] = [];
  const {
    cappedFingerprints,
    cappedPostings,
    largestPostings,
    unconfirmedDocuments,
    unreadableDocuments,
    unpairedHits = 0,
  } = notFollowed;
  if (cappedFingerprints > 0) {
    texts.push(
      `${counted(cappedFingerprints, "fingerprint of the work stands", "fingerprints of the work stand")} in more places than are followed ` +
        `(up to ${count(largestPostings)}); ${counted(cappedPostings, "place", "places")} beyond the limit ${cappedPostings === 1 ? "was" : "were"} not followed.`,
    );
  }
  if (unconfirmedDocuments > 0) {
    texts.push(
      `${counted(unconfirmedDocuments, "document", "documents")} that may share a single short run ${unconfirmedDocuments === 1 ? "was" : "were"} not opened for want of budget. An exhaustive search opens all.`,
    );
  }
  if (unreadableDocuments.length > 0) {
    texts.push(
      `The stored text of ${counted(unreadableDocuments.length, "document", "documents")} could not be read back and was not compared.`,
    );
  }
  if (unpairedHits > 0) {
    texts.push(
      `${counted(unpairedHits, "shared fingerprint", "shared fingerprints")} of very repetitive documents ${unpairedHits === 1 ? "was" : "were"} not followed; a passage there may not be shown.`,
    );
  }
  return texts;
}

/** Not an exception to the guarantee: every word of these is part of a passage that is listed. */
function repeatedTexts({ repeatedPassages = 0 }: NotFollowed): string[] {
  if (repeatedPassages === 0) return [];
  return [
    `${counted(repeatedPassages, "further pairing", "further pairings")} of repeated text ${repeatedPassages === 1 ? "is" : "are"} not listed, because listed passages hold all ${repeatedPassages === 1 ? "its" : "their"} words on both sides.`,
  ];
}

/** Not an exception to the guarantee either: only the number of near copies may be too low. */
function notComparedTexts(copies: Copies | undefined): string[] {
  const left = copies?.notCompared.length ?? 0;
  if (left === 0) return [];
  return [
    `${counted(left, "document with passages was", "documents with passages were")} compared with the others for equal text only, not for near copies.`,
  ];
}

function unsearchedTexts(corpus: CorpusFacts, ledger: LedgerFacts): string[] {
  const texts: string[] = [];
  const unread = ledger.states.failed + ledger.states.skipped;
  if (unread > 0) {
    const size =
      ledger.sizeUnknown === 0 ? "" : `, and ${counted(ledger.sizeUnknown, "file", "files")} of unknown size`;
    const { num, den } = ledger.bytesRead;
    texts.push(
      `${counted(unread, "file", "files")} could not be read or ${unread === 1 ? "was" : "were"} left out ` +
        `(${percent({ num: den - num, den })} of the bytes seen${size}). A passage inside ${unread === 1 ? "it" : "them"} would not be found.`,
    );
  }
  const partly = corpus.partlyRead.length;
  if (partly > 0) {
    texts.push(
      `${counted(partly, "document was", "documents were")} read in part only; a passage in the parts not read would not be found.`,
    );
  }
  return texts;
}
