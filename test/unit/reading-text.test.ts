import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readingText } from "../../core/model/reading-text.ts";

const wrapped = [
  "Awhile ago there was a young man dwelling in a great and goodly city by",
  "the sea which had to name Langton on Holm. He was but of five and",
  "twenty winters, a fair-faced man, yellow-haired, tall and strong; rather",
  "wiser than foolisher.",
];

describe("readingText", () => {
  it("joins the lines of a hard-wrapped paragraph and keeps paragraphs apart", () => {
    const text = `${wrapped.join("\n")}\n\n${wrapped.join("\r\n")}`;
    expect(readingText(text)).toBe(`${wrapped.join(" ")}\n\n${wrapped.join("  ")}`);
  });

  it.each([
    [
      "verse",
      "Whan that Aprille with his shoures soote\nThe droghte of March\nhath perced to the roote,\nAnd",
    ],
    ["narrow lines", "Langton on Holm\nThe Quays\nGolden House"],
    ["a list", `- ${wrapped[0]!}\n- ${wrapped[1]!}\n1. ${wrapped[2]!}`],
    ["indented lines", `${wrapped[0]!}\n    ${wrapped[1]!}`],
    ["a word divided at the end of a line", `${wrapped[0]!} dis-\ncharges and so on`],
    ["pages", `${wrapped[0]!}\f${wrapped[1]!}`],
  ])("leaves %s alone", (_what, text) => {
    expect(readingText(text)).toBe(text);
  });

  it("changes nothing but line ends, and no offset", () => {
    const piece = fc.oneof(
      fc.constantFrom("\n", "\r\n", "\f", "\n\n", " ", "- "),
      fc.lorem({ maxCount: 12 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join("");
        const read = readingText(text);
        expect(read.length).toBe(text.length);
        for (let i = 0; i < text.length; i++)
          if (read[i] !== text[i]) expect([read[i], /[\s]/.test(text[i]!)]).toEqual([" ", true]);
      }),
      { numRuns: 300 },
    );
  });
});
