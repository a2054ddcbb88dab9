/** Writes the product's fold table in the layout that fp-reference.c reads. */
import { writeFileSync } from "node:fs";
import * as classes from "../../core/text/fold-classes.ts";
import {
  expansionAt,
  EXPANSIONS,
  FOLD,
  KIND,
  supplementaryClass,
  supplementaryKind,
} from "../../core/text/fold-table.ts";

const PLANE = 0x10000;
/** Classes of the reference. */
const [SEPARATOR, DROPPED, WITH_CARE, ITSELF, ALONE] = [0, 1, 2, 3, 4];

function basicClass(unit: number): number {
  const cls = FOLD[unit]!;
  if (cls >= classes.FIRST_UNIT) return cls;
  switch (cls) {
    case classes.IGNORABLE:
    case classes.REMOVED_MARK:
    case classes.SOFT_HYPHEN_CLASS:
      return DROPPED;
    case classes.ORDER_FREE_MARK:
    case classes.NUMBER:
      return unit;
    case classes.EXPANSION:
      return WITH_CARE;
    default:
      return SEPARATOR;
  }
}

function referenceSupplementaryClass(codePoint: number): number {
  switch (supplementaryClass(codePoint)) {
    case classes.ITSELF:
      return (supplementaryKind(codePoint) & classes.KIND_UNSPACED) !== 0 ? ALONE : ITSELF;
    case classes.EXPANSION:
      return WITH_CARE;
    case classes.SEPARATOR:
      return SEPARATOR;
    default:
      return DROPPED;
  }
}

export function writeReferenceTable(file: string): void {
  const fold = Uint16Array.from({ length: PLANE }, (_, unit) => basicClass(unit));
  const fold2 = Uint16Array.from({ length: 2 * PLANE }, (_, i) => referenceSupplementaryClass(PLANE + i));
  const alone = Uint8Array.from({ length: PLANE }, (_, unit) =>
    (KIND[unit]! & (classes.KIND_UNSPACED | classes.KIND_MARK)) === classes.KIND_UNSPACED ? 1 : 0,
  );
  const at = new Uint32Array(3 * PLANE + 1);
  const units: number[] = [];
  for (let codePoint = 0; codePoint < 3 * PLANE; codePoint++) {
    at[codePoint] = units.length;
    const expands =
      codePoint < PLANE
        ? FOLD[codePoint] === classes.EXPANSION
        : supplementaryClass(codePoint) === classes.EXPANSION;
    if (!expands) continue;
    const from = expansionAt(codePoint);
    units.push(...EXPANSIONS.subarray(from + 1, from + 1 + EXPANSIONS[from]!));
  }
  at[3 * PLANE] = units.length;
  const parts = [fold, fold2, alone, at, Uint16Array.from(units)];
  writeFileSync(file, Buffer.concat(parts.map((part) => new Uint8Array(part.buffer))));
}
