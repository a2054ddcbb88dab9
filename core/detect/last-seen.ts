/**
 * For every offset (document token minus work token), the number last written there: how chains and shared runs find
 * their neighbour in one look. One table serves all documents, so that a document with few hits costs only those;
 * whoever uses it leaves it empty (-1 everywhere). Memory: 4 bytes for every offset between the extremes, which is at
 * most the tokens of the work and of the longest document together.
 */
import type { HitPairs } from "./pairs.ts";

export class LastSeen {
  /** -1 where nothing was seen. */
  table = new Int32Array(1 << 12).fill(-1);

  /** Makes room for the offsets of the pairs and `margin` more on both sides; returns what to add to an offset. */
  prepare(pairs: HitPairs, margin: number): number {
    let lowest = Infinity;
    let highest = -Infinity;
    for (let pair = 0; pair < pairs.count; pair++) {
      const offset = pairs.document[pair]! - pairs.work[pair]!;
      if (offset < lowest) lowest = offset;
      if (offset > highest) highest = offset;
    }
    if (pairs.count === 0) return 0;
    const size = highest - lowest + 2 * margin + 1;
    if (size > this.table.length) this.table = new Int32Array(Math.ceil(size * 1.25)).fill(-1);
    return margin - lowest;
  }

  clear(pairs: HitPairs, base: number): void {
    for (let pair = 0; pair < pairs.count; pair++) {
      this.table[pairs.document[pair]! - pairs.work[pair]! + base] = -1;
    }
  }
}
