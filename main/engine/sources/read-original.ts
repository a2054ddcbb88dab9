/**
 * Reads a file that may change under us, once, so that the hash and the text come from the same bytes.
 *
 * The file is opened without following a link, measured, read and hashed, and measured again; a file that changed in
 * between is read again, and given up after three tries. Source files are never written to.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { promisify } from "node:util";
import { failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { fileFailure } from "./file-failures.ts";

export interface Original {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

const TRIES = 3;
// O_NONBLOCK: opening a pipe that took the file's place must not hang; both flags are absent (0) on Windows.
const FLAGS = fs.constants.O_RDONLY | optionalFlag("O_NOFOLLOW") | optionalFlag("O_NONBLOCK");

function optionalFlag(name: "O_NOFOLLOW" | "O_NONBLOCK"): number {
  const value: number | undefined = (fs.constants as Partial<Record<string, number>>)[name];
  return value ?? 0;
}

/**
 * Up to this size a file is read at once. Handing one call after another to the system's threads costs more than small
 * files take, and there may be a million of them.
 */
const SMALL_BYTES = 256 * 1024;
const readLater = promisify(fs.read);

/**
 * @param maxBytes larger files are refused before a byte is read
 * @param seen true when a folder listed the file a moment ago: then its absence means that it vanished
 */
export async function readOriginal(file: string, maxBytes: number, seen = true): Promise<Result<Original>> {
  for (let attempt = 1; ; attempt++) {
    const read = await readOnce(file, maxBytes, seen);
    const changed = !read.ok && read.failure.code === "read/changed-during-read";
    if (!changed || attempt === TRIES) return read;
  }
}

async function readOnce(file: string, maxBytes: number, seen: boolean): Promise<Result<Original>> {
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, FLAGS);
  } catch (error) {
    return failed(fileFailure(error, seen));
  }
  try {
    const before = fs.fstatSync(descriptor, { bigint: true });
    if (!before.isFile()) return failed(failure("read/special-file"));
    if (before.size === 0n) return failed(failure("read/empty-file"));
    if (before.size > BigInt(maxBytes)) {
      return failed(failure("read/too-large", { limit: maxBytes, got: Number(before.size), unit: "bytes" }));
    }
    // One buffer of the measured size: a file that grows meanwhile is noticed below, not swallowed.
    const bytes = new Uint8Array(Number(before.size));
    const filled = await fill(bytes, descriptor);
    const after = fs.fstatSync(descriptor, { bigint: true });
    if (filled < bytes.length || after.size !== before.size || after.mtimeNs !== before.mtimeNs) {
      return failed(failure("read/changed-during-read"));
    }
    return ok({ bytes, sha256: createHash("sha256").update(bytes).digest("hex") });
  } catch (error) {
    return failed(fileFailure(error, true));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Bytes that could be read. */
async function fill(bytes: Uint8Array, descriptor: number): Promise<number> {
  let filled = 0;
  while (filled < bytes.length) {
    const left = bytes.length - filled;
    const bytesRead =
      bytes.length <= SMALL_BYTES
        ? fs.readSync(descriptor, bytes, filled, left, filled)
        : (await readLater(descriptor, bytes, filled, left, filled)).bytesRead;
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled;
}
