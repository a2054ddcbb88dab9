/**
 * A writer is killed without warning at moments spread over its work. What it had acknowledged is there, whole and
 * searchable; what it had not is there whole or not at all; and the store opens without being repaired.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { postingsOf, storeOptions, temporaryFolder } from "../support/store-fixtures.ts";
import { documentOf, fileOf, isDuplicate, isFailed, uniqueWord } from "../support/store-writer-child.ts";

const KILLS = Number(process.env["PINCITE_KILLS"] ?? 15);
const CHILD = fileURLToPath(new URL("../support/store-writer-child.ts", import.meta.url));
/** Small, so that segments are written and merged all the time. */
const BATCH = 300;

/** A fresh store now and then: checking all that one holds takes longer with every kill it has survived. */
const KILLS_PER_STORE = 5;

const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** Lets a writer run until it has acknowledged a few documents and some time has passed; returns what it said. */
async function runAndKill(folder: string, first: number, milliseconds: number): Promise<string[]> {
  const child = spawn(process.execPath, [CHILD, folder, String(first), String(BATCH)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes("ack")) timer ??= setTimeout(() => child.kill("SIGKILL"), milliseconds);
  });
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  // The last line may be cut.
  return said.split("\n").slice(0, -1);
}

const numbers = (lines: readonly string[], verb: string): number[] =>
  lines.filter((line) => line.startsWith(`${verb} `)).map((line) => Number(line.slice(verb.length + 1)));

async function checkStore(
  folder: string,
  acknowledged: ReadonlySet<number>,
  tried: ReadonlySet<number>,
): Promise<void> {
  const opened = await openStore(folder, storeOptions({ batchPostings: BATCH }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const store = opened.value;
  const snapshot = store.snapshot();
  const ledger = new Map(store.ledger().map((entry) => [entry.path, entry]));
  for (const n of acknowledged) {
    const entry = ledger.get(fileOf(n));
    // The first of those that hold the same text is no duplicate.
    const states = isFailed(n) ? ["failed"] : isDuplicate(n) ? ["ingested", "duplicate"] : ["ingested"];
    expect(states).toContain(entry?.state);
    if (isFailed(n)) continue;
    const expected = documentOf(n);
    const id = store.findOriginal(expected.sha256);
    if (id === undefined) throw new Error(`document ${n} was acknowledged and is gone`);
    expect(snapshot.document(id)).toEqual({ ok: true, value: expected.document });
    expect(snapshot.record(id).paths).toContain(fileOf(n));
    if (!isDuplicate(n))
      expect(postingsOf(snapshot, uniqueWord(n))).toEqual({ found: 1, pushed: [[id, 0, 7]] });
  }
  const files = new Set([...tried].map(fileOf));
  for (const file of ledger.keys()) expect(files).toContain(file);
  expect(store.verify().damages).toEqual([]);
  snapshot.close();
  await store.close();
}

test(`${KILLS} kills lose nothing that was acknowledged`, { timeout: 60_000 + KILLS * 20_000 }, async () => {
  for (let kill = 0; kill < KILLS;) {
    const folder = path.join(root, `store ${kill}`);
    const acknowledged = new Set<number>();
    const tried = new Set<number>();
    for (const last = Math.min(KILLS, kill + KILLS_PER_STORE); kill < last; kill++) {
      const lines = await runAndKill(folder, tried.size, (kill * 37) % 400);
      expect(lines.filter((line) => line.startsWith("failed"))).toEqual([]);
      for (const n of numbers(lines, "try")) tried.add(n);
      for (const n of numbers(lines, "ack")) acknowledged.add(n);
      await checkStore(folder, acknowledged, tried);
    }
    expect(acknowledged.size).toBeGreaterThan(0);
  }
});
