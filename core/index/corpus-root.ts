/**
 * The root hash of a corpus: one SHA-256 that stands for all its documents, whatever the order in which they came.
 *
 *     leaf   = H(0x00, H(original), H(text as UTF-8), H(columns), template ? 0x01 : 0x00)
 *     node   = H(0x01, left, right)
 *     root   = H(0x02, number of documents as 8 bytes little-endian, top)         top = 32 zero bytes when there are none
 *
 * Documents are the leaves of a binary tree over the bits of the SHA-256 of their original, highest bit first: at a
 * node the documents with bit 0 stand left, those with bit 1 right, and a bit in which all agree makes no node. So the
 * tree is given by the set alone; part of it (all documents that begin with the same bits) can be computed on its own
 * and kept. `columns` are marks and source map as core/model/document-codec.ts writes them. Originals are distinct.
 */
import { invariant } from "../base/result.ts";

export const HASH_BYTES = 32;

/** SHA-256. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

export interface LeafContents {
  /** SHA-256 of each. */
  readonly original: Uint8Array;
  readonly text: Uint8Array;
  readonly columns: Uint8Array;
  readonly template: boolean;
}

export function leafHash({ original, text, columns, template }: LeafContents, hash: Hash): Uint8Array {
  const bytes = new Uint8Array(2 + 3 * HASH_BYTES);
  bytes.set(original, 1);
  bytes.set(text, 1 + HASH_BYTES);
  bytes.set(columns, 1 + 2 * HASH_BYTES);
  bytes[1 + 3 * HASH_BYTES] = template ? 1 : 0;
  return hash(bytes);
}

export function rootHash(documents: number, top: Uint8Array | undefined, hash: Hash): Uint8Array {
  const bytes = new Uint8Array(1 + 8 + HASH_BYTES);
  bytes[0] = 2;
  new DataView(bytes.buffer).setBigUint64(1, BigInt(documents), true);
  if (top !== undefined) bytes.set(top, 9);
  return hash(bytes);
}

/** Builds the tree, or the part of it below some leading bits, from hashes in ascending order of key. */
export class TreeBuilder {
  private readonly hash: Hash;
  private readonly hashes: Uint8Array[] = [];
  /** Bit at which each entry of `hashes` but the first parts from the one before it. */
  private readonly partings: number[] = [];
  private lastKey: Uint8Array | undefined;
  private readonly node = new Uint8Array(1 + 2 * HASH_BYTES);

  constructor(hash: Hash) {
    this.hash = hash;
    this.node[0] = 1;
  }

  /** Neither `key` nor `hash` may change later. */
  add(key: Uint8Array, hash: Uint8Array): void {
    if (this.lastKey !== undefined) {
      const parting = partingBit(this.lastKey, key);
      this.joinBelow(parting);
      this.partings.push(parting);
    }
    this.lastKey = key;
    this.hashes.push(hash);
  }

  /** The top of the tree; nothing for a tree without leaves. The builder is empty again. */
  take(): Uint8Array | undefined {
    this.joinBelow(-1);
    this.lastKey = undefined;
    return this.hashes.pop();
  }

  private joinBelow(bit: number): void {
    while (this.partings.length > 0 && this.partings.at(-1)! > bit) {
      this.partings.pop();
      this.node.set(this.hashes.pop()!, 1 + HASH_BYTES);
      this.node.set(this.hashes.pop()!, 1);
      this.hashes.push(this.hash(this.node));
    }
  }
}

/** First bit in which two keys differ, the earlier having 0 there. */
function partingBit(before: Uint8Array, key: Uint8Array): number {
  for (let i = 0; i < key.length; i++) {
    const differing = before[i]! ^ key[i]!;
    if (differing === 0) continue;
    invariant(before[i]! < key[i]!, "keys ascend");
    return i * 8 + Math.clz32(differing) - 24;
  }
  invariant(false, "keys are distinct");
}
