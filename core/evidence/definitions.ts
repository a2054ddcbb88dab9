/** What every figure of a report means. Printed in the report and carried in finding.json, word for word the same. */
import { EXTENT_WORDS, WHOLE_SHARE } from "../detect/measure.ts";
import { count } from "./figures.ts";
import {
  COVERAGE_RUN_LENGTHS,
  GUARANTEED_CHARACTERS,
  K_UNSPACED,
  K_WORDS,
  WINDOW,
} from "../model/settings.ts";

export interface Definition {
  readonly term: string;
  readonly meaning: string;
}

export const DEFINITIONS: readonly Definition[] = [
  {
    term: "word",
    meaning:
      "A longest run of letters, digits and marks, as found by rule and without a dictionary. In scripts written without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) every character counts as one word. Words are compared after normalising: upper and lower case, accents of Latin, Greek, Cyrillic, Hebrew and Arabic letters, kinds of quotes and hyphens, hyphens at line ends and invisible characters make no difference. Everything quoted is the raw text.",
  },
  {
    term: "run",
    meaning: `Words that follow one another in the work and in the same order, without any other word between them, in the document. A run with characters of scripts written without spaces counts from ${GUARANTEED_CHARACTERS} words on, or where it holds the shortest run length in spaced words.`,
  },
  {
    term: "passage",
    meaning:
      "A stretch of the work aligned with a stretch of a document. Class “verbatim, raw”: both raw texts are equal, character by character. “Verbatim, normalised”: every word is equal after normalising. “Near”: some words differ; the differences are marked.",
  },
  {
    term: "coverage",
    meaning:
      "Words of the work that stand in runs of at least the shortest run length in the document or documents named / all words of the work. Each word of the work counts once, however often it was found. Words that are equal in near passages outside such runs are not part of it.",
  },
  {
    term: "near",
    meaning:
      "Words of the work that are equal in passages, or equal but for look-alike letters, and stand in no run counted as coverage / all words of the work. Coverage and near are never added up.",
  },
  {
    term: "coverage by minimum run",
    meaning: `Coverage when only runs of at least ${COVERAGE_RUN_LENGTHS.join(", ")} words are counted.`,
  },
  { term: "longest run", meaning: "Words in the longest run." },
  {
    term: "longest equal raw text",
    meaning:
      "UTF-16 code units of the longest stretch of a passage that is equal on both sides character by character.",
  },
  { term: "contiguous share", meaning: "Verbatim words in runs of 50 words and more / verbatim words." },
  {
    term: "in-order share",
    meaning:
      "Verbatim words whose runs stand in the same order in the work and in the document (longest such sequence of runs) / verbatim words.",
  },
  {
    term: "containment",
    meaning:
      "Different word sequences (k-grams) that work and document share / different word sequences of the one that is said to be contained (Broder 1997). It is not symmetric: “of the work in the document” and “of the document in the work” differ.",
  },
  {
    term: "resemblance",
    meaning: "Different word sequences that work and document share / those of both together (Broder 1997).",
  },
  {
    term: "extent",
    meaning: `The most verbatim words that one passage holds, by size: ${EXTENT_WORDS.map(({ tier, words }) => `${tier} from ${count(words)} words`).join(", ")}; fewer is a phrase. Whole: at least ${Math.round(WHOLE_SHARE * 100)} % of the work is covered. None: there is no passage.`,
  },
  {
    term: "documents and distinct texts",
    meaning:
      "Documents with at least one passage, and different extracted texts among them: copies with the same text count once.",
  },
  {
    term: "without templates",
    meaning:
      "The same figure without passages that also stand in a template, that is, boilerplate supplied by the user. Passages in templates are shown and marked, never left out of the list.",
  },
  {
    term: "fingerprint",
    meaning: `A selected hash of ${K_WORDS} words in a row (${K_UNSPACED} characters in scripts written without spaces), chosen by winnowing with windows of ${WINDOW} (Schleimer, Wilkerson, Aiken 2003). Fingerprints only lead to places; every passage is compared word by word in the text itself.`,
  },
];

export const CLASS_NAMES = {
  "verbatim-raw": "verbatim, raw",
  "verbatim-normalised": "verbatim, normalised",
  near: "with differences",
} as const;

export const FLAG_NAMES = {
  homoglyph: "found only after look-alike letters were treated as equal",
  template: "also in a supplied template",
  common: "common text: its fingerprints stand in more documents than are followed",
} as const;

export const MARK_NAMES = {
  boilerplate: "navigation or other matter around the main text",
  furniture: "header, footer or page number",
  note: "foot- or endnote",
  comment: "reviewer’s comment",
  alternative: "alternative text of a picture",
  annotation: "comment on a page",
  hidden: "hidden text, not visible to a reader",
  ocr: "text from recognition (OCR) over a picture",
  garbled: "unreadable text",
  deleted: "text struck out by tracked changes",
} as const;
