import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { failure } from "../../core/base/failure.ts";
import { failed, ok } from "../../core/base/result.ts";
import { createFrontEnds } from "../../core/extract/front-ends.ts";
import type { FrontEnd } from "../../core/extract/port.ts";
import type { Document } from "../../core/model/document.ts";
import { utf8 } from "../support/read-bytes.ts";

const word: Document = {
  format: "docx",
  text: "cut \uD83D here",
  sourceMap: { kind: "docx", parts: [], paragraphs: [] },
  marks: [],
  metadata: { title: `${"x".repeat(998)}😀y` },
  notices: [{ code: "notice/hidden-text" }],
  extractor: { name: "docx", version: "1" },
};
const fixed =
  (document: Document): FrontEnd =>
  () =>
    Promise.resolve(ok(document));
const corrupt: FrontEnd = () => Promise.resolve(failed(failure("extract/corrupt")));
const context = { limits: DEFAULT_LIMITS, progress: () => undefined };

describe("front-ends", () => {
  const read = createFrontEnds({ pdf: corrupt, docx: fixed(word) });

  it("hand each file to the reader of its content", async () => {
    expect(await read(utf8("%PDF-1.7"), "a.txt", context)).toEqual({
      ok: false,
      failure: { code: "extract/corrupt" },
    });
    expect(await read(utf8("words"), "a", context)).toMatchObject({ ok: true, value: { format: "text" } });
    expect(await read(utf8("<html>words"), "a", context)).toMatchObject({
      ok: true,
      value: { format: "html" },
    });
    expect(await read(utf8("{\\rtf1}"), "a", context)).toMatchObject({
      ok: false,
      failure: { code: "extract/unsupported-type" },
    });
  });

  it("give text and names that can be stored, with the reader's notices after their own", async () => {
    const outcome = await read(utf8('<?xml version="1.0"?><pkg:package>'), "a.pdf", context);
    expect(outcome).toEqual({
      ok: true,
      value: {
        ...word,
        text: "cut \uFFFD here",
        metadata: { title: `${"x".repeat(998)}\uFFFD…` },
        notices: [
          { code: "notice/misnamed", data: { claimed: "pdf", detected: "flat-word-xml" } },
          ...word.notices,
        ],
      },
    });
  });
});
