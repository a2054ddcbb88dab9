/** `pincite corpus import`: makes a corpus of an export, and checks that it is the same one. */
import fs from "node:fs";
import { count, counted } from "../../../core/evidence/figures.ts";
import { TextIndexer } from "../../../core/fingerprint/indexed-fingerprints.ts";
import { importInto } from "../../engine/store/import.ts";
import { type Context, failureWords, openStoreOrStop, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { terminalSafe } from "../words.ts";

export async function corpusImport(context: Context, folder: string, file: string): Promise<ExitCode> {
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
    throw new Stop(EXIT.usage, `${terminalSafe(file)} is not a file.`);
  const store = await openStoreOrStop(context, folder, "create-or-open");
  try {
    const indexer = new TextIndexer();
    const imported = await importInto(
      store,
      fs.createReadStream(file, { encoding: "utf8", highWaterMark: 1 << 20 }),
      {
        indexOf: (text) => indexer.index(text),
        onProgress: (done, total) =>
          context.terminal.status(`importing: ${count(done)} of ${count(total)} documents`),
      },
    );
    context.terminal.clearStatus();
    if (!imported.ok) throw new Stop(EXIT.store, `${terminalSafe(file)}: ${failureWords(imported.failure)}`);
    const { documents, rootHash } = imported.value;
    context.terminal.out(
      `${counted(documents, "document", "documents")} imported; root hash ${rootHash} as exported.`,
    );
    return EXIT.done;
  } finally {
    await store.close();
  }
}
