/**
 * `pincite corpus retry`: reads again what could not be read, and nothing else: after a password has come to hand, a
 * file was repaired or a disk came back.
 */
import { lstatSync } from "node:fs";
import { counted } from "../../../core/evidence/figures.ts";
import type { LedgerEntry } from "../../../core/index/ports.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../exit-codes.ts";
import { terminalSafe } from "../words.ts";
import { type AddOptions, takeIn } from "./corpus-add.ts";

export function corpusRetry(context: Context, folder: string, options: AddOptions): Promise<ExitCode> {
  return takeIn(
    context,
    folder,
    "open",
    (store) => Promise.resolve(failedPaths(store.ledgerEntries(), context)),
    options,
  );
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false; // not there, or not to be looked at: reading it says why
  }
}

/**
 * Paths of the files whose current entry is a failure. The user did not name them now, so one that has become a link
 * since is not followed; it stays in the ledger as it is.
 */
function failedPaths(entries: Iterable<LedgerEntry>, { terminal }: Context): string[] {
  const paths: string[] = [];
  for (const { path, state } of entries) {
    if (state !== "failed") continue;
    if (isLink(path)) terminal.note(`${terminalSafe(path)} has become a link and is not followed.`);
    else paths.push(path);
  }
  terminal.note(`${counted(paths.length, "file", "files")} to be read again.`);
  return paths;
}
