/**
 * Containment and resemblance of two texts as sets of k-grams (Broder 1997, "On the resemblance and containment of
 * documents"). Every k-gram counts once, wherever and however often it stands.
 *
 * A k-gram is known by 53 bits of its hash (lane B and the low 21 bits of lane A), the most a double holds exactly: with
 * a million k-grams on each side the chance that a single pair is confused is one in nine thousand.
 */
import type { FingerprintList } from "../index/ports.ts";
import type { SetMeasures } from "./finding.ts";

/** Ascending, each once. */
export type KgramSet = Float64Array;

const LOW_A_BITS = 21;

export function kgramSet(fingerprints: FingerprintList): KgramSet {
  const all = new Float64Array(fingerprints.count);
  for (let i = 0; i < all.length; i++) {
    const a = fingerprints.a[i]! & ((1 << LOW_A_BITS) - 1);
    all[i] = fingerprints.b[i]! * (1 << LOW_A_BITS) + a;
  }
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    if (i === 0 || all[i] !== all[count - 1]) all[count++] = all[i]!;
  }
  return all.subarray(0, count);
}

export function setMeasures(work: KgramSet, document: KgramSet): SetMeasures {
  let shared = 0;
  for (let w = 0, d = 0; w < work.length && d < document.length;) {
    const difference = work[w]! - document[d]!;
    if (difference === 0) shared++;
    if (difference <= 0) w++;
    if (difference >= 0) d++;
  }
  return {
    containmentOfWorkInDocument: { num: shared, den: work.length },
    containmentOfDocumentInWork: { num: shared, den: document.length },
    resemblance: { num: shared, den: work.length + document.length - shared },
  };
}
