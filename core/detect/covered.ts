/**
 * Which tokens of work and document the passages listed so far hold: what keeps repeated text from exploding.
 *
 * A refrain that stands m times in the work and n times in the document could be listed m x n times. A pairing is
 * listed only if it holds a token, on either side, that no listed passage holds: every occurrence on either side is
 * shown, no covered word is lost, and a document has at most as many passages as both texts have tokens.
 */
import type { Block } from "./align.ts";
import type { Draft } from "./passage.ts";
import type { RunLength } from "./run-length.ts";

const HELD = 1;
const HELD_IN_RUN = 2;

export class Covered {
  private readonly work: Uint8Array;
  private readonly document: Uint8Array;
  /** Where listed runs begin, as one number for both sides. */
  private readonly begins = new Set<number>();
  private readonly runLength: RunLength;
  private readonly minRun: number;

  constructor(workTokens: number, documentTokens: number, runLength: RunLength, minRun: number) {
    this.work = new Uint8Array(workTokens);
    this.document = new Uint8Array(documentTokens);
    this.runLength = runLength;
    this.minRun = minRun;
  }

  /** True if listed passages hold the run on both sides already, in verbatim runs if it is long enough for one. */
  holds(run: Block): boolean {
    const bit = this.bitOf(run);
    return (
      holdsAll(this.work, run.work, run.length, bit) && holdsAll(this.document, run.document, run.length, bit)
    );
  }

  /** True if the run itself, and not another pairing of its words, is part of a listed passage. */
  lists(run: Block): boolean {
    return this.begins.has(this.beginOf(run));
  }

  /** Lists the passage if it adds a token; false if it does not. */
  add(draft: Draft): boolean {
    const blocks = [...draft.equal, ...draft.lookAlike];
    if (blocks.every((block) => this.holds(block))) return false;
    for (const block of blocks) {
      this.begins.add(this.beginOf(block));
      const bits = HELD | this.bitOf(block);
      mark(this.work, block.work, block.length, bits);
      mark(this.document, block.document, block.length, bits);
    }
    return true;
  }

  private beginOf(run: Block): number {
    return run.work * this.document.length + run.document;
  }

  private bitOf(run: Block): number {
    return this.runLength.isEnough(run.work, run.work + run.length, this.minRun) ? HELD_IN_RUN : HELD;
  }
}

function holdsAll(tokens: Uint8Array, start: number, length: number, bit: number): boolean {
  for (let token = start; token < start + length; token++) if ((tokens[token]! & bit) === 0) return false;
  return true;
}

function mark(tokens: Uint8Array, start: number, length: number, bits: number): void {
  for (let token = start; token < start + length; token++) tokens[token] = tokens[token]! | bits;
}
