/**
 * Keys of the catalogue. Numbers are big-endian, so that keys sort as the numbers do.
 *
 * A path is written one UTF-16 unit at a time, each as UTF-8 would write that code point (surrogates too): this keeps
 * names that are not well-formed, and byte order is the order in which JavaScript compares strings. LMDB bounds the
 * length of a key, so a long path is its beginning and the SHA-256 of the whole; the value then repeats the path.
 */
import { createHash } from "node:crypto";

export function numberKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(number);
  return key;
}

/** A piece of a document: a chunk of its bytes, or one of its further paths. */
export function pairKey(document: number, number: number): Buffer {
  const key = Buffer.allocUnsafe(8);
  key.writeUInt32BE(document);
  key.writeUInt32BE(number, 4);
  return key;
}

export const firstOf = (pair: Buffer): number => pair.readUInt32BE(0);

export const hashKey = (sha256: string): Buffer => Buffer.from(sha256, "hex");

/** Bytes of a path that are written out; LMDB allows 1978. */
const PLAIN_PATH_BYTES = 1500;

export function pathKey(path: string): Buffer {
  const bytes = pathBytes(path);
  if (bytes.length <= PLAIN_PATH_BYTES) return bytes;
  return Buffer.concat([bytes.subarray(0, PLAIN_PATH_BYTES), createHash("sha256").update(bytes).digest()]);
}

/** The path of a key, or nothing when the key only names it by hash. */
export function pathOfKey(key: Buffer): string | undefined {
  return key.length <= PLAIN_PATH_BYTES ? pathOfBytes(key) : undefined;
}

/** Keys with equal results hold paths whose order the keys do not tell. */
export const longPathPrefix = (key: Buffer): string => key.toString("latin1", 0, PLAIN_PATH_BYTES);

/** A leading byte keeps the empty path, which is no key, apart; in the table of paths another says that one left. */
const PREFIX = 0x01;
const LEFT_PREFIX = 0x02;

export const saysLeft = (bytes: Uint8Array): boolean => bytes[0] === LEFT_PREFIX;

export function pathBytes(path: string, left = false): Buffer {
  const bytes = Buffer.allocUnsafe(1 + path.length * 3);
  let at = 0;
  bytes[at++] = left ? LEFT_PREFIX : PREFIX;
  for (let i = 0; i < path.length; i++) {
    const unit = path.charCodeAt(i);
    if (unit < 0x80) bytes[at++] = unit;
    else if (unit < 0x800) {
      bytes[at++] = 0xc0 | (unit >> 6);
      bytes[at++] = 0x80 | (unit & 0x3f);
    } else {
      bytes[at++] = 0xe0 | (unit >> 12);
      bytes[at++] = 0x80 | ((unit >> 6) & 0x3f);
      bytes[at++] = 0x80 | (unit & 0x3f);
    }
  }
  return bytes.subarray(0, at);
}

export function pathOfBytes(bytes: Uint8Array): string {
  const units: string[] = [];
  for (let at = 1; at < bytes.length;) {
    const lead = bytes[at]!;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : 3;
    let unit = length === 1 ? lead : length === 2 ? lead & 0x1f : lead & 0x0f;
    for (let i = 1; i < length; i++) unit = (unit << 6) | (bytes[at + i]! & 0x3f);
    units.push(String.fromCharCode(unit));
    at += length;
  }
  return units.join("");
}
