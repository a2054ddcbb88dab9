import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { failed } from "../../core/base/result.ts";
import { failure } from "../../core/base/failure.ts";
import { buildReport } from "../../core/evidence/report-model.ts";
import { reportJson } from "../../core/evidence/report-json.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import {
  documents,
  emptyReport,
  failedReport,
  sampleDetection,
  sampleInput,
  sampleReport,
  sampleWork,
  work,
} from "../golden/report-sample.ts";

const schema = JSON.parse(
  readFileSync(new URL("../../docs/formats/finding.schema.json", import.meta.url), "utf8"),
) as object;
const validate = new Ajv2020.default({ allErrors: true, strict: true, allowUnionTypes: true }).compile(
  schema,
);

function problems(json: string): unknown {
  validate(JSON.parse(json));
  return validate.errors ?? [];
}

interface Side {
  text: string;
  start: number;
  end: number;
  cite: string;
}
interface Finding {
  work: { path: string; sha256: string };
  document: { id: number; path: string; sha256: string };
  measures: { coverage: { num: number; den: number }; longestRunWords: number };
  passages: {
    class: string;
    words: number;
    work: Side;
    document: Side;
    differences: {
      kind: string;
      work: { start: number; end: number };
      document: { start: number; end: number };
    }[];
  }[];
  notQuoted?: { passages: number; code: string };
}
const findingsOf = (json: string): Finding[] => (JSON.parse(json) as { findings: Finding[] }).findings;

describe("finding.json", () => {
  it("follows its schema, with findings, without, and with a work that could not be read", () => {
    for (const report of [sampleReport(), emptyReport(), failedReport()]) {
      expect(problems(reportJson(report))).toEqual([]);
    }
  });

  it("has a schema that refuses a bare per cent in place of a share", () => {
    const json = reportJson(sampleReport());
    const bare = json.replace(/"coverage":\{"den":\d+,"num":\d+\}/, '"coverage":0.71');
    expect(bare).not.toBe(json);
    expect(problems(bare)).not.toEqual([]);
  });

  it("quotes both sides as they stand at their offsets", () => {
    const findings = findingsOf(reportJson(sampleReport()));
    expect(findings.flatMap(({ passages }) => passages)).toHaveLength(5);
    for (const { document, passages } of findings) {
      for (const passage of passages) {
        expect(work.text.slice(passage.work.start, passage.work.end)).toBe(passage.work.text);
        const { text } = documents[document.id]!;
        expect(text.slice(passage.document.start, passage.document.end)).toBe(passage.document.text);
        expect(passage.work.cite).not.toBe("");
      }
    }
  });

  it("names the differing words on both sides by raw offsets", () => {
    const near = findingsOf(reportJson(sampleReport()))[1]!.passages[0]!;
    const words = near.differences.map(({ kind, work: a, document: b }) => [
      kind,
      work.text.slice(a.start, a.end),
      documents[1]!.text.slice(b.start, b.end),
    ]);
    expect(near.class).toBe("near");
    expect(words).toContainEqual(["replace", "him", "the old man"]);
    expect(words).toContainEqual(["insert", "", "only"]);
    expect(words).toContainEqual(["delete", "soiled", ""]);
  });

  it("marks equal words that are written differently as differences of form", () => {
    const normalised = findingsOf(reportJson(sampleReport()))[1]!.passages[1]!;
    expect(normalised.class).toBe("verbatim-normalised");
    expect(
      normalised.differences.map(({ kind, document: { start, end } }) => [
        kind,
        documents[1]!.text.slice(start, end),
      ]),
    ).toEqual([["form", "THIS IS A HANDY COVE"]]);
  });

  it("gives every finding its work, over several works", () => {
    const detection = sampleDetection();
    const works = [sampleWork(detection, "one.txt"), sampleWork(detection, "two.txt")];
    const findings = findingsOf(reportJson(buildReport(sampleInput(works))));
    expect(findings.map((finding) => finding.work.path)).toEqual([
      ...Array<string>(3).fill("works/one.txt"),
      ...Array<string>(3).fill("works/two.txt"),
    ]);
  });

  it("says so when a document cannot be read back, and still follows its schema", () => {
    const input = sampleInput([sampleWork(sampleDetection())]);
    const report = buildReport({ ...input, openDocument: () => failed(failure("store/damaged")) });
    const json = reportJson(report);
    expect(problems(json)).toEqual([]);
    expect(findingsOf(json)[0]!.notQuoted).toMatchObject({ passages: 2, code: "store/damaged" });
  });

  it("writes a bound that is not there as a word", () => {
    const input = { ...sampleInput([]), settings: { ...DEFAULT_SETTINGS, postingCap: Infinity } };
    const json = reportJson(buildReport(input));
    expect(json).toContain('"postingCap":"all"');
    expect(problems(json)).toEqual([]);
  });

  it("refuses a passage whose claimed words are not those of its alignment", () => {
    const detection = sampleDetection();
    const finding = detection.findings[0]!;
    const wrong = {
      ...finding,
      passages: finding.passages.map((passage) => ({ ...passage, words: passage.words + 1 })),
    };
    const report = buildReport(sampleInput([sampleWork({ ...detection, findings: [wrong] })]));
    expect(() => reportJson(report)).toThrow("words of a passage");
  });

  it("refuses a passage called equal character by character whose sides differ", () => {
    const detection = sampleDetection();
    const finding = detection.findings[1]!;
    const wrong = { ...finding, passages: [{ ...finding.passages[1]!, class: "verbatim-raw" as const }] };
    const report = buildReport(sampleInput([sampleWork({ ...detection, findings: [wrong] })]));
    expect(() => reportJson(report)).toThrow("verbatim-raw");
  });
});
