/** What happens around a store while it is in use: its folder goes, its disk turns read-only, the clock jumps. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type LmdbStore, openStore, type StoreMode } from "../../main/engine/store/lmdb-store.ts";
import {
  contentsOf,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";

const WORDS = ["the", "whale", "sea"];
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function open(folder: string, mode: StoreMode = "create-or-open"): Promise<LmdbStore> {
  const opened = await openStore(folder, storeOptions({ mode, batchPostings: 4 }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

async function fill(folder: string): Promise<LmdbStore> {
  const store = await open(folder);
  for (let n = 0; n < 8; n++) await store.add(newDocument(`/${n}`, plainDocument(`the whale ${n} sea`)));
  await store.finish();
  return store;
}

describe("the folder is removed while the store is open", () => {
  test.skipIf(process.platform === "win32")(
    "a reader reads on, a writer is told, nothing is made anew",
    async () => {
      const folder = path.join(root, "removed");
      const store = await fill(folder);
      const snapshot = store.snapshot();
      const contents = contentsOf(snapshot, WORDS);
      fs.rmSync(folder, { recursive: true });
      expect(contentsOf(snapshot, WORDS)).toEqual(contents);
      snapshot.close();
      for (let n = 8; n < 12; n++) await store.add(newDocument(`/${n}`, plainDocument(`the whale ${n} sea`)));
      expect(await store.finish()).toMatchObject({ ok: false, failure: { code: "store/not-found" } });
      await store.close();
      expect(fs.existsSync(folder)).toBe(false);
      expect(await openStore(folder, storeOptions({ mode: "open" }))).toMatchObject({
        failure: { code: "store/not-found" },
      });
    },
  );
});

const disk = path.join(root, "a disk, größer");
fs.mkdirSync(disk);
const mounted =
  process.platform === "linux" &&
  spawnSync("mount", ["-t", "tmpfs", "-o", "size=40m", "tmpfs", disk]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", ["-l", disk]);
});

describe.skipIf(!mounted)("on a disk that cannot be written to", () => {
  test("a store is read, and a writer is told so", async () => {
    const folder = path.join(disk, "store");
    const store = await fill(folder);
    const contents = contentsOf(store.snapshot(), WORDS);
    await store.close();
    expect(spawnSync("mount", ["-o", "remount,ro", disk]).status).toBe(0);
    const reader = await open(folder, "read-only");
    expect(contentsOf(reader.snapshot(), WORDS)).toEqual(contents);
    expect(reader.verify().damages).toEqual([]);
    await reader.close();
    for (const mode of ["open", "create-or-open"] as const)
      expect(await openStore(folder, storeOptions({ mode }))).toMatchObject({
        failure: { code: "store/read-only" },
      });
    expect(await openStore(path.join(disk, "new"), storeOptions())).toMatchObject({
      failure: { code: "store/read-only" },
    });
    spawnSync("mount", ["-o", "remount,rw", disk]);
    await (await open(folder, "open")).close();
  });
});

test("a clock that jumps changes the times in the ledger and nothing else", async () => {
  const clocks = [
    [
      "2026-01-01T00:00:00.000Z",
      "1970-01-01T00:00:00.000Z",
      "9999-12-31T23:59:59.999Z",
      "2026-01-01T00:00:00.000Z",
    ],
    [
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:01.000Z",
      "2026-01-01T00:00:02.000Z",
      "2026-01-01T00:00:03.000Z",
    ],
  ];
  const said = [];
  for (const [i, times] of clocks.entries()) {
    const store = await open(path.join(root, `clock ${i}`));
    for (const [n, at] of times.entries())
      await store.add({ ...newDocument(`/${n}`, plainDocument(`the whale ${n}`)), at });
    await store.deleteDocument(1, times[0]!);
    await store.finish();
    const { rootHash } = store.statistics();
    const ledger = store.ledger().map((entry) => ({ ...entry, at: "" }));
    said.push([rootHash, ledger, contentsOf(store.snapshot(), WORDS)]);
    expect(store.verify().damages).toEqual([]);
    await store.close();
  }
  expect(said[0]).toEqual(said[1]);
});
