/** Files the user asked for: a report is there whole or not at all, and never takes another's place by accident. */
import { randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { Stop } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { terminalSafe } from "./words.ts";

/** What an output may never take the place of. */
export interface Protected {
  /** Files that are read: works, documents to be shown. */
  readonly inputs: readonly string[];
  /** Folder of the store. */
  readonly store?: string;
}

/** Stops unless `file` is a new file or an ordinary one that nothing else needs. Links are not followed. */
export function refuseTarget(file: string, { inputs, store }: Protected): void {
  const there = lstatSync(file, { throwIfNoEntry: false });
  const real = realPathOf(file);
  const inside = (folder: string): boolean => real === folder || real.startsWith(folder + path.sep);
  const why =
    there !== undefined && !there.isFile()
      ? "is there already and is no ordinary file"
      : inputs.some((input) => realPathOf(input) === real)
        ? "is a file that is read, and would be lost"
        : store !== undefined && inside(realPathOf(store))
          ? "lies inside the corpus"
          : undefined;
  if (why !== undefined)
    throw new Stop(EXIT.usage, `${terminalSafe(file)} ${why}. Choose another file to write to.`);
}

/** The path without links, as far as it exists. */
function realPathOf(file: string): string {
  const absolute = path.resolve(file);
  try {
    return realpathSync(absolute);
  } catch {
    const above = path.dirname(absolute);
    return above === absolute ? absolute : path.join(realPathOf(above), path.basename(absolute));
  }
}

/**
 * Makes the folder of a report and sees to it that no other report's finding.json would be lost there, before the work
 * of a check is done. A report may be written again over itself.
 */
export function prepareReportFolder(html: string, json: string, guarded: Protected): void {
  if (html === json)
    throw new Stop(EXIT.usage, "finding.json is written beside the report; give the report another name.");
  for (const file of [html, json]) refuseTarget(file, guarded);
  try {
    mkdirSync(path.dirname(html), { recursive: true });
  } catch (error) {
    throw notWritable(html, error);
  }
  if (existsSync(json) && !existsSync(html)) {
    const folder = terminalSafe(path.dirname(html));
    throw new Stop(
      EXIT.usage,
      `${folder} already holds the finding.json of another report. Choose another folder, or move that report first.`,
    );
  }
}

/** Takes pieces, since a report may be larger than a string can be. */
export function writePieces(file: string, pieces: Iterable<string>): void {
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    const descriptor = openSync(unfinished, "wx"); // never what is there already, nor through a link
    try {
      for (const piece of pieces) writeFileSync(descriptor, piece);
    } finally {
      closeSync(descriptor);
    }
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw typeof (error as NodeJS.ErrnoException).syscall === "string" ? notWritable(file, error) : error;
  }
}

function notWritable(file: string, error: unknown): Stop {
  const code = (error as NodeJS.ErrnoException).code ?? "error";
  return new Stop(
    EXIT.usage,
    `${terminalSafe(file)} cannot be written (${code}). Choose a folder that can be written to and has room.`,
  );
}
