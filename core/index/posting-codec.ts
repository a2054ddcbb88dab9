/**
 * Posting blocks: the unit in which an index is read and checked. One block is one page of 4096 bytes.
 *
 *     word 0          postings in the block (bits 0-15), low bits of lane A of the first (16-27), wide (31)
 *     word 1          lane B of the first posting
 *     word 2          number of the block in its segment, so that a block written to the wrong place is noticed
 *     word 3          CRC-32 of the block with this word zero
 *
 *     narrow, up to 510 postings
 *     words 4..513    remainder: key - key of the first posting
 *     words 514..1023 ordinal: number of the token in the segment
 *
 *     wide, up to 407 postings
 *     words 4..410    lane B
 *     words 411..817  ordinal
 *     words 818..1021 low bits of lane A, two to a word, the earlier in the low half
 *
 * Words are unsigned 32 bits, little-endian; unused ones are zero. Postings ascend by key, then by ordinal. The key
 * of a posting is `b * 4096 + a12`, 44 bits, exact in a double. A block is wide only when its keys lie so far apart
 * that a narrow one would end before 407 postings, which happens in segments of less than some two million postings.
 * A block that begins with the key that the next one begins with is narrow and full.
 */
import type { Checksum } from "./crc32.ts";
import { KEY_A_BITS, KEY_A_MASK } from "./ports.ts";

export const BLOCK_BYTES = 4096;
export const BLOCK_WORDS = BLOCK_BYTES / 4;
const HEADER_WORDS = 4;
const CRC_WORD = 3;
const WIDE_FLAG = 2 ** 31;
const MAX_REMAINDER = 0xffffffff;

export const NARROW_POSTINGS = 510;
export const WIDE_POSTINGS = 407;
const NARROW_ORDINALS = HEADER_WORDS + NARROW_POSTINGS;
const WIDE_ORDINALS = HEADER_WORDS + WIDE_POSTINGS;
const WIDE_LANE_A = WIDE_ORDINALS + WIDE_POSTINGS;

const A_RANGE = 1 << KEY_A_BITS;

export function keyOf(b: number, a12: number): number {
  return b * A_RANGE + a12;
}

/** Lane B of a key. */
export function laneB(key: number): number {
  return Math.floor(key / A_RANGE);
}

/** The low bits of lane A of a key. */
export function laneA(key: number): number {
  return key % A_RANGE;
}

/** Fills one block at a time. */
export class BlockBuilder {
  count = 0;
  baseKey = 0;
  private lastKey = 0;
  private readonly keys = new Float64Array(NARROW_POSTINGS);
  private readonly ordinals = new Uint32Array(NARROW_POSTINGS);
  private readonly words = new Uint32Array(BLOCK_WORDS);
  private readonly bytes = new Uint8Array(this.words.buffer);

  /** True when the posting found room. Keys must not fall. */
  add(key: number, ordinal: number): boolean {
    const { count } = this;
    if (count === 0) this.baseKey = key;
    if (count >= WIDE_POSTINGS && (count === NARROW_POSTINGS || key - this.baseKey > MAX_REMAINDER))
      return false;
    this.keys[count] = key;
    this.ordinals[count] = ordinal;
    this.lastKey = key;
    this.count++;
    return true;
  }

  /** The block, valid until the next call; the builder is empty again. */
  take(blockNumber: number, checksum: Checksum): Uint8Array {
    const { words, count, baseKey } = this;
    const wide = this.lastKey - baseKey > MAX_REMAINDER;
    words.fill(0);
    words[0] = count + laneA(baseKey) * 2 ** 16 + (wide ? WIDE_FLAG : 0);
    words[1] = laneB(baseKey);
    words[2] = blockNumber;
    if (wide) this.fillWide();
    else this.fillNarrow();
    words[CRC_WORD] = checksum(this.bytes);
    this.count = 0;
    return this.bytes;
  }

  private fillNarrow(): void {
    const { words, keys, count, baseKey } = this;
    for (let i = 0; i < count; i++) words[HEADER_WORDS + i] = keys[i]! - baseKey;
    words.set(this.ordinals.subarray(0, count), NARROW_ORDINALS);
  }

  private fillWide(): void {
    const { words, keys, count } = this;
    for (let i = 0; i < count; i++) {
      words[HEADER_WORDS + i] = laneB(keys[i]!);
      words[WIDE_LANE_A + (i >>> 1)]! |= laneA(keys[i]!) << (16 * (i & 1));
    }
    words.set(this.ordinals.subarray(0, count), WIDE_ORDINALS);
  }
}

// Below, a block stands in `words` from word offset `at`.

/** True when the block is as it was written. */
export function blockIsIntact(
  words: Uint32Array,
  at: number,
  blockNumber: number,
  checksum: Checksum,
): boolean {
  const expected = words[at + CRC_WORD]!;
  words[at + CRC_WORD] = 0;
  const actual = checksum(new Uint8Array(words.buffer, words.byteOffset + at * 4, BLOCK_BYTES));
  words[at + CRC_WORD] = expected;
  const count = blockCount(words, at);
  const most = blockIsWide(words, at) ? WIDE_POSTINGS : NARROW_POSTINGS;
  return actual === expected && words[at + 2] === blockNumber && count > 0 && count <= most;
}

export function blockCount(words: Uint32Array, at: number): number {
  return words[at]! & 0xffff;
}

export function blockIsWide(words: Uint32Array, at: number): boolean {
  return words[at]! >= WIDE_FLAG;
}

export function blockBaseKey(words: Uint32Array, at: number): number {
  return keyOf(words[at + 1]!, (words[at]! >>> 16) & KEY_A_MASK);
}

export function blockKey(words: Uint32Array, at: number, posting: number): number {
  const word = words[at + HEADER_WORDS + posting]!;
  if (!blockIsWide(words, at)) return blockBaseKey(words, at) + word;
  return keyOf(word, (words[at + WIDE_LANE_A + (posting >>> 1)]! >>> (16 * (posting & 1))) & KEY_A_MASK);
}

/** Word offset of the ordinals of a block. */
export function ordinalsOf(words: Uint32Array, at: number): number {
  return at + (blockIsWide(words, at) ? WIDE_ORDINALS : NARROW_ORDINALS);
}

/** First posting of the block whose key is >= `key`. */
export function firstAtLeast(words: Uint32Array, at: number, key: number): number {
  let low = 0;
  let high = blockCount(words, at);
  if (blockIsWide(words, at)) {
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (blockKey(words, at, middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  const remainder = key - blockBaseKey(words, at);
  const column = at + HEADER_WORDS;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (words[column + middle]! < remainder) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First posting at or after `from` whose key is not `key`. Most lists are short, so it gallops. */
export function endOfKey(words: Uint32Array, at: number, key: number, from: number): number {
  const count = blockCount(words, at);
  let low = from;
  let step = 1;
  while (low + step <= count && blockKey(words, at, low + step - 1) === key) {
    low += step;
    step *= 2;
  }
  let high = Math.min(count, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (blockKey(words, at, middle) === key) low = middle + 1;
    else high = middle;
  }
  return low;
}
