import { describe, expect, it } from "vitest";
import { storyStartsOf } from "../../core/model/story-starts.ts";
import type { Document } from "../../core/model/document.ts";
import type { DocxStory } from "../../core/model/source-map.ts";
import { detect } from "../../core/detect/detect.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { corpusOf } from "../support/detect-fixtures.ts";

const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${from + i}x`).join(" ");

function docx(stories: readonly (readonly [DocxStory, string])[]): Document {
  let text = "";
  const paragraphs = stories.map(([story, line], paragraph) => {
    const start = text.length;
    text += `${line}\n`;
    return { start, end: start + line.length, part: 0, paragraph, story };
  });
  const rest = { marks: [], metadata: {}, notices: [], extractor: { name: "test", version: "1" } };
  return {
    format: "docx",
    text,
    sourceMap: { kind: "docx", parts: ["word/document.xml"], paragraphs },
    ...rest,
  };
}

describe("parts of a document that no passage runs across", () => {
  it("begin where running text, notes and headers change, not at text boxes", () => {
    const document = docx([
      ["body", "one"],
      ["textbox", "two"],
      ["body", "three"],
      ["footnote", "four"],
      ["footnote", "five"],
      ["header", "six"],
    ]);
    const starts = storyStartsOf(document).map((start) => document.text.slice(start).split("\n")[0]);
    expect(starts).toEqual(["four", "six"]);
  });

  it("end a passage of the work, which else would run on over a short gap", async () => {
    const body = words(0, 40);
    const note = words(50, 12);
    const text = `${body}\n${note}`;
    const corpus = await corpusOf([`${body} other words here ${note}`]);
    const passages = (storyStarts: readonly number[]) => {
      const result = detect({ text, storyStarts }, corpus, DEFAULT_SETTINGS);
      if (!result.ok) throw new Error(result.failure.code);
      return result.value.findings[0]!.passages.map(({ work }) => text.slice(work.start, work.end));
    };
    expect(passages([])).toEqual([text]);
    expect(passages([body.length + 1])).toEqual([body, note]);
  });
});
