/**
 * The disk fails at the n-th thing that is asked of it, for every n until nothing fails any more. What the store then
 * holds is what it held before the failing step or after it; the failure has its code; opened again it is sound and
 * takes the rest.
 */
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Failure } from "../../core/base/failure.ts";
import { explain } from "../../core/evidence/failure-messages.ts";
import { createMemoryStore } from "../../core/index/memory-store.ts";
import type { CorpusWriter } from "../../core/index/ports.ts";
import { type LmdbStore, openStore, type StoreOptions } from "../../main/engine/store/lmdb-store.ts";
import type { DiskOperation } from "../../main/engine/store/segment-files.ts";
import {
  AT,
  contentsOf,
  failedEntry,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";

const WORDS = ["the", "word", "x1", "x2", "changed"];
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

/** What is done, one step after another; each either happens or does not. */
const STEPS: readonly ((
  store: CorpusWriter,
) => Promise<{ readonly ok: boolean; readonly failure?: Failure }>)[] = [
  (store) => store.add(newDocument("/1", plainDocument("the word x1"))),
  (store) => store.add(newDocument("/2", plainDocument("the word x2 word"))),
  (store) => store.addPath(0, "/copy", 3, AT),
  (store) => store.finish(),
  (store) => store.addLedger(failedEntry("/bad")),
  (store) => store.add(newDocument("/1", plainDocument("the changed word"))),
  (store) =>
    store.add(newDocument("/large", plainDocument("the large"), Buffer.alloc(17 * 1024 * 1024, "x"))),
  (store) => store.deleteDocument(1, AT),
  (store) => store.finish(),
  (store) => store.add(newDocument("/3", plainDocument("the third x1"))),
  (store) => ("compact" in store ? (store as LmdbStore).compact() : store.finish()),
  (store) => store.add(newDocument("/2", plainDocument("the word x2 word"))),
];

const stateOf = (store: CorpusWriter): unknown => {
  const snapshot = store.snapshot();
  const state = [contentsOf(snapshot, WORDS), store.ledger()];
  snapshot.close();
  return state;
};

/** States of the corpus after none, one, two ... steps. */
async function expectedStates(): Promise<readonly unknown[]> {
  const oracle = createMemoryStore();
  const states = [stateOf(oracle)];
  for (const step of STEPS) {
    await step(oracle);
    states.push(stateOf(oracle));
  }
  return states;
}

async function open(folder: string, more: Partial<StoreOptions> = {}): Promise<LmdbStore> {
  const opened = await openStore(folder, storeOptions({ batchPostings: 4, ...more }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

interface Run {
  /** Steps that were done before one failed; all of them when the disk held out. */
  readonly done: number;
  readonly problem: Failure | undefined;
  readonly operation: DiskOperation | undefined;
}

/** Takes steps until the n-th operation fails. */
async function runWithFault(folder: string, n: number, error: Error): Promise<Run> {
  let operations = 0;
  let failedAt: DiskOperation | undefined;
  const watch = (operation: DiskOperation): void => {
    if (++operations !== n) return;
    failedAt = operation;
    throw error;
  };
  const opened = await openStore(folder, storeOptions({ batchPostings: 4, watch }));
  if (!opened.ok) return { done: 0, problem: opened.failure, operation: failedAt };
  let done = 0;
  let problem: Failure | undefined;
  for (const step of STEPS) {
    const result = await step(opened.value);
    if (!result.ok) {
      problem = result.failure;
      break;
    }
    done++;
  }
  await opened.value.close();
  return { done, problem, operation: failedAt };
}

const TIDYING = /^(remove|commit|committed)$/;

const systemError = (code: string): Error => Object.assign(new Error(`${code}: a test`), { code });

/** Unless all are asked for, the two errors take turns. */
const STEP = process.env["PINCITE_FAULTS"] === "all" ? 1 : 2;
/** Milliseconds. */
const TIMEOUT = { timeout: STEP === 1 ? 900_000 : 180_000 };

describe.each([
  ["ENOSPC", "store/disk-full", 1],
  ["EIO", "store/io-error", 2],
])("%s", (code, expected, first) => {
  test("at every operation in turn: before or after, and usable again", TIMEOUT, async () => {
    const states = await expectedStates();
    const operations = new Set<DiskOperation>();
    for (let n = STEP === 1 ? 1 : first; ; n += STEP) {
      const folder = path.join(root, `${code} ${n}`);
      await (await open(folder)).close();
      const { done, problem, operation } = await runWithFault(folder, n, systemError(code));
      if (operation === undefined) {
        expect([done, problem]).toEqual([STEPS.length, undefined]);
        break;
      }
      operations.add(operation);
      // What cannot be tidied up (a file merged away, the writer's name) is tidied later; nobody need know.
      if (problem === undefined)
        expect([operation, done]).toEqual([expect.stringMatching(TIDYING), STEPS.length]);
      else {
        expect([n, operation, problem.code]).toEqual([n, operation, expected]);
        expect(explain(problem).action).not.toBe("");
      }
      const store = await open(folder);
      expect(store.verify().damages).toEqual([]);
      expect([states[done], states[done + 1]]).toContainEqual(stateOf(store));
      for (const step of STEPS.slice(done)) await step(store);
      expect(store.verify().damages).toEqual([]);
      expect(stateOf(store)).toEqual(states.at(-1));
      await store.close();
      fs.rmSync(folder, { recursive: true });
    }
    expect([...operations]).toEqual(expect.arrayContaining(["commit", "committed"]));
    if (STEP === 1)
      expect([...operations].sort()).toEqual(["commit", "committed", "create", "flush", "remove", "write"]);
  });
});

test("a disk that was full takes more once there is room, without opening anew", async () => {
  const states = await expectedStates();
  let full = false;
  const watch = (operation: DiskOperation): void => {
    if (full && operation !== "remove" && operation !== "committed") throw systemError("ENOSPC");
  };
  const store = await open(path.join(root, "full"), { watch });
  for (const step of STEPS) {
    full = true;
    expect(await step(store)).toMatchObject({ ok: false, failure: { code: "store/disk-full" } });
    full = false;
    expect(await step(store)).toMatchObject({ ok: true });
  }
  expect(stateOf(store)).toEqual(states.at(-1));
  expect(store.verify().damages).toEqual([]);
  await store.close();
});
