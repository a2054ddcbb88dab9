/**
 * A writer is killed without warning at moments spread over its work: taking in, merging, deleting, compacting; and with
 * it a process that makes backups and one that searches. What was acknowledged is there, whole and searchable; what was
 * not is there whole or not at all; the store opens without being repaired; a backup that has its name is sound.
 */
import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { documentsPresent } from "../../core/index/documents.ts";
import type { LedgerEntry } from "../../core/index/ports.ts";
import { type LmdbStore, openStore } from "../../main/engine/store/lmdb-store.ts";
import { postingsOf, storeOptions, temporaryFolder } from "../support/store-fixtures.ts";
import {
  documentOf,
  fileOf,
  isChange,
  isDeletion,
  isFailed,
  uniqueWord,
} from "../support/store-writer-child.ts";

const KILLS = Number(process.env["PINCITE_KILLS"] ?? 15);
const support = (name: string): string => fileURLToPath(new URL(`../support/${name}`, import.meta.url));
/** Small, so that segments are written and merged all the time. */
const BATCH = 300;

/** A fresh store now and then: checking all that one holds takes longer with every kill it has survived. */
const ROUNDS_PER_STORE = 5;

const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

interface Running {
  readonly child: ChildProcess;
  /** Whole lines it has printed; complete when it has ended. */
  lines(): readonly string[];
  readonly ended: Promise<unknown>;
}

function start(
  program: string,
  args: readonly string[],
  onSaid: (said: string) => void = () => undefined,
): Running {
  const child = spawn(process.execPath, [support(program), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
    onSaid(said);
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  // The last line may be cut.
  return { child, lines: () => said.split("\n").slice(0, -1), ended };
}

/** Lets a writer run until it has acknowledged a few documents and some time has passed, then kills it and the others. */
async function runAndKill(
  folder: string,
  first: number,
  milliseconds: number,
  others: readonly Running[],
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => {
    writer.child.kill("SIGKILL");
    for (const { child } of others) child.kill("SIGKILL");
  };
  const writer = start("store-writer-child.ts", [folder, String(first), String(BATCH), "thread"], (said) => {
    if (said.includes("ack")) timer ??= setTimeout(kill, milliseconds);
  });
  await writer.ended;
  clearTimeout(timer);
  for (const { child, ended } of others) {
    child.kill("SIGKILL");
    await ended;
  }
  return writer.lines();
}

const numbers = (lines: readonly string[], verb: string): number[] =>
  lines.filter((line) => line.startsWith(`${verb} `)).map((line) => Number(line.slice(verb.length + 1)));

/** What the killed processes were at, for the record of a long run (PINCITE_KILLS_RECORD: a file). */
const atWork = new Map<string, number>();

/** The last thing a killed writer said it was at; taking out counts when such an operation was not yet acknowledged. */
function noteWork(lines: readonly string[]): void {
  const acknowledged = new Set(numbers(lines, "ack"));
  const open = numbers(lines, "try").filter((n) => !acknowledged.has(n));
  const phase = lines.findLast((line) => /^(writing|finishing|compacting)$/.test(line)) ?? "writing";
  const work = phase !== "writing" ? phase : open.some(isDeletion) ? "deleting" : "adding";
  atWork.set(work, (atWork.get(work) ?? 0) + 1);
}

/** What a file may have come to: the operation that made it so, or that it was never seen. */
type Outcomes = Map<string, ReadonlySet<number>>;
const NEVER = -1;

/** The expected state: acknowledged operations have happened, those only tried may have. */
function noteOutcomes(outcomes: Outcomes, tried: readonly number[], acknowledged: ReadonlySet<number>): void {
  for (const n of tried) {
    const before = outcomes.get(fileOf(n)) ?? new Set([NEVER]);
    const after = new Set<number>();
    for (const earlier of before) {
      // There is nothing to be taken out of a file that gave no document.
      const idle = isDeletion(n) && (earlier === NEVER || isDeletion(earlier) || gaveNothing(earlier));
      after.add(idle ? earlier : n);
    }
    outcomes.set(fileOf(n), acknowledged.has(n) ? after : new Set([...before, ...after]));
  }
}

const gaveNothing = (n: number): boolean => isFailed(n) && !isChange(n);

/** Whether the store says of a file what operation n made of it. */
function isAfter(store: LmdbStore, entry: LedgerEntry | undefined, n: number): boolean {
  if (n === NEVER) return entry === undefined;
  if (isDeletion(n)) return entry?.failure?.code === "request/document-deleted";
  if (gaveNothing(n)) return entry?.state === "failed";
  const { sha256, document } = documentOf(n);
  if (entry?.document === undefined || entry.sha256 !== sha256) return false;
  const snapshot = store.snapshot();
  const held = snapshot.document(entry.document);
  expect(held).toEqual({ ok: true, value: document });
  expect(snapshot.record(entry.document).paths).toContain(fileOf(n));
  if (document.text.startsWith("unique"))
    expect(postingsOf(snapshot, uniqueWord(n))).toEqual({ found: 1, pushed: [[entry.document, 0, 7]] });
  snapshot.close();
  return true;
}

async function checkStore(folder: string, outcomes: Outcomes): Promise<void> {
  const opened = await openStore(folder, storeOptions({ batchPostings: BATCH }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const store = opened.value;
  const ledger = new Map(store.ledger().map((entry) => [entry.path, entry]));
  for (const [file, possible] of outcomes) {
    const actual = [...possible].filter((n) => isAfter(store, ledger.get(file), n));
    expect([file, [...possible], actual.length]).toEqual([file, [...possible], 1]);
    // From here on it is known what became of it.
    outcomes.set(file, new Set(actual));
  }
  for (const file of ledger.keys()) expect(outcomes.has(file)).toBe(true);
  expect(store.verify().damages).toEqual([]);
  const held = new Set([...ledger.values()].map(({ document }) => document));
  held.delete(undefined);
  expect(documentsPresent(store.snapshot())).toBe(held.size);
  await store.close();
}

async function checkBackups(target: string): Promise<void> {
  for (const n of [0, 1]) {
    if (!fs.existsSync(`${target} ${n}`)) continue;
    const opened = await openStore(`${target} ${n}`, storeOptions({ mode: "open", batchPostings: BATCH }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    expect(opened.value.verify().damages).toEqual([]);
    await opened.value.close();
  }
}

test(`${KILLS} kills lose nothing that was acknowledged`, { timeout: 120_000 + KILLS * 30_000 }, async () => {
  let kills = 0;
  for (let round = 0; kills < KILLS;) {
    const folder = path.join(root, `store ${round}`);
    const target = path.join(root, `backup ${round}`);
    const outcomes: Outcomes = new Map();
    let next = 0;
    for (const last = round + ROUNDS_PER_STORE; round < last && kills < KILLS; round++) {
      const tasks = next === 0 ? [] : ["backup", "check"];
      const others = tasks.map((task) => start("store-other-child.ts", [task, folder, target]));
      const lines = await runAndKill(folder, next, (round * 37) % 400, others);
      const killed = tasks.filter((_, i) => others[i]!.child.signalCode === "SIGKILL");
      kills += 1 + killed.length;
      noteWork(lines);
      for (const task of killed) atWork.set(task, (atWork.get(task) ?? 0) + 1);
      const said = [lines, ...others.map((other) => other.lines())].flat();
      expect(said.filter((line) => line.startsWith("failed"))).toEqual([]);
      const tried = numbers(lines, "try");
      noteOutcomes(outcomes, tried, new Set(numbers(lines, "ack")));
      next = Math.max(next, ...tried.map((n) => n + 1));
      await checkStore(folder, outcomes);
      await checkBackups(target);
    }
    expect(next).toBeGreaterThan(0);
    for (const name of fs.readdirSync(root)) fs.rmSync(path.join(root, name), { recursive: true });
    const record = process.env["PINCITE_KILLS_RECORD"];
    if (record !== undefined)
      fs.writeFileSync(record, JSON.stringify({ kills, rounds: round, ...Object.fromEntries(atWork) }));
  }
});
