/** `pincite corpus export`: everything of a corpus as lines of JSON (docs/formats/export.md). */
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { count } from "../../../core/evidence/figures.ts";
import { storeFailure } from "../../engine/store/store-failure.ts";
import { type Context, failureWords, openStoreOrStop, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseTarget } from "../output-file.ts";
import { terminalSafe } from "../words.ts";

const BUFFERED_UNITS = 1 << 20;

export async function corpusExport(context: Context, folder: string, file: string): Promise<ExitCode> {
  refuseTarget(file, { inputs: [], store: folder });
  const store = await openStoreOrStop(context, folder, "read-only");
  const draft = `${file}.${randomUUID()}.partial`;
  try {
    const lines = store.exportLines((done, total) =>
      context.terminal.status(`exporting: ${count(done)} of ${count(total)} documents`),
    );
    writeWhole(draft, lines);
    fs.renameSync(draft, file);
    context.terminal.clearStatus();
    context.terminal.out(`Exported to ${terminalSafe(file)}.`);
    return EXIT.done;
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw new Stop(EXIT.store, `${terminalSafe(file)}: ${failureWords(storeFailure(error))}`);
  } finally {
    await store.close();
  }
}

function writeWhole(file: string, lines: Iterable<string>): void {
  const descriptor = fs.openSync(file, "wx");
  try {
    let held = "";
    for (const line of lines) {
      held += line;
      if (held.length < BUFFERED_UNITS) continue;
      fs.writeFileSync(descriptor, held);
      held = "";
    }
    fs.writeFileSync(descriptor, held);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}
