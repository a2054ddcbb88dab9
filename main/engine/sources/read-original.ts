/**
 * Reads a file that may change under us, once, so that the hash and the text come from the same bytes.
 *
 * The file is opened without following a link, measured, read and hashed, and measured again; a file that changed in
 * between is read again, and given up after three tries. Source files are never written to.
 */
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { fileFailure } from "./file-failures.ts";

export interface Original {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

const TRIES = 3;
// O_NONBLOCK: opening a pipe that took the file's place must not hang; both flags are absent (0) on Windows.
const FLAGS = constants.O_RDONLY | optionalFlag("O_NOFOLLOW") | optionalFlag("O_NONBLOCK");

function optionalFlag(name: "O_NOFOLLOW" | "O_NONBLOCK"): number {
  const value: number | undefined = (constants as Partial<Record<string, number>>)[name];
  return value ?? 0;
}

/** @param maxBytes larger files are refused before a byte is read */
export async function readOriginal(file: string, maxBytes: number): Promise<Result<Original>> {
  for (let attempt = 1; ; attempt++) {
    const read = await readOnce(file, maxBytes);
    const changed = !read.ok && read.failure.code === "read/changed-during-read";
    if (!changed || attempt === TRIES) return read;
  }
}

async function readOnce(file: string, maxBytes: number): Promise<Result<Original>> {
  let handle: FileHandle;
  try {
    handle = await open(file, FLAGS);
  } catch (error) {
    return failed(fileFailure(error, true));
  }
  try {
    const before = await handle.stat({ bigint: true });
    if (!before.isFile()) return failed(failure("read/special-file"));
    if (before.size === 0n) return failed(failure("read/empty-file"));
    if (before.size > BigInt(maxBytes)) {
      return failed(failure("read/too-large", { limit: maxBytes, got: Number(before.size), unit: "bytes" }));
    }
    // One buffer of the measured size: a file that grows meanwhile is noticed below, not swallowed.
    const bytes = new Uint8Array(Number(before.size));
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    const after = await handle.stat({ bigint: true });
    if (filled < bytes.length || after.size !== before.size || after.mtimeNs !== before.mtimeNs) {
      return failed(failure("read/changed-during-read"));
    }
    return ok({ bytes, sha256: createHash("sha256").update(bytes).digest("hex") });
  } catch (error) {
    return failed(fileFailure(error, true));
  } finally {
    await handle.close().catch(() => undefined);
  }
}
