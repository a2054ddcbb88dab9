/**
 * Shared runs: each hit extended token by token, both ways, until the texts part. A run is maximal, so its borders are
 * exact; many hits lie on one run, which is walked once.
 *
 * Two texts that repeat one phrase for ever share a run on every offset, and walking all of them would take the product
 * of both lengths. After WALK_BUDGET steps in one document, hits are therefore passed over whose two tokens lie on runs
 * found before; after LAST_WALK_BUDGET steps, all that lie on no run of their own. They are counted, never hidden.
 *
 * Law: every shared run of the guaranteed length holds a hit (winnowing) and is therefore among these, whole.
 */
import { K_WORDS } from "../model/settings.ts";
import { areAlike, type TextPair } from "./compare.ts";
import type { LastSeen } from "./last-seen.ts";
import type { HitPairs } from "./pairs.ts";

/** Steps of one token. Prose never comes near: a novel against itself takes a hundred thousand. */
const WALK_BUDGET = 20_000_000;
const LAST_WALK_BUDGET = 4 * WALK_BUDGET;

/** Tokens work .. work + length - 1 are alike with document .. document + length - 1, and it cannot be extended. */
export interface SharedRun {
  readonly work: number;
  readonly document: number;
  readonly length: number;
}

/** Columns, because a repetitive document has millions. */
export interface SharedRuns {
  readonly count: number;
  readonly work: Uint32Array;
  readonly document: Uint32Array;
  readonly length: Uint32Array;
  /** The run a hit pair lies on; -1 for a pair that only seemed to share a k-gram. */
  readonly ofPair: Int32Array;
  /** Pairs passed over for the budget. */
  readonly leftOut: number;
}

export function findSharedRuns(
  texts: TextPair,
  pairs: HitPairs,
  lastSeen: LastSeen,
  walkBudget = WALK_BUDGET,
  lastWalkBudget = LAST_WALK_BUDGET,
): SharedRuns {
  const work = new Uint32Array(pairs.count);
  const document = new Uint32Array(pairs.count);
  const length = new Uint32Array(pairs.count);
  const ofPair = new Int32Array(pairs.count).fill(-1);
  const base = lastSeen.prepare(pairs, 0);
  const last = lastSeen.table;
  let count = 0;
  let leftOut = 0;
  let steps = 0;
  let found: RunTokens | undefined;
  for (let pair = 0; pair < pairs.count; pair++) {
    const w = pairs.work[pair]!;
    const d = pairs.document[pair]!;
    const offset = d - w + base;
    const before = last[offset]!;
    // Pairs come in order of work token: if the last run on this offset reaches here, it is the run of this pair.
    if (before >= 0 && w < work[before]! + length[before]!) {
      ofPair[pair] = before;
      continue;
    }
    if (steps > walkBudget) {
      found ??= new RunTokens(texts, { count, work, document, length });
      if (steps > lastWalkBudget || found.hold(w, d)) {
        leftOut++;
        continue;
      }
    }
    const { back, forth } = extend(texts, w, d);
    steps += back + forth;
    if (back + forth < K_WORDS) continue;
    work[count] = w - back;
    document[count] = d - back;
    length[count] = back + forth;
    found?.add(w - back, d - back, back + forth);
    last[offset] = count;
    ofPair[pair] = count++;
  }
  lastSeen.clear(pairs, base);
  return { count, work, document, length, ofPair, leftOut };
}

/** Which tokens lie on a run, kept only once the budget is spent. */
class RunTokens {
  private readonly work: Uint8Array;
  private readonly document: Uint8Array;

  constructor(texts: TextPair, runs: Pick<SharedRuns, "count" | "work" | "document" | "length">) {
    this.work = new Uint8Array(texts.work.tokens.count);
    this.document = new Uint8Array(texts.document.tokens.count);
    for (let run = 0; run < runs.count; run++) {
      this.add(runs.work[run]!, runs.document[run]!, runs.length[run]!);
    }
  }

  add(work: number, document: number, length: number): void {
    this.work.fill(1, work, work + length);
    this.document.fill(1, document, document + length);
  }

  hold(work: number, document: number): boolean {
    return this.work[work] === 1 && this.document[document] === 1;
  }
}

/** Tokens alike before (w, d), and from (w, d) on. */
function extend(texts: TextPair, w: number, d: number): { readonly back: number; readonly forth: number } {
  const room = Math.min(texts.work.tokens.count - w, texts.document.tokens.count - d);
  let forth = 0;
  while (forth < room && areAlike(texts, w + forth, d + forth)) forth++;
  if (forth === 0) return { back: 0, forth };
  let back = 0;
  while (back < w && back < d && areAlike(texts, w - back - 1, d - back - 1)) back++;
  return { back, forth };
}
