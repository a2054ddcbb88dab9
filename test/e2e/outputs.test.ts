import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli, SAMPLES } from "../support/run-cli.ts";

const folder = mkdtempSync(path.join(tmpdir(), "pincite-outputs-"));
const at = (name: string): string => path.join(folder, name);
const WORK = "A work of well over nine words, which is also a file that must never be written to by a check.";

beforeAll(async () => {
  writeFileSync(at("work.txt"), WORK);
  const added = await runCli("-q", "corpus", "add", at("store"), at("work.txt"));
  expect(added.status, added.stderr).toBe(0);
});

const check = (report: string, ...more: string[]) =>
  runCli("-q", "check", at("work.txt"), "--corpus", at("store"), "--report", report, ...more);

describe("a report never takes the place of something else", () => {
  it.each(["work.txt", "store/STORE.json", "store/new.html", "link.html", "other/finding.json"])(
    "%s",
    async (name) => {
      writeFileSync(at("victim"), "kept");
      if (!existsSync(at("link.html"))) symlinkSync(at("victim"), at("link.html"));
      const before = readdirSync(at("store")).sort();
      const ended = await check(at(name));
      expect(ended.status, ended.stderr).toBe(2);
      expect(readFileSync(at("work.txt"), "utf8")).toBe(WORK);
      expect(readFileSync(at("victim"), "utf8")).toBe("kept");
      expect(readdirSync(at("store")).sort()).toEqual(before);
    },
  );

  it("keeps the finding.json of another report, and writes its own again", async () => {
    mkdirSync(at("reports"));
    expect((await check(at("reports/first.html"))).status).toBe(0);
    const finding = readFileSync(at("reports/finding.json"), "utf8");
    const second = await check(at("reports/second.html"));
    expect(second.status).toBe(2);
    expect(second.stderr).toContain("another report");
    expect(readFileSync(at("reports/finding.json"), "utf8")).toBe(finding);
    expect((await check(at("reports/first.html"))).status).toBe(0);
    expect(readdirSync(at("reports")).sort()).toEqual(["finding.json", "first.html"]);
  });

  it("makes the folder it is asked for, and refuses ids and parameters that make no sense before any work", async () => {
    expect((await check(at("new folder/ä/report.html"))).status).toBe(0);
    expect((await check(at("id.html"), "--id", "<script>")).status).toBe(2);
    expect((await check(at("tau.html"), "--tau-pos", "100000")).status).toBe(2);
    expect(existsSync(at("id.html")) || existsSync(at("tau.html"))).toBe(false);
  });

  it("exports neither into the corpus nor through a link", async () => {
    expect((await runCli("corpus", "export", at("store"), at("store/catalogue.mdb"))).status).toBe(2);
    expect((await runCli("corpus", "export", at("store"), at("link.html"))).status).toBe(2);
    expect(readFileSync(at("victim"), "utf8")).toBe("kept");
    expect((await runCli("corpus", "list", at("store"))).status).toBe(0);
  });

  it("leaves folders alone that only look like a backup's", async () => {
    mkdirSync(at("mine.partial"));
    writeFileSync(at("mine.partial/f"), "kept");
    mkdirSync(at("mine"));
    writeFileSync(at("mine/f"), "kept");
    expect((await runCli("-q", "corpus", "backup", at("store"), at("mine"))).status).not.toBe(0);
    expect(readFileSync(at("mine.partial/f"), "utf8") + readFileSync(at("mine/f"), "utf8")).toBe("keptkept");
  });
});

describe("the rendition of a Word document", () => {
  it("is one page without scripts, and never takes the document's place", async () => {
    const docx = path.join(SAMPLES, "corpus/office/memo-deposit-notice.docx");
    const ended = await runCli("text", docx, "--rendition", at("memo.html"));
    expect(ended.status, ended.stderr).toBe(0);
    const page = readFileSync(at("memo.html"), "utf8");
    expect(page).toContain("ABOUT THIS DEPOSIT COPY");
    expect(page).not.toMatch(/<script/i);
    const before = readFileSync(docx);
    expect((await runCli("text", docx, "--rendition", docx)).status).toBe(2);
    expect(readFileSync(docx).equals(before)).toBe(true);
  });
});
