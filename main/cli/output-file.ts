/** Files the user asked for: a report is there whole or not at all, and never takes another's place by accident. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Stop } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { terminalSafe } from "./words.ts";

/**
 * Makes the folder of a report and sees to it that no other report's finding.json would be lost there, before the work
 * of a check is done. A report may be written again over itself.
 */
export function prepareReportFolder(html: string, json: string): void {
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
  const unfinished = `${file}.part`;
  try {
    const descriptor = openSync(unfinished, "w");
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
