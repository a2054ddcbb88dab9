/**
 * The four ways in which FindMyText (2026, section 3) joins shared places into chains. A place is a point (position in
 * the query, offset = position in the document - position in the query). Two points are linked when
 *
 *   rectangle   |position difference| <= tauPos and |offset difference| <= tauOff
 *   euclidean, city-block, chebyshev   their distance is at most a threshold
 *
 * and linked points are of one chain (single linkage). Chebyshev with threshold t is the rectangle with both at t.
 */
import { DisjointSets } from "../../../core/neardup/disjoint-sets.ts";
import type { SharedPlaces } from "./gram-index.ts";

export type Linkage =
  | { readonly kind: "rectangle"; readonly tauPos: number; readonly tauOff: number }
  | { readonly kind: "euclidean" | "city-block" | "chebyshev"; readonly threshold: number };

function isLinked(linkage: Linkage, position: number, offset: number): boolean {
  switch (linkage.kind) {
    case "rectangle":
      return position <= linkage.tauPos && offset <= linkage.tauOff;
    case "euclidean":
      return position ** 2 + offset ** 2 <= linkage.threshold ** 2;
    case "city-block":
      return position + offset <= linkage.threshold;
    case "chebyshev":
      return Math.max(position, offset) <= linkage.threshold;
  }
}

/** Chains of at least `fewest` points, each as point numbers. Points must ascend by position in the query. */
export function chainsOf({ query, document }: SharedPlaces, linkage: Linkage, fewest: number): number[][] {
  const reach = linkage.kind === "rectangle" ? linkage.tauPos : linkage.threshold;
  const sets = new DisjointSets(query.length);
  let first = 0;
  for (let point = 0; point < query.length; point++) {
    while (query[point]! - query[first]! > reach) first++;
    const offset = document[point]! - query[point]!;
    for (let before = first; before < point; before++) {
      const difference = Math.abs(offset - (document[before]! - query[before]!));
      if (isLinked(linkage, query[point]! - query[before]!, difference)) sets.join(before, point);
    }
  }
  return sets.sets().filter((chain) => chain.length >= fewest);
}
