import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runCli, SAMPLES } from "../support/run-cli.ts";

interface Share {
  readonly num: number;
  readonly den: number;
}
interface Side {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly place: { readonly kind: string };
}
interface Finding {
  readonly work: { readonly path: string };
  readonly document: { readonly path: string; readonly paths: readonly string[]; readonly sha256: string };
  readonly measures: { readonly coverage: Share; readonly near: Share; readonly longestRunWords: number };
  readonly measuresWithoutTemplates: { readonly coverage: Share };
  readonly passages: readonly {
    readonly class: string;
    readonly words: number;
    readonly work: Side;
    readonly document: Side;
  }[];
}
interface Gold {
  readonly work: string;
  readonly document: string;
  readonly relation: string;
  readonly least: number;
  readonly most: number;
}

const folder = mkdtempSync(path.join(tmpdir(), "pincite-main-job-"));
const works = readdirSync(path.join(SAMPLES, "works"))
  .sort()
  .map((name) => `samples/works/${name}`);
const gold: Gold[] = readFileSync(path.join(SAMPLES, "GOLD.tsv"), "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .map(([work, document, relation, least, most]) => ({
    work: work!,
    document: document!,
    relation: relation!,
    least: Number(least),
    most: Number(most),
  }));

const check = ["-q", "check", ...works, "--id", "test", "--at", "2026-01-31T12:00:00Z", "--json", "--corpus"];
let findings: Finding[] = [];
let json = "";

async function ingest(store: string, processes: string): Promise<void> {
  const added = await runCli("-q", "corpus", "add", store, "samples/corpus", "--processes", processes);
  expect(added.status, added.stderr).toBe(3); // some files cannot be read, on purpose
  const templates = await runCli("-q", "corpus", "add", store, "samples/templates", "--templates");
  expect(templates.status, templates.stderr).toBe(0);
}

/** Content and times of every sample file: sources are never written to. */
const fingerprintOfSources = (): string[] =>
  readdirSync(SAMPLES, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map(
      (file) =>
        `${file} ${statSync(file).mtimeMs} ${createHash("sha256").update(readFileSync(file)).digest("hex")}`,
    );
const before = fingerprintOfSources();

beforeAll(async () => {
  const store = path.join(folder, "store");
  await ingest(store, "1");
  const checked = await runCli(...check, store, "--report", path.join(folder, "report.html"));
  expect(checked.status, checked.stderr).toBe(0);
  json = checked.stdout;
  findings = (JSON.parse(json) as { findings: Finding[] }).findings;
});

const percent = ({ num, den }: Share): number => (100 * num) / den;
const of = (work: string, document: string): Finding | undefined =>
  findings.find((f) => f.work.path.endsWith(work) && f.document.paths.some((p) => p.endsWith(document)));

describe("the sample matter", () => {
  it.each(gold.filter((g) => g.document !== "*"))(
    "$work in $document: $relation",
    ({ work, document, relation, least, most }) => {
      const finding = of(work, document);
      const coverage = finding === undefined ? 0 : percent(finding.measuresWithoutTemplates.coverage);
      expect(coverage).toBeGreaterThanOrEqual(least);
      expect(coverage).toBeLessThanOrEqual(most);
      if (relation === "whole") expect(finding!.measures.coverage.num).toBe(finding!.measures.coverage.den);
    },
  );

  it.each(gold.filter((g) => g.document === "*"))("$work: in no document", ({ work, most }) => {
    for (const finding of findings.filter((f) => f.work.path.endsWith(work))) {
      expect(percent(finding.measuresWithoutTemplates.coverage)).toBeLessThanOrEqual(most);
    }
  });

  it("quotes what the files hold", async () => {
    const texts = new Map<string, string>();
    const textOf = async (file: string): Promise<string> => {
      const known = texts.get(file);
      if (known !== undefined) return known;
      const { stdout } = await runCli("text", file, "--json");
      const { text } = JSON.parse(stdout) as { text: string };
      texts.set(file, text);
      return text;
    };
    let sides = 0;
    for (const { work, document, passages } of findings) {
      for (const passage of passages) {
        expect((await textOf(work.path)).slice(passage.work.start, passage.work.end)).toBe(passage.work.text);
        expect((await textOf(document.path)).slice(passage.document.start, passage.document.end)).toBe(
          passage.document.text,
        );
        if (passage.class === "verbatim-raw") expect(passage.work.text).toBe(passage.document.text);
        sides += 2;
      }
    }
    expect(sides).toBeGreaterThan(50);
  });

  it("gives the same bytes again, from a store made with another number of processes", async () => {
    const store = path.join(folder, "store-2");
    await ingest(store, "3");
    const again = await runCli(...check, store);
    const comparable = (text: string): unknown => {
      const report = JSON.parse(text) as { corpus: Record<string, unknown> };
      // The two stores differ in what names them, and in when files were taken in.
      return JSON.parse(
        JSON.stringify({ ...report, corpus: { ...report.corpus, path: "", storeId: "" } }).replace(
          /"at":"[^"]+"/g,
          '"at":""',
        ),
      );
    };
    expect(comparable(again.stdout)).toEqual(comparable(json));
    const repeated = await runCli(...check, store);
    expect(repeated.stdout).toBe(again.stdout);
  });

  it("leaves the sources as they were", () => {
    expect(fingerprintOfSources()).toEqual(before);
  });

  it("writes the report and finding.json, and prints what a newcomer wants to see", async () => {
    expect(readFileSync(path.join(folder, "finding.json"), "utf8")).toBe(json);
    const html = readFileSync(path.join(folder, "report.html"), "utf8");
    expect(html).toMatch(/^<!doctype html>/i);
    expect(html).not.toMatch(/<script/i);
    const shown = await runCli("-q", "check", works[0]!, "--corpus", path.join(folder, "store"));
    expect(shown.stdout).toMatch(/word for word/);
    expect(shown.stdout).toMatch(/Similarity is a fact about two texts, not a legal conclusion/);
    // eslint-disable-next-line no-control-regex -- no colour codes in a pipe
    expect(shown.stdout).not.toMatch(/\u001b/);
  });
});
