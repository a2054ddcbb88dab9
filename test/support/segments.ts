/** Segments in memory, for tests of the index without a disk. */
import { crc32 } from "../../core/index/crc32.ts";
import { PostingBatch } from "../../core/index/posting-batch.ts";
import type { FingerprintList } from "../../core/index/ports.ts";
import type { BlockSink, BlockSource } from "../../core/index/segment-layout.ts";
import { openSegment, type SegmentReader } from "../../core/index/segment-reader.ts";
import { SegmentWriter } from "../../core/index/segment-writer.ts";

export interface Fingerprint {
  readonly a: number;
  readonly b: number;
  readonly token: number;
}

/** One document: its fingerprints in order of token, and its number of tokens. */
export interface Postings {
  readonly fingerprints: readonly Fingerprint[];
  readonly tokens: number;
}

export function listOf(fingerprints: readonly Fingerprint[]): FingerprintList {
  return {
    count: fingerprints.length,
    a: Uint32Array.from(fingerprints, ({ a }) => a),
    b: Uint32Array.from(fingerprints, ({ b }) => b),
    position: Uint32Array.from(fingerprints, ({ token }) => token),
  };
}

export function batchOf(documents: readonly Postings[]): PostingBatch {
  const batch = new PostingBatch(4);
  for (const { fingerprints, tokens } of documents) batch.addDocument(listOf(fingerprints), tokens);
  return batch;
}

export class MemorySink implements BlockSink {
  private readonly parts: Uint8Array[] = [];

  write(bytes: Uint8Array): void {
    this.parts.push(new Uint8Array(bytes));
  }

  bytes(): Uint8Array {
    return new Uint8Array(Buffer.concat(this.parts));
  }
}

export const sourceOf = (bytes: Uint8Array): BlockSource => ({
  byteLength: bytes.length,
  read: (offset, into) => into.set(bytes.subarray(offset, offset + into.length)),
});

export function segmentBytesOf(documents: readonly Postings[], firstDocument = 0): Uint8Array {
  const sink = new MemorySink();
  const writer = new SegmentWriter(sink, crc32);
  const sorted = batchOf(documents).sorted();
  writer.addSorted(sorted);
  writer.finish(firstDocument, sorted.starts);
  return sink.bytes();
}

export function readerOf(bytes: Uint8Array): SegmentReader {
  const opened = openSegment(sourceOf(bytes), crc32);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}
