/**
 * The instances of the benchmark (FindMyText 2026, section 5.1), generated from a corpus of documents with fixed seeds.
 *
 * A positive holds a fragment of an indexed document, edited until its Smith-Waterman score is just above the threshold
 * T_pos, between two stretches of text that is not indexed. A negative is an indexed document, its pieces permuted and
 * reworded until the best local alignment with its source scores below T_neg = 100. Positives are as long as the median
 * negative. A method sees the text alone and must say how sure it is that some indexed document holds a long fragment.
 */
import { EDITS } from "./edits.ts";
import { Chooser } from "./random.ts";
import type { Rewording } from "./rewording.ts";
import { alignmentScore, bestRegion } from "./smith-waterman.ts";

export const T_NEG = 100;

export interface Instance {
  readonly text: string;
  readonly kind: "positive" | "negative";
  /** Number of the indexed document it was made from. */
  readonly source: number;
  /** Of the fragment or the reworded document against its source. */
  readonly score: number;
}

const MOST_EDITS = 500;

/** Undefined if `document` is too short for a fragment, or none could be brought near the threshold. */
export function positiveFrom(
  document: string,
  source: number,
  threshold: number,
  foreign: (length: number) => string,
  targetLength: number,
  chooser: Chooser,
): Instance | undefined {
  const length = chooser.integer(threshold + 10, Math.floor(threshold * 1.05) + 1);
  const starts = wordStarts(document).filter((start) => start + length <= document.length);
  if (starts.length === 0) return undefined;
  const start = chooser.of(starts);
  const original = document.slice(start, start + length);
  let last: { text: string; score: number } | undefined;
  let text = original;
  for (let edit = 0; edit < MOST_EDITS; edit++) {
    const edited = chooser.of(EDITS)(text, chooser);
    if (edited === text) continue;
    const score = alignmentScore(original, edited);
    if (score < threshold) {
      if (last === undefined) continue;
      break;
    }
    last = { text: edited, score };
    text = edited;
  }
  if (last === undefined) return undefined;
  const around = Math.max(0, targetLength - last.text.length);
  const before = Math.floor(around * chooser.share());
  const parts = [foreign(before), last.text, foreign(around - before)];
  return { text: parts.filter((part) => part !== "").join(" "), kind: "positive", source, score: last.score };
}

function wordStarts(text: string): number[] {
  return [...text.matchAll(/(?<=\s)\S/g)].map(({ index }) => index);
}

const MOST_REPAIRS = 60;

/** Undefined if the source could not be reworded far enough. */
export function negativeFrom(
  document: string,
  source: number,
  rewording: Rewording,
  chooser: Chooser,
): Instance | undefined {
  const original = document.replace(/\s+/g, " ").trim();
  // Small pieces stay as they are and hold verbatim runs of a dozen words; longer ones are reworded.
  let text = chooser
    .shuffled(pieces(original, chooser))
    .map((piece) => rewordBelow(piece, T_NEG * 0.9, rewording, chooser))
    .join(" ");
  for (let repair = 0; repair < MOST_REPAIRS; repair++) {
    const { score, start, end } = bestRegion(original, text);
    if (score < T_NEG) return { text, kind: "negative", source, score };
    const region = text.slice(start, end);
    text = text.slice(0, start) + rewording.reword(region, 0.25, chooser) + text.slice(end);
  }
  return undefined;
}

/** Cut again and again into 2 to 8 parts of random sizes, at spaces, until none is longer than a random bound. */
function pieces(text: string, chooser: Chooser): string[] {
  if (text.length <= chooser.integer(80, 400)) return [text];
  const parts: string[] = [];
  let from = 0;
  let upTo = 0;
  for (const share of chooser.proportions(chooser.integer(2, 9))) {
    upTo += share * text.length;
    const space = text.indexOf(" ", Math.floor(upTo));
    const end = space < 0 || upTo >= text.length - 1 ? text.length : space;
    if (end > from) parts.push(text.slice(from, end).trim());
    from = Math.max(from, end);
  }
  return parts.length < 2 ? [text] : parts.flatMap((part) => pieces(part, chooser));
}

function rewordBelow(piece: string, bound: number, rewording: Rewording, chooser: Chooser): string {
  let text = piece;
  for (let share = 0.2; alignmentScore(piece, text) >= bound && share < 1; share += 0.1) {
    text = rewording.reword(piece, share, chooser);
  }
  return text;
}
