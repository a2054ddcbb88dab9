/**
 * The main job on the sample matter, as a user would run it: `npm run demo`.
 *
 * Every command is printed before it runs, so that the reader can go on from here.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..");
const out = "demo-out";
const program = path.join(root, "out/main/pincite.js");

function pincite(args: readonly string[], accepted: readonly number[]): void {
  const shown = args.map((arg) => (/^[\w./-]+$/.test(arg) ? arg : `"${arg}"`));
  process.stdout.write(`\n$ npm exec pincite -- ${shown.join(" ")}\n`);
  const run = spawnSync(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (run.status === null || !accepted.includes(run.status)) {
    process.stderr.write(`The command ended with ${run.status ?? run.signal ?? "an error"}.\n`);
    process.exit(1);
  }
}

rmSync(path.join(root, out), { recursive: true, force: true });
const works = readdirSync(path.join(root, "samples/works"))
  .sort()
  .map((name) => `samples/works/${name}`);

process.stdout.write("Pincite demo: a small matter of public-domain texts (samples/LICENCE.md).\n");
// 3: some of the sample files cannot be read, on purpose; the ledger says which and why.
pincite(["corpus", "add", `${out}/store`, "samples/corpus"], [0, 3]);
pincite(["corpus", "add", `${out}/store`, "samples/templates", "--templates"], [0]);
pincite(["corpus", "ledger", `${out}/store`], [0]);
pincite(
  ["check", ...works, "--corpus", `${out}/store`, "--report", `${out}/report.html`, "--passages", "3"],
  [0],
);
