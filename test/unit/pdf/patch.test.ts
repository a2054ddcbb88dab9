/** The patch fits exactly the pinned pdf.js, or not at all. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { patchMain, patchWorker } from "../../../tools/pdfjs-patches.ts";
import { applyReplacements } from "../../../tools/pdfjs-replacements.ts";
import { patchPdfjs } from "../../../tools/patch-pdfjs.ts";

const source = (name: string): string =>
  readFileSync(path.resolve(import.meta.dirname, "../../../node_modules/pdfjs-dist", name), "utf8");

describe("replacements", () => {
  const change = [{ why: "a test", from: "old", to: "new" }];
  test("apply once", () => {
    expect(applyReplacements("an old text", change)).toBe("an new text");
  });
  test("refuse a place that is gone or no longer unique", () => {
    expect(() => applyReplacements("a text", change)).toThrow('0 places instead of one for "a test"');
    expect(() => applyReplacements("old and old", change)).toThrow('2 places instead of one for "a test"');
  });
});

test.each(["legacy/build/pdf.worker.mjs", "build/pdf.worker.mjs"])("%s is patched, and only once", (name) => {
  const patched = patchWorker(source(name));
  expect(patched).toContain("pinciteEdges(textChunk");
  expect(() => patchWorker(patched)).toThrow("pdf.js has changed");
});

test("the patched main file loads no native canvas at start", () => {
  const patched = patchMain(source("legacy/build/pdf.mjs"));
  expect(patched).not.toContain('Cannot load "@napi-rs/canvas"');
  expect(() => patchMain(patched)).toThrow("pdf.js has changed");
});

test("making it twice leaves the folder alone", () => {
  const folder = patchPdfjs("legacy");
  const made = path.join(folder, "made-from.json");
  const before = readFileSync(made, "utf8");
  expect(patchPdfjs("legacy")).toBe(folder);
  expect(readFileSync(made, "utf8")).toBe(before);
});
