/**
 * Finds the files a user pointed at, in a fixed order, without ever leaving the folders that were named.
 *
 * Links inside a folder are reported, not followed; devices, pipes and sockets are reported, not opened; a folder met
 * a second time (bind mounts) is reported as a loop. Nothing is passed over silently: whatever is not yielded as a
 * file is yielded as a failure with its path.
 */
import { type BigIntStats, lstatSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { type Failure, failure } from "../../../core/base/failure.ts";
import { fileFailure } from "./file-failures.ts";

export type Found =
  | { readonly kind: "file"; readonly path: string; readonly byteLength: number }
  | { readonly kind: "unusable"; readonly path: string; readonly failure: Failure };

/** Folders deeper than this are a loop or an attack, not a collection. */
const MAX_DEPTH = 256;

/**
 * Yields every file under `roots` once, folders in code-unit order of their names. A root may itself be a link (the
 * user chose it); links below it are not followed.
 */
export async function* walk(roots: readonly string[]): AsyncGenerator<Found> {
  const starts: string[] = [];
  for (const root of roots) {
    const absolute = path.resolve(root);
    try {
      starts.push(await realpath(absolute));
    } catch (error) {
      yield { kind: "unusable", path: absolute, failure: fileFailure(error, false) };
    }
  }
  const seenFolders = new Set<string>();
  for (const start of withoutNested(starts)) yield* visit(start, 0, seenFolders);
}

/** Overlapping roots ("a" and "a/b") must not take a file in twice. */
function withoutNested(starts: readonly string[]): string[] {
  const all = new Set(starts);
  return [...all].filter((start) => {
    for (let above = path.dirname(start), at = start; above !== at; at = above, above = path.dirname(above)) {
      if (all.has(above)) return false;
    }
    return true;
  });
}

async function* visit(place: string, depth: number, seenFolders: Set<string>): AsyncGenerator<Found> {
  let status: BigIntStats;
  try {
    // At once, for the same reason as in read-original.ts.
    status = lstatSync(place, { bigint: true });
  } catch (error) {
    yield { kind: "unusable", path: place, failure: fileFailure(error, true) };
    return;
  }
  if (status.isFile()) {
    yield { kind: "file", path: place, byteLength: Number(status.size) };
  } else if (status.isSymbolicLink()) {
    yield { kind: "unusable", path: place, failure: failure("read/symlink-not-followed") };
  } else if (status.isDirectory()) {
    const identity = `${status.dev.toString()}:${status.ino.toString()}`;
    if (seenFolders.has(identity) || depth > MAX_DEPTH) {
      yield { kind: "unusable", path: place, failure: failure("read/directory-loop", { depth }) };
      return;
    }
    seenFolders.add(identity);
    yield* visitFolder(place, depth, seenFolders);
  } else {
    yield { kind: "unusable", path: place, failure: failure("read/special-file") };
  }
}

async function* visitFolder(folder: string, depth: number, seenFolders: Set<string>): AsyncGenerator<Found> {
  let names: Buffer[];
  try {
    names = await readdir(folder, { encoding: "buffer" });
  } catch (error) {
    yield { kind: "unusable", path: folder, failure: fileFailure(error, true) };
    return;
  }
  const readable: string[] = [];
  for (const bytes of names) {
    const name = bytes.toString("utf8");
    if (Buffer.from(name, "utf8").equals(bytes)) readable.push(name);
    // Its path as text would name another file, or none.
    else
      yield {
        kind: "unusable",
        path: path.join(folder, escaped(bytes)),
        failure: failure("read/name-not-unicode"),
      };
  }
  readable.sort(); // code units: the same on every machine and in every locale
  for (const name of readable) yield* visit(path.join(folder, name), depth + 1, seenFolders);
}

/** Bytes that are no UTF-8 as `\\xff`, so that two such names stay two. */
const escaped = (bytes: Buffer): string =>
  Array.from(bytes, (byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  ).join("");
