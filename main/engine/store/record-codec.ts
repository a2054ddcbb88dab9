/**
 * The stored record of a document and of a ledger entry, as bytes.
 *
 *     0   u8       version of this encoding
 *     1   u8       flags, see FLAG
 *     2   u16      zero
 *     4   u32      number of fingerprints
 *     8   f64      bytes of the original
 *     16  f64      bytes of the text as stored (0 when the original is the text)
 *     24  f64      bytes of the columns as stored
 *     32  f64      UTF-16 units of the text
 *     40  u32      tokens
 *     44  u32      bytes of the path
 *     48  32       SHA-256 of the original
 *     80  32       SHA-256 of the text as UTF-8
 *     112          the path, then the head of the document (core/model/document-codec.ts) as UTF-8
 */
import {
  FAILURE_CODES,
  FailureError,
  type Failure,
  type FailureCode,
  type FailureData,
} from "../../../core/base/failure.ts";
import type { LedgerEntry, LedgerState } from "../../../core/index/ports.ts";
import { pathBytes, pathOfBytes } from "./catalogue-keys.ts";

const RECORD_ENCODING = 1;
const HEADER_BYTES = 112;

const FLAG = {
  /** Boilerplate supplied by the user. */
  template: 1,
  /** The original, read as UTF-8, is the text: it is not stored twice. */
  textIsOriginal: 2,
  /** The text holds lone surrogates and is stored as UTF-16, little-endian. */
  textIsUtf16: 4,
  /** The columns are stored deflated (RFC 1951). */
  columnsDeflated: 8,
} as const;

export interface StoredRecord {
  readonly template: boolean;
  readonly textIsOriginal: boolean;
  readonly textIsUtf16: boolean;
  readonly columnsDeflated: boolean;
  readonly fingerprints: number;
  readonly byteLength: number;
  readonly storedTextBytes: number;
  readonly storedColumnBytes: number;
  readonly textLength: number;
  readonly tokenCount: number;
  readonly sha256: string;
  readonly textSha256: string;
  /** The first path the original was found at. */
  readonly path: string;
  readonly head: string;
}

export function encodeRecord(record: StoredRecord): Buffer {
  const path = pathBytes(record.path);
  const head = Buffer.from(record.head, "utf8");
  const bytes = Buffer.alloc(HEADER_BYTES + path.length + head.length);
  bytes[0] = RECORD_ENCODING;
  bytes[1] =
    (record.template ? FLAG.template : 0) |
    (record.textIsOriginal ? FLAG.textIsOriginal : 0) |
    (record.textIsUtf16 ? FLAG.textIsUtf16 : 0) |
    (record.columnsDeflated ? FLAG.columnsDeflated : 0);
  bytes.writeUInt32LE(record.fingerprints, 4);
  bytes.writeDoubleLE(record.byteLength, 8);
  bytes.writeDoubleLE(record.storedTextBytes, 16);
  bytes.writeDoubleLE(record.storedColumnBytes, 24);
  bytes.writeDoubleLE(record.textLength, 32);
  bytes.writeUInt32LE(record.tokenCount, 40);
  bytes.writeUInt32LE(path.length, 44);
  bytes.write(record.sha256, 48, "hex");
  bytes.write(record.textSha256, 80, "hex");
  bytes.set(path, HEADER_BYTES);
  bytes.set(head, HEADER_BYTES + path.length);
  return bytes;
}

export function decodeRecord(bytes: Buffer): StoredRecord {
  if (bytes.length < HEADER_BYTES || bytes[0] !== RECORD_ENCODING)
    throw new FailureError("store/damaged", { part: "record" });
  const flags = bytes[1]!;
  const pathEnd = HEADER_BYTES + bytes.readUInt32LE(44);
  if (pathEnd > bytes.length)
    throw new FailureError("store/damaged", { part: "record", what: "length of the path" });
  return {
    template: (flags & FLAG.template) !== 0,
    textIsOriginal: (flags & FLAG.textIsOriginal) !== 0,
    textIsUtf16: (flags & FLAG.textIsUtf16) !== 0,
    columnsDeflated: (flags & FLAG.columnsDeflated) !== 0,
    fingerprints: bytes.readUInt32LE(4),
    byteLength: bytes.readDoubleLE(8),
    storedTextBytes: bytes.readDoubleLE(16),
    storedColumnBytes: bytes.readDoubleLE(24),
    textLength: bytes.readDoubleLE(32),
    tokenCount: bytes.readUInt32LE(40),
    sha256: bytes.toString("hex", 48, 80),
    textSha256: bytes.toString("hex", 80, 112),
    path: pathOfBytes(bytes.subarray(HEADER_BYTES, pathEnd)),
    head: bytes.toString("utf8", pathEnd),
  };
}

/** A ledger entry as stored: without what its key says, and without the hash that its document's record has. */
interface StoredEntry {
  /**
   * State, byte length, document, time, hash of a file that gave no document, failure, path where the key is a hash, and
   * the document that the path held when it could last be read (`o`).
   */
  readonly s: LedgerState;
  readonly b?: number;
  readonly d?: number;
  readonly t: string;
  readonly h?: string;
  readonly f?: readonly [FailureCode, FailureData?];
  readonly p?: string;
  readonly o?: number;
}

const STATES: readonly LedgerState[] = ["ingested", "duplicate", "failed", "skipped"];

/** @param held the document that the path held before, where the entry names none */
export function encodeEntry(entry: LedgerEntry, keyTellsPath: boolean, held?: number): Buffer {
  const { state, byteLength, document, at, sha256, failure, path } = entry;
  const stored: StoredEntry = {
    s: state,
    ...(byteLength === undefined ? {} : { b: byteLength }),
    ...(document === undefined ? {} : { d: document }),
    t: at,
    ...(sha256 === undefined || document !== undefined ? {} : { h: sha256 }),
    ...(failure === undefined
      ? {}
      : { f: failure.data === undefined ? [failure.code] : [failure.code, failure.data] }),
    ...(keyTellsPath ? {} : { p: path }),
    ...(document !== undefined || held === undefined ? {} : { o: held }),
  };
  return Buffer.from(JSON.stringify(stored), "utf8");
}

export function decodeEntry(
  bytes: Buffer,
  pathOfKey: string | undefined,
  sha256Of: (document: number) => string,
): LedgerEntry {
  const { s, b, d, t, h, f, p } = parseEntry(bytes);
  const path = pathOfKey ?? p;
  if (path === undefined) throw new FailureError("store/damaged", { part: "ledger", what: "path" });
  const sha256 = d === undefined ? h : sha256Of(d);
  return {
    path,
    state: s,
    ...(b === undefined ? {} : { byteLength: b }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(d === undefined ? {} : { document: d }),
    ...(f === undefined ? {} : { failure: failureOf(f) }),
    at: t,
  };
}

/** The document that an entry names, without reading the rest. */
export const documentOfEntry = (bytes: Buffer): number | undefined => parseEntry(bytes).d;

/** The document that the path of an entry holds, as far as is known. */
export function heldByEntry(bytes: Buffer): number | undefined {
  const { d, o } = parseEntry(bytes);
  return d ?? o;
}

/** The checksum says the bytes are as written, so only the version of the writer is in doubt. */
function parseEntry(bytes: Buffer): StoredEntry {
  try {
    const raw = JSON.parse(bytes.toString("utf8")) as StoredEntry;
    const known = raw.f === undefined || (FAILURE_CODES as readonly string[]).includes(raw.f[0]);
    if (STATES.includes(raw.s) && typeof raw.t === "string" && known) return raw;
  } catch {
    // Reported below, like every other shape this program does not write.
  }
  throw new FailureError("store/damaged", { part: "ledger" });
}

const failureOf = ([code, data]: readonly [FailureCode, FailureData?]): Failure =>
  data === undefined ? { code } : { code, data };
