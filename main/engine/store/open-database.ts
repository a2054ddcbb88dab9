/** Opens the database file of the catalogue, with the options that its promises rest on. */
import fs from "node:fs";
import { open, type RootDatabase } from "lmdb";
import { FailureError } from "../../../core/base/failure.ts";
import type { RawTable } from "./catalogue-table.ts";

export const CATALOGUE_FILE = "catalogue.mdb";
export const PAGE_BYTES = 4096;

export const TABLES = [
  "meta",
  "documents",
  "hashes",
  "originals",
  "texts",
  "columns",
  "paths",
  "templates",
  "deleted",
  "ledger",
] as const;
export type TableName = (typeof TABLES)[number];

const EINVAL = 22;

/**
 * The last process to close a database destroys its mutexes and then lets go of the lock; another that opens it in
 * between is given mutexes that are no more. That is for the next one to put right, once this one has ended.
 */
export function openRoot(file: string, readOnly: boolean): RootDatabase<Buffer, Buffer> {
  try {
    return openFile(file, readOnly);
  } catch (error) {
    if ((error as { code?: unknown }).code !== EINVAL) throw error;
    throw new FailureError("store/in-use", { what: "closed by another process at this moment" });
  }
}

function openFile(file: string, readOnly: boolean): RootDatabase<Buffer, Buffer> {
  return open<Buffer, Buffer>({
    path: file,
    encoding: "binary",
    keyEncoding: "binary",
    compression: false,
    noSubdir: true,
    maxDbs: TABLES.length + 4,
    pageSize: PAGE_BYTES,
    overlappingSync: false,
    noReadAhead: true,
    readOnly,
  } as Parameters<typeof open>[0] & { noReadAhead: boolean });
}

export function openTable(root: RootDatabase<Buffer, Buffer>, name: TableName): RawTable {
  const raw: unknown = root.openDB(name, { encoding: "binary", keyEncoding: "binary" });
  if (raw === undefined) throw new FailureError("store/damaged", { part: name, what: "missing" });
  return raw as RawTable;
}

/** Pages that may be missing at the end: the last pages of a database may be free and never written. */
const UNWRITTEN_PAGES = 64;
const META_MAGIC = 0xbeefc0de;

/**
 * Refuses a file that was cut: reading past the end of a mapped file would end the process. Offsets follow the page
 * header (24 bytes) and MDB_meta of the LMDB that the binding carries; its first field says whether they apply.
 */
export function refuseShortened(file: string): void {
  const descriptor = fs.openSync(file, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const head = Buffer.alloc(24 + 136);
    const got = fs.readSync(descriptor, head, 0, head.length, 0);
    const damaged = (what: string): FailureError =>
      new FailureError("store/damaged", { part: CATALOGUE_FILE, what });
    if (got < head.length || head.readUInt32LE(24) !== META_MAGIC) throw damaged("head of the file");
    const pageBytes = head.readUInt32LE(24 + 24);
    if (pageBytes < 4096 || pageBytes > 65536) throw damaged("size of a page");
    for (const page of [0, 1]) {
      fs.readSync(descriptor, head, 0, head.length, page * pageBytes);
      const lastPage = Number(head.readBigUInt64LE(24 + 120));
      if ((lastPage + 1 - UNWRITTEN_PAGES) * pageBytes > size) throw damaged("length of the file");
    }
  } finally {
    fs.closeSync(descriptor);
  }
}
