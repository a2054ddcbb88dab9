/** Writes one segment: postings in ascending (key, ordinal) order, then where each document starts. */
import { invariant } from "../base/result.ts";
import type { Checksum } from "./crc32.ts";
import { BlockBuilder, keyOf, laneA, laneB } from "./posting-codec.ts";
import type { SortedPostings } from "./posting-batch.ts";
import { type BlockSink, directoryBytes, encodeTrailer, type SegmentTrailer } from "./segment-layout.ts";

export class SegmentWriter {
  private readonly sink: BlockSink;
  private readonly checksum: Checksum;
  private readonly block = new BlockBuilder();
  private directoryB = new Uint32Array(1 << 10);
  private directoryA = new Uint16Array(1 << 10);
  private blocks = 0;
  private postings = 0;
  private lastKey = 0;

  constructor(sink: BlockSink, checksum: Checksum) {
    this.sink = sink;
    this.checksum = checksum;
  }

  add(key: number, ordinal: number): void {
    invariant(key >= this.lastKey, "postings arrive in order of key");
    this.lastKey = key;
    if (!this.block.add(key, ordinal)) {
      this.endBlock();
      this.block.add(key, ordinal);
    }
    this.postings++;
  }

  addSorted({ b, a, ordinal, count }: SortedPostings): void {
    for (let i = 0; i < count; i++) this.add(keyOf(b[i]!, a[i]!), ordinal[i]!);
  }

  /** `starts` has one entry per document and one more with the number of tokens. */
  finish(firstDocument: number, starts: Uint32Array): SegmentTrailer {
    if (this.block.count > 0) this.endBlock();
    const directory = new Uint8Array(directoryBytes(this.blocks));
    directory.set(new Uint8Array(this.directoryB.buffer, 0, this.blocks * 4));
    directory.set(new Uint8Array(this.directoryA.buffer, 0, this.blocks * 2), this.blocks * 4);
    const startsColumn = new Uint8Array(starts.buffer, starts.byteOffset, starts.byteLength);
    const documents = starts.length - 1;
    const trailer: SegmentTrailer = {
      firstDocument,
      documents,
      tokens: starts[documents]!,
      postings: this.postings,
      blocks: this.blocks,
      directoryChecksum: this.checksum(directory),
      startsChecksum: this.checksum(startsColumn),
    };
    this.sink.write(directory);
    this.sink.write(startsColumn);
    this.sink.write(encodeTrailer(trailer, this.checksum));
    return trailer;
  }

  private endBlock(): void {
    const { block } = this;
    if (this.blocks === this.directoryB.length) {
      const [b, a] = [this.directoryB, this.directoryA];
      this.directoryB = new Uint32Array(b.length * 2);
      this.directoryB.set(b);
      this.directoryA = new Uint16Array(a.length * 2);
      this.directoryA.set(a);
    }
    this.directoryB[this.blocks] = laneB(block.baseKey);
    this.directoryA[this.blocks] = laneA(block.baseKey);
    this.sink.write(block.take(this.blocks, this.checksum));
    this.blocks++;
  }
}
