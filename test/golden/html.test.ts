/** What is read from whole pages, block by block; a reviewer reads the difference (accept with `vitest -u`). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Document } from "../../core/model/document.ts";
import type { HtmlSourceMap } from "../../core/model/source-map.ts";
import { document } from "../support/read-bytes.ts";

const folder = join(import.meta.dirname, "../fixtures/html");
const pages = readdirSync(folder).filter((name) => /\.x?html$/.test(name));

/** One line a block: number, element, main or not, span in the source, text with its marks in braces. */
function shown({ text, sourceMap, marks, metadata, notices, encoding }: Document): string {
  const opening = (at: number) =>
    marks
      .filter((m) => m.kind !== "boilerplate" && m.start === at)
      .map((m) => `{${m.kind}:`)
      .join("");
  const closing = (at: number) =>
    marks
      .filter((m) => m.kind !== "boilerplate" && m.end === at)
      .map(() => "}")
      .join("");
  const blocks = (sourceMap as HtmlSourceMap).blocks.map((b) => {
    let line = "";
    for (let at = b.start; at <= b.end; at++)
      line += closing(at) + (at < b.end ? opening(at) + text.charAt(at) : "");
    return `${b.block} ${b.element}${b.main ? "" : " boilerplate"} [${b.sourceStart}-${b.sourceEnd}] ${JSON.stringify(line)}`;
  });
  return [...[metadata, encoding, notices].map((part) => JSON.stringify(part)), ...blocks, ""].join("\n");
}

it.each(pages)("%s", async (name) => {
  const got = await document(new Uint8Array(readFileSync(join(folder, name))), name);
  await expect(shown(got)).toMatchFileSnapshot(join(import.meta.dirname, "html", `${name}.golden`));
});
