/**
 * Feeds damaged files to the extractor's real child process for a bounded time, and tells every outcome that may not be.
 *
 * FUZZ_SECONDS lengthens a run (seconds for each kind of file), FUZZ_SEED starts it elsewhere. A file that breaks a rule
 * is written to the folder for temporary files and named in the message, with its seed.
 */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_LIMITS, type Limits, MIB } from "../../core/base/limits.ts";
import type { Result } from "../../core/base/result.ts";
import type { ExtractionHost } from "../../core/extract/port.ts";
import type { Document } from "../../core/model/document.ts";
import { decodeDocument, encodeDocument } from "../../core/model/document-codec.ts";
import { citeOf, placeOf } from "../../core/model/place-of.ts";
import { documentFault } from "../../core/protocol/untrusted-document.ts";
import { createChildExtractionHost } from "../../main/cli/extractor/child-host.ts";
import { patchPdfjs } from "../../tools/patch-pdfjs.ts";
import { Chance, type Mutate } from "./mutations.ts";

const SECONDS = Number(process.env["FUZZ_SECONDS"] ?? 5);
const FIRST_SEED = Number(process.env["FUZZ_SEED"] ?? 1);

/** Small files must not need more. */
export const FUZZ_LIMITS: Limits = {
  ...DEFAULT_LIMITS,
  extractorBytes: 1024 * MIB,
  documentMilliseconds: 60_000,
  noProgressMilliseconds: 30_000,
};

export interface Seed {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function realHost(): ExtractionHost {
  const root = path.resolve(import.meta.dirname, "../..");
  patchPdfjs("legacy");
  return createChildExtractionHost({
    entry: path.join(root, "main/cli/extractor/child.ts"),
    vendorDir: path.join(root, "out/vendor"),
    processes: 2,
  });
}

/** Reads mutated files until the time is up; gives back what went wrong. */
export async function fuzzFiles(
  host: ExtractionHost,
  seeds: readonly Seed[],
  mutations: readonly Mutate[],
): Promise<{ readonly read: number; readonly faults: readonly string[] }> {
  const end = performance.now() + SECONDS * 1_000;
  const faults: string[] = [];
  let seed = FIRST_SEED;
  const lane = async (): Promise<void> => {
    while (performance.now() < end && faults.length < 10) {
      const number = seed++;
      const chance = new Chance(number);
      const { name, bytes } = chance.of(seeds);
      const mutated = chance.of(mutations)(bytes, chance);
      const fault = faultOf(await host.extract({ bytes: mutated, name, limits: FUZZ_LIMITS }), mutated);
      if (fault === undefined) continue;
      const file = path.join(tmpdir(), `fuzz-${number}-${name}`);
      writeFileSync(file, mutated);
      faults.push(`seed ${number}: ${fault}: ${file}`);
    }
  };
  await Promise.all([lane(), lane()]);
  return { read: seed - FIRST_SEED, faults };
}

/** Codes that say more of the reader than of the file. */
const NEVER: ReadonlySet<string> = new Set([
  "extract/crashed",
  "extract/invalid-output",
  "extract/timeout",
  "extract/memory-limit",
  "request/cancelled",
]);

function faultOf(outcome: Result<Document>, bytes: Uint8Array): string | undefined {
  if (!outcome.ok) {
    const { code, data } = outcome.failure;
    return NEVER.has(code) ? `${code} ${JSON.stringify(data)}` : undefined;
  }
  const document = outcome.value;
  const fault = documentFault(document, FUZZ_LIMITS);
  if (fault !== undefined) return fault;
  if (bytes.length === 0) return "a document of nothing";
  return storageFault(document) ?? placeFault(document);
}

function storageFault(document: Document): string | undefined {
  const { head, columns } = encodeDocument(document);
  const back = decodeDocument(head, columns, document.text);
  if (!back.ok) return "not stored and read back";
  return JSON.stringify(back.value.marks) === JSON.stringify(document.marks)
    ? undefined
    : "marks changed in store";
}

function placeFault(document: Document): string | undefined {
  const { length } = document.text;
  for (const start of [0, length >> 1, Math.max(0, length - 1)]) {
    const cite = citeOf(placeOf(document, start, Math.min(length, start + 5)));
    if (/NaN|undefined/.test(cite)) return `a place called ${cite}`;
  }
  return undefined;
}
