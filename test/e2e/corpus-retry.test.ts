/** What could not be read is read again when its cause is gone; nothing else is touched. */
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { LedgerEntry } from "../../core/index/ports.ts";
import { line, makePdf } from "../support/make-pdf.ts";
import { parseLines, runCli, ROOT } from "../support/run-cli.ts";

const fixture = (name: string): string => path.join(ROOT, "test/fixtures/pdf", name);
let sources = "";
let store = "";
const at = (name: string): string => path.join(sources, name);
const states = async (): Promise<Record<string, string>> => {
  const { stdout } = await runCli("corpus", "ledger", store, "--json");
  return Object.fromEntries(
    parseLines<LedgerEntry>(stdout).map((entry) => [
      path.basename(entry.path),
      entry.failure?.code ?? entry.state,
    ]),
  );
};

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pincite-retry-"));
  sources = path.join(folder, "sources");
  store = path.join(folder, "store");
  await mkdir(sources);
  await copyFile(fixture("pypdf__r6-both-passwords.pdf"), at("locked.pdf"));
  await writeFile(at("empty.txt"), "");
  await writeFile(at("turned.txt"), "");
  await writeFile(at("gone.txt"), "");
  await writeFile(at("good.txt"), "This is a perfectly good text file with more than nine words in it.");
  const added = await runCli("-q", "corpus", "add", store, sources);
  expect(added.status, added.stderr).toBe(3);
  expect(await states()).toEqual({
    "empty.txt": "read/empty-file",
    "gone.txt": "read/empty-file",
    "turned.txt": "read/empty-file",
    "good.txt": "ingested",
    "locked.pdf": "extract/needs-password",
  });
});

describe("corpus retry", () => {
  it("reads what failed, with passwords, and leaves the rest alone", async () => {
    await writeFile(
      at("empty.txt"),
      "Now there are words in this file, enough of them to make a fingerprint.",
    );
    await writeFile(at("new.txt"), "This file was never added, and a second reading does not add it either.");
    await rm(at("gone.txt"));
    await rm(at("turned.txt"));
    await symlink(at("new.txt"), at("turned.txt"));
    const passwords = path.join(path.dirname(store), "passwords");
    await writeFile(passwords, "wrong\nfoo\n");
    const retried = await runCli("-q", "corpus", "retry", store, "--passwords", passwords, "--json");
    expect(retried.status, retried.stderr).toBe(3);
    expect(JSON.parse(retried.stdout)).toMatchObject({ filesSeen: 3, failed: 1 });
    expect(retried.stderr).toContain("turned.txt has become a link and is not followed.");
    expect(await states()).toEqual({
      "empty.txt": "ingested",
      "gone.txt": "read/not-found",
      "turned.txt": "read/empty-file",
      "good.txt": "ingested",
      "locked.pdf": "ingested",
    });
  });

  it("needs a corpus that is there", async () => {
    expect((await runCli("corpus", "retry", path.join(sources, "no-store"))).status).toBe(4);
  });
});

it("the ledger tells documents that are not searched in full, with their pages", async () => {
  const words = line("A page with enough words on it to be worth a search.", 50, 700);
  await writeFile(at("scan.pdf"), makePdf({ pages: [{ content: words }, { content: "" }, { content: "" }] }));
  const added = await runCli("-q", "corpus", "add", store, at("scan.pdf"), "--json");
  expect(added.status, added.stderr).toBe(0);
  const { stdout } = await runCli("corpus", "ledger", store, "--reservations");
  expect(stdout).toMatch(/^partial {3}.*scan\.pdf {2}notice\/page-no-text \(pages 2-3\)$/m);
  const json = await runCli("corpus", "ledger", store, "--reservations", "--json");
  expect(parseLines<{ path: string }>(json.stdout).map((one) => path.basename(one.path))).toEqual([
    "scan.pdf",
  ]);
});
