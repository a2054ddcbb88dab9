/** Pages made to hurt: each ends in a document or a code, none takes the process down or for ever. */
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { documentFault } from "../../core/protocol/untrusted-document.ts";
import { read } from "../support/read-bytes.ts";

const page = (body: string) => read(`<!DOCTYPE html><title>t</title>${body}`, "a.html");
const numbered = (count: number, piece: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => piece(i)).join("");
const nested = {
  ok: false,
  failure: { code: "extract/limit-exceeded", data: { limit: 4096, got: 4097, unit: "nested elements" } },
};

describe("too deep", () => {
  it.each([
    ["div", "<div>".repeat(300_000)],
    ["table", "<table><tr><td>".repeat(50_000)],
    ["svg", `<svg>${"<g>".repeat(100_000)}`],
    ["unclosed formatting with ever other attributes", numbered(20_000, (i) => `<b c=${i}>`)],
    ["reopened formatting", numbered(5_000, (i) => `<i c=${i}>`) + "<p>x".repeat(5_000)],
  ])("%s", async (_what, body) => {
    expect(await page(`${body}text`)).toEqual(nested);
  });
});

describe("large and strange", () => {
  it.each([
    ["deep, but within the limit", `${"<div>".repeat(3_000)}words in the deep`],
    ["end tags of nothing", "</p></b></table>".repeat(20_000) + "words"],
    ["angle brackets", "<".repeat(500_000)],
    ["ampersands", "&amp".repeat(200_000)],
    ["an unclosed comment", `words<!--${"-".repeat(500_000)}`],
    ["comment openings", `words${"<!--".repeat(200_000)}`],
    ["an unclosed attribute", `words<a href="${"x".repeat(500_000)}`],
    ["thousands of attributes", `<p ${numbered(5_000, (i) => `a${i}=1 `)}>words`],
    ["one long style", `<p style="${"display:none;".repeat(50_000)}">words`],
    ["meta tags without end", `${"<meta ".repeat(50_000)}>words`],
    ["misnested formatting", "<b><i><p></b>x</i>".repeat(500)],
    ["null characters", `\0wo\0rds ${"and more ".repeat(500)}`],
    ["line breaks", "x<br>".repeat(100_000)],
    ["tables in the wrong place", "<table>x".repeat(1_000)],
    ["a million empty cells", `<table>${`<tr>${"<td>".repeat(1_000)}`.repeat(200)}words</table>`],
  ])("%s", async (_what, body) => {
    const outcome = await page(body);
    expect(outcome.ok).toBe(true);
    if (outcome.ok) expect(documentFault(outcome.value, DEFAULT_LIMITS)).toBeUndefined();
  });

  it("does not resolve or fetch anything a page names", async () => {
    const outcome = await page(
      '<base href="http://127.0.0.1:9/"><link rel=stylesheet href=x><img src="\\\\server\\share\\x.png"><script src=y></script>' +
        '<object data="file:///etc/passwd">fallback</object><iframe src="//z"></iframe>words',
    );
    expect(outcome.ok && outcome.value.text).toBe("words\nfallback");
  });
});
