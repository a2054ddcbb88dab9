import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerEntry } from "../../core/index/ports.ts";
import { parseLines, runCli, SAMPLES } from "../support/run-cli.ts";

const linux = process.platform === "linux";
let folder = "";
let store = "";
let ledger = new Map<string, LedgerEntry>();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pincite-bad-"));
  const sources = path.join(folder, "sources");
  store = path.join(folder, "store");
  await mkdir(path.join(sources, "nested"), { recursive: true });
  const put = (name: string, content: string | Uint8Array): Promise<void> =>
    writeFile(path.join(sources, name), content);
  const pdf = await readFile(path.join(SAMPLES, "corpus/books/trooper-peter-halket-a5.pdf"));
  await put("good.txt", "This is a perfectly good text file with more than nine words in it.");
  await put("empty.txt", "");
  await put("zeros.bin", new Uint8Array(5000));
  await put(
    "random.bin",
    Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3) * 104729) & 255),
  );
  await put("truncated.pdf", pdf.subarray(0, 3000));
  await put("only-header.pdf", "%PDF-1.7\n%%EOF\n");
  await put(
    "really-text.pdf",
    "This text file only claims to be a PDF, and has quite enough words to be read as text.",
  );
  await put("really-a-pdf.txt", pdf);
  await put(
    "picture.png",
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    ),
  );
  await put("archive.zip", Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64"));
  await put("old.doc", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(2000)]));
  await put(
    "page.html",
    "<!doctype html><title>t</title><p>A page with a few words of text that anyone can read.</p>",
  );
  await put("one-word.txt", "word");
  await put("huge.txt", "");
  await truncate(path.join(sources, "huge.txt"), 3 * 1024 ** 3); // sparse: no disk is used
  await symlink(sources, path.join(sources, "nested/loop"));
  await symlink(path.join(sources, "good.txt"), path.join(sources, "nested/link.txt"));
  if (linux) execFileSync("mkfifo", [path.join(sources, "pipe")]);
  const added = await runCli(
    "-q",
    "corpus",
    "add",
    store,
    sources,
    path.join(folder, "nothing-here"),
    "--json",
  );
  expect(added.status, added.stderr).toBe(3);
  const listed = await runCli("corpus", "ledger", store, "--json");
  ledger = new Map(
    parseLines<LedgerEntry>(listed.stdout).map((entry) => [path.relative(sources, entry.path), entry]),
  );
});

describe("a folder of bad files", () => {
  it.each<readonly [string, string]>([
    ["good.txt", "ingested"],
    ["page.html", "ingested"],
    ["really-text.pdf", "ingested"],
    ["really-a-pdf.txt", "ingested"],
    ["one-word.txt", "ingested"],
    ["empty.txt", "read/empty-file"],
    ["zeros.bin", "extract/unsupported-type"],
    ["random.bin", "extract/unsupported-type"],
    ["picture.png", "extract/unsupported-type"],
    ["archive.zip", "extract/unsupported-type"],
    ["old.doc", "extract/legacy-office"],
    ["huge.txt", "read/too-large"],
    ["nested/loop", "read/symlink-not-followed"],
    ["nested/link.txt", "read/symlink-not-followed"],
    ["../nothing-here", "read/not-found"],
    ...(linux ? [["pipe", "read/special-file"] as const] : []),
  ])("%s: %s", (name, expected) => {
    const entry = ledger.get(name);
    expect(entry?.failure?.code ?? entry?.state).toBe(expected);
  });

  it.each(["truncated.pdf", "only-header.pdf"])("%s has a coded failure", (name) => {
    expect(ledger.get(name)?.failure?.code).toMatch(/^extract\/(corrupt|truncated|no-text)$/);
  });

  it("says in words what happened and what to do, for every entry", async () => {
    const { stdout } = await runCli("corpus", "ledger", store);
    for (const line of stdout.trim().split("\n"))
      expect(line).toMatch(/^(failed|skipped) .+ {2}[a-z]+\/[a-z-]+: .+\.$/);
  });

  it("tells what a misnamed file is", async () => {
    const { stdout } = await runCli(
      "corpus",
      "show",
      store,
      path.join(folder, "sources/really-text.pdf"),
      "--json",
    );
    expect((JSON.parse(stdout) as { notices: { code: string }[] }).notices.map((n) => n.code)).toContain(
      "notice/misnamed",
    );
  });
});

describe("stores that cannot be used", () => {
  const refused = async (target: string): Promise<string> => {
    const ended = await runCli("corpus", "list", target);
    expect(ended.status).toBe(4);
    expect(ended.stdout).toBe("");
    return ended.stderr;
  };

  it("is not there", async () => {
    expect(await refused(path.join(folder, "no-store"))).toMatch(/^pincite: .+\n$/);
    expect(existsSync(path.join(folder, "no-store"))).toBe(false);
  });

  it("is a file, or a folder of something else", async () => {
    await refused(path.join(folder, "sources/good.txt"));
    await refused(path.join(folder, "sources"));
    const added = await runCli(
      "corpus",
      "add",
      path.join(folder, "sources"),
      path.join(folder, "sources/good.txt"),
    );
    expect(added.status).toBe(4);
    expect(existsSync(path.join(folder, "sources/STORE.json"))).toBe(false);
  });

  it("is of a newer format", async () => {
    const newer = path.join(folder, "newer");
    await runCli("-q", "corpus", "add", newer, path.join(folder, "sources/good.txt"));
    const identity = path.join(newer, "STORE.json");
    const content = JSON.parse(await readFile(identity, "utf8")) as Record<string, unknown>;
    await writeFile(identity, JSON.stringify({ ...content, format: 99 }));
    expect(await refused(newer)).toMatch(/newer/);
  });
});

describe("command lines that are wrong", () => {
  it.each([
    [["nonsense"]],
    [["check", "a.txt"]],
    [["check", "a.txt", "--corpus", "s", "--min-run", "many"]],
    [["corpus", "add", "only-a-store"]],
  ])("%j ends with 2 and words", async (args) => {
    const ended = await runCli(...args);
    expect(ended.status).toBe(2);
    expect(ended.stderr).not.toBe("");
  });

  it("names a work that cannot be read and ends with 5", async () => {
    const ended = await runCli("-q", "check", path.join(folder, "sources/zeros.bin"), "--corpus", store);
    expect(ended.status, ended.stderr).toBe(5);
    expect(ended.stdout).toContain("This work was not checked.");
  });
});
