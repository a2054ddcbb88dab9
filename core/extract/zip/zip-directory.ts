/**
 * The table of contents of a ZIP file, read with nothing believed.
 *
 * Every offset and length in it is hostile until it lies inside the file; names are labels, never paths. ZIP64 is
 * read. When the central directory is missing or broken (a cut download), the entries are found again by their
 * local headers. Source: PKWARE APPNOTE 6.3.10, sections 4.3.7 (local header), 4.3.12 (central header), 4.3.14 to
 * 4.3.16 (end records).
 */
import { FailureError } from "../../base/failure.ts";
import type { Limits } from "../../base/limits.ts";

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END_RECORD = 0x06064b50;
const ZIP64_EXTRA = 0x0001;
const SATURATED_16 = 0xffff;
const SATURATED_32 = 0xffffffff;
/** The end record is 22 bytes and may be followed by a comment of up to 65,535. */
const END_RECORD_BYTES = 22;
const LONGEST_TAIL = END_RECORD_BYTES + 0xffff;
/** Labels longer than this are cut: OPC part names are short, and 5,000 names of 64 KiB would cost 320 MiB. */
const LONGEST_NAME = 1_024;

export const FLAG_ENCRYPTED = 1;
/** Sizes and checksum stand behind the bytes, not before them. */
const FLAG_DESCRIPTOR = 8;

export interface ZipEntry {
  /** Label with forward slashes and no leading slash. */
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  /** Undefined when only a local header that postpones it is left. */
  readonly crc: number | undefined;
  /** Undefined when only the compressed stream itself says where it ends. */
  readonly compressedBytes: number | undefined;
  /** Offset of the local header in the file. */
  readonly headerOffset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** The central directory was unusable; the entries come from local headers. */
  readonly recovered: boolean;
}

/** True when the file begins like a ZIP file with at least one entry, or like an empty one. */
export function startsLikeZip(bytes: Uint8Array): boolean {
  if (bytes.length < 4 || bytes[0] !== 0x50 || bytes[1] !== 0x4b) return false;
  return (bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6);
}

/** Undefined when the bytes are no ZIP file at all. */
export function readZipDirectory(bytes: Uint8Array, limits: Limits): ZipDirectory | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = readCentralDirectory(view, bytes, limits);
  if (entries !== undefined) return { entries, recovered: false };
  const recovered = readLocalHeaders(view, bytes, limits);
  return recovered.length > 0 ? { entries: recovered, recovered: true } : undefined;
}

interface DirectoryEnd {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
  /** Where the record that says all this begins: the directory must stand before it. */
  readonly at: number;
}

/** Undefined when there is no end record or the directory it points to is not whole. */
function readCentralDirectory(view: DataView, bytes: Uint8Array, limits: Limits): ZipEntry[] | undefined {
  const end = findDirectoryEnd(view);
  if (end === undefined) return undefined;
  if (end.count > limits.zipEntries) throw tooManyEntries(limits, end.count);
  const start = directoryStart(view, end);
  if (start === undefined) return undefined;
  const shift = end.count === 0 ? 0 : offsetShift(view, start, start - end.offset);
  const entries: ZipEntry[] = [];
  let at = start;
  for (let i = 0; i < end.count; i++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== CENTRAL_HEADER) return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const next = at + 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
    if (next > view.byteLength) return undefined;
    const extraStart = at + 46 + nameBytes;
    const sizes = centralSizes(view, at, extraStart, extraStart + extraBytes);
    if (sizes === undefined) return undefined;
    const flags = view.getUint16(at + 8, true);
    entries.push({
      name: entryName(bytes, at + 46, nameBytes),
      flags,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      compressedBytes: sizes.compressedBytes,
      headerOffset: sizes.headerOffset + shift,
    });
    at = next;
  }
  return entries;
}

function findDirectoryEnd(view: DataView): DirectoryEnd | undefined {
  const last = view.byteLength - END_RECORD_BYTES;
  for (let at = last; at >= 0 && at >= view.byteLength - LONGEST_TAIL; at--) {
    if (view.getUint32(at, true) !== END_RECORD) continue;
    const end = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      at,
    };
    const saturated = end.count === SATURATED_16 || end.size === SATURATED_32 || end.offset === SATURATED_32;
    return saturated ? (readZip64End(view, at) ?? end) : end;
  }
  return undefined;
}

function readZip64End(view: DataView, endAt: number): DirectoryEnd | undefined {
  const locator = endAt - 20;
  if (locator < 0 || view.getUint32(locator, true) !== ZIP64_LOCATOR) return undefined;
  const at = readSafe64(view, locator + 8);
  if (at === undefined || at + 56 > view.byteLength || view.getUint32(at, true) !== ZIP64_END_RECORD)
    return undefined;
  const count = readSafe64(view, at + 32);
  const size = readSafe64(view, at + 40);
  const offset = readSafe64(view, at + 48);
  if (count === undefined || size === undefined || offset === undefined) return undefined;
  return { count, size, offset, at };
}

function directoryStart(view: DataView, end: DirectoryEnd): number | undefined {
  if (end.count === 0) return end.offset <= end.at ? end.offset : undefined;
  for (const start of [end.offset, end.at - end.size]) {
    if (start >= 0 && start + 46 <= view.byteLength && view.getUint32(start, true) === CENTRAL_HEADER)
      return start;
  }
  return undefined;
}

/**
 * Bytes put before the archive (a self-extractor's program) shift every offset alike; but when only the directory's own
 * offset is wrong, nothing is shifted. The first entry tells which.
 */
function offsetShift(view: DataView, directory: number, shift: number): number {
  const header = view.getUint32(directory + 42, true) + shift;
  const found =
    header >= 0 && header + 30 <= view.byteLength && view.getUint32(header, true) === LOCAL_HEADER;
  return found ? shift : 0;
}

/** Compressed size and header offset, from the ZIP64 extra field where the 32-bit fields are saturated. */
function centralSizes(
  view: DataView,
  at: number,
  extraStart: number,
  extraEnd: number,
): { compressedBytes: number; headerOffset: number } | undefined {
  let compressedBytes = view.getUint32(at + 20, true);
  let headerOffset = view.getUint32(at + 42, true);
  if (compressedBytes !== SATURATED_32 && headerOffset !== SATURATED_32)
    return { compressedBytes, headerOffset };
  let field = findExtra(view, extraStart, extraEnd, ZIP64_EXTRA);
  if (field === undefined) return undefined;
  const next = (): number | undefined => {
    if (field === undefined || field.start + 8 > field.end) return undefined;
    const value = readSafe64(view, field.start);
    field = { start: field.start + 8, end: field.end };
    return value;
  };
  // APPNOTE 4.5.3: only saturated fields are present, in this order; the uncompressed size is never believed.
  if (view.getUint32(at + 24, true) === SATURATED_32) next();
  if (compressedBytes === SATURATED_32) compressedBytes = next() ?? -1;
  if (headerOffset === SATURATED_32) headerOffset = next() ?? -1;
  return compressedBytes < 0 || headerOffset < 0 ? undefined : { compressedBytes, headerOffset };
}

function findExtra(
  view: DataView,
  start: number,
  end: number,
  kind: number,
): { start: number; end: number } | undefined {
  for (let at = start; at + 4 <= end;) {
    const fieldEnd = at + 4 + view.getUint16(at + 2, true);
    if (fieldEnd > end) return undefined;
    if (view.getUint16(at, true) === kind) return { start: at + 4, end: fieldEnd };
    at = fieldEnd;
  }
  return undefined;
}

/** An unsigned 64-bit number, or undefined when it is larger than any file we could hold. */
function readSafe64(view: DataView, at: number): number | undefined {
  const value = view.getBigUint64(at, true);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : undefined;
}

/** The entries of a package without a usable directory, in file order. */
function readLocalHeaders(view: DataView, bytes: Uint8Array, limits: Limits): ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  while ((at = bytes.indexOf(0x50, at)) >= 0 && at + 30 <= view.byteLength) {
    if (view.getUint32(at, true) !== LOCAL_HEADER) {
      at++;
      continue;
    }
    if (entries.length >= limits.zipEntries) throw tooManyEntries(limits, entries.length + 1);
    const nameBytes = view.getUint16(at + 26, true);
    const dataStart = at + 30 + nameBytes + view.getUint16(at + 28, true);
    const flags = view.getUint16(at + 6, true);
    const size = view.getUint32(at + 18, true);
    const known = (flags & FLAG_DESCRIPTOR) === 0 && size !== SATURATED_32;
    entries.push({
      name: entryName(bytes, at + 30, nameBytes),
      flags,
      method: view.getUint16(at + 8, true),
      crc: known ? view.getUint32(at + 14, true) : undefined,
      compressedBytes: known ? size : undefined,
      headerOffset: at,
    });
    at = known ? dataStart + size : dataStart;
  }
  return entries;
}

/** Where the compressed bytes of an entry begin, or undefined when its local header is not there. */
export function entryDataStart(bytes: Uint8Array, entry: ZipEntry): number | undefined {
  const at = entry.headerOffset;
  if (at < 0 || at + 30 > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, 30);
  if (view.getUint32(0, true) !== LOCAL_HEADER) return undefined;
  const start = at + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  return start <= bytes.length ? start : undefined;
}

function entryName(bytes: Uint8Array, start: number, length: number): string {
  let name = "";
  for (const byte of bytes.subarray(start, start + Math.min(length, LONGEST_NAME)))
    name += String.fromCharCode(byte);
  return normalName(name);
}

/** OPC compares part names without regard to case and slash direction is sometimes wrong in the wild. */
function normalName(name: string): string {
  return name.replaceAll("\\", "/").replace(/^\/+/, "");
}

function tooManyEntries(limits: Limits, got: number): FailureError {
  return new FailureError("extract/limit-exceeded", {
    what: "zip entries",
    limit: limits.zipEntries,
    got,
    unit: "entries",
  });
}
