/** A corpus is backed up, exported, imported and thinned out on the command line, as a user would. */
import { hash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCli, startCli } from "../support/run-cli.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "pincite store ü "));
const [texts, store] = [path.join(root, "texts"), path.join(root, "store")];
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const textOf = (n: number): string =>
  Array.from({ length: 60 }, (_, i) => `word${(n * 31 + i * i) % 500}`).join(" ");

interface Shown {
  readonly documents: number;
  readonly deleted: number;
  readonly segments: number;
  readonly rootHash: string;
}

async function shown(folder: string): Promise<Shown> {
  return JSON.parse((await runCli("corpus", "show", folder, "--json")).stdout) as Shown;
}

beforeAll(async () => {
  fs.mkdirSync(texts);
  for (let n = 0; n < 30; n++) fs.writeFileSync(path.join(texts, `${n} ß.txt`), textOf(n));
  expect((await runCli("-q", "corpus", "add", store, texts)).status).toBe(0);
});

test("a backup made while files are taken in is verified, and is a store", async () => {
  const more = path.join(root, "more");
  fs.mkdirSync(more);
  for (let n = 100; n < 400; n++) fs.writeFileSync(path.join(more, `${n}.txt`), textOf(n));
  const adding = startCli(["-q", "corpus", "add", store, more]);
  const target = path.join(root, "backup");
  const backup = await runCli("-q", "corpus", "backup", store, target, "--json");
  expect([backup.status, backup.stderr]).toEqual([0, ""]);
  const said = JSON.parse(backup.stdout) as { documents: number; rootHash: string };
  expect(said.documents).toBeGreaterThanOrEqual(30);
  expect((await adding.ended).status).toBe(0);
  expect(await shown(target)).toMatchObject({ documents: said.documents, rootHash: said.rootHash });
  expect((await runCli("-q", "corpus", "verify", target)).status).toBe(0);
  expect((await runCli("-q", "corpus", "add", target, texts, more)).status).toBe(0);
  expect((await shown(target)).rootHash).toBe((await shown(store)).rootHash);
  const again = await runCli("corpus", "backup", store, target);
  expect([again.status, again.stderr]).toEqual([4, expect.stringContaining("new or empty folder")]);
});

test("what is exported and imported has the same root hash", async () => {
  const [file, copy] = [path.join(root, "corpus.jsonl"), path.join(root, "imported")];
  expect((await runCli("-q", "corpus", "export", store, file)).status).toBe(0);
  const imported = await runCli("-q", "corpus", "import", copy, file);
  const { rootHash } = await shown(store);
  expect([imported.status, imported.stdout]).toEqual([0, expect.stringContaining(rootHash)]);
  expect((await shown(copy)).rootHash).toBe(rootHash);
  fs.truncateSync(file, fs.statSync(file).size - 10);
  const cut = await runCli("-q", "corpus", "import", path.join(root, "cut"), file);
  expect([cut.status, cut.stderr]).toEqual([4, expect.stringContaining("export")]);
});

test("a deleted document is found no more, and the report counts its file among those not searched", async () => {
  const work = path.join(root, "work.txt");
  fs.writeFileSync(work, textOf(7));
  const held = path.join(texts, "7 ß.txt");
  const check = async (): Promise<{ documents: number; rootHash: string; found: readonly string[] }> => {
    const { status, stdout } = await runCli("-q", "check", work, "-c", store, "--json");
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as {
      corpus: { documents: number; rootHash: string };
      findings: { document: { sha256: string } }[];
    };
    return { ...report.corpus, found: report.findings.map(({ document }) => document.sha256) };
  };
  const before = await check();
  const sha256 = hash("sha256", textOf(7));
  expect(before.found).toContain(sha256);
  expect((await runCli("corpus", "delete", store, held, "no such document")).status).toBe(2);
  expect((await check()).rootHash).toBe(before.rootHash);
  expect((await runCli("-q", "corpus", "delete", store, held, "--compact")).status).toBe(0);
  const after = await check();
  expect(after.found).not.toContain(sha256);
  expect(after.documents).toBe(before.documents - 1);
  expect(after.rootHash).not.toBe(before.rootHash);
  expect((await runCli("corpus", "ledger", store)).stdout).toContain("request/document-deleted");
  expect(await shown(store)).toMatchObject({ deleted: 1, segments: 1 });
  expect((await runCli("-q", "corpus", "add", store, held)).status).toBe(0);
  expect((await shown(store)).rootHash).toBe(before.rootHash);
});
