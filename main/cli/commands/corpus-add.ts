/** `pincite corpus add`: takes files and folders into a corpus. */
import { availableParallelism } from "node:os";
import { bytes, count, counted } from "../../../core/evidence/figures.ts";
import type { CorpusWriter } from "../../../core/index/ports.ts";
import { ingest, type IngestSummary } from "../../engine/ingest.ts";
import type { StoreMode } from "../../engine/store/lmdb-store.ts";
import { type Context, createHost, failureWords, openStoreOrStop, readPasswords, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { createProgressLine } from "../terminal.ts";
import { terminalSafe } from "../words.ts";

export interface AddOptions {
  readonly templates: boolean;
  readonly passwords?: string;
  readonly processes?: number;
  readonly json: boolean;
}

export function corpusAdd(
  context: Context,
  folder: string,
  roots: readonly string[],
  options: AddOptions,
): Promise<ExitCode> {
  return takeIn(context, folder, "create-or-open", () => Promise.resolve(roots), options);
}

/** Opens the store, takes in what `rootsIn` names, and says how it went. */
export async function takeIn(
  context: Context,
  folder: string,
  mode: StoreMode,
  rootsIn: (store: CorpusWriter) => Promise<readonly string[]>,
  options: AddOptions,
): Promise<ExitCode> {
  const passwords = await readPasswords(options.passwords);
  const processes = options.processes ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const stop = stopOnInterrupt(context); // before the store is touched: from then on an interrupt ends in order
  const store = await openStoreOrStop(context, folder, mode);
  const host = createHost(context, processes);
  const progressLine = createProgressLine();
  try {
    const result = await ingest({
      store,
      host,
      roots: await rootsIn(store),
      limits: context.limits,
      template: options.templates,
      passwords,
      concurrency: processes,
      now: () => new Date().toISOString(),
      signal: stop.signal,
      onProgress: (progress) => context.terminal.status(progressLine(progress)),
    });
    context.terminal.clearStatus();
    if (!result.ok) throw new Stop(EXIT.store, failureWords(result.failure));
    if (options.json) context.terminal.out(JSON.stringify(result.value));
    else printSummary(context, folder, result.value);
    if (result.value.cancelled) return EXIT.cancelled;
    return result.value.failed > 0 ? EXIT.someUnreadable : EXIT.done;
  } finally {
    stop.release();
    await host.close();
    await store.close();
  }
}

/** First Ctrl-C: finish what is in flight and keep it. Second: end at once (what was acknowledged is kept all the same). */
function stopOnInterrupt(context: Context): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const onSignal = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.cancelled);
    controller.abort();
    context.terminal.note(
      "Stopping after the documents in hand. Press Ctrl-C again to stop at once; nothing acknowledged is lost.",
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", onSignal);
      process.off("SIGTERM", onSignal);
    },
  };
}

function printSummary(context: Context, folder: string, summary: IngestSummary): void {
  const { terminal } = context;
  const already = summary.unchanged > 0 ? `, ${count(summary.unchanged)} already in the corpus` : "";
  terminal.out(
    `${counted(summary.ingested, "document", "documents")} added (${bytes(summary.bytesIngested)}, ${counted(summary.wordsIngested, "word", "words")}), ` +
      `${counted(summary.duplicates, "further copy", "further copies")} of known files${already}.`,
  );
  const unread = summary.failed + summary.skipped;
  if (unread > 0) {
    terminal.out(`${counted(unread, "file", "files")} could not be read or were left out:`);
    for (const [code, n] of Object.entries(summary.failures))
      terminal.out(`  ${count(n).padStart(6)}  ${code}`);
    terminal.out(`The list, with reasons: pincite corpus ledger ${terminalSafe(folder)}`);
  }
  if (summary.cancelled) terminal.out("Stopped. Run the same command again to go on where it stopped.");
}
