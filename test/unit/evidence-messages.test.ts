import { describe, expect, it } from "vitest";
import { FAILURE_CODES, NOTICE_CODES } from "../../core/base/failure.ts";
import { explain, FAILURE_MESSAGES } from "../../core/evidence/failure-messages.ts";
import { findRefusedWords } from "../../tools/check-words.ts";

const codes = [...FAILURE_CODES, ...NOTICE_CODES];

describe("failure messages", () => {
  it.each(codes)("%s says what happened, what it means and what to do", (code) => {
    const words = explain({ code } as Parameters<typeof explain>[0]);
    expect(words.title).toMatch(/^[A-Z]/);
    expect(words.title).not.toMatch(/[.!]$/);
    for (const sentence of [words.happened, words.means, words.action]) {
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(sentence).not.toMatch(/[!?]|undefined|\(\)| {2}/);
      expect(findRefusedWords(sentence)).toEqual([]);
    }
  });

  it("has no words for codes that are not there", () => {
    expect(Object.keys(FAILURE_MESSAGES).sort()).toEqual([...codes].sort());
  });

  it("puts the numbers of a limit into words", () => {
    const words = explain({ code: "read/too-large", data: { limit: 64, got: 80, unit: "MiB" } });
    expect(words.happened).toBe(
      "The file is larger than the limit for its kind (limit 64 MiB, found 80 MiB).",
    );
  });
});
