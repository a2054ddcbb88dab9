/**
 * A segment: an immutable file of sorted posting blocks over a run of documents. docs/formats/store.md has the grammar.
 *
 *     blocks         4096 bytes each, in ascending order of key
 *     directory B    u32 per block: lane B of its first posting
 *     directory A    u16 per block: low bits of lane A of its first posting; padded to 4 bytes
 *     starts         u32 per document and one more: ordinal of its first token
 *     trailer        64 bytes
 *
 * Little-endian throughout. Everything but the blocks is kept in memory: 6 bytes per 510 postings, 4 per document.
 */
import { failure } from "../base/failure.ts";
import { failed, ok, type Result } from "../base/result.ts";
import type { Checksum } from "./crc32.ts";
import { BLOCK_BYTES } from "./posting-codec.ts";

export const SEGMENT_FORMAT = 1;
export const TRAILER_BYTES = 64;
/** "PNCS" and "EG01" read as little-endian words. */
const MAGIC = [0x53434e50, 0x31304745] as const;
const WORDS = TRAILER_BYTES / 4;
const CRC_WORD = WORDS - 1;

/** Where bytes of a segment are read from. A failing read throws a FailureError. */
export interface BlockSource {
  readonly byteLength: number;
  /** Fills `into` from `offset`. */
  read(offset: number, into: Uint8Array): void;
}

/** Where a segment is written to, from the first byte to the last. A failing write throws a FailureError. */
export interface BlockSink {
  /** The bytes may be reused once the call returns. */
  write(bytes: Uint8Array): void;
}

export interface SegmentTrailer {
  readonly firstDocument: number;
  readonly documents: number;
  readonly tokens: number;
  readonly postings: number;
  readonly blocks: number;
  readonly directoryChecksum: number;
  readonly startsChecksum: number;
}

export const directoryBytes = (blocks: number): number => blocks * 4 + Math.ceil(blocks / 2) * 4;

export const startsBytes = (documents: number): number => (documents + 1) * 4;

export function segmentBytes(trailer: Pick<SegmentTrailer, "blocks" | "documents">): number {
  const { blocks, documents } = trailer;
  return blocks * BLOCK_BYTES + directoryBytes(blocks) + startsBytes(documents) + TRAILER_BYTES;
}

export function encodeTrailer(trailer: SegmentTrailer, checksum: Checksum): Uint8Array {
  const words = new Uint32Array(WORDS);
  words.set([
    ...MAGIC,
    SEGMENT_FORMAT,
    BLOCK_BYTES,
    trailer.firstDocument,
    trailer.documents,
    trailer.tokens,
    trailer.postings % 2 ** 32,
    Math.floor(trailer.postings / 2 ** 32),
    trailer.blocks,
    trailer.directoryChecksum,
    trailer.startsChecksum,
  ]);
  const bytes = new Uint8Array(words.buffer);
  words[CRC_WORD] = checksum(bytes.subarray(0, CRC_WORD * 4));
  return bytes;
}

export function decodeTrailer(
  bytes: Uint8Array,
  byteLength: number,
  checksum: Checksum,
): Result<SegmentTrailer> {
  const words = new Uint32Array(new Uint8Array(bytes).buffer);
  const damaged = (what: string): Result<SegmentTrailer> =>
    failed(failure("store/damaged", { part: "segment", what }));
  if (words[0] !== MAGIC[0] || words[1] !== MAGIC[1]) return damaged("mark at its end");
  if (words[CRC_WORD] !== checksum(bytes.subarray(0, CRC_WORD * 4)))
    return damaged("checksum of its trailer");
  if (words[2]! > SEGMENT_FORMAT) {
    return failed(
      failure("store/newer-format", { part: "segment", got: words[2]!, supported: SEGMENT_FORMAT }),
    );
  }
  const trailer: SegmentTrailer = {
    firstDocument: words[4]!,
    documents: words[5]!,
    tokens: words[6]!,
    postings: words[7]! + words[8]! * 2 ** 32,
    blocks: words[9]!,
    directoryChecksum: words[10]!,
    startsChecksum: words[11]!,
  };
  if (words[3] !== BLOCK_BYTES || segmentBytes(trailer) !== byteLength) return damaged("length");
  return ok(trailer);
}
