/** Files the user asked for. */
import { closeSync, openSync, writeSync } from "node:fs";
import { Stop } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { terminalSafe } from "./words.ts";

/** A report may be larger than a string can be. */
export function writePieces(file: string, pieces: Iterable<string>): void {
  let descriptor: number;
  try {
    descriptor = openSync(file, "w");
  } catch (error) {
    throw new Stop(
      EXIT.usage,
      `The report cannot be written to ${terminalSafe(file)} (${(error as NodeJS.ErrnoException).code ?? "error"}). Choose a folder that exists and can be written to.`,
    );
  }
  try {
    for (const piece of pieces) writeSync(descriptor, piece);
  } finally {
    closeSync(descriptor);
  }
}
