/**
 * The fingerprints of the work in the order the index is read: by key, equal keys once.
 *
 * Key u is (keyB[u], keyA[u]); it stands in the work at the tokens position[start[u]] .. position[start[u + 1] - 1],
 * ascending and without repeats. A work of any length fits: all columns are 32-bit numbers, sorted by radix.
 */
import { KEY_A_MASK, type FingerprintList } from "../index/ports.ts";
import { sortedOrder } from "./radix.ts";

export interface Query {
  readonly keyCount: number;
  readonly keyB: Uint32Array;
  /** The 12 bits of lane A that the index keeps. */
  readonly keyA: Uint32Array;
  readonly start: Uint32Array;
  readonly position: Uint32Array;
}

/** Several lists are one query: the work as it stands, and with its look-alike letters folded. */
export function buildQuery(lists: readonly FingerprintList[]): Query {
  const total = lists.reduce((sum, list) => sum + list.count, 0);
  const b = new Uint32Array(total);
  const a = new Uint32Array(total);
  const token = new Uint32Array(total);
  let rows = 0;
  for (const list of lists) {
    for (let i = 0; i < list.count; i++, rows++) {
      b[rows] = list.b[i]!;
      a[rows] = list.a[i]! & KEY_A_MASK;
      token[rows] = list.position[i]!;
    }
  }
  return collect(sortedOrder(total, [b, a, token]), b, a, token);
}

function collect(order: Uint32Array, b: Uint32Array, a: Uint32Array, token: Uint32Array): Query {
  const total = order.length;
  const keyB = new Uint32Array(total);
  const keyA = new Uint32Array(total);
  const start = new Uint32Array(total + 1);
  const position = new Uint32Array(total);
  let keys = 0;
  let positions = 0;
  for (const row of order) {
    const isNewKey = keys === 0 || b[row] !== keyB[keys - 1] || a[row] !== keyA[keys - 1];
    if (isNewKey) {
      keyB[keys] = b[row]!;
      keyA[keys] = a[row]!;
      start[keys++] = positions;
    } else if (position[positions - 1] === token[row]) {
      continue;
    }
    position[positions++] = token[row]!;
  }
  start[keys] = positions;
  return {
    keyCount: keys,
    keyB: keyB.subarray(0, keys),
    keyA: keyA.subarray(0, keys),
    start: start.subarray(0, keys + 1),
    position: position.subarray(0, positions),
  };
}

/** Number of the key, or -1. Binary search: used for the few texts that are not read through the index. */
export function findKey(query: Query, b: number, a12: number): number {
  let low = 0;
  let high = query.keyCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const keyB = query.keyB[middle]!;
    if (keyB < b || (keyB === b && query.keyA[middle]! < a12)) low = middle + 1;
    else high = middle;
  }
  return low < query.keyCount && query.keyB[low] === b && query.keyA[low] === a12 ? low : -1;
}
