import { existsSync } from "node:fs";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { DocumentRecord } from "../../core/index/ports.ts";
import { type Ended, parseLines, runCli, startCli } from "../support/run-cli.ts";

const DOCUMENTS = 400;
let folder = "";
let sources = "";

/** Words that differ from document to document, so that every document can be found by its own text. */
const textOf = (n: number): string =>
  Array.from({ length: 600 }, (_, i) => `word${(n * 7919 + i * 104729) % 50_021}`).join(" ") +
  ` end of number ${n}.\n`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pincite-interrupted-"));
  sources = path.join(folder, "sources");
  await mkdir(sources);
  for (let n = 0; n < DOCUMENTS; n++)
    await writeFile(path.join(sources, `${String(n).padStart(4, "0")}.txt`), textOf(n));
});

async function untilThere(file: string): Promise<void> {
  while (!existsSync(file)) await wait(5);
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function documents(store: string): Promise<DocumentRecord[]> {
  const listed = await runCli("corpus", "list", store, "--json");
  expect(listed.status, listed.stderr).toBe(0);
  return parseLines<DocumentRecord>(listed.stdout);
}

async function expectWhole(store: string): Promise<void> {
  const again = await runCli("-q", "corpus", "add", store, sources, "--json");
  expect(again.status, again.stderr).toBe(0);
  const records = await documents(store);
  expect(records).toHaveLength(DOCUMENTS);
  // The same order as an ingest that was never interrupted.
  expect(records.map((r) => path.basename(r.paths[0]!))).toEqual(
    records.map((r) => path.basename(r.paths[0]!)).sort(),
  );
  const verified = await runCli("-q", "corpus", "verify", store);
  expect(verified.status, verified.stdout + verified.stderr).toBe(0);
}

describe("an ingest that is interrupted", () => {
  it("goes on where it stopped after kill -9 at any moment, and loses nothing", async () => {
    const store = path.join(folder, "killed");
    let before = 0;
    for (const after of [150, 300, 450, 600, 800, 1000, 1300]) {
      const running = startCli(["-q", "corpus", "add", store, sources]);
      await wait(after);
      running.child.kill("SIGKILL");
      await running.ended;
      // Killed before the store existed, there is none to list.
      const listed = await runCli("corpus", "list", store, "--json");
      const now = listed.status === 0 ? parseLines(listed.stdout).length : 0;
      expect(now).toBeGreaterThanOrEqual(before);
      before = now;
    }
    await expectWhole(store);
    const work = path.join(sources, "0123.txt");
    const checked = await runCli("-q", "check", work, "--corpus", store, "--json");
    const finding = JSON.parse(checked.stdout) as {
      findings: { document: { path: string }; measures: { coverage: unknown } }[];
    };
    expect(path.basename(finding.findings[0]!.document.path)).toBe("0123.txt");
  });

  it("stops after the documents in hand at Ctrl-C, says so, and goes on when run again", async () => {
    const store = path.join(folder, "stopped");
    const running = startCli(["corpus", "add", store, sources], [], { ownGroup: true });
    await untilThere(path.join(store, "STORE.json"));
    process.kill(-running.child.pid!, "SIGINT"); // a terminal sends it to every process of the group
    const ended: Ended = await running.ended;
    expect(ended.status, ended.stderr).toBe(130);
    expect(ended.stderr).toContain("Stopping after the documents in hand");
    expect(ended.stdout).toContain("Run the same command again to go on where it stopped.");
    const ledger = await runCli("corpus", "ledger", store, "--json");
    const states = parseLines<{ state: string }>(ledger.stdout).map((entry) => entry.state);
    expect(states.filter((state) => state !== "ingested")).toEqual([]);
    expect(states.length).toBeLessThan(DOCUMENTS);
    await expectWhole(store);
  });

  it("refuses a second writer while the first is at work, and not after it was killed", async () => {
    const store = path.join(folder, "shared");
    const first = startCli(["-q", "corpus", "add", store, sources]);
    await untilThere(path.join(store, "STORE.json"));
    await wait(300);
    first.child.kill("SIGSTOP"); // still there, still the writer
    const second = await runCli("-q", "corpus", "add", store, path.join(sources, "0000.txt"));
    expect(second.status, second.stderr).toBe(4);
    expect(second.stderr).toMatch(/writing to this corpus/);
    const reader = await runCli("corpus", "list", store);
    expect(reader.status, reader.stderr).toBe(0);
    first.child.kill("SIGKILL");
    await first.ended;
    await expectWhole(store);
  });
});
