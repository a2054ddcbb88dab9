/**
 * Passages: an aligned stretch as it is shown and counted, every word compared as text.
 *
 * Laws: both ends of both sides are tokens that correspond to each other; the edits, in order and without gap, cover
 * both sides, and applied to the work's tokens give the document's; "equal" tokens have the same normalised text.
 */
import { relate, sameUnits, type TextPair } from "./compare.ts";
import type { Block, Stretch } from "./align.ts";
import type { Edit, Passage, PassageClass, PassageFlag, PassageSide } from "./finding.ts";
import { longestRawCharacters } from "./raw-substring.ts";
import type { RunLength } from "./run-length.ts";

/** A passage before it is known what else the corpus says of it. */
export interface Draft {
  readonly class: PassageClass;
  readonly words: number;
  readonly longestRun: number;
  readonly work: PassageSide;
  readonly document: PassageSide;
  readonly edits: readonly Edit[];
  /** Runs of equal tokens, and tokens that only folding look-alike letters makes equal. */
  readonly equal: readonly Block[];
  readonly lookAlike: readonly Block[];
  /** Longest common raw substring of both sides, UTF-16 units. */
  readonly rawCharacters: number;
}

/**
 * The passage of a stretch; undefined where the stretch has too little in common to be reported: fewer than `minRun`
 * words, in a row or not.
 */
export function draftPassage(
  texts: TextPair,
  stretch: Stretch,
  runLength: RunLength,
  minRun: number,
): Draft | undefined {
  const steps = trim(compareTokens(texts, stretch));
  const first = steps[0];
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const equal = steps.filter((step) => step.kind === "equal").map(blockOf);
  const lookAlike = steps.filter((step) => step.kind === "look-alike").map(blockOf);
  if (!hasEnough([...equal, ...lookAlike], runLength, minRun)) return undefined;
  const work = sideOf(texts.work.tokens, first.workStart, last.workEnd);
  const document = sideOf(texts.document.tokens, first.documentStart, last.documentEnd);
  return {
    class: classOf(texts, steps, work, document),
    words: [...equal, ...lookAlike].reduce((sum, run) => sum + run.length, 0),
    longestRun: equal.reduce((longest, run) => Math.max(longest, run.length), 0),
    work,
    document,
    edits: steps.map((step) => (step.kind === "look-alike" ? { ...step, kind: "replace" } : (step as Edit))),
    equal,
    lookAlike,
    rawCharacters: longestRawCharacters(texts, equal, work, document),
  };
}

/** `flags` in the order in which they are listed. */
export function passageOf(draft: Draft, flags: readonly PassageFlag[]): Passage {
  const { class: kind, words, longestRun, work, document, edits } = draft;
  return { class: kind, words, longestRun, work, document, edits, flags };
}

/** An edit, with look-alike tokens still told apart from replaced ones. */
interface Step extends Omit<Edit, "kind"> {
  readonly kind: Edit["kind"] | "look-alike";
}

/** Every token of the stretch's blocks compared as text, and the gaps between the blocks. */
function compareTokens(texts: TextPair, stretch: Stretch): Step[] {
  const steps: Step[] = [];
  let work = stretch[0]?.work ?? 0;
  let document = stretch[0]?.document ?? 0;
  for (const block of stretch) {
    addGap(steps, work, block.work, document, block.document);
    for (let i = 0; i < block.length;) {
      const relation = relate(texts, block.work + i, block.document + i);
      let end = i + 1;
      while (end < block.length && relate(texts, block.work + end, block.document + end) === relation) end++;
      steps.push({
        kind: relation === "different" ? "replace" : relation,
        workStart: block.work + i,
        workEnd: block.work + end,
        documentStart: block.document + i,
        documentEnd: block.document + end,
      });
      i = end;
    }
    work = block.work + block.length;
    document = block.document + block.length;
  }
  return steps;
}

function addGap(
  steps: Step[],
  workStart: number,
  workEnd: number,
  documentStart: number,
  documentEnd: number,
): void {
  if (workStart === workEnd && documentStart === documentEnd) return;
  const kind = workStart === workEnd ? "insert" : documentStart === documentEnd ? "delete" : "replace";
  steps.push({ kind, workStart, workEnd, documentStart, documentEnd });
}

/** Cuts what does not correspond off both ends (a hash collision can put it there). */
function trim(steps: readonly Step[]): readonly Step[] {
  const corresponds = (step: Step): boolean => step.kind === "equal" || step.kind === "look-alike";
  const start = steps.findIndex(corresponds);
  return start < 0 ? [] : steps.slice(start, steps.findLastIndex(corresponds) + 1);
}

const blockOf = (step: Step): Block => ({
  work: step.workStart,
  document: step.documentStart,
  length: step.workEnd - step.workStart,
});

function hasEnough(blocks: readonly Block[], runLength: RunLength, minRun: number): boolean {
  let tokens = 0;
  let characters = 0;
  for (const { work, length } of blocks) {
    tokens += length;
    for (let token = work; token < work + length; token++) if (runLength.isUnspaced(token)) characters++;
  }
  return runLength.areEnough(tokens, characters, minRun);
}

function sideOf(
  tokens: { readonly start: Uint32Array; readonly end: Uint32Array },
  tokenStart: number,
  tokenEnd: number,
): PassageSide {
  return { tokenStart, tokenEnd, start: tokens.start[tokenStart]!, end: tokens.end[tokenEnd - 1]! };
}

function classOf(
  texts: TextPair,
  steps: readonly Step[],
  work: PassageSide,
  document: PassageSide,
): PassageClass {
  if (steps.length !== 1 || steps[0]!.kind !== "equal") return "near";
  const isRaw = sameUnits(
    texts.work.text,
    work.start,
    work.end,
    texts.document.text,
    document.start,
    document.end,
  );
  return isRaw ? "verbatim-raw" : "verbatim-normalised";
}
