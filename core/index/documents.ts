/** Which documents of a corpus are there, when some have been deleted. Ids are never given again, so there are gaps. */
import type { CorpusSnapshot } from "./ports.ts";

/** A set of deleted documents, one bit each. Never changes; `with` makes another. */
export class DeletedDocuments {
  static readonly none = new DeletedDocuments(new Uint32Array(0), 0);
  readonly count: number;
  private readonly bits: Uint32Array;

  private constructor(bits: Uint32Array, count: number) {
    this.bits = bits;
    this.count = count;
  }

  has(document: number): boolean {
    // Beyond the end of the array there is nothing, and nothing has no bits.
    return ((this.bits[document >>> 5] ?? 0) & (1 << (document & 31))) !== 0;
  }

  with(documents: readonly number[]): DeletedDocuments {
    if (documents.length === 0) return this;
    const last = documents.reduce((most, document) => Math.max(most, document), 0);
    const bits = new Uint32Array(Math.max(this.bits.length, (last >>> 5) + 1));
    bits.set(this.bits);
    let { count } = this;
    for (const document of documents) {
      const bit = 1 << (document & 31);
      if ((bits[document >>> 5]! & bit) === 0) count++;
      bits[document >>> 5]! |= bit;
    }
    return new DeletedDocuments(bits, count);
  }

  /** Ids in ascending order. */
  *ids(): Generator<number> {
    for (let document = 0; document < this.bits.length * 32; document++)
      if (this.has(document)) yield document;
  }

  /** For another thread, where `from` makes the same set of it. */
  transferable(): { readonly bits: Uint32Array; readonly count: number } {
    return { bits: this.bits, count: this.count };
  }

  static from({ bits, count }: { readonly bits: Uint32Array; readonly count: number }): DeletedDocuments {
    return new DeletedDocuments(bits, count);
  }
}

/** How many documents of the snapshot are there to be searched. */
export const documentsPresent = (snapshot: Pick<CorpusSnapshot, "documentCount" | "deletedCount">): number =>
  snapshot.documentCount - (snapshot.deletedCount ?? 0);

/** Ids of the documents that are there, in ascending order. */
export function* presentDocuments(
  snapshot: Pick<CorpusSnapshot, "documentCount" | "isDeleted">,
): Generator<number> {
  for (let document = 0; document < snapshot.documentCount; document++)
    if (snapshot.isDeleted?.(document) !== true) yield document;
}
