/**
 * A tombstone: what stays of a deleted document beside its record.
 *
 *     0   u32      document
 *     4   u8       why: 0 taken out on request, 1 no path holds its bytes any more
 *     5   u8       1 when its original, text and columns have been removed
 *     6   u16      zero
 *     8   32       SHA-256 of the original
 *     40  32       its leaf in the root hash (core/index/corpus-root.ts): earlier states can be told by their roots
 *     72           when, ISO 8601 UTC
 */
import { FailureError } from "../../../core/base/failure.ts";

const HEADER_BYTES = 72;
const CAUSES = ["request", "replaced"] as const;

export interface Tombstone {
  readonly document: number;
  readonly cause: (typeof CAUSES)[number];
  readonly emptied: boolean;
  readonly original: Uint8Array;
  readonly leaf: Uint8Array;
  readonly at: string;
}

export function encodeTombstone({ document, cause, emptied, original, leaf, at }: Tombstone): Buffer {
  const time = Buffer.from(at, "utf8");
  const bytes = Buffer.alloc(HEADER_BYTES + time.length);
  bytes.writeUInt32LE(document, 0);
  bytes[4] = CAUSES.indexOf(cause);
  bytes[5] = emptied ? 1 : 0;
  bytes.set(original, 8);
  bytes.set(leaf, 40);
  bytes.set(time, HEADER_BYTES);
  return bytes;
}

export function decodeTombstone(bytes: Buffer): Tombstone {
  const cause = bytes.length < HEADER_BYTES ? undefined : CAUSES[bytes[4]!];
  if (cause === undefined) throw new FailureError("store/damaged", { part: "deleted" });
  return {
    document: bytes.readUInt32LE(0),
    cause,
    emptied: bytes[5] === 1,
    original: bytes.subarray(8, 40),
    leaf: bytes.subarray(40, HEADER_BYTES),
    at: bytes.toString("utf8", HEADER_BYTES),
  };
}
