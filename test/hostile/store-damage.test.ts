/**
 * One byte of a store's files is altered. Either that is noticed, or the byte was in use by nothing: what the store
 * says with a clean bill of health is what it said before.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import {
  AT,
  failedEntry,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
} from "../support/store-fixtures.ts";
import { flip, type FlipResult, inspect } from "../support/store-flip-child.ts";

const FLIPS = Number(process.env["PINCITE_FLIPS"] ?? 90);
/** For each, milliseconds. */
const TIMEOUT = { timeout: 120_000 + FLIPS * 300 };
/** Counts for the record of a long run (PINCITE_FLIPS_RECORD: a file). */
const record: Record<string, Record<string, number>> = {};
const CHILD = fileURLToPath(new URL("../support/store-flip-child.ts", import.meta.url));

const root = temporaryFolder();
const folder = path.join(root, "store");
const pristine = path.join(root, "pristine");
let contents = "";

beforeAll(async () => {
  const opened = await openStore(folder, storeOptions({ batchPostings: 4000 }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const store = opened.value;
  for (let n = 0; n < 60; n++) {
    const text = `marker${n} the ${`word${n % 3} x${n % 4} `.repeat(n * 5)}`;
    const marks = Array.from({ length: n * 4 }, (_, i) => ({ kind: "note" as const, start: i, end: i + 2 }));
    const own = Buffer.from(n % 2 ? `original ${n} ${text}` : text);
    await store.add(newDocument(`/corpus/file ${n}.txt`, plainDocument(text, { marks }), own));
    if (n % 10 === 0) await store.addPath(n, `/copies/${n}`, 5, AT);
    if (n % 10 === 1) await store.addLedger(failedEntry(`/bad/${n}`));
    if (n === 40) await store.finish();
  }
  await store.add(newDocument("/large", plainDocument("the large one"), Buffer.alloc(2_500_000, "large ")));
  await store.finish();
  await store.close();
  fs.cpSync(folder, pristine, { recursive: true });
  const result = await inspect(folder, 0);
  expect(result).toMatchObject({ opened: "ok", damages: [] });
  ({ contents } = result);
});
afterAll(() => {
  fs.rmSync(root, { recursive: true, force: true });
  const file = process.env["PINCITE_FLIPS_RECORD"];
  if (file !== undefined) fs.writeFileSync(file, JSON.stringify(record));
});

/** Counts how each flip ended. */
function note(where: string, results: readonly FlipResult[]): void {
  const counts = (record[where] ??= {});
  for (const result of results) {
    const outcome =
      result.opened !== "ok"
        ? `refused: ${result.opened}`
        : result.damages.length > 0
          ? "named by verify"
          : "byte in use by nothing";
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
}

/** Flips each offset in turn, in as many processes as the database ends. */
function flipAll(name: string, offsets: readonly number[]): FlipResult[] {
  const results: FlipResult[] = [];
  while (results.length < offsets.length) {
    const rest = offsets.slice(results.length);
    const run = spawnSync(process.execPath, [CHILD, folder, name, ...rest.map(String)], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    for (const line of run.stdout.split("\n").filter((text) => text.startsWith("{")))
      results.push(JSON.parse(line) as FlipResult);
    if (results.length === offsets.length) break;
    // Ended by a signal is noticed, too; ended by an exception is a bug of ours.
    expect([name, rest[0], run.signal === null ? run.stderr : ""]).toEqual([name, rest[0], ""]);
    results.push({
      offset: offsets[results.length]!,
      opened: `ended by ${run.signal}`,
      damages: [],
      contents: "",
    });
    fs.cpSync(pristine, folder, { recursive: true });
  }
  return results;
}

const noticed = ({ opened, damages }: FlipResult): boolean => opened !== "ok" || damages.length > 0;

/** Offsets spread over a file, each in another part of its page. */
const spread = (size: number, count: number): number[] => [
  ...new Set(
    Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * size) / count + i * 397) % size),
  ),
];

describe("one byte altered", () => {
  test("anywhere in a segment is noticed", TIMEOUT, () => {
    for (const name of fs.readdirSync(path.join(folder, "segments"))) {
      const file = path.join("segments", name);
      const results = flipAll(file, spread(fs.statSync(path.join(folder, file)).size, FLIPS / 3));
      note("segments", results);
      expect(results.filter((result) => !noticed(result))).toEqual([]);
      expect(results.filter(({ opened }) => opened !== "ok" && opened !== "store/damaged")).toEqual([]);
    }
  });

  test("anywhere in STORE.json is noticed", TIMEOUT, () => {
    const size = fs.statSync(path.join(folder, "STORE.json")).size;
    const results = flipAll("STORE.json", spread(size, FLIPS / 3));
    note("STORE.json", results);
    expect(results.filter((result) => !noticed(result))).toEqual([]);
  });

  test("anywhere in the catalogue is noticed, or changes nothing", TIMEOUT, () => {
    const size = fs.statSync(path.join(folder, "catalogue.mdb")).size;
    const results = flipAll("catalogue.mdb", spread(size, FLIPS));
    note("catalogue.mdb", results);
    expect(results.filter((result) => !noticed(result) && result.contents !== contents)).toEqual([]);
    expect(results.filter(noticed).length).toBeGreaterThan(FLIPS / 3);
  });

  test("inside what documents hold is named by verify", async () => {
    const bytes = fs.readFileSync(path.join(folder, "catalogue.mdb"));
    for (const [what, part] of [
      ["original 31 ", "original"],
      ["marker30 ", "original"],
      ["marker31 the", "original"],
      ["/copies/30", "ledger"],
      ["/bad/31", "ledger"],
    ] as const) {
      // Older versions of a page may hold the same bytes; the live one is among them.
      const offsets: number[] = [];
      for (let at = bytes.indexOf(what); at >= 0; at = bytes.indexOf(what, at + 1)) offsets.push(at);
      expect(offsets.length).toBeGreaterThan(0);
      const results = flipAll("catalogue.mdb", offsets);
      const damages = results.flatMap((result) => result.damages);
      expect([what, damages.some((damage) => damage.includes(part))]).toEqual([what, true]);
      expect(results.filter((result) => !noticed(result) && result.contents !== contents)).toEqual([]);
    }
    expect(await inspect(folder, 0)).toMatchObject({ opened: "ok", damages: [] });
  });

  test("in the text of a document is never handed out", async () => {
    const file = path.join(folder, "catalogue.mdb");
    const bytes = fs.readFileSync(file);
    const offsets: number[] = [];
    for (let at = bytes.indexOf("marker33 the"); at >= 0; at = bytes.indexOf("marker33 the", at + 1))
      offsets.push(at);
    for (const offset of offsets) flip(file, offset);
    const opened = await openStore(folder, storeOptions({ mode: "read-only" }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
    const snapshot = opened.value.snapshot();
    expect(snapshot.text(33)).toMatchObject({
      ok: false,
      failure: { code: "store/damaged", data: { document: 33 } },
    });
    expect(snapshot.document(33)).toMatchObject({
      ok: false,
      failure: { code: "store/damaged", data: { document: 33 } },
    });
    expect(snapshot.text(34).ok).toBe(true);
    snapshot.close();
    await opened.value.close();
    for (const offset of offsets) flip(file, offset);
  });
});
