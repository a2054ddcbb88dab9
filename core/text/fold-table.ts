/**
 * The fold table, unpacked from its committed text when first imported (a few milliseconds).
 *
 * Packed form (tools/generate-fold-table.ts): RUNS is a sequence of (length, class, value) over the characters from 0
 * to LAST_MAPPED. Class ITSELF has the kind of the character as value; class ITSELF + 1 means "folds to the character
 * at this distance" (zigzag-coded). EXPANSIONS is a sequence of (distance to the last such character, number of units,
 * units).
 */
import { invariant } from "../base/result.ts";
import {
  EXPANSION,
  FIRST_LETTER,
  FIRST_SPECIAL,
  IGNORABLE,
  ITSELF,
  KIND_LETTER,
  KIND_ORDER_FREE,
  LAST_MAPPED,
  NUMBER,
  ORDER_FREE_MARK,
  SEPARATOR,
} from "./fold-classes.ts";
import { EXPANSIONS as PACKED_EXPANSIONS, RUNS as PACKED_RUNS } from "./fold-table.generated.ts";

export { UNICODE_VERSION } from "./fold-table.generated.ts";

const BASIC_PLANE = 0x10000;

/** Class or folded unit of every UTF-16 unit. */
export const FOLD = new Uint16Array(BASIC_PLANE);
/** Kind bits of every folded unit; 0 for a number that is no decimal digit. */
export const KIND = new Uint8Array(BASIC_PLANE);
/** Where in EXPANSIONS the folded units of a unit of class EXPANSION stand: first their number, then the units. */
export const EXPANSION_AT = new Uint16Array(BASIC_PLANE);
export const EXPANSIONS = new Uint16Array(PACKED_EXPANSIONS.length);

const SUPPLEMENTARY_CLASS = new Uint8Array(LAST_MAPPED + 1 - BASIC_PLANE);
const SUPPLEMENTARY_KIND = new Uint8Array(LAST_MAPPED + 1 - BASIC_PLANE);
const SUPPLEMENTARY_EXPANSION_AT = new Map<number, number>();

/** Class of a character beyond the basic plane: SEPARATOR, IGNORABLE, REMOVED_MARK, EXPANSION or ITSELF. */
export function supplementaryClass(codePoint: number): number {
  if (codePoint <= LAST_MAPPED) return SUPPLEMENTARY_CLASS[codePoint - BASIC_PLANE]!;
  // Tags and variation selectors (Default_Ignorable_Code_Point reserves this whole block).
  return codePoint >= 0xe0000 && codePoint <= 0xe0fff ? IGNORABLE : SEPARATOR;
}

/** Kind bits of a character beyond the basic plane that folds to itself. */
export const supplementaryKind = (codePoint: number): number =>
  codePoint <= LAST_MAPPED ? SUPPLEMENTARY_KIND[codePoint - BASIC_PLANE]! : 0;

/** Index into EXPANSIONS for a character of class EXPANSION. */
export function expansionAt(codePoint: number): number {
  return codePoint < BASIC_PLANE ? EXPANSION_AT[codePoint]! : SUPPLEMENTARY_EXPANSION_AT.get(codePoint)!;
}

/** Reverses `encodeNumbers` of tools/number-coding.ts: five bits a character, the sixth says that more follow. */
function decodeNumbers(text: string): number[] {
  const digits = new Uint8Array(128);
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  for (let i = 0; i < alphabet.length; i++) digits[alphabet.charCodeAt(i)] = i;
  const numbers: number[] = [];
  let number = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const digit = digits[text.charCodeAt(i)]!;
    number |= (digit & 31) << shift;
    if (digit >= 32) shift += 5;
    else {
      numbers.push(number);
      number = 0;
      shift = 0;
    }
  }
  return numbers;
}

function unpackRun(from: number, to: number, action: number, value: number): void {
  const difference = value & 1 ? -(value + 1) / 2 : value / 2;
  for (let codePoint = from; codePoint < to; codePoint++) {
    if (codePoint >= BASIC_PLANE) {
      SUPPLEMENTARY_CLASS[codePoint - BASIC_PLANE] = action;
      if (action === ITSELF) SUPPLEMENTARY_KIND[codePoint - BASIC_PLANE] = value;
    } else if (action === ITSELF) {
      KIND[codePoint] = value;
      FOLD[codePoint] = classOfItself(codePoint, value);
    } else FOLD[codePoint] = action === ITSELF + 1 ? codePoint + difference : action;
  }
}

function classOfItself(codePoint: number, kind: number): number {
  if (codePoint >= FIRST_SPECIAL) return codePoint;
  if ((kind & KIND_ORDER_FREE) !== 0) return ORDER_FREE_MARK;
  return (kind & KIND_LETTER) !== 0 || codePoint < FIRST_LETTER ? codePoint : NUMBER;
}

function unpackRuns(runs: readonly number[]): void {
  let codePoint = 0;
  for (let i = 0; i < runs.length; i += 3) {
    const end = codePoint + runs[i]!;
    unpackRun(codePoint, end, runs[i + 1]!, runs[i + 2]!);
    codePoint = end;
  }
  invariant(codePoint === LAST_MAPPED + 1, "the fold table covers every mapped character");
}

function unpackExpansions(numbers: readonly number[]): void {
  let codePoint = 0;
  let at = 0;
  for (let i = 0; i < numbers.length;) {
    codePoint += numbers[i++]!;
    const length = numbers[i++]!;
    if (codePoint < BASIC_PLANE) EXPANSION_AT[codePoint] = at;
    else SUPPLEMENTARY_EXPANSION_AT.set(codePoint, at);
    EXPANSIONS[at++] = length;
    for (let unit = 0; unit < length; unit++) EXPANSIONS[at++] = numbers[i++]!;
  }
  invariant(at <= BASIC_PLANE, "expansions are addressed with 16 bits");
  invariant(FOLD[0xfb01] === EXPANSION, "ligature fi expands");
}

unpackRuns(decodeNumbers(PACKED_RUNS));
unpackExpansions(decodeNumbers(PACKED_EXPANSIONS));
