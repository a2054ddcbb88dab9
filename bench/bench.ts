/**
 * All figures of this folder in one run: `npm run bench [-- documents]`, by default 10,000 generated documents.
 *
 * Each part is a process of its own and prints lines or, last, one JSON line; the table is written to bench/results/latest.md. Figures
 * of a busy machine are lower bounds: compare columns of one run, not runs.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const documents = process.argv[2] ?? "10000";
const root = path.resolve(import.meta.dirname, "..");
const store = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "pincite-bench-")), "store");

/** What a part printed: a section of the page. */
function run(script: string, ...args: string[]): string {
  process.stderr.write(`${script} ${args.join(" ")}\n`);
  const printed = execFileSync(process.execPath, [path.join(root, "bench/throughput", script), ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
    maxBuffer: 64 * 1024 * 1024,
  });
  process.stdout.write(printed);
  const last = printed.trim().split("\n").at(-1)!;
  return last.startsWith("{")
    ? table(JSON.parse(last) as Record<string, unknown>)
    : `\`\`\`\n${printed.trim()}\n\`\`\``;
}

function table(result: Record<string, unknown>): string {
  const cell = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
  const rows = Object.entries(result).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([inner, v]) => `| ${name}: ${inner} | ${cell(v)} |`)
      : [`| ${name} | ${cell(value)} |`],
  );
  return `| | |\n|---|---|\n${rows.join("\n")}`;
}

const sections: (readonly [title: string, body: string])[] = [
  ["Fingerprints of text, one core", run("extraction.ts")],
  [`Store of ${documents} generated documents`, run("store.ts", documents, store)],
  ["Check against that store (milliseconds)", run("check.ts", store, "20")],
  ["Plain-text files through the command line", run("ingest.ts", "5000", "3")],
];
fs.rmSync(path.dirname(store), { recursive: true });

const page = [
  "# Figures of the last full run",
  `Node ${process.version}, ${os.cpus().length} x ${os.cpus()[0]?.model ?? "unknown"}, ${Math.round(os.totalmem() / 2 ** 30)} GiB. Made by \`npm run bench\`.`,
  ...sections.map(([title, body]) => `## ${title}\n\n${body}`),
].join("\n\n");
fs.mkdirSync(path.join(root, "bench/results"), { recursive: true });
fs.writeFileSync(path.join(root, "bench/results/latest.md"), `${page}\n`);
process.stdout.write("Written to bench/results/latest.md\n");
