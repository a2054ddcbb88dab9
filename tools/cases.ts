/**
 * Runs a table of checks with right answers against the real front-ends and the engine.
 *
 *     npm run cases -- <table.tsv> [folder of its files]
 *
 * One line per row (pass, FAIL or skip, with the reason), last the counts. Exit code 0: nothing failed; 1: something
 * failed, or no file of the table was there; 2: the table cannot be read.
 */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createInstallation } from "../main/cli/context.ts";
import { createChildExtractionHost } from "../main/cli/extractor/child-host.ts";
import { parseExpected } from "../test/support/cases/expected-table.ts";
import { judgeGoldTable } from "../test/support/cases/gold-engine.ts";
import { fileBench, runRows } from "../test/support/cases/run.ts";

const PROCESSES = 2;

async function main(): Promise<number> {
  const [table, folder] = process.argv.slice(2);
  const stop = (words: string) => {
    console.error(words);
    return 2;
  };
  if (table === undefined) return stop("usage: npm run cases -- <table.tsv> [folder of its files]");
  if (!existsSync(table)) return stop(`${table} is not there.`);
  const rows = parseExpected(readFileSync(table, "utf8"));
  if (!rows.ok) return stop(`${table} is not a table of checks: ${rows.failure}.`);
  const root = path.resolve(folder ?? path.dirname(table));
  const entry = path.resolve(import.meta.dirname, "../main/cli/pincite.ts");
  const { extractorEntry, vendorFolder } = await createInstallation(
    pathToFileURL(entry).href,
    path.dirname(entry),
  );
  const host = createChildExtractionHost({
    entry: extractorEntry,
    vendorDir: vendorFolder,
    processes: PROCESSES,
  });
  try {
    const bench = fileBench(root, host, judgeGoldTable);
    const right = await runRows(rows.value, root, bench, (line) => {
      process.stdout.write(`${line}\n`);
    });
    const anyFile = rows.value.some((row) => bench.exists(row.file));
    if (!anyFile)
      console.error(`No file of the table is in ${root}. Name the folder as the second argument.`);
    return right && anyFile ? 0 : 1;
  } finally {
    await host.close();
  }
}

process.exitCode = await main();
