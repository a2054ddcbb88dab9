/**
 * Text in, tokens out: folds, cuts and hashes in one pass over the UTF-16 units.
 *
 * Tokens are maximal runs of letters, digits and marks after folding; in scripts written without spaces every
 * character, with its marks, is one. `[start, end)` of a token is tight: it reaches from the first contributing
 * character to just behind the last, so that apostrophes and invisible characters at its borders stay outside. Whatever
 * the text, tokens are ordered and disjoint, and what a token becomes depends only on the characters around it.
 *
 * Two nested loops (between words, through a word) run nearly twice as fast in V8 as one loop over states. `readPlain`
 * knows letters and unspaced characters, `readMarked` also marks and apostrophes inside a word; whatever is left (digits,
 * hyphens, characters that fold to several) goes through `readCarefully`, which knows all rules.
 */
import {
  EXPANSION,
  FIRST_LETTER,
  FIRST_SPECIAL,
  FIRST_UNIT,
  HYPHEN,
  IGNORABLE,
  ITSELF,
  KIND_DIGIT,
  KIND_MARK,
  KIND_ORDER_FREE,
  KIND_UNSPACED,
  LETTER_SPAN,
  NUMBER,
  NUMBER_SEPARATOR,
  ORDER_FREE_MARK,
  REMOVED_MARK,
  SEPARATOR,
  SOFT_HYPHEN_CLASS,
  SURROGATE,
} from "./fold-classes.ts";
import { JAMO_FIRST, JAMO_LAST } from "./folds/hangul.ts";
import { FOLD, KIND, supplementaryClass, supplementaryKind } from "./fold-table.ts";
import { afterSoftHyphen, digitAfterSeparator, letterAfterHyphen } from "./joins.ts";
import { OpenToken } from "./open-token.ts";
import { finalise, MARK_A, MARK_B, PRIME_A, PRIME_B, SEED_A, SEED_B } from "./token-hash.ts";
import type { TokenStream } from "./token-stream.ts";

// V8 reads an imported binding from memory at each use and checks it, but folds a module's own constants into the code.
// For the functions that see every character these copies halve the time.
const fold = FOLD;
const kind = KIND;
const mix = finalise;
const seedA = SEED_A;
const seedB = SEED_B;
const primeA = PRIME_A;
const primeB = PRIME_B;
const separator = SEPARATOR;
const numberSeparator = NUMBER_SEPARATOR;
const orderFreeMark = ORDER_FREE_MARK;
const expansion = EXPANSION;
const surrogate = SURROGATE;
const firstUnit = FIRST_UNIT;
const firstLetter = FIRST_LETTER;
const letterSpan = LETTER_SPAN;
const number = NUMBER;
const firstSpecial = FIRST_SPECIAL;
const removedMark = REMOVED_MARK;
const ignorable = IGNORABLE;
const markA = MARK_A;
const markB = MARK_B;
const jamoFirst = JAMO_FIRST;
const jamoLast = JAMO_LAST;
const orderFreeKind = KIND_ORDER_FREE;
const markKind = KIND_MARK;
const unspacedKind = KIND_UNSPACED;
/** Kinds that `readMarked` leaves alone. */
const careful = KIND_UNSPACED | KIND_ORDER_FREE | KIND_DIGIT;
const unspacedOrMark = KIND_UNSPACED | KIND_MARK;

const token = new OpenToken();

/** Replaces the contents of `into` by the tokens of `text`, and returns it. */
export function tokenise(text: string, into: TokenStream): TokenStream {
  into.count = 0;
  let i = 0;
  while (i < text.length) i = readPlain(text, i, into);
  return into;
}

/** Reads from between two words on until something needs care or `into` is full; returns where to go on. */
// One function, because these loops are only fast while their state lives in local variables.
// eslint-disable-next-line max-lines-per-function
function readPlain(text: string, first: number, into: TokenStream): number {
  if (into.count >= into.capacity) into.reserve(into.count + 1);
  const { hashA, hashB, start, end, unspaced } = into;
  const capacity = into.capacity;
  const length = text.length;
  let count = into.count;
  let i = first;
  while (i < length && count < capacity) {
    let unit = fold[text.charCodeAt(i)]!;
    if (unit < orderFreeMark) {
      // No class below this one means anything between words.
      i++;
      continue;
    }
    let from = i;
    let isUnspaced = 0;
    let a = seedA;
    let b = seedB;
    if (unit < firstSpecial || !isUnspacedBase(unit)) {
      while ((unit - firstLetter) >>> 0 < letterSpan) {
        a = Math.imul(a ^ unit, primeA);
        b = Math.imul(b ^ unit, primeB);
        i++;
        unit = i < length ? fold[text.charCodeAt(i)]! : separator;
      }
      if (unit >= ignorable && (unit <= orderFreeMark || unit >= firstSpecial)) {
        lanes[0] = a;
        lanes[1] = b;
        i = readMarked(text, i);
        a = lanes[0];
        b = lanes[1];
        unit = i < length ? fold[text.charCodeAt(i)]! : separator;
        // If the word goes on, it is read once more: a Hangul letter may yet change the syllable before it.
        if (unit > numberSeparator) i = from;
      }
      // What ends in a letter is not continued by a number separator: a comma ends it as a space does.
      if (unit <= numberSeparator) {
        hashA[count] = mix(a);
        hashB[count] = mix(b);
        start[count] = from;
        end[count] = i;
        unspaced[count] = 0;
        count++;
        i++;
        continue;
      }
    } else {
      isUnspaced = 1;
      let goesOn = true;
      while (goesOn) {
        a = Math.imul(seedA ^ unit, primeA);
        b = Math.imul(seedB ^ unit, primeB);
        from = i;
        i++;
        unit = i < length ? fold[text.charCodeAt(i)]! : separator;
        let bits = unit >= firstSpecial ? kind[unit]! : 0;
        while ((bits & markKind) !== 0) {
          if ((bits & orderFreeKind) !== 0) {
            a = (a + Math.imul(unit, markA)) | 0;
            b = (b + Math.imul(unit, markB)) | 0;
          } else {
            a = Math.imul(a ^ unit, primeA);
            b = Math.imul(b ^ unit, primeB);
          }
          i++;
          unit = i < length ? fold[text.charCodeAt(i)]! : separator;
          bits = unit >= firstSpecial ? kind[unit]! : 0;
        }
        goesOn = (bits & unspacedKind) !== 0;
        if (!goesOn && unit > numberSeparator) break;
        hashA[count] = mix(a);
        hashB[count] = mix(b);
        start[count] = from;
        end[count] = i;
        unspaced[count] = 1;
        count++;
        if (count >= capacity) break;
      }
      if (goesOn || unit <= numberSeparator) continue;
    }
    into.count = count;
    if (i > from) token.resume(a, b, from, i, isUnspaced);
    return readCarefully(text, i, into);
  }
  into.count = count;
  return i;
}

/** The hash of a word on its way into `readMarked` and out again. */
const lanes = new Int32Array(2);

/**
 * Reads on through a word of letters, marks and apostrophes, to what ends it or needs more care. Apart from the loop of
 * plain letters, which is slower with this code beside it.
 */
function readMarked(text: string, first: number): number {
  const length = text.length;
  let a = lanes[0]!;
  let b = lanes[1]!;
  let i = first;
  let unit = fold[text.charCodeAt(i)]!;
  for (;;) {
    if (unit === orderFreeMark) {
      const mark = text.charCodeAt(i);
      a = (a + Math.imul(mark, markA)) | 0;
      b = (b + Math.imul(mark, markB)) | 0;
    } else if (unit >= firstSpecial) {
      if ((kind[unit]! & careful) !== 0 || (unit >= jamoFirst && unit <= jamoLast)) break;
      a = Math.imul(a ^ unit, primeA);
      b = Math.imul(b ^ unit, primeB);
    } else if (!isDroppedInside(text, i, unit)) break;
    i++;
    unit = i < length ? fold[text.charCodeAt(i)]! : separator;
    while ((unit - firstLetter) >>> 0 < letterSpan) {
      a = Math.imul(a ^ unit, primeA);
      b = Math.imul(b ^ unit, primeB);
      i++;
      unit = i < length ? fold[text.charCodeAt(i)]! : separator;
    }
  }
  lanes[0] = a;
  lanes[1] = b;
  return i;
}

const isUnspacedBase = (unit: number): boolean => (kind[unit]! & unspacedOrMark) === unspacedKind;

/** True if the character of class `unit` at `i` adds nothing to the word around it, and the word goes on or it is a mark. */
function isDroppedInside(text: string, i: number, unit: number): boolean {
  if (unit === removedMark) return true;
  return (
    unit === ignorable &&
    i + 1 < text.length &&
    (fold[text.charCodeAt(i + 1)]! - firstLetter) >>> 0 < letterSpan
  );
}

/** Reads on, with `token` open or not, to behind the next separator. Knows every class. */
function readCarefully(text: string, first: number, into: TokenStream): number {
  let i = first;
  while (i < text.length) {
    const c = text.charCodeAt(i);
    const unit = fold[c]!;
    if (unit >= firstUnit) {
      token.take(unit, kind[unit]!, i, i + 1, into);
      i++;
    } else if (unit === surrogate) {
      const next = readSurrogates(text, i, into);
      i += text.codePointAt(i)! > 0xffff ? 2 : 1;
      if (next < 0) break;
    } else if (unit === expansion) {
      token.takeExpansion(c, i, i + 1, into);
      i++;
    } else if (unit === orderFreeMark || unit === number) {
      token.take(c, kind[c]!, i, i + 1, into);
      i++;
    } else {
      const next = readSign(text, i, unit);
      if (next < 0) break;
      i = next;
    }
  }
  token.close(into);
  return i;
}

/** Offset to read on from if the sign of class `unit` at `i` leaves the token open; -1 if it ends it. */
function readSign(text: string, i: number, unit: number): number {
  switch (unit) {
    case IGNORABLE:
      return i + 1;
    case REMOVED_MARK:
      token.extend(i + 1);
      return i + 1;
    case SOFT_HYPHEN_CLASS:
      return token.endsInLetter() ? afterSoftHyphen(text, i + 1) : i + 1;
    case HYPHEN:
      return token.endsInLetter() ? letterAfterHyphen(text, i + 1) : -1;
    case NUMBER_SEPARATOR:
      return token.endsInDigit() ? digitAfterSeparator(text, i + 1) : -1;
    default:
      return -1;
  }
}

/** Takes a character beyond the basic plane. A lone surrogate is a separator. */
function readSurrogates(text: string, i: number, into: TokenStream): number {
  const codePoint = text.codePointAt(i)!;
  if (codePoint <= 0xffff) return -1;
  const next = i + 2;
  switch (supplementaryClass(codePoint)) {
    case ITSELF:
      token.takeCodePoint(codePoint, supplementaryKind(codePoint), i, next, into);
      return next;
    case EXPANSION:
      token.takeExpansion(codePoint, i, next, into);
      return next;
    case IGNORABLE:
      return next;
    case REMOVED_MARK:
      token.extend(next);
      return next;
    default:
      return -1;
  }
}
