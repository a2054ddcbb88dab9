/**
 * Posting blocks: the unit in which an index is read and checked. One block is one page of 4096 bytes.
 *
 *     word 0          postings in the block (low 16 bits), low 12 bits of lane A of the first (high 16 bits)
 *     word 1          lane B of the first posting
 *     word 2          number of the block in its segment, so that a block written to the wrong place is noticed
 *     word 3          CRC-32 of the block with this word zero
 *     words 4..513    remainder: key - key of the first posting, ascending
 *     words 514..1023 ordinal of the token in the segment, ascending where remainders are equal
 *
 * Words are unsigned 32 bits, little-endian. The key of a posting is `b * 4096 + a12`, 44 bits, exact in a double.
 * A block ends when it is full or when the next remainder would need more than 32 bits; so keys stay exact, and
 * whenever the next block begins with the key this one ends with, this one is full. Unused words are zero.
 */
import type { Checksum } from "./crc32.ts";
import { KEY_A_BITS, KEY_A_MASK } from "./ports.ts";

export const BLOCK_BYTES = 4096;
export const BLOCK_WORDS = BLOCK_BYTES / 4;
const HEADER_WORDS = 4;
export const POSTINGS_PER_BLOCK = (BLOCK_WORDS - HEADER_WORDS) / 2;
const CRC_WORD = 3;
/** Word offsets of the two columns. */
export const REMAINDERS = HEADER_WORDS;
export const ORDINALS = HEADER_WORDS + POSTINGS_PER_BLOCK;
export const MAX_REMAINDER = 0xffffffff;

const A_RANGE = 1 << KEY_A_BITS;

export function keyOf(b: number, a12: number): number {
  return b * A_RANGE + a12;
}

/** Lane B of a key. The low bits of lane A are `key - laneB(key) * 4096`. */
export function laneB(key: number): number {
  return Math.floor(key / A_RANGE);
}

export function laneA(key: number): number {
  return key % A_RANGE;
}

/** Fills one block at a time. `words` and `bytes` are the same memory. */
export class BlockBuilder {
  readonly words = new Uint32Array(BLOCK_WORDS);
  readonly bytes = new Uint8Array(this.words.buffer);
  count = 0;
  baseKey = 0;

  /** True when the posting found room. Keys must not fall. */
  add(key: number, ordinal: number): boolean {
    if (this.count === 0) this.baseKey = key;
    const remainder = key - this.baseKey;
    if (this.count === POSTINGS_PER_BLOCK || remainder > MAX_REMAINDER) return false;
    this.words[REMAINDERS + this.count] = remainder;
    this.words[ORDINALS + this.count] = ordinal;
    this.count++;
    return true;
  }

  /** Completes the block; `bytes` then holds it until `clear`. */
  seal(blockNumber: number, checksum: Checksum): void {
    const b = laneB(this.baseKey);
    this.words[0] = this.count | (laneA(this.baseKey) << 16);
    this.words[1] = b;
    this.words[2] = blockNumber;
    this.words[CRC_WORD] = 0;
    this.words[CRC_WORD] = checksum(this.bytes);
  }

  clear(): void {
    this.words.fill(0);
    this.count = 0;
  }
}

/** True when the block is as it was written. `words` is the block at word offset `at` of a larger buffer. */
export function blockIsIntact(words: Uint32Array, at: number, blockNumber: number, checksum: Checksum): boolean {
  const expected = words[at + CRC_WORD]!;
  words[at + CRC_WORD] = 0;
  const actual = checksum(new Uint8Array(words.buffer, words.byteOffset + at * 4, BLOCK_BYTES));
  words[at + CRC_WORD] = expected;
  const count = blockCount(words, at);
  return actual === expected && words[at + 2] === blockNumber && count > 0 && count <= POSTINGS_PER_BLOCK;
}

export function blockCount(words: Uint32Array, at: number): number {
  return words[at]! & 0xffff;
}

export function blockBaseKey(words: Uint32Array, at: number): number {
  return keyOf(words[at + 1]!, (words[at]! >>> 16) & KEY_A_MASK);
}
