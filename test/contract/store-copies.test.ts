/** Backup, export and import: what comes out is the corpus that went in, and nothing less than all of it is accepted. */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ok, type Result } from "../../core/base/result.ts";
import type { Document } from "../../core/model/document.ts";
import { backupStore, type VerifiedCopy } from "../../main/engine/store/backup.ts";
import { INLINE_BYTES } from "../../main/engine/store/exported.ts";
import { importInto } from "../../main/engine/store/import.ts";
import { type LmdbStore, openStore, type StoreMode } from "../../main/engine/store/lmdb-store.ts";
import { fileOf, isDeletion } from "../support/store-writer-child.ts";
import {
  AT,
  contentsOf,
  failedEntry,
  newDocument,
  plainDocument,
  storeOptions,
  temporaryFolder,
  wordFingerprints,
} from "../support/store-fixtures.ts";

const WRITER = fileURLToPath(new URL("../support/store-writer-child.ts", import.meta.url));
const WORDS = ["the", "whale", "x1", "x2", "changed", "nowhere"];
const root = temporaryFolder();
const source = path.join(root, "sürce store");
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

async function open(folder: string, mode: StoreMode = "create-or-open"): Promise<LmdbStore> {
  const opened = await openStore(folder, storeOptions({ mode, batchPostings: 40 }));
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

const page = (text: string): Document =>
  plainDocument(text, {
    format: "html",
    marks: [{ kind: "boilerplate", start: 0, end: 3 }],
    metadata: { title: "Wale ✓" },
    sourceMap: {
      kind: "html",
      blocks: Array.from({ length: 30 }, (_, i) => ({
        start: i,
        end: i + 1,
        element: "p",
        block: i,
        sourceStart: i,
        sourceEnd: i + 1,
        main: true,
      })),
    },
  });

beforeAll(async () => {
  const store = await open(source);
  const long = "the whale ".repeat(INLINE_BYTES / 8);
  await store.add(newDocument("/plain.txt", plainDocument("the whale x1")));
  await store.add(newDocument("/page.html", page("the whale and x2 are long enough"), Buffer.from("<p>")));
  await store.add(newDocument("/long.pdf", plainDocument(long), Buffer.alloc(INLINE_BYTES * 3, "%PDF")));
  await store.add({ ...newDocument("/\ud800 odd", plainDocument("the \ud800 x1")), template: true });
  await store.addPath(1, "/copy of page.html", 3, AT);
  await store.add(newDocument("/changing", plainDocument("the former")));
  await store.add(newDocument("/changing", plainDocument("the changed")));
  await store.add(newDocument("/out", plainDocument("taken out whale")));
  await store.deleteDocument(6, AT);
  await store.addLedger(failedEntry("/bad"));
  await store.addLedger(failedEntry("/plain.txt"));
  await store.finish();
  await store.add(newDocument("/pending", plainDocument("the pending whale")));
  await store.close();
});

/** Without process: the command line's own verification runs in one (test/e2e). */
async function verified(folder: string): Promise<Result<VerifiedCopy>> {
  const store = await open(folder, "read-only");
  const { rootHash, damages } = store.verify();
  await store.close();
  return ok({ rootHash, damages: damages.length });
}

describe("a backup", () => {
  test("is the store, and can be written to", async () => {
    const target = path.join(root, "backups", "one");
    const backup = await backupStore(source, target, verified);
    const [original, copy] = [await open(source, "read-only"), await open(target)];
    expect(backup).toMatchObject({
      ok: true,
      value: { documents: 6, rootHash: original.statistics().rootHash },
    });
    expect(contentsOf(copy.snapshot(), WORDS)).toEqual(contentsOf(original.snapshot(), WORDS));
    expect(copy.ledger()).toEqual(original.ledger());
    expect((await copy.add(newDocument("/new", plainDocument("the new")))).ok).toBe(true);
    expect(copy.verify().damages).toEqual([]);
    await Promise.all([original.close(), copy.close()]);
    expect(fs.readdirSync(path.join(root, "backups"))).toEqual(["one"]);
  });

  test("goes into no folder that holds something, and leaves nothing behind", async () => {
    const target = path.join(root, "full");
    fs.mkdirSync(target);
    fs.writeFileSync(path.join(target, "letter.txt"), "text");
    expect(await backupStore(source, target, verified)).toMatchObject({
      failure: { code: "request/invalid" },
    });
    expect(fs.readdirSync(target)).toEqual(["letter.txt"]);
    expect(await backupStore(path.join(root, "none"), path.join(root, "b"), verified)).toMatchObject({
      failure: { code: "store/not-found" },
    });
    expect(fs.existsSync(path.join(root, "b"))).toBe(false);
  });

  test("that does not verify gets no name", async () => {
    const target = path.join(root, "unsound");
    const wrong = (): Promise<Result<VerifiedCopy>> => Promise.resolve(ok({ rootHash: "00", damages: 0 }));
    expect(await backupStore(source, target, wrong)).toMatchObject({ failure: { code: "store/damaged" } });
    expect(fs.readdirSync(root).filter((name) => name.startsWith("unsound"))).toEqual([]);
  });

  test("made while another process writes is some state of the store, whole", async () => {
    const busy = path.join(root, "busy");
    const writer = spawn(process.execPath, [WRITER, busy, "0", "300"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    writer.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
    const acknowledged = (): number[] =>
      [...printed.matchAll(/^ack (\d+)$/gm)].map((match) => Number(match[1]));
    // Some operations are about a file that is there already, some take one out again.
    const leastFiles = (operations: readonly number[]): number =>
      new Set(operations.filter((n) => !isDeletion(n)).map(fileOf)).size -
      operations.filter(isDeletion).length;
    while (acknowledged().length < 100) await new Promise((resolve) => setTimeout(resolve, 20));
    for (let n = 0; n < 3; n++) {
      const before = leastFiles(acknowledged());
      expect(before).toBeGreaterThan(50);
      const target = path.join(root, `busy backup ${n}`);
      expect(await backupStore(busy, target, verified)).toMatchObject({ ok: true });
      const copy = await open(target, "open");
      expect(copy.ledger().length).toBeGreaterThanOrEqual(before);
      expect(copy.verify().damages).toEqual([]);
      await copy.close();
    }
    writer.kill("SIGKILL");
    await new Promise((resolve) => writer.on("close", resolve));
  });
});

async function exported(): Promise<string> {
  const store = await open(source, "read-only");
  const lines = [...store.exportLines()].join("");
  await store.close();
  return lines;
}

const indexOf = (text: string): { tokenCount: number; fingerprints: ReturnType<typeof wordFingerprints> } => {
  const fingerprints = wordFingerprints(text);
  return { tokenCount: fingerprints.count, fingerprints };
};

let imports = 0;
async function imported(
  text: string,
): Promise<{ store: LmdbStore; result: Awaited<ReturnType<typeof importInto>> }> {
  const store = await open(path.join(root, `imported ${imports++}`));
  async function* pieces(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += 100_003)
      yield await Promise.resolve(text.slice(at, at + 100_003));
  }
  return { store, result: await importInto(store, pieces(), { indexOf }) };
}

describe("an export", () => {
  test("imported is the same corpus, by its root hash and by all it says", async () => {
    const original = await open(source, "read-only");
    const { store, result } = await imported(await exported());
    const { rootHash } = original.statistics();
    expect(result).toEqual({ ok: true, value: { documents: 6, rootHash } });
    const withoutIds = (one: LmdbStore): unknown => {
      const { documents } = contentsOf(one.snapshot(), []) as { documents: { record: { id: number } }[] };
      return documents.map(({ record, ...rest }) => ({ ...rest, record: { ...record, id: 0 } }));
    };
    expect(withoutIds(store)).toEqual(withoutIds(original));
    const withoutDocuments = (one: LmdbStore): unknown =>
      one.ledger().map((entry) => ({ ...entry, document: 0 }));
    expect(withoutDocuments(store)).toEqual(withoutDocuments(original));
    expect(store.verify().damages).toEqual([]);
    await Promise.all([store.close(), original.close()]);
  });

  test("has one line for each thing, and none longer than a part", async () => {
    const lines = (await exported()).trimEnd().split("\n");
    const kinds = new Set(lines.map((line) => (JSON.parse(line) as { line: string }).line));
    expect([...kinds]).toEqual(["header", "document", "part", "ledger", "end"]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(INLINE_BYTES * 4);
  });

  test.each([
    ["cut at a line", (text: string) => text.slice(0, text.lastIndexOf("\n", text.length - 2) + 1)],
    ["cut inside a line", (text: string) => text.slice(0, text.length / 2)],
    ["with an altered text", (text: string) => text.replace("x2 are long", "x2 are tall")],
    ["with an altered mark", (text: string) => text.replace('"template":false', '"template":true')],
    ["with an altered path", (text: string) => text.replaceAll("/pending", "/somewhere")],
    ["with a line left out", (text: string) => text.replace(/\n\{"line":"ledger".*?(?=\n)/, "")],
    ["with lines behind its end", (text: string) => `${text}${text}`],
    ["of other things", () => '{"line":"document","paths":7}\n'],
    ["that is no JSON", () => "hello\n"],
    ["without a line feed, endless", () => "x".repeat(9 * 1024 * 1024)],
  ])("%s is refused", async (_, alter) => {
    const text = await exported();
    const altered = alter(text);
    expect(altered).not.toBe(text);
    const { store, result } = await imported(altered);
    expect(result).toMatchObject({ ok: false, failure: { code: "store/damaged" } });
    await store.close();
  });

  test("of a newer format, and into a corpus that holds something, is refused", async () => {
    const text = await exported();
    const newer = await imported(text.replace('"format":1', '"format":2'));
    expect(newer.result).toMatchObject({ failure: { code: "store/newer-format" } });
    await newer.store.close();
    const full = await open(source);
    const into = await importInto(
      full,
      (async function* () {
        yield await Promise.resolve(text);
      })(),
      { indexOf },
    );
    expect(into).toMatchObject({ failure: { code: "request/invalid" } });
    await full.close();
  });
});
