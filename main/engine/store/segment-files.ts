/**
 * Segments as files of their own, beside the catalogue.
 *
 * They are written once from start to end, flushed, and only then published in the catalogue; a file that the
 * catalogue does not name was never finished and is removed. Plain reads instead of a memory map keep the memory of
 * the process independent of the size of the index, give space back when a segment is merged away, and turn a damaged
 * or shortened file into a failure instead of a crash.
 */
import fs from "node:fs";
import path from "node:path";
import { FailureError } from "../../../core/base/failure.ts";
import type { BlockSink, BlockSource } from "../../../core/index/segment-layout.ts";
import { storeFailure } from "./store-failure.ts";

const EXTENSION = ".segment";

export const segmentFile = (folder: string, number: number): string =>
  path.join(folder, `${String(number).padStart(8, "0")}${EXTENSION}`);

/** Numbers of the segment files in the folder. */
export function segmentNumbers(folder: string): number[] {
  return fs
    .readdirSync(folder)
    .filter((name) => /^\d+\.segment$/.test(name))
    .map((name) => Number(name.slice(0, -EXTENSION.length)));
}

/**
 * Called before everything that changes the disk, and after a commit (`committed`). Tests make it throw what a failing
 * disk would make the operation throw.
 */
export type DiskWatch = (operation: DiskOperation) => void;
export type DiskOperation = "create" | "write" | "flush" | "rename" | "remove" | "commit" | "committed";

/** Makes what was written to a file durable. */
export function flushFile(file: string): void {
  const descriptor = fs.openSync(file, "r+");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes the creation, renaming or removal of files in a folder durable. */
export function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

export class FileSource implements BlockSource {
  readonly byteLength: number;
  private readonly descriptor: number;
  private readonly file: string;

  constructor(file: string) {
    this.file = file;
    this.descriptor = fs.openSync(file, "r");
    this.byteLength = fs.fstatSync(this.descriptor).size;
  }

  read(offset: number, into: Uint8Array): void {
    let done = 0;
    while (done < into.length) {
      const got = this.readSome(into, done, offset + done);
      if (got === 0)
        throw new FailureError("store/damaged", {
          part: "segment",
          file: path.basename(this.file),
          what: "length",
        });
      done += got;
    }
  }

  private readSome(into: Uint8Array, at: number, position: number): number {
    try {
      return fs.readSync(this.descriptor, into, at, into.length - at, position);
    } catch (error) {
      throw withFailure(error, this.file);
    }
  }

  close(): void {
    fs.closeSync(this.descriptor);
  }
}

const BUFFER_BYTES = 1 << 20;

/** Writes a file through one buffer. Failing calls throw a FailureError; call `abandon` then. */
export class FileSink implements BlockSink {
  private readonly descriptor: number;
  private readonly file: string;
  private readonly buffer = new Uint8Array(BUFFER_BYTES);
  private held = 0;
  private readonly watch: DiskWatch | undefined;

  constructor(file: string, watch?: DiskWatch) {
    this.file = file;
    this.watch = watch;
    try {
      watch?.("create");
      this.descriptor = fs.openSync(file, "w");
    } catch (error) {
      throw withFailure(error, file);
    }
  }

  write(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const taken = Math.min(bytes.length - at, BUFFER_BYTES - this.held);
      this.buffer.set(bytes.subarray(at, at + taken), this.held);
      this.held += taken;
      at += taken;
      if (this.held === BUFFER_BYTES) this.drain();
    }
  }

  /** Everything is on disk when this returns, the file's name included. */
  finish(): void {
    this.drain();
    try {
      this.watch?.("flush");
      fs.fsyncSync(this.descriptor);
      fs.closeSync(this.descriptor);
      flushFolder(path.dirname(this.file));
    } catch (error) {
      throw withFailure(error, this.file);
    }
  }

  /** Closes and removes a file that could not be finished. */
  abandon(): void {
    try {
      fs.closeSync(this.descriptor);
    } catch {
      // Closed already, or its device is gone: what matters is the failure being reported.
    }
    fs.rmSync(this.file, { force: true });
  }

  private drain(): void {
    let done = 0;
    try {
      this.watch?.("write");
      while (done < this.held) done += fs.writeSync(this.descriptor, this.buffer, done, this.held - done);
    } catch (error) {
      throw withFailure(error, this.file);
    }
    this.held = 0;
  }
}

function withFailure(error: unknown, file: string): FailureError {
  const { code, data } = storeFailure(error, { file: path.basename(file) });
  return new FailureError(code, data);
}
