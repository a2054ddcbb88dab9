import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import type { HtmlSourceMap } from "../../core/model/source-map.ts";
import { documentFault } from "../../core/protocol/untrusted-document.ts";
import { read } from "../support/read-bytes.ts";

const tag = fc.constantFrom(
  "p",
  "div",
  "b",
  "a",
  "span",
  "table",
  "tr",
  "td",
  "li",
  "ul",
  "pre",
  "br",
  "script",
  "title",
  "ruby",
  "rt",
  "sup",
  "svg",
  "select",
  "form",
  "template",
);
const piece = fc.oneof(
  tag.map((name) => `<${name}>`),
  tag.map((name) => `</${name}>`),
  tag.map((name) => `<${name} hidden style="font-size:0">`),
  fc.constantFrom(
    "word",
    "two words",
    " ",
    "\r\n",
    "&amp;",
    "&#xD800;",
    "\u00A0",
    "<!-- c -->",
    '<img alt="alt">',
    "<![CDATA[x]]>",
    "<",
    "😀",
    "\uD800",
  ),
);
const page = fc.array(piece, { maxLength: 40 }).map((pieces) => `<!DOCTYPE html>${pieces.join("")}`);

it("any page gives a document that keeps the laws, or a coded failure", async () => {
  await fc.assert(
    fc.asyncProperty(page, async (source) => {
      const outcome = await read(source, "a.html");
      if (outcome.ok) expect(documentFault(outcome.value, DEFAULT_LIMITS)).toBeUndefined();
      else expect(outcome.failure.code).toBe("extract/no-text");
    }),
    { numRuns: 400 },
  );
});

it("every block without markup inside reads as its span of the source", async () => {
  const words = fc
    .array(fc.stringMatching(/^[a-zäж]{1,8}$/), { minLength: 1, maxLength: 6 })
    .map((list) => list.join(" "));
  const blocks = fc.array(fc.tuple(fc.constantFrom("p", "div", "h1", "li", "section"), words), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(blocks, fc.constantFrom("", "\n", "\r\n  "), async (list, space) => {
      const source = `<!DOCTYPE html>${list.map(([name, text]) => `<${name}>${space}${text}${space}</${name}>`).join(space)}`;
      const outcome = await read(source, "a.html");
      if (!outcome.ok) throw new Error(outcome.failure.code);
      const { text, sourceMap } = outcome.value;
      const spans = (sourceMap as HtmlSourceMap).blocks.map((b) => [
        text.slice(b.start, b.end),
        source.slice(b.sourceStart, b.sourceEnd),
      ]);
      expect(spans).toEqual(list.map(([, words]) => [words, words]));
    }),
    { numRuns: 200 },
  );
});
