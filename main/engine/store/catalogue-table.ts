/**
 * One table of the catalogue: byte-string keys to sealed values.
 *
 * A sealed value is its CRC-32 (4 bytes, little-endian) and then the payload. The checksum covers the name of the
 * table, the key and the payload, so a value that was altered, or that stands under another key, is not taken.
 */
import type { Database } from "lmdb";
import { FailureError } from "../../../core/base/failure.ts";
import { invariant } from "../../../core/base/result.ts";
import { checksum } from "./checksum.ts";

/** The binding's types say nothing of what `putSync` returns: whether the value was put. */
export type RawTable = Omit<Database<Buffer, Buffer>, "putSync"> & {
  putSync(key: Buffer, value: Buffer, options: { readonly append: boolean }): boolean;
};

const SEAL_BYTES = 4;
/** Entries fetched at a time: a range must not stay open while others read or write. */
const PAGE_ENTRIES = 500;

export interface Entry {
  readonly key: Buffer;
  /** Undefined when the value is not as it was written. */
  readonly payload: Buffer | undefined;
}

export class Table {
  readonly name: string;
  private raw: RawTable;
  private readonly seed: number;

  constructor(name: string, raw: RawTable) {
    this.name = name;
    this.raw = raw;
    this.seed = checksum(Buffer.from(name));
  }

  /** The same table of a database that was opened anew. */
  rebind(raw: RawTable): void {
    this.raw = raw;
  }

  /** Throws a FailureError with `store/damaged` when the value is not as it was written. */
  get(key: Buffer): Buffer | undefined {
    const sealed = this.raw.getBinary(key);
    if (sealed === undefined) return undefined;
    const payload = this.unseal(key, sealed);
    if (payload === undefined)
      throw new FailureError("store/damaged", { part: this.name, key: key.toString("hex").slice(0, 64) });
    return payload;
  }

  has(key: Buffer): boolean {
    return this.raw.doesExist(key);
  }

  /** As `get`, for a value that must be there. */
  need(key: Buffer): Buffer {
    const payload = this.get(key);
    if (payload === undefined) {
      throw new FailureError("store/damaged", {
        part: this.name,
        key: key.toString("hex").slice(0, 64),
        what: "missing",
      });
    }
    return payload;
  }

  /** Inside a transaction. `append` where the key follows every other: pages are then filled to the end. */
  put(key: Buffer, payload: Uint8Array, append = false): void {
    const sealed = Buffer.allocUnsafe(SEAL_BYTES + payload.length);
    sealed.set(payload, SEAL_BYTES);
    sealed.writeUInt32LE(checksum(payload, checksum(key, this.seed)), 0);
    const done = this.raw.putSync(key, sealed, { append });
    invariant(done, `${this.name}: keys are appended in ascending order`);
  }

  /** Inside a transaction. */
  remove(key: Buffer): void {
    this.raw.removeSync(key);
  }

  get size(): number {
    return (this.raw.getStats() as { entryCount: number }).entryCount;
  }

  /** Entries with start <= key < end in order of key, whatever is written meanwhile. */
  *entries(start: Buffer = Buffer.of(0), end?: Buffer): Generator<Entry> {
    let from = start;
    let exclusiveStart = false;
    for (;;) {
      const page = [
        ...this.raw.getRange({
          start: from,
          exclusiveStart,
          limit: PAGE_ENTRIES,
          ...(end === undefined ? {} : { end }),
        }),
      ];
      for (const { key, value } of page) yield { key, payload: this.unseal(key, value) };
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ENTRIES) return;
      from = last.key;
      exclusiveStart = true;
    }
  }

  /** Keys at or after `start`. */
  *keys(start: Buffer): Generator<Buffer> {
    let from = start;
    let exclusiveStart = false;
    for (;;) {
      const page = [...this.raw.getKeys({ start: from, exclusiveStart, limit: PAGE_ENTRIES })];
      yield* page;
      const last = page.at(-1);
      if (last === undefined || page.length < PAGE_ENTRIES) return;
      from = last;
      exclusiveStart = true;
    }
  }

  private unseal(key: Buffer, sealed: Buffer): Buffer | undefined {
    if (sealed.length < SEAL_BYTES) return undefined;
    const payload = sealed.subarray(SEAL_BYTES);
    return sealed.readUInt32LE(0) === checksum(payload, checksum(key, this.seed)) ? payload : undefined;
  }
}
