/**
 * The instances of the benchmark (FindMyText 2026, section 5.1), generated from a corpus of documents with fixed seeds.
 *
 * A positive holds a fragment of an indexed document, edited until its Smith-Waterman score is just above the threshold
 * T_pos, between two stretches of text that is not indexed. A negative is an indexed document, its pieces permuted and
 * reworded until the best local alignment with its source scores below T_neg = 100. Positives are as long as the median
 * negative. A method sees the text alone and must say how sure it is that some indexed document holds a long fragment.
 */
import { EDITS } from "./edits.ts";
import type { Chooser } from "./random.ts";
import type { Rewording } from "./rewording.ts";
import { alignmentScore, regionsFrom } from "./smith-waterman.ts";

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

/** Longer sources are left out: the oracle takes the square of their length. */
const LONGEST_SOURCE = 6_000;
const MOST_REPAIRS = 60;
/** Share of the words that a repair changes in the region that is still too much alike. */
const REPAIR_SHARE = 0.3;

/** Undefined if the source is too long or could not be reworded far enough. */
export function negativeFrom(
  document: string,
  source: number,
  rewording: Rewording,
  chooser: Chooser,
): Instance | undefined {
  const original = document.replace(/\s+/g, " ").trim();
  if (original.length > LONGEST_SOURCE) return undefined;
  const { text, score } = permuted(original, rewording, chooser);
  return score < T_NEG ? { text, kind: "negative", source, score } : undefined;
}

interface Reworded {
  readonly text: string;
  /** Of its best alignment with what it was made from. */
  readonly score: number;
}

/**
 * Cut into 2 to 8 parts of random sizes, at spaces, and each part again, until none is longer than a random bound; the
 * parts of a part are shuffled among themselves, so that pieces stay near their old neighbours, the hardest kind of
 * disorder. Small pieces stay as they are and hold verbatim runs of a dozen words and more; longer ones are reworded, and
 * so is what shuffled parts still have in common, at every level, so that little is left to do at the highest.
 */
function permuted(text: string, rewording: Rewording, chooser: Chooser): Reworded {
  const parts = text.length <= chooser.integer(80, 400) ? [] : cut(text, chooser);
  if (parts.length < 2) return rewordBelow(text, rewording, chooser);
  let order = chooser.shuffled([...parts.keys()]);
  while (order.every((part, i) => part === i)) order = chooser.shuffled(order);
  let made = order.map((part) => permuted(parts[part]!, rewording, chooser).text).join(" ");
  let alike = regionsFrom(text, made, T_NEG);
  for (let repair = 0; alike.score >= T_NEG && repair < MOST_REPAIRS; repair++) {
    // From the last to the first, so that the places of those before stay right.
    for (const { start, end } of alike.regions.toSorted((x, y) => y.start - x.start)) {
      made =
        made.slice(0, start) +
        rewording.reword(made.slice(start, end), REPAIR_SHARE, chooser) +
        made.slice(end);
    }
    alike = regionsFrom(text, made, T_NEG);
  }
  return { text: made, score: alike.score };
}

function cut(text: string, chooser: Chooser): string[] {
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
  return parts;
}

function rewordBelow(piece: string, rewording: Rewording, chooser: Chooser): Reworded {
  let text = piece;
  let score = alignmentScore(piece, text);
  for (let share = 0.2; score >= 0.9 * T_NEG && share < 1; share += 0.1) {
    text = rewording.reword(piece, share, chooser);
    score = alignmentScore(piece, text);
  }
  return { text, score };
}
