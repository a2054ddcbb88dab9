/** From what the file system and the database throw to failures of the store. */
import fs from "node:fs";
import path from "node:path";
import { type Failure, failure, type FailureCode, FailureError } from "../../../core/base/failure.ts";

/** Error names of the file system, and error numbers as LMDB passes them on (POSIX) or has of its own (negative). */
const CODES: ReadonlyMap<string | number, FailureCode> = new Map<string | number, FailureCode>([
  ["ENOSPC", "store/disk-full"],
  [28, "store/disk-full"],
  ["EDQUOT", "store/disk-full"],
  [122, "store/disk-full"],
  ["EFBIG", "store/disk-full"],
  [27, "store/disk-full"],
  [-30792, "store/disk-full"], // MDB_MAP_FULL
  ["EROFS", "store/read-only"],
  [30, "store/read-only"],
  ["EACCES", "store/read-only"],
  [13, "store/read-only"],
  ["EPERM", "store/read-only"],
  [1, "store/read-only"],
  ["ENOENT", "store/not-found"],
  [2, "store/not-found"],
  ["ENOTDIR", "store/not-a-store"],
  [20, "store/not-a-store"],
  [-30797, "store/damaged"], // MDB_PAGE_NOTFOUND
  [-30796, "store/damaged"], // MDB_CORRUPTED
  [-30794, "store/damaged"], // MDB_VERSION_MISMATCH
  [-30793, "store/damaged"], // MDB_INVALID
  [-30788, "store/damaged"], // MDB_PAGE_FULL
  [-30784, "store/damaged"], // MDB_INCOMPATIBLE
  [-30781, "store/damaged"], // MDB_BAD_VALSIZE
  [-30780, "store/damaged"], // MDB_BAD_DBI
  [-30779, "store/damaged"], // MDB_PROBLEM
]);

/** The failure that `error` stands for; anything not known to be the outside world's doing is thrown on as a bug. */
export function storeFailure(error: unknown, where: Readonly<Record<string, string | number>> = {}): Failure {
  if (error instanceof FailureError) return failure(error.failure.code, { ...where, ...error.failure.data });
  if (!(error instanceof Error)) throw error;
  const { code } = error as { code?: unknown };
  if (typeof code !== "string" && typeof code !== "number") throw error;
  const known = CODES.get(code);
  const data = { ...where, code, what: error.message };
  if (known !== undefined) return failure(known, data);
  // Bugs of ours carry no system error number, or one that says so.
  if (typeof code === "string" && !/^E[A-Z0-9]+$/.test(code)) throw error;
  if (code === "EINVAL" || code === "EBADF" || code === 22 || code === 9) throw error;
  return failure("store/io-error", data);
}

const PROBE_BYTES = 1024 * 1024;
const ROOM_BYTES = 32 * PROBE_BYTES;

/** LMDB calls a write that stopped halfway an input/output error. A disk or quota that is full is told from it here. */
export function withFullDisk(problem: Failure, folder: string): Failure {
  return problem.code === "store/io-error" && isFull(folder)
    ? failure("store/disk-full", problem.data)
    : problem;
}

function isFull(folder: string): boolean {
  const probe = path.join(folder, "room.probe");
  try {
    const { bavail, bsize } = fs.statfsSync(folder);
    if (bavail * bsize < ROOM_BYTES) return true;
    fs.writeFileSync(probe, new Uint8Array(PROBE_BYTES), { flush: true });
    return false;
  } catch (error) {
    return CODES.get((error as NodeJS.ErrnoException).code ?? "") === "store/disk-full";
  } finally {
    fs.rmSync(probe, { force: true });
  }
}
