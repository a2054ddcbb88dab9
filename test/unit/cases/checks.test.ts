import { describe, expect, it } from "vitest";
import { failure } from "../../../core/base/failure.ts";
import { failed, ok, type Result } from "../../../core/base/result.ts";
import type { Document } from "../../../core/model/document.ts";
import type { Bench } from "../../support/cases/bench.ts";
import { judgeRow } from "../../support/cases/checks.ts";
import { pagesOf } from "../../support/cases/document-parts.ts";
import type { ExpectedRow } from "../../support/cases/expected-table.ts";
import { fails, passed } from "../../support/cases/verdict.ts";
import { docxDocument, pdfDocument, textDocument } from "./documents.ts";

function bench(reading: Result<Document>, more: Partial<Bench> = {}): Bench {
  return {
    read: () => Promise.resolve(reading),
    exists: () => true,
    list: () => undefined,
    firstBytes: () => Uint8Array.of(0x25, 0x50, 0x44, 0x46),
    judgeGold: () => Promise.resolve(fails("no engine here")),
    ...more,
  };
}

const row = (check: string, where = "", rightAnswer = "", file = "one.pdf", why = ""): ExpectedRow => ({
  id: "1",
  category: "",
  file,
  sha256: "",
  check,
  where,
  rightAnswer,
  why,
});

const kindOf = async (one: ExpectedRow, reading: Document | Result<Document>, more?: Partial<Bench>) =>
  (await judgeRow(one, bench("ok" in reading ? reading : ok(reading), more))).kind;

const OLE = { firstBytes: () => Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0) };

describe("page_contains", () => {
  const pdf = pdfDocument([{ text: "The heat in-\ncreases" }, { text: "and we must\nimprove" }]);
  it("looks only at the pages named", async () => {
    expect(await kindOf(row("page_contains", "1", "heat increases"), pdf)).toBe("passed");
    expect(await kindOf(row("page_contains", "2", "heat increases"), pdf)).toBe("failed");
    expect(await kindOf(row("page_contains", "1-2", "we must improve"), pdf)).toBe("passed");
    expect(await kindOf(row("page_contains", "3", "we must improve"), pdf)).toBe("failed");
  });
  it("fails on a file that could not be read, and skips one of a format not read", async () => {
    expect(await kindOf(row("page_contains", "1", "x"), failed(failure("extract/corrupt")))).toBe("failed");
    expect(
      await kindOf(row("contains", "", "x", "one.odd"), failed(failure("extract/unsupported-type"))),
    ).toBe("skipped");
    expect(await kindOf(row("contains", "", "x"), failed(failure("extract/unsupported-type")))).toBe(
      "failed",
    );
  });
  it("reads page lists", () => {
    expect(pagesOf("p. 2")).toEqual([1]);
    expect(pagesOf("1-3, 7")).toEqual([0, 1, 2, 6]);
    expect(pagesOf("footnote")).toBeUndefined();
  });
});

describe("contains, in the stories of a Word document", () => {
  const docx = docxDocument([
    ["body", "A paragraph"],
    ["header", "Running head"],
    ["endnote", "A note"],
    ["textbox", "boxed"],
  ]);
  it("tells header from body, and takes foot- and endnotes alike", async () => {
    expect(await kindOf(row("contains_raw", "header", "running head"), docx)).toBe("passed");
    expect(await kindOf(row("contains_raw", "body", "running head"), docx)).toBe("failed");
    expect(await kindOf(row("contains", "footnote", "a note"), docx)).toBe("passed");
  });
  it("counts when the row says once", async () => {
    const twice = docxDocument([
      ["textbox", "boxed"],
      ["textbox", "boxed"],
    ]);
    const once = row("contains_raw", "textbox", "boxed", "one.docx", "must appear once, not twice");
    expect(await kindOf(once, docx)).toBe("passed");
    expect(await kindOf(once, twice)).toBe("failed");
  });
  it("does not see struck-out text", async () => {
    const text = "this word was deleted here";
    const struck = textDocument(text, [{ kind: "deleted", start: 5, end: 10 }]);
    expect(await kindOf(row("not_contains", "body", "word"), struck)).toBe("passed");
    expect(await kindOf(row("contains", "body", "this was deleted"), struck)).toBe("passed");
    expect(await kindOf(row("not_contains", "body", "word"), textDocument(text))).toBe("failed");
  });
});

describe("contains_after_removing_numbers", () => {
  it("leaves out line numbers, but not digits inside words", async () => {
    const pdf = pdfDocument([{ text: "the mdl 18\n19 plaintiffs of b2b" }]);
    expect(await kindOf(row("contains_after_removing_numbers", "1", "mdl plaintiffs of b2b"), pdf)).toBe(
      "passed",
    );
    expect(await kindOf(row("contains_after_removing_numbers", "1", "plaintiffs of b b"), pdf)).toBe(
      "failed",
    );
  });
});

describe("page_labels", () => {
  const pdf = pdfDocument([
    { text: "Contents", label: "iii" },
    { text: "1 First", label: "iv" },
  ]);
  it("understands a sentence and a list", async () => {
    expect(await kindOf(row("page_labels", "", "Contents is on the page labelled i..iii (roman)"), pdf)).toBe(
      "passed",
    );
    expect(await kindOf(row("page_labels", "", "First is on the page labelled i..iii"), pdf)).toBe("failed");
    expect(await kindOf(row("page_labels", "", "iii, iv"), pdf)).toBe("passed");
    expect(await kindOf(row("page_labels", "", "1, 2"), pdf)).toBe("failed");
  });
});

describe("pages without text", () => {
  it("are reported as such, or fail the row", async () => {
    const scan = pdfDocument([{ text: "", usability: "no-text" }, { text: "words" }]);
    expect(await kindOf(row("no_text_layer", "1"), scan)).toBe("passed");
    expect(await kindOf(row("no_text_layer", "all"), scan)).toBe("failed");
    expect(await kindOf(row("no_text_layer", "all"), failed(failure("extract/no-text")))).toBe("passed");
    expect(await kindOf(row("garbled", "1"), scan)).toBe("failed");
  });
});

describe("needs_password", () => {
  const locked = (right: string): Partial<Bench> => ({
    read: (_, password) =>
      Promise.resolve(
        password === right
          ? ok(pdfDocument([{ text: "Secret!" }]))
          : failed(failure("extract/needs-password")),
      ),
  });
  it("asks without, opens with, and has the text", async () => {
    const unused = pdfDocument([]);
    expect(await kindOf(row("needs_password", "baz", "secret!"), unused, locked("baz"))).toBe("passed");
    expect(await kindOf(row("needs_password", "baz", "something else"), unused, locked("baz"))).toBe(
      "failed",
    );
    expect(await kindOf(row("needs_password", "wrong", "secret!"), unused, locked("baz"))).toBe("failed");
    expect(await kindOf(row("needs_password", "baz", "secret!"), pdfDocument([{ text: "Secret!" }]))).toBe(
      "failed",
    );
  });
  it("of an Office container asks only for the right words", async () => {
    const why = row("needs_password", "pass", "OLE container, encrypted", "one.docx");
    expect(await kindOf(why, failed(failure("extract/needs-password")), OLE)).toBe("passed");
    expect(await kindOf(why, failed(failure("extract/corrupt")), OLE)).toBe("failed");
  });
});

describe("broken and hostile files", () => {
  it("must end with a clean message", async () => {
    expect(await kindOf(row("no_crash"), failed(failure("extract/corrupt")))).toBe("passed");
    expect(await kindOf(row("no_crash"), failed(failure("extract/crashed")))).toBe("failed");
    expect(await kindOf(row("no_crash"), failed(failure("extract/timeout")))).toBe("failed");
    expect(await kindOf(row("open_error"), failed(failure("read/empty-file")))).toBe("passed");
    expect(await kindOf(row("open_error"), textDocument("x"))).toBe("failed");
  });
  it("under a wrong name are opened or refused as what they are", async () => {
    const told: Document = { ...docxDocument([["body", "x"]]), notices: [{ code: "notice/misnamed" }] };
    expect(await kindOf(row("misnamed", "", ".doc name, DOCX content: open as DOCX"), told)).toBe("passed");
    expect(await kindOf(row("misnamed", "", "open as DOCX"), docxDocument([["body", "x"]]))).toBe("failed");
    expect(await kindOf(row("misnamed", "", "open as DOCX"), textDocument("x"))).toBe("failed");
    expect(await kindOf(row("misnamed", "", "open as DOCX"), failed(failure("extract/no-text")))).toBe(
      "passed",
    );
    expect(await kindOf(row("misnamed", "", "open as DOCX"), failed(failure("extract/corrupt")))).toBe(
      "failed",
    );
    expect(await kindOf(row("misnamed"), failed(failure("extract/legacy-office")), OLE)).toBe("passed");
    expect(await kindOf(row("misnamed"), failed(failure("extract/corrupt")), OLE)).toBe("failed");
  });
});

describe("what nobody described", () => {
  it("is skipped, even under the name of something every object has", async () => {
    expect(await kindOf(row("constructor"), textDocument("x"))).toBe("skipped");
    expect(await kindOf(row(""), textDocument("x"))).toBe("skipped");
  });
  it("a check that breaks fails its row and no other", async () => {
    const broken: Partial<Bench> = { read: () => Promise.reject(new Error("boom")) };
    expect(await kindOf(row("contains", "", "x"), textDocument("x"), broken)).toBe("failed");
  });
  it("containment is the engine's affair", async () => {
    const gold: Partial<Bench> = { judgeGold: () => Promise.resolve(passed("5 of 5")) };
    expect(await kindOf(row("containment", "", "", "GOLD.tsv"), textDocument("x"), gold)).toBe("passed");
  });
});
