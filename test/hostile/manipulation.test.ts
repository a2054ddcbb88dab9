/**
 * Twelve manipulations in four formats: a copied text is found all the same, and the reader of the evidence is told.
 *
 * The passage is the English Universal Declaration of Human Rights (some 1,700 words), for decomposed letters the German.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { sha256Hex } from "../../core/base/sha256.ts";
import { detect } from "../../core/detect/detect.ts";
import type { Detection } from "../../core/detect/finding.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import { createMemoryStore } from "../../core/index/memory-store.ts";
import { comparableText } from "../../core/model/comparable-text.ts";
import type { Document } from "../../core/model/document.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { documentFault } from "../../core/protocol/untrusted-document.ts";
import { type MadeFile, readFile } from "../support/all-front-ends.ts";
import { FORMATS } from "../support/manipulated-files.ts";
import { MANIPULATIONS } from "../support/manipulations.ts";

const LEAST_RECALL = 0.99;

/** What must be said of a manipulated copy: by a notice of the document, or a flag of a passage. */
const TOLD: Readonly<Record<string, Partial<Record<keyof typeof FORMATS, string | undefined>>>> = {
  // The PDF engine leaves both out of the text, so that there is nothing to tell.
  "zero-width characters": { ...all("notice/zero-width-characters"), pdf: undefined },
  "direction controls": { ...all("notice/bidi-controls"), pdf: undefined },
  "look-alike letters in some words": all("homoglyph"),
  "look-alike letters in every word": all("homoglyph"),
  "hidden text": { ...all("notice/hidden-text"), txt: "notice/zero-width-characters" },
  "words split by elements": { txt: "notice/zero-width-characters" },
};
function all(told: string) {
  return { txt: told, html: told, docx: told, pdf: told };
}

const indexer = new TextIndexer();

async function documentOf(file: MadeFile): Promise<Document> {
  const outcome = await readFile(file);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  expect(documentFault(outcome.value, DEFAULT_LIMITS)).toBeUndefined();
  return outcome.value;
}

async function detectionIn(work: string, files: readonly MadeFile[]): Promise<Detection> {
  const store = createMemoryStore();
  for (const file of files) {
    const document = await documentOf(file);
    await store.add({
      path: file.name,
      bytes: file.bytes,
      sha256: sha256Hex(file.bytes),
      document,
      ...indexer.index(comparableText(document)),
      template: false,
      at: "2026-01-01T00:00:00.000Z",
    });
  }
  const detection = detect({ text: work }, store.snapshot(), DEFAULT_SETTINGS);
  if (!detection.ok) throw new Error(detection.failure.code);
  return detection.value;
}

const passage = (language: string): string[] =>
  readFileSync(path.join(import.meta.dirname, `../fixtures/udhr/${language}.txt`), "utf8")
    .split("\n")
    .filter((line) => line !== "");
const [english, german] = [passage("eng"), passage("deu")];
const decoy = { name: "decoy.txt", bytes: new TextEncoder().encode(passage("vie").join("\n")) };

describe.each(Object.entries(FORMATS))("in %s", (format, make) => {
  it.each(MANIPULATIONS)("$name: nearly every word is found, and told", async ({ name, apply }) => {
    const paragraphs = name === "decomposed letters" ? german : english;
    const { union, findings } = await detectionIn(paragraphs.join("\n"), [decoy, make(apply(paragraphs))]);
    expect(findings).toHaveLength(1);
    const recall = (union.coverage.num + union.near.num) / union.coverage.den;
    expect(recall).toBeGreaterThanOrEqual(LEAST_RECALL);
    const finding = findings[0]!;
    const told = [
      ...finding.document.notices.map(({ code }) => code),
      ...finding.passages.flatMap(({ flags }) => flags),
    ];
    const due = TOLD[name]?.[format as keyof typeof FORMATS];
    if (due !== undefined) expect(told).toContain(due);
    if (due !== "homoglyph") expect(told).not.toContain("homoglyph");
  });
});
