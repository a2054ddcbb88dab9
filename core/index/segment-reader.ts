/**
 * Reads one segment: the postings of a key, and whether every byte is as it was written.
 *
 * A block is checked against its checksum the first time it is read; a damaged block throws a FailureError with
 * `store/damaged`, so that no answer is ever made of damaged postings. Keys asked for in ascending order are cheapest:
 * the block at hand is kept, and a reader that moves forward by short steps reads several blocks at a time.
 */
import { type Failure, failure, FailureError } from "../base/failure.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { Checksum } from "./crc32.ts";
import { DocumentFinder } from "./document-starts.ts";
import type { DeletedDocuments } from "./documents.ts";
import {
  BLOCK_BYTES,
  BLOCK_WORDS,
  blockBaseKey,
  blockCount,
  blockIsIntact,
  blockKey,
  endOfKey,
  firstAtLeast,
  keyOf,
  NARROW_POSTINGS,
  ordinalsOf,
} from "./posting-codec.ts";
import type { PostingSink } from "./ports.ts";
import {
  type BlockSource,
  decodeTrailer,
  directoryBytes,
  type SegmentTrailer,
  startsBytes,
  TRAILER_BYTES,
} from "./segment-layout.ts";

/** Blocks read at once when moving forward, and the longest step that counts as moving forward. */
const RUN_BLOCKS = 16;
const FORWARD_STEP = 24;

interface Directory {
  readonly b: Uint32Array;
  readonly a: Uint16Array;
  readonly starts: Uint32Array;
}

/** Opens a segment and checks all of it but the blocks. A read that fails throws a FailureError. */
export function openSegment(source: BlockSource, checksum: Checksum): Result<SegmentReader> {
  if (source.byteLength < TRAILER_BYTES) return damaged("length");
  const trailerBytes = new Uint8Array(TRAILER_BYTES);
  source.read(source.byteLength - TRAILER_BYTES, trailerBytes);
  const trailer = decodeTrailer(trailerBytes, source.byteLength, checksum);
  if (!trailer.ok) return trailer;
  const { blocks, documents, directoryChecksum, startsChecksum, tokens } = trailer.value;
  const directory = new Uint8Array(directoryBytes(blocks));
  source.read(blocks * BLOCK_BYTES, directory);
  if (checksum(directory) !== directoryChecksum) return damaged("directory");
  const starts = new Uint8Array(startsBytes(documents));
  source.read(blocks * BLOCK_BYTES + directory.length, starts);
  if (checksum(starts) !== startsChecksum) return damaged("document starts");
  const columns = {
    b: new Uint32Array(directory.buffer, 0, blocks),
    a: new Uint16Array(directory.buffer, blocks * 4, blocks),
    starts: new Uint32Array(starts.buffer),
  };
  if (columns.starts[documents] !== tokens) return damaged("number of tokens");
  return ok(new SegmentReader(source, checksum, trailer.value, columns));
}

const damaged = (what: string): { readonly ok: false; readonly failure: Failure } =>
  failed(failure("store/damaged", { part: "segment", what }));

export class SegmentReader {
  readonly trailer: SegmentTrailer;
  readonly starts: Uint32Array;
  private readonly source: BlockSource;
  private readonly checksum: Checksum;
  private readonly directory: Directory;
  /** One bit per block that has passed its check. */
  private readonly checked: Uint32Array;
  private readonly words = new Uint32Array(RUN_BLOCKS * BLOCK_WORDS);
  private readonly bytes = new Uint8Array(this.words.buffer);
  /** Blocks [runStart, runEnd) are in `words`. */
  private runStart = 0;
  private runEnd = 0;
  private last = -FORWARD_STEP;
  /** Made when first asked for: merging does without. */
  private finder: DocumentFinder | undefined;

  constructor(source: BlockSource, checksum: Checksum, trailer: SegmentTrailer, directory: Directory) {
    this.source = source;
    this.checksum = checksum;
    this.trailer = trailer;
    this.directory = directory;
    this.starts = directory.starts;
    this.checked = new Uint32Array(Math.ceil(trailer.blocks / 32));
  }

  /**
   * As `CorpusSnapshot.postings`, without those of documents that were deleted. A list of many blocks is counted from
   * the directory: between two blocks that begin with the key every block is full of it.
   */
  postings(
    b: number,
    a12: number,
    tag: number,
    cap: number,
    sink: PostingSink,
    deleted?: DeletedDocuments,
  ): number {
    const key = keyOf(b, a12);
    const { firstDocument } = this.trailer;
    const from = this.firstBlockAtLeast(b, a12, 0);
    const to = this.firstBlockAtLeast(b, a12, 1);
    let found = 0;
    const finder = (this.finder ??= new DocumentFinder(this.starts));
    const push = (at: number, start: number, end: number): void => {
      const ordinals = ordinalsOf(this.words, at);
      let i = start;
      for (; i < end && found < cap; i++) {
        const ordinal = this.words[ordinals + i]!;
        const document = finder.documentOf(ordinal);
        if (deleted?.has(firstDocument + document) === true) continue;
        found++;
        sink.push(firstDocument + document, ordinal - this.starts[document]!, tag);
      }
      found += end - i;
    };
    // The key may begin inside the block before the first that starts with it.
    for (let block = Math.max(0, from - 1); block < to; block++) {
      if (found >= cap && block >= from && block < to - 1) {
        found += NARROW_POSTINGS;
        continue;
      }
      const at = this.load(block);
      const start = firstAtLeast(this.words, at, key);
      push(at, start, endOfKey(this.words, at, key, start));
    }
    return found;
  }

  /** Reads every block. Calls `onDamage` with the number of each that is not as written or out of order. */
  verify(onDamage: (block: number, what: string) => void): void {
    let lastKey = 0;
    let postings = 0;
    for (let block = 0; block < this.trailer.blocks; block++) {
      const at = this.place(block, true);
      if (!blockIsIntact(this.words, at, block, this.checksum)) {
        onDamage(block, "checksum");
        continue;
      }
      const { count, last, orderly } = this.orderOf(at, lastKey);
      if (!orderly) onDamage(block, "order of postings");
      if (keyOf(this.directory.b[block]!, this.directory.a[block]!) !== blockBaseKey(this.words, at)) {
        onDamage(block, "directory");
      }
      lastKey = last;
      postings += count;
      if (block === this.trailer.blocks - 1 && postings !== this.trailer.postings)
        onDamage(block, "number of postings");
    }
  }

  private orderOf(at: number, lastKey: number): { count: number; last: number; orderly: boolean } {
    const count = blockCount(this.words, at);
    const ordinals = ordinalsOf(this.words, at);
    let previous = lastKey;
    let orderly = true;
    for (let i = 0; i < count; i++) {
      const key = blockKey(this.words, at, i);
      const ordinal = this.words[ordinals + i]!;
      if (key < previous || ordinal >= this.trailer.tokens) orderly = false;
      if (i > 0 && key === previous && ordinal <= this.words[ordinals + i - 1]!) orderly = false;
      previous = key;
    }
    return { count, last: previous, orderly };
  }

  /** First block whose first key is >= the key (`beyond` 0) or > the key (`beyond` 1). */
  private firstBlockAtLeast(b: number, a12: number, beyond: 0 | 1): number {
    const { b: directoryB, a: directoryA } = this.directory;
    let low = 0;
    let high = this.trailer.blocks;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const blockB = directoryB[middle]!;
      if (blockB < b || (blockB === b && directoryA[middle]! < a12 + beyond)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Brings a block into memory, checked; returns its word offset. */
  private load(block: number): number {
    const at = this.place(block, block - this.last > 0 && block - this.last <= FORWARD_STEP);
    this.last = block;
    const bit = 1 << (block & 31);
    if ((this.checked[block >>> 5]! & bit) !== 0) return at;
    if (!blockIsIntact(this.words, at, block, this.checksum)) {
      throw new FailureError("store/damaged", {
        part: "segment",
        block,
        firstDocument: this.trailer.firstDocument,
      });
    }
    this.checked[block >>> 5]! |= bit;
    return at;
  }

  private place(block: number, readRun: boolean): number {
    if (block < this.runStart || block >= this.runEnd) {
      const end = Math.min(this.trailer.blocks, block + (readRun ? RUN_BLOCKS : 1));
      this.runEnd = this.runStart;
      this.source.read(block * BLOCK_BYTES, this.bytes.subarray(0, (end - block) * BLOCK_BYTES));
      this.runStart = block;
      this.runEnd = end;
    }
    return (block - this.runStart) * BLOCK_WORDS;
  }

  /** A copy-free walk over all postings in order, with a buffer of its own (merging). */
  cursor(): SegmentCursor {
    return new SegmentCursor(this.source, this.checksum, this.trailer);
  }
}

const CURSOR_BLOCKS = 64;

/** Walks a segment from the first posting to the last. `key` is Infinity at the end. */
export class SegmentCursor {
  key = Infinity;
  ordinal = 0;
  private readonly source: BlockSource;
  private readonly checksum: Checksum;
  private readonly trailer: SegmentTrailer;
  private readonly words: Uint32Array;
  private nextBlock = 0;
  private runEnd = 0;
  private at = 0;
  private ordinals = 0;
  private posting = 0;
  private count = 0;

  constructor(source: BlockSource, checksum: Checksum, trailer: SegmentTrailer) {
    this.source = source;
    this.checksum = checksum;
    this.trailer = trailer;
    this.words = new Uint32Array(Math.min(CURSOR_BLOCKS, trailer.blocks) * BLOCK_WORDS);
    this.advance();
  }

  advance(): void {
    if (this.posting === this.count && !this.openBlock()) {
      this.key = Infinity;
      return;
    }
    this.key = blockKey(this.words, this.at, this.posting);
    this.ordinal = this.words[this.ordinals + this.posting]!;
    this.posting++;
  }

  private openBlock(): boolean {
    const block = this.nextBlock;
    if (block === this.trailer.blocks) return false;
    if (block === this.runEnd) {
      const blocks = Math.min(CURSOR_BLOCKS, this.trailer.blocks - block);
      this.source.read(block * BLOCK_BYTES, new Uint8Array(this.words.buffer, 0, blocks * BLOCK_BYTES));
      this.runEnd = block + blocks;
      this.at = 0;
    } else this.at += BLOCK_WORDS;
    if (!blockIsIntact(this.words, this.at, block, this.checksum)) {
      throw new FailureError("store/damaged", {
        part: "segment",
        block,
        firstDocument: this.trailer.firstDocument,
      });
    }
    this.ordinals = ordinalsOf(this.words, this.at);
    this.count = blockCount(this.words, this.at);
    this.posting = 0;
    this.nextBlock = block + 1;
    return true;
  }
}
