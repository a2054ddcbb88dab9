/**
 * How well and how fast files are read: `node bench/quality/extraction/extraction.ts [folder]`.
 *
 * The folder holds a table of checks with right answers (`EXPECTED.tsv`) and the files it names, HTML pages with
 * expected articles under `html/readability`, PDF and Word files under `pdf` and `docx`. Without one, the fixtures of
 * the tests are measured. Writes bench/results/extraction.md.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createChildExtractionHost } from "../../../main/cli/extractor/child-host.ts";
import type { Bench } from "../../../test/support/cases/bench.ts";
import { judgeRow } from "../../../test/support/cases/checks.ts";
import { type ExpectedRow, parseExpected } from "../../../test/support/cases/expected-table.ts";
import { judgeGoldTable } from "../../../test/support/cases/gold-engine.ts";
import { fileBench } from "../../../test/support/cases/run.ts";
import { tally, type Verdict } from "../../../test/support/cases/verdict.ts";
import { patchPdfjs } from "../../../tools/patch-pdfjs.ts";
import { htmlTable, scoreHtml } from "./html-gold.ts";
import { pairLines } from "./pairs.ts";
import { speedLines } from "./speed.ts";

const root = path.resolve(import.meta.dirname, "../../..");

interface Judged {
  readonly row: ExpectedRow;
  readonly verdict: Verdict;
}

async function judgeRows(bench: Bench, folder: string): Promise<Judged[]> {
  const table = ["EXPECTED.tsv", "expected.tsv"]
    .map((name) => path.join(folder, name))
    .find((file) => existsSync(file));
  if (table === undefined) return [];
  const rows = parseExpected(readFileSync(table, "utf8"));
  if (!rows.ok) throw new Error(`${path.basename(table)}: ${rows.failure}`);
  const judged: Judged[] = [];
  for (const row of rows.value)
    if (row.file !== "") judged.push({ row, verdict: await judgeRow(row, bench) });
  return judged;
}

function rowLines(judged: readonly Judged[]): string[] {
  const kinds = [...new Set(judged.map(({ row }) => row.check))].sort();
  const failing = judged.filter(({ verdict }) => verdict.kind === "failed");
  const skipped = judged.filter(({ verdict }) => verdict.kind === "skipped");
  return [
    "| check | passed | failed | skipped |",
    "|---|---|---|---|",
    ...kinds.map((kind) => {
      const { passed, failed, skipped } = tally(
        judged.filter(({ row }) => row.check === kind).map(({ verdict }) => verdict),
      );
      return `| ${kind} | ${passed} | ${failed} | ${skipped} |`;
    }),
    "",
    ...failing.map(({ row, verdict }) => `- failed ${row.id} ${row.file}: ${verdict.reason}`),
    ...skipped.map(({ row, verdict }) => `- skipped ${row.id} ${row.file}: ${verdict.reason}`),
  ];
}

async function main(): Promise<void> {
  const folder = path.resolve(process.argv[2] ?? path.join(root, "test/fixtures"));
  patchPdfjs("legacy");
  const host = createChildExtractionHost({
    entry: path.join(root, "main/cli/extractor/child.ts"),
    vendorDir: path.join(root, "out/vendor"),
  });
  try {
    const bench = fileBench(folder, host, judgeGoldTable);
    const judged = await judgeRows(bench, folder);
    const html = await scoreHtml(host, path.join(folder, "html/readability"));
    const sections: readonly (readonly [title: string, lines: readonly string[]])[] = [
      ["Checks with right answers", rowLines(judged)],
      [
        "One text in two formats",
        await pairLines(
          judged.map(({ row }) => row),
          bench,
        ),
      ],
      ["Main content of HTML pages, by words", htmlTable(html)],
      ["Speed", await speedLines(host, folder)],
    ];
    const page = [
      "# Reading of files",
      `Made by \`node bench/quality/extraction/extraction.ts\`. Node ${process.version}, ${os.cpus()[0]?.model ?? "unknown"}, ${os.cpus().length} cores shared with other work: compare columns, not runs.`,
      ...sections.map(([title, lines]) => `## ${title}\n\n${lines.join("\n").trim()}`),
    ].join("\n\n");
    mkdirSync(path.join(root, "bench/results"), { recursive: true });
    writeFileSync(path.join(root, "bench/results/extraction.md"), `${page}\n`);
    process.stdout.write(`${page}\n`);
  } finally {
    await host.close();
  }
}

await main();
