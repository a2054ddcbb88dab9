/**
 * What is read from real documents, paragraph by paragraph, against accepted files; and the law of the source map
 * over all of them. Accept a change by running the tests with `-u` and reading the difference.
 */
import { readdirSync, readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import type { Document } from "../../../core/model/document.ts";
import { documentFault } from "../../../core/protocol/untrusted-document.ts";
import { documentOf, paragraphsOf, readDocx, type ReadParagraph } from "../../support/make-docx.ts";

const FIXTURES = new URL("../../fixtures/docx/", import.meta.url);
const names = readdirSync(FIXTURES).sort();
const bytesOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FIXTURES)));

function written(document: Document): string {
  const lines = paragraphsOf(document).map((entry) => {
    const kinds = document.marks
      .filter((mark) => mark.start < entry.end && mark.end > entry.start)
      .map((mark) =>
        mark.start <= entry.start && mark.end >= entry.end
          ? mark.kind
          : `${mark.kind} ${Math.max(0, mark.start - entry.start)}-${Math.min(entry.end, mark.end) - entry.start}`,
      );
    const { cell, noteId } = entry;
    const place = [
      `${entry.partName} p${entry.paragraph} ${entry.story}`,
      ...(cell === undefined ? [] : [`t${cell.table} r${cell.row} c${cell.column}`]),
      ...(noteId === undefined ? [] : [`note ${noteId}`]),
      ...kinds.map((kind) => `[${kind}]`),
    ];
    return `${place.join(" ")} | ${JSON.stringify(entry.text)}`;
  });
  const notices = document.notices.map((notice) => `${notice.code} ${JSON.stringify(notice.data ?? {})}`);
  return [...lines, "", JSON.stringify(document.metadata), ...notices, ""].join("\n");
}

describe("accepted readings", () => {
  it.each(names)("%s", async (name) => {
    const result = await readDocx(bytesOf(name));
    const reading = result.ok ? written(result.value) : `${JSON.stringify(result.failure)}\n`;
    await expect(reading).toMatchFileSnapshot(`accepted/${name}.txt`);
  });
});

/** An independent, naive view of a part: where each `w:p` begins, and the words right behind it. */
function naiveParagraphs(xml: string): string[] {
  const starts = [...xml.matchAll(/<w:p[\s/>]/g)].map((found) => found.index);
  return starts.map((start, i) => xml.slice(start, starts[i + 1] ?? xml.length));
}

/** Pieces of `w:t` up to the end of the paragraph, or nothing where more than plain runs decides what is text. */
function naiveWords(paragraph: string): string[] {
  const own = paragraph.split("</w:p>")[0] ?? "";
  if (/w:moveFrom|w:fldChar|w:rt[ >]|mc:Fallback|w:del[ >]/.test(own)) return [];
  return [...own.matchAll(/<w:t(?: [^>]*)?>([^<&]+)<\/w:t>/g)].map((found) => found[1] ?? "");
}

describe("the law of the source map", () => {
  const packages = names.filter((name) => name.endsWith(".docx"));
  it.each(packages)("%s", async (name) => {
    const result = await readDocx(bytesOf(name));
    if (!result.ok) return expect(result.failure.code).toMatch(/^extract\//);
    const document = result.value;
    expect(documentFault(document, DEFAULT_LIMITS)).toBeUndefined();
    const entries = paragraphsOf(document);
    let end = 0;
    for (const entry of entries) {
      expect(document.text.slice(end, entry.start)).toMatch(/^\n?$/);
      expect(entry.end).toBeGreaterThan(entry.start);
      end = entry.end;
    }
    expect(end).toBe(document.text.length);
    checkAgainstParts(bytesOf(name), entries);
  });

  it("checks a good number of paragraphs independently", async () => {
    const document = await documentOf(bytesOf("tika__014760.docx"));
    expect(checkAgainstParts(bytesOf("tika__014760.docx"), paragraphsOf(document))).toBeGreaterThan(200);
  });
});

/** Every entry's paragraph number must lead to a `w:p` whose plain runs are in the entry's text. */
function checkAgainstParts(bytes: Uint8Array, entries: readonly ReadParagraph[]): number {
  const files = unzipSync(bytes);
  const naive = new Map<string, string[]>();
  let checked = 0;
  for (const entry of entries) {
    if (entry.story === "altChunk" || entry.story === "chart" || entry.story === "diagram") continue;
    const xml = files[entry.partName];
    if (xml === undefined || !/<w:p[\s/>]/.test(new TextDecoder().decode(xml))) continue;
    let paragraphs = naive.get(entry.partName);
    if (paragraphs === undefined) {
      paragraphs = naiveParagraphs(new TextDecoder().decode(xml));
      naive.set(entry.partName, paragraphs);
    }
    const paragraph = paragraphs[entry.paragraph];
    expect(paragraph).toBeDefined();
    for (const piece of naiveWords(paragraph ?? "")) {
      expect(entry.text).toContain(piece);
      checked++;
    }
  }
  return checked;
}
