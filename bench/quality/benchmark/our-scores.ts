/**
 * What the product says of a text, as one number to rank by: the best stretch of an aligned passage, words that are equal
 * less words that are not (a replacement counts the longer side), in characters, the unit of T_pos, at the mean length of
 * the passage's words. Words would not do: in Chinese each character is one. It asks the question of the benchmark, how
 * long a fragment in one piece is shared, of the alignment itself; a chain only counts places near one line.
 */
import { detect } from "../../../core/detect/detect.ts";
import type { Edit } from "../../../core/detect/finding.ts";
import type { CorpusSnapshot } from "../../../core/index/ports.ts";
import { DEFAULT_SETTINGS, type DetectionSettings } from "../../../core/model/settings.ts";

export interface OurScores {
  /** Equal less unequal words of the best stretch, as characters. */
  readonly stretch: number;
  /** Equal words of the passage that has most. */
  readonly passage: number;
  /** Longest verbatim run, in words. */
  readonly run: number;
  /** Equal words of all passages of the document that has most. */
  readonly document: number;
}

/** Runs without a chain are at most a few words longer than min_run and would change no ranking here. */
export const BENCHMARK_SETTINGS: DetectionSettings = { ...DEFAULT_SETTINGS, shortRunBudget: 0 };

export function ourScores(
  text: string,
  corpus: CorpusSnapshot,
  settings: DetectionSettings = BENCHMARK_SETTINGS,
): OurScores {
  const detection = detect({ text }, corpus, settings);
  if (!detection.ok) throw new Error(JSON.stringify(detection.failure));
  let [stretch, passage, run, document] = [0, 0, 0, 0];
  for (const finding of detection.value.findings) {
    let words = 0;
    for (const found of finding.passages) {
      const { start, end, tokenStart, tokenEnd } = found.work;
      stretch = Math.max(stretch, (bestStretch(found.edits) * (end - start)) / (tokenEnd - tokenStart));
      passage = Math.max(passage, found.words);
      run = Math.max(run, found.longestRun);
      words += found.words;
    }
    document = Math.max(document, words);
  }
  return { stretch, passage, run, document };
}

export function bestStretch(edits: readonly Edit[]): number {
  let best = 0;
  let current = 0;
  for (const { kind, workStart, workEnd, documentStart, documentEnd } of edits) {
    const words = Math.max(workEnd - workStart, documentEnd - documentStart);
    current = Math.max(0, kind === "equal" ? current + words : current - words);
    best = Math.max(best, current);
  }
  return best;
}
