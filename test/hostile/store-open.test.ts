/** Folders that are no store, stores that must not be opened, stores in use, disks that are full. */
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Result } from "../../core/base/result.ts";
import { type LmdbStore, openStore, type StoreOptions } from "../../main/engine/store/lmdb-store.ts";
import { DEFAULT_PARAMETERS, STORE_FORMAT } from "../../main/engine/store/store-file.ts";
import {
  AT,
  contentsOf,
  newDocument,
  plainDocument,
  postingsOf,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";
import { documentOf, fileOf, isChange, isDeletion, isFailed } from "../support/store-writer-child.ts";

const CHILD = fileURLToPath(new URL("../support/store-writer-child.ts", import.meta.url));
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

let folders = 0;
const newFolder = (): string => path.join(root, `store ${folders++}`);

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

async function open(folder: string, more: Partial<StoreOptions> = {}): Promise<LmdbStore> {
  return valueOf(await openStore(folder, storeOptions(more)));
}

async function newStore(texts: readonly string[], more: Partial<StoreOptions> = {}): Promise<string> {
  const folder = newFolder();
  const store = await open(folder, more);
  for (const [i, text] of texts.entries()) await store.add(newDocument(`/${i}`, plainDocument(text)));
  await store.finish();
  await store.close();
  return folder;
}

async function codeOf(folder: string, more: Partial<StoreOptions> = {}): Promise<string> {
  const opened = await openStore(folder, storeOptions(more));
  if (!opened.ok) return opened.failure.code;
  await opened.value.close();
  return "ok";
}

describe("a folder that is no store", () => {
  test("is not there", async () => {
    expect(await codeOf(newFolder(), { mode: "open" })).toBe("store/not-found");
    expect(await codeOf(newFolder(), { mode: "read-only" })).toBe("store/not-found");
  });

  test("is a file", async () => {
    const file = newFolder();
    fs.writeFileSync(file, "text");
    expect(await codeOf(file)).toBe("store/not-a-store");
    expect(await codeOf(path.join(file, "below"))).toBe("store/not-a-store");
    expect(fs.readFileSync(file, "utf8")).toBe("text");
  });

  test("holds other files, which are left alone", async () => {
    const folder = newFolder();
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, "letter.txt"), "text");
    expect(await codeOf(folder)).toBe("store/not-a-store");
    expect(await codeOf(folder, { mode: "open" })).toBe("store/not-a-store");
    expect(fs.readdirSync(folder)).toEqual(["letter.txt"]);
  });

  test("is empty: it becomes one only where that is asked for", async () => {
    const folder = newFolder();
    fs.mkdirSync(folder);
    expect(await codeOf(folder, { mode: "open" })).toBe("store/not-a-store");
    expect(fs.readdirSync(folder)).toEqual([]);
    expect(await codeOf(folder)).toBe("ok");
    expect(await codeOf(folder, { mode: "open" })).toBe("ok");
  });

  test("was being made when the process died: it is made", async () => {
    const folder = await newStore([]);
    fs.rmSync(path.join(folder, "STORE.json"));
    fs.writeFileSync(path.join(folder, "STORE.json.new"), "{");
    expect(await codeOf(folder)).toBe("ok");
    expect(await codeOf(folder, { mode: "open" })).toBe("ok");
  });
});

describe("a store that must not be opened", () => {
  /** Rewrites STORE.json. */
  function alter(folder: string, change: (text: string) => string): void {
    const file = path.join(folder, "STORE.json");
    fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")));
  }

  test("of a newer format names both versions", async () => {
    const folder = await newStore(["the whale"]);
    alter(folder, (text) => text.replace(`"format": ${STORE_FORMAT}`, `"format": ${STORE_FORMAT + 1}`));
    const opened = await openStore(folder, storeOptions());
    expect(opened).toMatchObject({
      ok: false,
      failure: { code: "store/newer-format", data: { got: STORE_FORMAT + 1, supported: STORE_FORMAT } },
    });
  });

  test("of an older format", async () => {
    const folder = await newStore(["the whale"]);
    alter(folder, (text) => text.replace(`"format": ${STORE_FORMAT}`, '"format": 0'));
    expect(await codeOf(folder)).toBe("store/older-format");
  });

  test("of other parameters names the first that differs", async () => {
    const folder = await newStore(["the whale"]);
    const opened = await openStore(
      folder,
      storeOptions({ parameters: { ...DEFAULT_PARAMETERS, window: 9 } }),
    );
    expect(opened).toMatchObject({
      ok: false,
      failure: {
        code: "store/parameters-differ",
        data: { name: "window", stored: DEFAULT_PARAMETERS.window, asked: 9 },
      },
    });
  });

  test.each([
    ["STORE.json altered", (folder: string) => alter(folder, (text) => text.replace("0.0.0", "0.0.1"))],
    ["STORE.json cut", (folder: string) => alter(folder, (text) => text.slice(0, 20))],
    ["the catalogue missing", (folder: string) => fs.rmSync(path.join(folder, "catalogue.mdb"))],
    ["the catalogue emptied", (folder: string) => fs.truncateSync(path.join(folder, "catalogue.mdb"), 0)],
    ["the catalogue cut", (folder: string) => fs.truncateSync(path.join(folder, "catalogue.mdb"), 8192)],
    [
      "the catalogue not a database",
      (folder: string) => fs.writeFileSync(path.join(folder, "catalogue.mdb"), Buffer.alloc(1 << 20, 7)),
    ],
    ["a segment missing", (folder: string) => fs.rmSync(path.join(folder, "segments", "00000001.segment"))],
    [
      "a segment emptied",
      (folder: string) => fs.truncateSync(path.join(folder, "segments", "00000001.segment"), 0),
    ],
    [
      "a segment cut",
      (folder: string) => fs.truncateSync(path.join(folder, "segments", "00000001.segment"), 5000),
    ],
  ])("has %s", async (_, damage) => {
    const folder = await newStore(
      ["a", "b", "c", "d", "e", "f", "g", "h"].map((letter) => `${letter} the whale `.repeat(4000)),
    );
    damage(folder);
    expect(await codeOf(folder)).toBe("store/damaged");
    expect(await codeOf(folder, { mode: "read-only" })).toBe("store/damaged");
  });

  test("has the STORE.json of another store", async () => {
    const [one, other] = [await newStore(["the whale"]), await newStore(["the sea"])];
    fs.copyFileSync(path.join(other, "STORE.json"), path.join(one, "STORE.json"));
    expect(await codeOf(one)).toBe("store/damaged");
  });

  test("has lost its STORE.json and holds documents", async () => {
    const folder = await newStore(["the whale"]);
    fs.rmSync(path.join(folder, "STORE.json"));
    expect(await codeOf(folder)).toBe("store/damaged");
  });

  test("lies in a folder that a cloud service copies", async () => {
    const folder = path.join(root, "OneDrive - Office", "matter");
    expect(await codeOf(folder)).toBe("store/network-folder");
    expect(fs.existsSync(folder)).toBe(false);
  });
});

describe("one writer", () => {
  test("refuses a second in the same process, and lets readers in", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.add(newDocument("/1", plainDocument("the whale")));
    expect(await codeOf(folder, { mode: "open" })).toBe("store/in-use");
    const reader = await open(folder, { mode: "read-only" });
    expect(contentsOf(reader.snapshot(), ["the", "whale"])).toEqual(
      contentsOf(store.snapshot(), ["the", "whale"]),
    );
    expect(await reader.add(newDocument("/2", plainDocument("x")))).toMatchObject({
      ok: false,
      failure: { code: "store/read-only" },
    });
    await reader.close();
    await store.close();
    expect(await codeOf(folder, { mode: "open" })).toBe("ok");
  });

  test("in another process is refused while it lives, and forgotten when it is killed", async () => {
    const folder = newFolder();
    const child = spawn(process.execPath, [CHILD, folder, "0", "100000"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("ack 10")) resolve();
      });
    });
    const opened = await openStore(folder, storeOptions({ mode: "open" }));
    expect(opened).toMatchObject({ ok: false, failure: { code: "store/in-use", data: { pid: child.pid } } });
    // Beside it one may read: what it has acknowledged is there.
    const reader = await open(folder, { mode: "read-only" });
    expect(reader.snapshot().documentCount).toBeGreaterThan(8);
    await reader.close();
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
    expect(await codeOf(folder, { mode: "open" })).toBe("ok");
  });
});

describe("what a crash leaves", () => {
  test("unpublished segment files are removed, published ones stay", async () => {
    const folder = await newStore(["the whale"]);
    const stray = path.join(folder, "segments", "00000099.segment");
    fs.writeFileSync(stray, "half a segment");
    expect(await codeOf(folder, { mode: "read-only" })).toBe("ok");
    expect(fs.existsSync(stray)).toBe(true);
    const store = await open(folder);
    expect(fs.readdirSync(path.join(folder, "segments"))).toEqual(["00000001.segment"]);
    expect(postingsOf(store.snapshot(), "whale").found).toBe(1);
    await store.close();
  });

  test("documents in no segment are found all the same", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.add(newDocument("/1", plainDocument("the white whale")));
    await store.close();
    expect(fs.readdirSync(path.join(folder, "segments"))).toEqual([]);
    const reader = await open(folder, { mode: "read-only" });
    expect(postingsOf(reader.snapshot(), "whale")).toEqual({ found: 1, pushed: [[0, 2, 7]] });
    await reader.close();
  });

  test("a text whose fingerprints come out otherwise is not passed over", async () => {
    const folder = newFolder();
    const store = await open(folder);
    await store.add(newDocument("/1", plainDocument("the white whale")));
    await store.close();
    const none = { count: 0, a: new Uint32Array(0), b: new Uint32Array(0), position: new Uint32Array(0) };
    expect(await codeOf(folder, { mode: "read-only", fingerprintsOf: () => none })).toBe("store/damaged");
  });
});

describe("segments", () => {
  test("are at most four after an import, one after compacting, and answer alike", async () => {
    const folder = newFolder();
    const store = await open(folder, { batchPostings: 5 });
    for (let i = 0; i < 40; i++)
      await store.add(newDocument(`/${i}`, plainDocument(`the whale number ${i}`)));
    const before = contentsOf(store.snapshot(), ["the", "whale", "7"]);
    expect(await store.finish()).toEqual({ ok: true, value: undefined });
    expect(store.statistics().segments).toBeLessThanOrEqual(4);
    expect(contentsOf(store.snapshot(), ["the", "whale", "7"])).toEqual(before);
    await store.compact();
    expect(store.statistics()).toMatchObject({ segments: 1, documents: 40, pendingDocuments: 0 });
    expect(contentsOf(store.snapshot(), ["the", "whale", "7"])).toEqual(before);
    expect(fs.readdirSync(path.join(folder, "segments")).length).toBe(1);
    await store.close();
  });

  test("are read to their end by a snapshot that was taken before they were merged", async () => {
    const folder = newFolder();
    const store = await open(folder, { batchPostings: 5 });
    for (let i = 0; i < 20; i++)
      await store.add(newDocument(`/${i}`, plainDocument(`the whale number ${i}`)));
    const snapshot = store.snapshot();
    await store.compact();
    expect(postingsOf(snapshot, "whale").found).toBe(20);
    snapshot.close();
    await store.close();
  });
});

describe.skipIf(process.platform !== "linux")("a disk that takes no more", () => {
  async function expectKept(folder: string, said: string, codes: readonly string[]): Promise<void> {
    const lines = said.split("\n");
    const failures = lines
      .filter((line) => line.startsWith("failed "))
      .map((line) => (JSON.parse(line.slice(7)) as { code: string }).code);
    expect(failures.length).toBeGreaterThan(0);
    for (const code of failures) expect(codes).toContain(code);
    const acknowledged = lines.filter((line) => line.startsWith("ack ")).map((line) => Number(line.slice(4)));
    expect(acknowledged.length).toBeGreaterThan(5);
    const store = await open(folder, { mode: "open" });
    expect(store.verify().damages).toEqual([]);
    const tried = lines.filter((line) => line.startsWith("try ")).map((line) => Number(line.slice(4)));
    for (const n of acknowledged) {
      const isLast = !tried.some((later) => later > n && fileOf(later) === fileOf(n));
      if (isLast && !isDeletion(n) && (isChange(n) || !isFailed(n)))
        expect([n, store.isCurrent(fileOf(n), documentOf(n).sha256)]).toEqual([n, true]);
    }
    expect(await store.add(newDocument("/more", plainDocument("room again")))).toMatchObject({ ok: true });
    await store.close();
  }

  test("keeps what was acknowledged, and takes more once there is room: files bounded in size", async () => {
    const folder = newFolder();
    const limited = spawnSync(
      "bash",
      ["-c", `trap '' XFSZ; ulimit -f 3000; exec "$0" "$@"`, process.execPath, CHILD, folder, "0", "300"],
      { encoding: "utf8", timeout: 15_000 },
    );
    await expectKept(folder, limited.stdout, ["store/disk-full", "store/io-error"]);
  });

  const disk = path.join(root, "small disk");
  fs.mkdirSync(disk);
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=5m", "tmpfs", disk]).status === 0;
  afterAll(() => {
    if (mounted) spawnSync("umount", [disk]);
  });

  test.skipIf(!mounted)(
    "keeps what was acknowledged, and takes more once there is room: a small disk",
    async () => {
      const folder = path.join(disk, "store");
      const full = spawnSync(process.execPath, [CHILD, folder, "0", "300"], {
        encoding: "utf8",
        timeout: 15_000,
      });
      expect(full.stdout).toContain('failed {"code":"store/disk-full"');
      spawnSync("mount", ["-o", "remount,size=60m", disk]);
      await expectKept(folder, full.stdout, ["store/disk-full"]);
    },
  );
});

test("a store is opened again from a moved folder, with a clock that went back", async () => {
  const folder = await newStore(["the whale"]);
  const moved = path.join(root, "mövéd 鯨");
  fs.renameSync(folder, moved);
  const store = await open(moved, { now: () => "1970-01-01T00:00:00.000Z" });
  expect(store.identity.created).toBe(AT);
  await store.add(newDocument("/later", plainDocument("the sea")));
  expect(store.snapshot().documentCount).toBe(2);
  await store.close();
});
