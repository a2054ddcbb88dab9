/**
 * Backup: a copy of a store as it was at one moment, made while others write to it.
 *
 * The catalogue is copied by the database itself, from one moment's view. The segments it names never change; one that
 * a writer has merged away in the meantime makes the copy of the catalogue useless, and it is taken again. Before the
 * copy gets its name it is read in full by another process, and its root hash is compared with that of the original at
 * that moment. A backup is a store like any other: to restore it, use its folder.
 */
import fs from "node:fs";
import path from "node:path";
import { failure, FailureError } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { Catalogue, type CatalogueState } from "./catalogue.ts";
import { CATALOGUE_FILE } from "./open-database.ts";
import { folderFacts, unsuitableFolder } from "./folder-checks.ts";
import { flushFile, flushFolder, segmentFile } from "./segment-files.ts";
import { freshRootOf } from "./root.ts";
import { storeFailure, withFullDisk } from "./store-failure.ts";
import { parseIdentity, STORE_FILE, writeIdentity } from "./store-file.ts";

export interface Backup {
  readonly documents: number;
  readonly bytes: number;
  readonly rootHash: string;
}

/** What a process that has read the copy in full found. */
export interface VerifiedCopy {
  readonly rootHash: string;
  readonly damages: number;
}

/** A merge takes longer than copying what it replaces; so many in a row would be no accident. */
const ATTEMPTS = 20;

/** @param verify reads the copy in a process of its own */
export async function backupStore(
  sourceFolder: string,
  targetFolder: string,
  verify: (folder: string) => Promise<Result<VerifiedCopy>>,
): Promise<Result<Backup>> {
  const [source, target] = [path.resolve(sourceFolder), path.resolve(targetFolder)];
  let draft: string | undefined;
  let catalogue: Catalogue | undefined;
  try {
    const refusal = targetRefusal(target);
    if (refusal !== undefined) return failed(refusal);
    const identity = parseIdentity(fs.readFileSync(path.join(source, STORE_FILE), "utf8"));
    if (!identity.ok) return identity;
    catalogue = Catalogue.open(path.join(source, CATALOGUE_FILE), true);
    // A folder of this run alone: nothing that was there before is ever removed.
    fs.mkdirSync(path.dirname(target), { recursive: true });
    draft = fs.mkdtempSync(`${target}.partial-`);
    fs.mkdirSync(path.join(draft, "segments"));
    const state = await copyMoment(catalogue, source, draft);
    writeIdentity(draft, identity.value);
    flushFolder(path.join(draft, "segments"));
    const verified = await verify(draft);
    if (!verified.ok) return verified;
    const rootHash = freshRootOf(catalogue, state);
    if (verified.value.damages > 0 || verified.value.rootHash !== rootHash)
      return failed(failure("store/damaged", { part: "backup", what: "not as the original" }));
    fs.rmSync(path.join(draft, `${CATALOGUE_FILE}-lock`), { force: true });
    // Refused by the system when something has come into the folder meanwhile.
    if (fs.existsSync(target)) fs.rmdirSync(target);
    fs.renameSync(draft, target);
    flushFolder(path.dirname(target));
    return ok({ documents: state.documents - state.deletions, bytes: folderBytes(target), rootHash });
  } catch (error) {
    return failed(withFullDisk(storeFailure(error, { folder: target }), path.dirname(target)));
  } finally {
    await catalogue?.close();
    if (draft !== undefined) fs.rmSync(draft, { recursive: true, force: true });
  }
}

/** A backup goes into a new folder, or one that is empty. */
function targetRefusal(target: string) {
  const unsuitable = unsuitableFolder(target, folderFacts(target));
  if (unsuitable !== undefined) return unsuitable;
  const there = fs.statSync(target, { throwIfNoEntry: false });
  if (there === undefined || (there.isDirectory() && fs.readdirSync(target).length === 0)) return undefined;
  return failure("request/invalid", { detail: "the target of a backup must be a new or empty folder" });
}

/** Copies catalogue and segments until they belong together; returns the totals of that moment. */
async function copyMoment(catalogue: Catalogue, source: string, draft: string): Promise<CatalogueState> {
  const copied = new Set<number>();
  for (let attempt = 1; ; attempt++) {
    const file = path.join(draft, CATALOGUE_FILE);
    fs.rmSync(file, { force: true });
    fs.rmSync(`${file}-lock`, { force: true });
    await catalogue.copyTo(file);
    const copy = Catalogue.open(file, false);
    let state: CatalogueState;
    let segments: readonly number[];
    try {
      copy.transaction(() => copy.putMeta("owner", undefined));
      state = copy.state();
      segments = copy.segments().map(({ number }) => number);
    } finally {
      await copy.close();
    }
    if (copySegments(source, draft, segments, copied)) {
      flushFile(file);
      return state;
    }
    if (attempt === ATTEMPTS)
      throw new FailureError("store/in-use", { what: "segments are merged all the time" });
  }
}

/** False when one is gone. Copies that are no longer wanted are removed. */
function copySegments(
  source: string,
  draft: string,
  numbers: readonly number[],
  copied: Set<number>,
): boolean {
  const [from, to] = [path.join(source, "segments"), path.join(draft, "segments")];
  for (const number of [...copied].filter((one) => !numbers.includes(one))) {
    fs.rmSync(segmentFile(to, number), { force: true });
    copied.delete(number);
  }
  for (const number of numbers.filter((one) => !copied.has(one))) {
    try {
      fs.copyFileSync(segmentFile(from, number), segmentFile(to, number), fs.constants.COPYFILE_FICLONE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
    flushFile(segmentFile(to, number));
    copied.add(number);
  }
  return true;
}

function folderBytes(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
