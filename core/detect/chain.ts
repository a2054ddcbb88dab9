/**
 * Chains: hits that stand close together on both sides (FindMyText 2026, section 3).
 *
 * Two hit pairs connect when their work tokens differ by at most tauPos and their offsets (document token minus work
 * token) by at most tauOff. A connected component with at least kappa different tokens on either side is a chain.
 *
 * The sweep is exact without comparing all pairs. In order of work token, every pair looks at the last pair seen on
 * each of the 2 tauOff + 1 offsets around its own and joins those at most tauPos behind. No connection is missed: if
 * any earlier pair on an offset is within tauPos, then so is the last one there, which is nearer; and the two of them
 * share the offset and are within tauPos of each other, so they are in one component already. Cost: one look at
 * 2 tauOff + 1 numbers a pair and near-linear union-find, so O(n log n) with the sort before it; memory 4 bytes for
 * every offset that occurs and 8 a pair.
 */
import type { DetectionSettings } from "../model/settings.ts";
import type { LastSeen } from "./last-seen.ts";
import type { HitPairs } from "./pairs.ts";

/** `pairs` are row numbers of the hit pairs, ascending. */
export interface Chain {
  readonly pairs: Uint32Array;
}

/** Chains in order of their first pair. */
export function findChains(pairs: HitPairs, settings: DetectionSettings, lastSeen: LastSeen): Chain[] {
  const root = components(pairs, settings.tauPos, settings.tauOff, lastSeen);
  const { kappa } = settings;
  return gather(root, kappa)
    .filter((rows) => hasDifferent(rows, pairs.work, kappa) && hasDifferent(rows, pairs.document, kappa))
    .map((rows) => ({ pairs: rows }));
}

/** For each pair the number of the first pair of its component. */
export function components(pairs: HitPairs, tauPos: number, tauOff: number, lastSeen: LastSeen): Int32Array {
  const { count, work, document } = pairs;
  const base = lastSeen.prepare(pairs, tauOff);
  const last = lastSeen.table;
  const root = new Int32Array(count);
  for (let pair = 0; pair < count; pair++) {
    const farthest = work[pair]! - tauPos;
    const own = document[pair]! - work[pair]! + base;
    let first = pair;
    root[pair] = pair;
    for (let offset = own - tauOff; offset <= own + tauOff; offset++) {
      const before = last[offset]!;
      if (before >= 0 && work[before]! >= farthest) first = join(root, first, before);
    }
    last[own] = pair;
  }
  lastSeen.clear(pairs, base);
  // A root comes before its members, so one step in ascending order flattens all.
  for (let pair = 0; pair < count; pair++) root[pair] = root[root[pair]!]!;
  return root;
}

/** Joins the components of two pairs under their lower root, which is returned. `x` is a root. */
function join(root: Int32Array, x: number, pair: number): number {
  let y = pair;
  while (root[y] !== y) {
    root[y] = root[root[y]!]!;
    y = root[y]!;
  }
  const first = Math.min(x, y);
  root[x] = first;
  root[y] = first;
  return first;
}

/** The rows of each component of at least `fewest` pairs, ascending; components in order of their root. */
function gather(root: Int32Array, fewest: number): Uint32Array[] {
  const size = new Uint32Array(root.length);
  for (const first of root) size[first] = size[first]! + 1;
  const components = new Map<number, { readonly rows: Uint32Array; filled: number }>();
  for (let pair = 0; pair < root.length; pair++) {
    const first = root[pair]!;
    if (size[first]! < fewest) continue;
    let component = components.get(first);
    if (component === undefined) {
      component = { rows: new Uint32Array(size[first]!), filled: 0 };
      components.set(first, component);
    }
    component.rows[component.filled++] = pair;
  }
  return [...components.values()].map((component) => component.rows);
}

function hasDifferent(rows: Uint32Array, column: Uint32Array, fewest: number): boolean {
  const tokens = new Set<number>();
  for (const row of rows) {
    tokens.add(column[row]!);
    if (tokens.size >= fewest) return true;
  }
  return false;
}

/**
 * False when the hits of a document cannot hold a chain, so that it need not be looked for: connected hits are at most
 * tauPos + tauOff tokens apart in the document. `token` ascends.
 */
export function couldChain(token: Uint32Array, settings: DetectionSettings): boolean {
  const reach = settings.tauPos + settings.tauOff;
  let near = 1;
  for (let hit = 1; hit < token.length; hit++) {
    near = token[hit]! - token[hit - 1]! <= reach ? near + 1 : 1;
    if (near >= settings.kappa) return true;
  }
  return settings.kappa <= 1 && token.length > 0;
}
