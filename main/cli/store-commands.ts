/** The commands that take documents out of a corpus, copy it, and carry it elsewhere. */
import type { Command } from "commander";
import { corpusBackup } from "./commands/corpus-backup.ts";
import { corpusDelete, type DeleteOptions } from "./commands/corpus-delete.ts";
import { corpusExport } from "./commands/corpus-export.ts";
import { corpusImport } from "./commands/corpus-import.ts";
import type { Context } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";

type Run = (command: (context: Context) => Promise<ExitCode>) => Promise<void>;

export function addStoreCommands(corpus: Command, run: Run): void {
  corpus
    .command("delete")
    .description("Take documents out of the corpus (by number, path or SHA-256).")
    .argument("<store>")
    .argument("<documents...>")
    .option("--compact", "give back at once the space they took", false)
    .action((store: string, documents: string[], options: DeleteOptions) =>
      run((context) => corpusDelete(context, store, documents, options)),
    );
  corpus
    .command("backup")
    .description(
      "Copy the corpus into the new folder <target> and verify the copy; others may write meanwhile.",
    )
    .argument("<store>")
    .argument("<target>")
    .option("--json", "one JSON object", false)
    .action((store: string, target: string, options: { json: boolean }) =>
      run((context) => corpusBackup(context, store, target, options)),
    );
  corpus
    .command("export")
    .description("Write everything in the corpus as lines of JSON (docs/formats/export.md).")
    .argument("<store>")
    .argument("<file.jsonl>")
    .action((store: string, file: string) => run((context) => corpusExport(context, store, file)));
  corpus
    .command("import")
    .description("Make a new corpus in the folder <store> from an export, and check that it is the same.")
    .argument("<store>")
    .argument("<file.jsonl>")
    .action((store: string, file: string) => run((context) => corpusImport(context, store, file)));
}
