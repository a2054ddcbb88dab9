/**
 * Alignment of one chain: which word of the work stands for which word of the document.
 *
 * The shared runs of the chain are the anchors. They are taken longest first, each where it stands in order with those
 * taken before, as a careful reader would; the short gaps between two anchors are filled by a longest common
 * subsequence. Gaps are at most tauPos tokens on either side, so the work is linear in the length of the chain: a whole
 * novel against another edition costs its anchors and some thousand tiny tables.
 *
 * Laws: blocks are strictly increasing on both sides and do not overlap; a stretch begins and ends with a block; a
 * shared run of the reported length stands whole in a stretch or is refused whole (the caller lists it by itself).
 */
import { areAlike, storyStartsBetween, type TextPair } from "./compare.ts";
import type { RunLength } from "./run-length.ts";
import type { SharedRun } from "./shared-run.ts";

/** Tokens that are alike one by one. */
export type Block = SharedRun;

/** Blocks in order on both sides, with at most tauPos tokens between neighbours on either side. */
export type Stretch = readonly Block[];

interface Anchor {
  work: number;
  document: number;
  length: number;
  /** Shares tokens with the anchor before it, and both are too long to be cut: a new stretch begins here. */
  apart: boolean;
}

export interface AlignSettings {
  readonly minRun: number;
  readonly maxGap: number;
  readonly runLength: RunLength;
}

export function alignRuns(texts: TextPair, runs: readonly SharedRun[], settings: AlignSettings): Stretch[] {
  const anchors = withoutOverlap(chooseAnchors(runs), settings);
  const stretches: Block[][] = [];
  let current: Block[] = [];
  for (const { work, document, length, apart } of anchors) {
    const before = current.at(-1);
    const block = { work, document, length };
    const begins =
      before === undefined ||
      apart ||
      isTooFar(before, block, settings.maxGap) ||
      leavesPart(texts, before, block);
    if (begins) {
      current = [block];
      stretches.push(current);
    } else {
      for (const between of commonBlocks(texts, before, block)) append(current, between);
      append(current, block);
    }
  }
  return stretches;
}

/** The runs, longest first, that stand in one order on both sides. Neighbours may overlap. */
function chooseAnchors(runs: readonly SharedRun[]): SharedRun[] {
  const longestFirst = runs.toSorted(
    (x, y) => y.length - x.length || x.work - y.work || x.document - y.document,
  );
  const chosen: SharedRun[] = [];
  for (const run of longestFirst) {
    const place = placeOf(chosen, run.work);
    const left = chosen[place - 1];
    const right = chosen[place];
    if (left !== undefined && !isBefore(left, run)) continue;
    if (right !== undefined && !isBefore(run, right)) continue;
    chosen.splice(place, 0, run);
  }
  return chosen;
}

/** Index of the first chosen run that starts at `work` or later. */
function placeOf(chosen: readonly SharedRun[], work: number): number {
  let low = 0;
  let high = chosen.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (chosen[middle]!.work < work) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Starts and ends before the other on both sides. */
function isBefore(x: SharedRun, y: SharedRun): boolean {
  return (
    x.work < y.work &&
    x.document < y.document &&
    x.work + x.length < y.work + y.length &&
    x.document + x.length < y.document + y.length
  );
}

/**
 * Where two neighbours claim the same token ("the the" beside an edit) the shorter one gives way, unless it is long
 * enough to be reported: then both stay whole and a new stretch begins.
 */
function withoutOverlap(runs: readonly SharedRun[], { runLength, minRun }: AlignSettings): Anchor[] {
  const kept: Anchor[] = [];
  for (const run of runs) {
    const next: Anchor = { work: run.work, document: run.document, length: run.length, apart: false };
    for (;;) {
      const before = kept.at(-1);
      if (before === undefined) break;
      const shared = Math.max(
        before.work + before.length - next.work,
        before.document + before.length - next.document,
      );
      if (shared <= 0) break;
      const shorter = next.length <= before.length ? next : before;
      if (runLength.isEnough(shorter.work, shorter.work + shorter.length, minRun)) {
        next.apart = true;
        break;
      }
      shorter.length -= shared;
      if (shorter === next) {
        next.work += shared;
        next.document += shared;
        break;
      }
      if (before.length > 0) break;
      next.apart ||= before.apart;
      kept.pop();
    }
    if (next.length > 0) kept.push(next);
  }
  return kept;
}

/** On either side, the next block stands in another part of the text: a note after the body, a running head. */
function leavesPart(texts: TextPair, before: Block, next: Block): boolean {
  return (
    storyStartsBetween(texts.work, before.work + before.length - 1, next.work) ||
    storyStartsBetween(texts.document, before.document + before.length - 1, next.document)
  );
}

function isTooFar(before: Block, next: Block, maxGap: number): boolean {
  return (
    next.work - before.work - before.length > maxGap ||
    next.document - before.document - before.length > maxGap
  );
}

/** Adds a block, joined with the last one where the two touch on both sides. */
function append(blocks: Block[], next: Block): void {
  const last = blocks.at(-1)!;
  const touches = last.work + last.length === next.work && last.document + last.length === next.document;
  if (touches) blocks[blocks.length - 1] = { ...last, length: last.length + next.length };
  else blocks.push(next);
}

/** Single-token blocks of a longest common subsequence of the gap between two blocks, in order. */
function commonBlocks(texts: TextPair, before: Block, next: Block): Block[] {
  const work = before.work + before.length;
  const document = before.document + before.length;
  const rows = next.work - work;
  const columns = next.document - document;
  if (rows === 0 || columns === 0) return [];
  // longest[row][column]: length of the longest common subsequence of what follows there.
  const width = columns + 1;
  const longest = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const cell = row * width + column;
      longest[cell] = areAlike(texts, work + row, document + column)
        ? longest[cell + width + 1]! + 1
        : Math.max(longest[cell + width]!, longest[cell + 1]!);
    }
  }
  const blocks: Block[] = [];
  for (let row = 0, column = 0; longest[row * width + column]! > 0;) {
    const cell = row * width + column;
    if (areAlike(texts, work + row, document + column)) {
      blocks.push({ work: work + row++, document: document + column++, length: 1 });
    } else if (longest[cell + width]! >= longest[cell + 1]!) row++;
    else column++;
  }
  return blocks;
}
