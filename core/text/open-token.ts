/**
 * A token being read, character by character, with everything the folds may ask of it.
 *
 * The tokeniser's inner loop keeps the same state in local variables and comes here when a word holds anything but
 * plain letters. One instance is reused; `from` < 0 means that no token is open.
 */
import { KIND_DIGIT, KIND_LETTER, KIND_MARK, KIND_ORDER_FREE, KIND_UNSPACED } from "./fold-classes.ts";
import { composeHangul, isJoining } from "./folds/hangul.ts";
import { expansionAt, EXPANSION_AT, EXPANSIONS, KIND, supplementaryKind } from "./fold-table.ts";
import { finalise, MARK_A, MARK_B, PRIME_A, PRIME_B, SEED_A, SEED_B } from "./token-hash.ts";
import type { TokenStream } from "./token-stream.ts";

// Copies, because V8 folds a module's own constants into the code but not those it imports.
const kindOf = KIND;
const expansions = EXPANSIONS;
const expansionIndex = EXPANSION_AT;
const mix = finalise;
const joins = isJoining;
const compose = composeHangul;
const [seedA, seedB, primeA, primeB, markA, markB] = [SEED_A, SEED_B, PRIME_A, PRIME_B, MARK_A, MARK_B];
const [letterKind, digitKind, markKind] = [KIND_LETTER, KIND_DIGIT, KIND_MARK];
const [orderFreeKind, unspacedKind] = [KIND_ORDER_FREE, KIND_UNSPACED];

export class OpenToken {
  hashA = 0;
  hashB = 0;
  /** First and behind the last contributing character; a removed mark counts as part of its character. */
  from = -1;
  to = 0;
  unspaced = 0;
  /** A Hangul letter or syllable that is not yet in the hash; 0 for none. */
  hangul = 0;
  /** Kind bits of the last contributing character. */
  lastKind = 0;

  /** Continues a token whose first characters the tokeniser has read: letters, or one character of an unspaced script. */
  resume(hashA: number, hashB: number, from: number, to: number, unspaced: number): void {
    this.hashA = hashA;
    this.hashB = hashB;
    this.from = from;
    this.to = to;
    this.unspaced = unspaced;
    this.lastKind = letterKind;
  }

  /** A removed mark, ending at `to`, belongs to the character it stands on. */
  extend(to: number): void {
    if (this.from >= 0) this.to = to;
  }

  /** Appends the token, if one is open. */
  close(into: TokenStream): void {
    if (this.from < 0) return;
    this.flushHangul();
    const t = into.count;
    if (t >= into.capacity) into.reserve(t + 1);
    into.hashA[t] = mix(this.hashA);
    into.hashB[t] = mix(this.hashB);
    into.start[t] = this.from;
    into.end[t] = this.to;
    into.unspaced[t] = this.unspaced;
    into.count = t + 1;
    this.from = -1;
  }

  /** Takes one folded unit of the basic plane, read from the raw characters [at, next). */
  take(unit: number, kind: number, at: number, next: number, into: TokenStream): void {
    this.prepare(kind, at, into);
    if (joins(unit)) this.chainHangul(unit);
    else if ((kind & orderFreeKind) !== 0) this.add(unit);
    else this.chain(unit);
    this.to = next;
    this.lastKind = kind;
  }

  takeCodePoint(codePoint: number, kind: number, at: number, next: number, into: TokenStream): void {
    this.prepare(kind, at, into);
    if ((kind & orderFreeKind) !== 0) this.add(codePoint);
    else {
      this.chain(0xd7c0 + (codePoint >>> 10));
      this.chain(0xdc00 + (codePoint & 0x3ff));
    }
    this.to = next;
    this.lastKind = kind;
  }

  /** Takes the folded units of a character that folds to several, or beyond the basic plane. */
  takeExpansion(codePoint: number, at: number, next: number, into: TokenStream): void {
    let i = codePoint <= 0xffff ? expansionIndex[codePoint]! : expansionAt(codePoint);
    const end = i + 1 + expansions[i]!;
    for (i++; i < end; i++) {
      const unit = expansions[i]!;
      if (unit >= 0xd800 && unit <= 0xdfff) {
        const folded = ((unit & 0x3ff) << 10) + (expansions[++i]! & 0x3ff) + 0x10000;
        this.takeCodePoint(folded, supplementaryKind(folded), at, next, into);
      } else this.take(unit, kindOf[unit]!, at, next, into);
    }
  }

  /** True if a hyphen now would stand behind a letter of a word. */
  endsInLetter(): boolean {
    return this.from >= 0 && this.unspaced === 0 && (this.lastKind & letterKind) !== 0;
  }

  endsInDigit(): boolean {
    return this.from >= 0 && this.unspaced === 0 && (this.lastKind & digitKind) !== 0;
  }

  /** Closes what the character does not continue and opens a token if none is open. A mark continues any token. */
  private prepare(kind: number, at: number, into: TokenStream): void {
    if (this.from >= 0) {
      if ((kind & markKind) !== 0 || ((kind & unspacedKind) === 0 && this.unspaced === 0)) return;
      this.close(into);
    }
    this.from = at;
    this.hashA = seedA;
    this.hashB = seedB;
    this.unspaced = (kind & unspacedKind) !== 0 ? 1 : 0;
  }

  /** Holds a Hangul letter or syllable back until it is known what follows. */
  private chainHangul(unit: number): void {
    const syllable = this.hangul === 0 ? 0 : compose(this.hangul, unit);
    if (syllable === 0) this.flushHangul();
    this.hangul = syllable === 0 ? unit : syllable;
  }

  private flushHangul(): void {
    const unit = this.hangul;
    if (unit === 0) return;
    this.hangul = 0;
    this.chain(unit);
  }

  private chain(unit: number): void {
    if (this.hangul !== 0) this.flushHangul();
    this.hashA = Math.imul(this.hashA ^ unit, primeA);
    this.hashB = Math.imul(this.hashB ^ unit, primeB);
  }

  private add(unit: number): void {
    if (this.hangul !== 0) this.flushHangul();
    this.hashA = (this.hashA + Math.imul(unit, markA)) | 0;
    this.hashB = (this.hashB + Math.imul(unit, markB)) | 0;
  }
}
