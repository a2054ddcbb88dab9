/** What every command needs: where the program's own files are, an extractor, an open store, words for failures. */
import path from "node:path";
import { readFile } from "node:fs/promises";
import { DEFAULT_LIMITS, type Limits } from "../../core/base/limits.ts";
import type { Failure } from "../../core/base/failure.ts";
import { explain } from "../../core/evidence/failure-messages.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import type { ExtractionHost } from "../../core/extract/port.ts";
import { threadMerger } from "../engine/pool/thread-merger.ts";
import { type LmdbStore, openStore, type StoreMode } from "../engine/store/lmdb-store.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { createChildExtractionHost } from "./extractor/child-host.ts";
import { createTerminal, type Terminal } from "./terminal.ts";
import { terminalSafe } from "./words.ts";

/** The program's own files, found from the entry script: the same depth in the source tree and when built. */
export interface Installation {
  readonly extractorEntry: string;
  readonly renditionEntry: string;
  readonly mergeEntry: string;
  readonly vendorFolder: string;
  readonly version: string;
}

export interface Context {
  readonly installation: Installation;
  readonly terminal: Terminal;
  readonly limits: Limits;
}

/** Carries an exit code and its words up to the one place that ends the process. */
export class Stop extends Error {
  override readonly name = "Stop";
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, words: string) {
    super(words);
    this.exitCode = exitCode;
  }
}

export async function createInstallation(entryUrl: string, entryFolder: string): Promise<Installation> {
  const root = path.resolve(entryFolder, "../..");
  const fromSource = entryUrl.endsWith(".ts");
  const manifest: unknown = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
  return {
    extractorEntry: path.join(
      root,
      fromSource ? "main/cli/extractor/child.ts" : "out/main/extractor-child.js",
    ),
    renditionEntry: path.join(
      root,
      fromSource ? "main/cli/extractor/rendition-child.ts" : "out/main/rendition-child.js",
    ),
    mergeEntry: path.join(root, fromSource ? "main/engine/pool/merge-thread.ts" : "out/main/merge-thread.js"),
    vendorFolder: path.join(root, "out/vendor"),
    version: (manifest as { version: string }).version,
  };
}

export function createContext(installation: Installation, options: { readonly quiet: boolean }): Context {
  return { installation, terminal: createTerminal(options), limits: DEFAULT_LIMITS };
}

export function createHost(context: Context, processes: number): ExtractionHost {
  const { extractorEntry, vendorFolder } = context.installation;
  return createChildExtractionHost({ entry: extractorEntry, vendorDir: vendorFolder, processes });
}

export function createRenditionHost(context: Context): ExtractionHost {
  const { renditionEntry, vendorFolder } = context.installation;
  return createChildExtractionHost({ entry: renditionEntry, vendorDir: vendorFolder, processes: 1 });
}

/** Opens a store or stops with what is wrong and what to do. */
export async function openStoreOrStop(context: Context, folder: string, mode: StoreMode): Promise<LmdbStore> {
  const indexer = new TextIndexer();
  const opened = await openStore(path.resolve(folder), {
    mode,
    now: () => new Date().toISOString(),
    appVersion: context.installation.version,
    fingerprintsOf: (text) => indexer.index(text).fingerprints,
    merger: threadMerger(context.installation.mergeEntry),
  });
  if (!opened.ok) throw new Stop(EXIT.store, `${terminalSafe(folder)}: ${failureWords(opened.failure)}`);
  return opened.value;
}

/** What happened and what to do, in one or two sentences. */
export function failureWords(failure: Failure): string {
  const message = explain(failure);
  return `${message.happened} ${message.action}`;
}

/** One password a line; the file is read once and its lines are never written anywhere. */
export async function readPasswords(file: string | undefined): Promise<readonly string[]> {
  if (file === undefined) return [];
  try {
    const lines = (await readFile(file, "utf8")).split(/\r?\n/);
    return lines.filter((line) => line !== "");
  } catch {
    throw new Stop(EXIT.usage, `The password file ${terminalSafe(file)} cannot be read.`);
  }
}
