/**
 * The export of the frozen store, kept as it was first written: every version writes the same lines of it, and reads them.
 *
 * `PINCITE_FREEZE=1` writes the fixture where there is none.
 */
import fs from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { importInto } from "../../main/engine/store/import.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { storeOptions, temporaryFolder, wordFingerprints } from "../support/store-fixtures.ts";

const FIXTURE = path.join(import.meta.dirname, "export-1.jsonl");
const root = temporaryFolder();
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function exported(): Promise<string> {
  const folder = path.join(root, "store");
  fs.cpSync(path.join(import.meta.dirname, "store-1"), folder, { recursive: true });
  const opened = await openStore(folder, storeOptions({ mode: "read-only" }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const lines = [...opened.value.exportLines()].join("");
  await opened.value.close();
  return lines;
}

if (process.env["PINCITE_FREEZE"] === "1" && !fs.existsSync(FIXTURE))
  fs.writeFileSync(FIXTURE, await exported());

test("format 1 is written as ever", async () => {
  expect(await exported()).toBe(fs.readFileSync(FIXTURE, "utf8"));
});

test("format 1 is read, and gives the corpus it names", async () => {
  const opened = await openStore(path.join(root, "imported"), storeOptions());
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const store = opened.value;
  const indexOf = (text: string) => {
    const fingerprints = wordFingerprints(text);
    return { tokenCount: fingerprints.count, fingerprints };
  };
  const text = fs.readFileSync(FIXTURE, "utf8");
  const { rootHash, documents } = JSON.parse(text.slice(0, text.indexOf("\n"))) as {
    rootHash: string;
    documents: number;
  };
  const pieces = fs.createReadStream(FIXTURE, { encoding: "utf8" });
  expect(await importInto(store, pieces, { indexOf })).toEqual({ ok: true, value: { documents, rootHash } });
  expect(store.verify().damages).toEqual([]);
  await store.close();
});
