/**
 * Common text: what templates hold of the work, and which of its words everybody uses. Both only mark passages; nothing
 * is dropped (DESIGN, The method, 10).
 */
import type { PassageFlag } from "./finding.ts";
import type { Draft } from "./passage.ts";
import type { Query } from "./query.ts";
import type { RunLength } from "./run-length.ts";

/** Words of the work that stand, in runs long enough to be reported, in a template. */
export class TemplateWords {
  private readonly held: Uint8Array;
  private readonly runLength: RunLength;
  private readonly minRun: number;

  constructor(workTokens: number, runLength: RunLength, minRun: number) {
    this.held = new Uint8Array(workTokens);
    this.runLength = runLength;
    this.minRun = minRun;
  }

  /** Takes in a passage that work and template share. */
  add(draft: Draft): void {
    for (const { work, length } of draft.equal) {
      if (this.runLength.isEnough(work, work + length, this.minRun)) this.held.fill(1, work, work + length);
    }
  }

  /** True if the passage would not be one without the words that templates hold. */
  hold(draft: Draft): boolean {
    let outside = 0;
    let charactersOutside = 0;
    let inside = 0;
    for (const { work, length } of [...draft.equal, ...draft.lookAlike]) {
      for (let token = work; token < work + length; token++) {
        if (this.held[token] === 1) {
          inside++;
        } else {
          outside++;
          if (this.runLength.isUnspaced(token)) charactersOutside++;
        }
      }
    }
    return inside > 0 && !this.runLength.areEnough(outside, charactersOutside, this.minRun);
  }
}

/** Fingerprints of the work with more postings than are read, by place. */
export class CommonWords {
  /** Of the fingerprints that start before a token: those looked up, and those over the cap. */
  private readonly lookedUp: Uint32Array;
  private readonly capped: Uint32Array;

  constructor(workTokens: number, query: Query, postings: Uint32Array, cap: number) {
    this.lookedUp = new Uint32Array(workTokens + 1);
    this.capped = new Uint32Array(workTokens + 1);
    for (let key = 0; key < query.keyCount; key++) {
      const isCapped = postings[key]! > cap;
      for (let i = query.start[key]!; i < query.start[key + 1]!; i++) {
        const next = query.position[i]! + 1;
        this.lookedUp[next] = this.lookedUp[next]! + 1;
        if (isCapped) this.capped[next] = this.capped[next]! + 1;
      }
    }
    for (let token = 0; token < workTokens; token++) {
      this.lookedUp[token + 1] = this.lookedUp[token + 1]! + this.lookedUp[token]!;
      this.capped[token + 1] = this.capped[token + 1]! + this.capped[token]!;
    }
  }

  /** True if at least half of the fingerprints that start in the passage are over the cap. */
  hold({ work }: Draft): boolean {
    const within = (counts: Uint32Array): number => counts[work.tokenEnd]! - counts[work.tokenStart]!;
    const capped = within(this.capped);
    return capped > 0 && 2 * capped >= within(this.lookedUp);
  }
}

export function flagsOf(draft: Draft, templates: TemplateWords, common: CommonWords): PassageFlag[] {
  const flags: PassageFlag[] = [];
  if (draft.lookAlike.length > 0) flags.push("homoglyph");
  if (templates.hold(draft)) flags.push("template");
  if (common.hold(draft)) flags.push("common");
  return flags;
}
