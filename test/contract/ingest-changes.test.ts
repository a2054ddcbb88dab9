/** Files that change between two runs: the corpus then is what one made anew of the files would be. */
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { presentDocuments } from "../../core/index/documents.ts";
import { ok } from "../../core/base/result.ts";
import { ingest, type IngestSummary } from "../../main/engine/ingest.ts";
import { type LmdbStore, openStore } from "../../main/engine/store/lmdb-store.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import { createInProcessHost } from "../support/in-process-host.ts";
import { AT, plainDocument, storeOptions, temporaryFolder } from "../support/store-fixtures.ts";

const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));
const indexer = new TextIndexer();

async function open(name: string): Promise<LmdbStore> {
  const fingerprintsOf = (text: string) => indexer.index(text).fingerprints;
  const opened = await openStore(path.join(root, name), storeOptions({ fingerprintsOf }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

async function add(store: LmdbStore, folder: string, concurrency = 2): Promise<IngestSummary> {
  const host = createInProcessHost((bytes) =>
    Promise.resolve(ok(plainDocument(Buffer.from(bytes).toString()))),
  );
  const result = await ingest({
    store,
    host,
    roots: [folder],
    limits: DEFAULT_LIMITS,
    template: false,
    passwords: [],
    concurrency,
    now: () => AT,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}

function write(folder: string, files: Readonly<Record<string, string>>): string {
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

const pathsAndTexts = (store: LmdbStore): unknown => {
  const snapshot = store.snapshot();
  const all = [...presentDocuments(snapshot)].map((id) => [
    snapshot.record(id).paths.toSorted(),
    snapshot.text(id),
  ]);
  snapshot.close();
  return all.toSorted();
};

test("exchanged, copied over, grown and new files", async () => {
  const folder = write(path.join(root, "files"), {
    a: "the first text",
    b: "the second text",
    c: "the third text",
    d: "the third text",
    e: "the fifth text",
  });
  const store = await open("store");
  expect(await add(store, folder)).toMatchObject({ ingested: 4, duplicates: 1 });
  // a and b change places, so that b's former document is gone when b is read; c becomes a copy of e; f is new.
  write(folder, {
    a: "the second text",
    b: "the first text",
    c: "the fifth text",
    d: "grown: the third text",
    f: "new",
  });
  await add(store, folder);
  expect(await add(store, folder)).toMatchObject({ ingested: 0, duplicates: 0, unchanged: 6 });
  const anew = await open("anew");
  await add(anew, folder);
  expect(pathsAndTexts(store)).toEqual(pathsAndTexts(anew));
  expect(store.statistics().rootHash).toBe(anew.statistics().rootHash);
  expect(store.verify().damages).toEqual([]);
  await Promise.all([store.close(), anew.close()]);
});

test("a new text that takes the place of one that a later file is known to hold", async () => {
  const folder = write(path.join(root, "moved"), { a: "the text that moves", z: "the text that goes" });
  const store = await open("moving");
  await add(store, folder);
  write(folder, { a: "a text never seen", z: "the text that moves" });
  await add(store, folder, 8);
  expect(pathsAndTexts(store)).toEqual(
    [
      [[path.join(folder, "a")], ok("a text never seen")],
      [[path.join(folder, "z")], ok("the text that moves")],
    ].toSorted(),
  );
  expect(store.verify().damages).toEqual([]);
  await store.close();
});

test("the root hash does not depend on order, on duplicates' order, or on how many are read at a time", async () => {
  const texts = Array.from(
    { length: 40 },
    (_, n) => [`${n}`, `text number ${n % 33} and more words`] as const,
  );
  const folder = write(path.join(root, "many"), Object.fromEntries(texts));
  const mirrored = write(
    path.join(root, "mirrored"),
    Object.fromEntries(texts.map(([name, text]) => [`${99 - Number(name)}`, text])),
  );
  const [one, other] = [await open("one"), await open("other")];
  await add(one, folder, 1);
  await add(other, mirrored, 7);
  expect(one.statistics().rootHash).toBe(other.statistics().rootHash);
  await Promise.all([one.close(), other.close()]);
});
