import { describe, expect, it } from "vitest";
import { ledgerFactsOf } from "../../core/evidence/corpus-facts.ts";
import { bytes, count, percent, share } from "../../core/evidence/figures.ts";
import { statementOf } from "../../core/evidence/statement.ts";
import { findRefusedWords } from "../../tools/check-words.ts";
import {
  emptyDetection,
  emptyReport,
  failedReport,
  sampleDetection,
  sampleInput,
  sampleLedger,
  sampleReport,
} from "../golden/report-sample.ts";

describe("figures", () => {
  it("write numbers alike everywhere", () => {
    expect(count(98220)).toBe("98,220");
    expect(count(999)).toBe("999");
    expect(share({ num: 3412, den: 98220 })).toBe("3,412 of 98,220 (3.5 %)");
    expect(bytes(5_242_880)).toBe("5,242,880 bytes (5.2 MB)");
  });

  it("say 100 % and 0 % only when they are exact", () => {
    expect(percent({ num: 99_999, den: 100_000 })).toBe("> 99.9 %");
    expect(percent({ num: 1, den: 100_000 })).toBe("< 0.1 %");
    expect(percent({ num: 5, den: 5 })).toBe("100 %");
    expect(percent({ num: 0, den: 5 })).toBe("0 %");
    expect(percent({ num: 0, den: 0 })).toBe("–");
  });
});

describe("statement", () => {
  it("says what was found with numerator and denominator", () => {
    const { union } = sampleDetection();
    const { statement } = sampleReport().works[0]!;
    expect(statement.kind).toBe("verbatim");
    expect(statement.text).toContain(
      `${count(union.coverage.num)} of ${count(union.coverage.den)} words of the work`,
    );
    expect(statement.text).toContain("in runs of 9 words or more, in 3 documents (3 distinct texts)");
  });

  it("says how many texts there are where near copies count as one, and which were not compared", () => {
    const of = (groups: number, notCompared: number[]) =>
      statementOf(sampleDetection(), sampleInput([]).corpus, ledgerFactsOf([]), {
        groups: Array.from({ length: groups }, (_, i) => ({ documents: [i], texts: 1 })),
        distinctTexts: 3,
        notCompared,
      });
    expect(of(2, []).text).toContain("in 3 documents (3 distinct texts; 2 where near copies count as one),");
    expect(of(3, []).text).toContain("in 3 documents (3 distinct texts),");
    expect(of(3, []).limits.join(" ")).not.toContain("near copies");
    const limited = of(3, [2]);
    expect(limited.limits).toContain(
      "1 document with passages was compared with the others for equal text only, not for near copies.",
    );
    expect(limited.guarantee).toBe(of(3, []).guarantee);
  });

  it("says what was searched when nothing was found, and never that the work is absent", () => {
    const { statement } = emptyReport().works[0]!;
    expect(statement.text).toBe(
      "No passage of 9 words or more was found in the 2 documents that could be read (43.5 % of bytes). " +
        "4 files could not be read or were left out; see the list.",
    );
    expect(statement.guarantee).toContain("guaranteed for every run of 9 words or more (13 characters");
    expect(statement.limits.join(" ")).toContain("would not be found");
    expect(statement.text).not.toMatch(/absent|not in the corpus|does not contain/i);
  });

  it("limits the guarantee by what was not followed", () => {
    const { statement } = sampleReport().works[0]!;
    expect(statement.guarantee).toContain("apart from what is listed below as not followed");
    expect(statement.limits[0]).toBe(
      "2 fingerprints of the work stand in more places than are followed (up to 2,705); 3,410 places beyond the limit were not followed.",
    );
    expect(emptyReport().works[0]!.statement.guarantee).not.toContain("apart from");
  });

  it("says that runs below the guaranteed length may be missed", () => {
    const detection = emptyDetection();
    const short = { ...detection, settings: { ...detection.settings, minRun: 5 } };
    const { guarantee } = statementOf(short, sampleInput([]).corpus, ledgerFactsOf([]));
    expect(guarantee).toContain("Runs of 5 to 8 words are reported where they are found, but may be missed.");
  });

  it("does not call pairings that hide no word an exception", () => {
    const detection = emptyDetection();
    const repeated = { ...detection, notFollowed: { ...detection.notFollowed, repeatedPassages: 3 } };
    const statement = statementOf(repeated, sampleInput([]).corpus, ledgerFactsOf([]));
    expect(statement.guarantee).not.toContain("apart from");
    expect(statement.limits[0]).toContain("3 further pairings of repeated text are not listed");
  });

  it("keeps near apart from verbatim", () => {
    const detection = sampleDetection();
    const near = {
      ...detection,
      union: { ...detection.union, coverage: { num: 0, den: 100 }, near: { num: 13, den: 100 }, passages: 1 },
    };
    const statement = statementOf(near, sampleInput([]).corpus, ledgerFactsOf([]));
    expect(statement.kind).toBe("near");
    expect(statement.text).toContain(
      "No run of 9 words or more was found word for word. 1 passage with differences was found",
    );
  });

  it("says what is left without passages that a template holds too, where that makes a difference", () => {
    const detection = sampleDetection();
    const of = (num: number): string => {
      const unionWithoutTemplates = { ...detection.union, coverage: { num, den: 100 } };
      const union = { ...detection.union, coverage: { num: 60, den: 100 } };
      return statementOf(
        { ...detection, union, unionWithoutTemplates },
        sampleInput([]).corpus,
        ledgerFactsOf([]),
      ).text;
    };
    expect(of(20)).toContain(
      "Without passages that a supplied template holds too: 20 of 100 (20.0 %) words.",
    );
    expect(of(60)).not.toContain("Without passages");
  });

  it("does not let documents that share boilerplate alone look like copies", () => {
    const detection = sampleDetection();
    const [first, ...others] = detection.findings;
    const none = { ...first!.measures, passages: 0 };
    const of = (templateOnly: number): string => {
      const findings = detection.findings.map((finding, i) =>
        i < templateOnly
          ? { ...finding, measuresWithoutTemplates: none }
          : { ...finding, measuresWithoutTemplates: finding.measures },
      );
      return statementOf({ ...detection, findings }, sampleInput([]).corpus, ledgerFactsOf([])).text;
    };
    expect(others.length).toBe(2);
    expect(of(0)).toContain("in 3 documents (3 distinct texts). The longest");
    expect(of(1)).toContain(", 1 of which shares only what a supplied template holds too. The longest");
    expect(of(2)).toContain(", 2 of which share only what a supplied template holds too. The longest");
  });

  it("says why a work was not checked", () => {
    const { statement } = failedReport().works[0]!;
    expect(statement.kind).toBe("not-checked");
    expect(statement.text).toContain("This work was not checked. The file is encrypted");
  });
});

describe("ledger facts", () => {
  it("count every file in one state and every reason with its files and bytes", () => {
    const facts = ledgerFactsOf(sampleLedger);
    expect(facts.states).toEqual({ ingested: 3, duplicate: 1, failed: 3, skipped: 1 });
    expect(facts.bytesRead).toEqual({ num: 107_590, den: 247_597 });
    expect(facts.sizeUnknown).toBe(1);
    expect(facts.reasons.map(({ code, files }) => [code, files])).toEqual([
      ["extract/legacy-office", 1],
      ["extract/needs-password", 1],
      ["extract/no-text", 1],
      ["read/permission-denied", 1],
    ]);
  });
});

describe("word lint", () => {
  it("finds refused words with their line", () => {
    const text = "A finding.\nThe plagiarised, infringing part.\nOops"; // words-allow
    expect(findRefusedWords(text).map(({ line, word }) => [line, word])).toEqual([
      [2, "plagiarised"], // words-allow
      [2, "infringing"], // words-allow
      [3, "Oops"],
    ]);
  });

  it("passes a line that says it must name the word", () => {
    expect(findRefusedWords("never say guilty <!-- words-allow -->")).toEqual([]);
  });
});
