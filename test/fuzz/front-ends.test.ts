/**
 * Damaged files of every format in the extractor's child process: each gives a sound document or a code that says what
 * is wrong with the file. None takes the process down, or time or memory beyond small bounds.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fuzzFiles, realHost, type Seed } from "../support/fuzz-files.ts";
import { encodeSingleByte, GERMAN, GREEK, RUSSIAN } from "../support/legacy-bytes.ts";
import { type Mutate, mutateBytes, mutateMarkup, mutatePackage, mutatePdf } from "../support/mutations.ts";

const LARGEST_SEED = 64 * 1024;
const fixtures = (folder: string, pattern: RegExp): Seed[] => {
  const at = path.join(import.meta.dirname, "../fixtures", folder);
  return readdirSync(at)
    .filter((name) => pattern.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path.join(at, name))) }))
    .filter(({ bytes }) => bytes.length > 0 && bytes.length <= LARGEST_SEED);
};
const utf16 = (text: string): Uint8Array =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (c) => c.charCodeAt(0)).buffer);
const texts: Seed[] = [
  ...fixtures("udhr", /\.txt$/),
  { name: "koi8.txt", bytes: encodeSingleByte(RUSSIAN, "koi8-r") },
  { name: "greek.txt", bytes: encodeSingleByte(GREEK, "iso-8859-7") },
  { name: "german.md", bytes: encodeSingleByte(GERMAN, "windows-1252") },
  { name: "utf16.txt", bytes: utf16(RUSSIAN) },
];

const kinds: readonly (readonly [string, readonly Seed[], readonly Mutate[]])[] = [
  ["text", texts, [mutateBytes]],
  ["HTML", fixtures("html", /html$/), [mutateMarkup, mutateMarkup, mutateBytes]],
  [
    "Word",
    fixtures("docx", /\.(?:docx|doc|zip)$/),
    [mutatePackage, mutatePackage, mutatePackage, mutateBytes],
  ],
  ["PDF", fixtures("pdf", /\.pdf$/), [mutatePdf, mutatePdf, mutateBytes]],
];

describe.each(kinds)("damaged %s files", (_kind, seeds, mutations) => {
  const host = realHost();
  afterAll(() => host.close());

  it("are read or refused with what is wrong with them", async () => {
    const { read, faults } = await fuzzFiles(host, seeds, mutations);
    expect(faults).toEqual([]);
    // Each damaged PDF costs a new process: some a second.
    expect(read).toBeGreaterThan(2);
  });
});
