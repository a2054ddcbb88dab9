/**
 * Shared runs: each hit extended token by token, both ways, until the texts part. A run is maximal, so its borders are
 * exact; many hits lie on one run, which is walked once.
 *
 * Law: every shared run of the guaranteed length holds a hit (winnowing) and is therefore among these, whole.
 */
import { K_WORDS } from "../model/settings.ts";
import { areAlike, type TextPair } from "./compare.ts";
import type { LastSeen } from "./last-seen.ts";
import type { HitPairs } from "./pairs.ts";

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
}

export function findSharedRuns(texts: TextPair, pairs: HitPairs, lastSeen: LastSeen): SharedRuns {
  const work = new Uint32Array(pairs.count);
  const document = new Uint32Array(pairs.count);
  const length = new Uint32Array(pairs.count);
  const ofPair = new Int32Array(pairs.count).fill(-1);
  const base = lastSeen.prepare(pairs, 0);
  const last = lastSeen.table;
  let count = 0;
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
    const { back, forth } = extend(texts, w, d);
    if (back + forth < K_WORDS) continue;
    work[count] = w - back;
    document[count] = d - back;
    length[count] = back + forth;
    last[offset] = count;
    ofPair[pair] = count++;
  }
  lastSeen.clear(pairs, base);
  return { count, work, document, length, ofPair };
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
