/** Merging in a thread of its own gives what merging on the spot gives, while documents arrive and snapshots are read. */
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { threadMerger } from "../../main/engine/pool/thread-merger.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import type { StoreOptions, LmdbStore } from "../../main/engine/store/lmdb-store.ts";
import {
  AT,
  contentsOf,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";

const ENTRY = new URL("../../main/engine/pool/merge-thread.ts", import.meta.url);
const WORDS = ["the", "word", "x1", "x2", "marker7", "marker250"];
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function open(name: string, more: Partial<StoreOptions> = {}): Promise<LmdbStore> {
  const opened = await openStore(path.join(root, name), storeOptions({ batchPostings: 60, ...more }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

const textOf = (n: number): string => `marker${n} the ${`word x${n % 4} `.repeat((n % 7) + 1)}`;

async function fill(store: LmdbStore): Promise<void> {
  for (let n = 0; n < 300; n++) {
    await store.add(newDocument(`/${n}`, plainDocument(textOf(n))));
    if (n % 40 === 39) await store.deleteDocument(n - 20, AT);
    if (n % 90 === 89) await store.add(newDocument(`/${n - 30}`, plainDocument(`changed ${textOf(n)}`)));
  }
}

test("in a thread or on the spot: one and the same corpus", async () => {
  const [threaded, inline] = [await open("threaded", { merger: threadMerger(ENTRY) }), await open("inline")];
  await Promise.all([fill(threaded), fill(inline)]);
  const early = [threaded.snapshot(), inline.snapshot()] as const;
  const contents = contentsOf(early[1], WORDS);
  expect(contentsOf(early[0], WORDS)).toEqual(contents);
  for (const store of [threaded, inline])
    expect(await store.finish()).toEqual({ ok: true, value: undefined });
  for (const store of [threaded, inline])
    expect(await store.compact()).toEqual({ ok: true, value: undefined });
  for (const snapshot of early) {
    expect(contentsOf(snapshot, WORDS)).toEqual(contents);
    snapshot.close();
  }
  expect(contentsOf(threaded.snapshot(), WORDS)).toEqual(contents);
  const [one, other] = [threaded.statistics(), inline.statistics()];
  expect([one.segments, one.rootHash, one.postings]).toEqual([1, other.rootHash, other.postings]);
  expect(threaded.verify().damages).toEqual([]);
  await Promise.all([threaded.close(), inline.close()]);
});

test("a store may be closed in the middle of a merge, and goes on with it when it is opened again", async () => {
  const store = await open("closed", { merger: threadMerger(ENTRY) });
  await fill(store);
  void store.finish();
  await store.close();
  const again = await open("closed", { merger: threadMerger(ENTRY) });
  expect(await again.finish()).toEqual({ ok: true, value: undefined });
  expect(again.statistics().segments).toBeLessThanOrEqual(4);
  expect(again.verify().damages).toEqual([]);
  await again.close();
});
