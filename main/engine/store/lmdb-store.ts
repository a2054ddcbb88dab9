/**
 * Opening a store: the folder is made or checked, the format and the parameters are compared, the one writer takes its
 * lock, what a crash left behind is removed, and postings that were lost with a process are computed again.
 */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { failure, FailureError } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import { DeletedDocuments } from "../../../core/index/documents.ts";
import type { FingerprintList } from "../../../core/index/ports.ts";
import { comparableText } from "../../../core/model/comparable-text.ts";
import { Catalogue } from "./catalogue.ts";
import { CATALOGUE_FILE } from "./open-database.ts";
import { LmdbStore } from "./corpus-store.ts";
import { folderFacts, unsuitableFolder } from "./folder-checks.ts";
import { inlineMerger, type Merger } from "./merge-job.ts";
import { mayBeAlive, parseOwner, thisProcess } from "./owner-lock.ts";
import { PostingIndex, segmentFolder } from "./posting-index.ts";
import type { DiskWatch } from "./segment-files.ts";
import { readDocument } from "./snapshot.ts";
import { storeFailure } from "./store-failure.ts";
import {
  DEFAULT_PARAMETERS,
  differingParameter,
  parseIdentity,
  serialiseIdentity,
  STORE_FILE,
  type StoreIdentity,
  type StoreParameters,
  writeIdentity,
} from "./store-file.ts";

export type { LmdbStore } from "./corpus-store.ts";

/** `open` and `create-or-open` take the writer's lock; `read-only` may stand beside a writer and sees what was there. */
export type StoreMode = "create-or-open" | "open" | "read-only";

export interface StoreOptions {
  readonly mode: StoreMode;
  /** ISO 8601 UTC. */
  readonly now: () => string;
  readonly appVersion: string;
  /** The fingerprints of a comparable text. The result need be valid only until the next call. */
  readonly fingerprintsOf: (text: string) => FingerprintList;
  readonly parameters?: StoreParameters;
  readonly newUuid?: () => string;
  /** Postings gathered before a segment is written; smaller in tests. */
  readonly batchPostings?: number;
  /** Who merges segments. Left out, they are merged in this thread, which then does nothing else. */
  readonly merger?: Merger;
  /** See `DiskWatch`. */
  readonly watch?: DiskWatch;
}

export async function openStore(storeFolder: string, options: StoreOptions): Promise<Result<LmdbStore>> {
  const folder = path.resolve(storeFolder);
  let catalogue: Catalogue | undefined;
  let release: (() => void) | undefined;
  try {
    const unsuitable = unsuitableFolder(folder, folderFacts(folder));
    if (unsuitable !== undefined) return failed(unsuitable);
    const identity = await identityOf(folder, options);
    if (!identity.ok) return identity;
    const differing = differingParameter(identity.value.parameters, options.parameters ?? DEFAULT_PARAMETERS);
    if (!differing.ok) return differing;
    const writable = options.mode !== "read-only";
    catalogue = openCatalogue(folder, !writable);
    if (catalogue.meta("identity") !== serialiseIdentity(identity.value)) {
      throw new FailureError("store/damaged", { part: STORE_FILE, what: "not the one of this catalogue" });
    }
    if (writable) release = takeLock(folder, catalogue);
    catalogue.watchDisk(options.watch);
    if (writable) catalogue.dropUnfinished(catalogue.state().documents);
    const { index, deleted } = openIndex(folder, catalogue, options);
    const store = new LmdbStore({
      folder,
      identity: identity.value,
      catalogue,
      index,
      deleted,
      merger: options.merger ?? inlineMerger(options.watch),
      writable,
      release: release ?? (() => undefined),
    });
    return ok(store);
  } catch (error) {
    const problem = storeFailure(error, { folder });
    release?.();
    await catalogue?.close();
    return failed(problem);
  }
}

/** The identity of the store in the folder, which is made first where that is asked for. */
async function identityOf(folder: string, options: StoreOptions): Promise<Result<StoreIdentity>> {
  const file = path.join(folder, STORE_FILE);
  const there = fs.statSync(folder, { throwIfNoEntry: false });
  if (there !== undefined && !there.isDirectory())
    return failed(failure("store/not-a-store", { folder, what: "a file" }));
  if (fs.existsSync(file)) return parseIdentity(fs.readFileSync(file, "utf8"));
  if (there === undefined && options.mode !== "create-or-open")
    return failed(failure("store/not-found", { folder }));
  const strangers = there === undefined ? [] : fs.readdirSync(folder).filter((name) => !OWN_FILES.has(name));
  if (options.mode !== "create-or-open" || strangers.length > 0)
    return failed(failure("store/not-a-store", { folder }));
  return createStore(folder, options);
}

/** What a folder may hold when the making of a store was interrupted. */
const OWN_FILES: ReadonlySet<string> = new Set([
  CATALOGUE_FILE,
  `${CATALOGUE_FILE}-lock`,
  "segments",
  `${STORE_FILE}.new`,
]);

/** STORE.json comes last: a folder that has it is a store. */
async function createStore(folder: string, options: StoreOptions): Promise<Result<StoreIdentity>> {
  makeFolder(folder);
  segmentFolder(folder, true);
  const identity: StoreIdentity = {
    uuid: (options.newUuid ?? randomUUID)(),
    created: options.now(),
    appVersion: options.appVersion,
    parameters: options.parameters ?? DEFAULT_PARAMETERS,
  };
  const catalogue = Catalogue.open(path.join(folder, CATALOGUE_FILE), false);
  try {
    if (catalogue.state().documents > 0)
      throw new FailureError("store/damaged", { part: STORE_FILE, what: "missing" });
    catalogue.transaction(() => catalogue.putMeta("identity", serialiseIdentity(identity)));
    writeIdentity(folder, identity);
  } finally {
    await catalogue.close();
  }
  return ok(identity);
}

function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch {
    // On a disk that cannot be written to, making folders and their parents reports a missing one; this tells why.
    if (!fs.existsSync(folder)) fs.mkdirSync(folder);
  }
}

/** A missing catalogue is not made anew: that would hide the loss of everything. */
function openCatalogue(folder: string, readOnly: boolean): Catalogue {
  const file = path.join(folder, CATALOGUE_FILE);
  if (!fs.existsSync(file))
    throw new FailureError("store/damaged", { part: CATALOGUE_FILE, what: "missing" });
  return Catalogue.open(file, readOnly);
}

/** Stores that this process has open for writing. A name of ours on any other was left by a disk that failed. */
const heldHere = new Set<string>();

/** Writes this process's name into the catalogue, or throws who is there. */
function takeLock(folder: string, catalogue: Catalogue): () => void {
  const self = thisProcess();
  const name = fs.realpathSync(folder);
  catalogue.transaction(() => {
    const stored = catalogue.meta("owner");
    const owner = stored === undefined ? undefined : parseOwner(stored);
    const isLeftover = stored === JSON.stringify(self) && !heldHere.has(name);
    if (owner !== undefined && !isLeftover && mayBeAlive(owner, self)) {
      throw new FailureError("store/in-use", { pid: owner.pid, host: owner.host });
    }
    catalogue.putMeta("owner", JSON.stringify(self));
  });
  heldHere.add(name);
  return () => {
    heldHere.delete(name);
    try {
      catalogue.transaction(() => catalogue.putMeta("owner", undefined));
    } catch {
      // A disk that takes no more writes keeps the name; it is void once this process has ended.
    }
  };
}

/** A writer may merge segments away between our reading of the list and the opening of the files. */
const OPEN_ATTEMPTS = 5;

function openIndex(
  folder: string,
  catalogue: Catalogue,
  options: StoreOptions,
): { readonly index: PostingIndex; readonly deleted: DeletedDocuments } {
  const writable = options.mode !== "read-only";
  const segments = segmentFolder(folder, writable);
  for (let attempt = 1; ; attempt++) {
    const published = catalogue.segments();
    const index = new PostingIndex(segments, options);
    try {
      index.open(published);
      if (writable) index.removeUnpublished();
      indexPending(catalogue, index, options);
      const deleted = [...catalogue.tombstones()].map(({ document }) => document);
      return { index, deleted: DeletedDocuments.none.with(deleted) };
    } catch (error) {
      index.close();
      catalogue.refresh();
      const unchanged = JSON.stringify(catalogue.segments()) === JSON.stringify(published);
      if (writable || unchanged || attempt === OPEN_ATTEMPTS) throw error;
    }
  }
}

/** Documents that are in no segment yet: at most a batch of them, or the writer before us would have written one. */
function indexPending(catalogue: Catalogue, index: PostingIndex, options: StoreOptions): void {
  const { documents } = catalogue.state();
  if (index.firstPending > documents)
    throw new FailureError("store/damaged", { part: "segments", what: "documents" });
  for (let document = index.firstPending; document < documents; document++) {
    const record = catalogue.record(document);
    const read = readDocument(catalogue, document, record);
    if (!read.ok) throw new FailureError(read.failure.code, { ...read.failure.data, document });
    const fingerprints = options.fingerprintsOf(comparableText(read.value));
    if (fingerprints.count !== record.fingerprints) {
      throw new FailureError("store/damaged", {
        part: "fingerprints",
        document,
        stored: record.fingerprints,
        got: fingerprints.count,
      });
    }
    index.addDocument(fingerprints, record.tokenCount);
  }
}
