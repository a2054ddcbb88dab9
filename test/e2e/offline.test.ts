import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES, startCli } from "../support/run-cli.ts";

const can = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), "pincite-offline-"));

/** The whole main job on the sample matter, each command under `wrapper`. */
async function mainJob(name: string, wrapper: readonly string[]): Promise<void> {
  const store = path.join(folder, name);
  const added = await startCli(["-q", "corpus", "add", store, path.join(SAMPLES, "corpus")], wrapper).ended;
  expect([0, 3], added.stderr).toContain(added.status);
  const work = path.join(SAMPLES, "works", "Lee - Penelope Brandling.txt");
  const report = path.join(folder, `report-${name}`, "report.html");
  const checked = await startCli(["-q", "check", work, "--corpus", store, "--report", report], wrapper).ended;
  expect(checked.status, checked.stderr).toBe(0);
  expect(checked.stdout).toContain("word for word");
}

describe("no network", () => {
  it.skipIf(!can("unshare", "-rn", "true"))(
    "the main job runs where there is no network at all",
    async () => {
      await mainJob("unshared", ["unshare", "-rn"]);
    },
  );

  it.skipIf(!can("strace", "-f", "-o", "/dev/null", "true"))(
    "the main job makes no internet socket",
    async () => {
      const trace = path.join(folder, "trace");
      await mainJob("traced", ["strace", "-f", "-A", "-e", "trace=network", "-o", trace]);
      const calls = readFileSync(trace, "utf8").split("\n");
      // The trace sees socket calls at all: the pipes to the extractor are local socket pairs.
      expect(calls.some((line) => line.includes("AF_UNIX"))).toBe(true);
      expect(calls.filter((line) => /AF_INET6?/.test(line))).toEqual([]);
    },
  );
});
