/** Everything a machine can say of the code without running it: `npm run check`. Runs all, then fails if any failed. */
import { spawnSync } from "node:child_process";

const CHECKS: readonly (readonly [name: string, command: string, args: readonly string[]])[] = [
  ["format", "prettier", ["--check", "."]],
  ["types: core", "tsc", ["-p", "core"]],
  ["types: main", "tsc", ["-p", "main"]],
  ["types: test", "tsc", ["-p", "test"]],
  ["types: bench", "tsc", ["-p", "bench"]],
  ["types: tools", "tsc", ["-p", "tools"]],
  ["types: root", "tsc", ["-p", "."]],
  ["lint", "eslint", ["--max-warnings", "0", "."]],
  [
    "dependency law",
    "depcruise",
    ["--config", ".dependency-cruiser.cjs", "core", "main", "tools", "bench", "test"],
  ],
  ["words", "node", ["tools/check-words.ts"]],
  ["fold table", "node", ["tools/generate-fold-table.ts", "--check"]],
];

let failed = 0;
for (const [name, command, args] of CHECKS) {
  const run = spawnSync(command, args, { encoding: "utf8", shell: process.platform === "win32" });
  const ok = run.status === 0;
  if (!ok) failed++;
  process.stdout.write(`${ok ? "ok    " : "FAILED"} ${name}\n`);
  if (!ok) process.stdout.write(`${run.stdout}${run.stderr}${run.error?.message ?? ""}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
