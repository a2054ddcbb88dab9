/** `pincite corpus delete`: takes documents out of a corpus. */
import { counted } from "../../../core/evidence/figures.ts";
import { type Context, failureWords, openStoreOrStop, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { findDocument } from "../find-document.ts";
import { terminalSafe } from "../words.ts";

export interface DeleteOptions {
  readonly compact: boolean;
}

export async function corpusDelete(
  context: Context,
  folder: string,
  wanted: readonly string[],
  options: DeleteOptions,
): Promise<ExitCode> {
  const store = await openStoreOrStop(context, folder, "open");
  try {
    // All are looked for first: a mistyped name then takes nothing out.
    const snapshot = store.snapshot();
    const documents = new Set<number>();
    for (const one of wanted) {
      const document = findDocument(store, snapshot, one);
      if (document === undefined)
        throw new Stop(
          EXIT.usage,
          `No document ${terminalSafe(one)} in this corpus; nothing was deleted. Give a number, a path or a SHA-256 as "corpus list" shows them.`,
        );
      documents.add(document);
    }
    snapshot.close();
    for (const document of documents) {
      const deleted = await store.deleteDocument(document, new Date().toISOString());
      if (!deleted.ok) throw new Stop(EXIT.store, failureWords(deleted.failure));
    }
    const finished = await (options.compact ? store.compact() : store.finish());
    if (!finished.ok) throw new Stop(EXIT.store, failureWords(finished.failure));
    context.terminal.out(`${counted(documents.size, "document", "documents")} deleted.`);
    return EXIT.done;
  } finally {
    await store.close();
  }
}
