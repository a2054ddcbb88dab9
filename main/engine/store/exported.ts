/**
 * An export: everything of a corpus that counts, as lines of JSON (docs/formats/export.md). This file knows the lines;
 * export.ts writes them, import.ts reads them.
 */
import { z } from "zod";
import { FAILURE_CODES } from "../../../core/base/failure.ts";

export const EXPORT_FORMAT = 1;
export const EXPORT_KIND = "pincite-export";

/** What is longer follows in lines of its own, so that no line grows with a document. */
export const INLINE_BYTES = 256 * 1024;
/** Bytes, or UTF-16 units of a text, in one such line. */
export const PART_LENGTH = 512 * 1024;
/** The longest line: a part of text whose every unit takes six characters, and what stands around it. */
export const MOST_LINE_UNITS = 8 * 1024 * 1024;

const whole = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const base64 = z.base64();

const headerLine = z.object({
  line: z.literal("header"),
  kind: z.literal(EXPORT_KIND),
  format: whole,
  appVersion: z.string(),
  documents: whole,
  ledgerEntries: whole,
  rootHash: sha256,
  parameters: z.object({
    kWords: whole,
    kUnspaced: whole,
    window: whole,
    keyBits: whole,
    textVersion: z.string(),
  }),
});

const documentLine = z.object({
  line: z.literal("document"),
  sha256,
  byteLength: whole,
  textSha256: sha256,
  textLength: whole,
  template: z.boolean(),
  paths: z.array(z.object({ path: z.string(), byteLength: whole, at: z.string() })).min(1),
  /** Head of the document (docs/formats/store.md, Record). */
  head: z.record(z.string(), z.unknown()),
  columnBytes: whole,
  textIsOriginal: z.boolean(),
  /** Absent when they follow in parts, the text also when it is the original read as UTF-8. */
  original: z.exactOptional(base64),
  columns: z.exactOptional(base64),
  text: z.exactOptional(z.string()),
});

/** A piece of the document before it, in order. */
const partLine = z.discriminatedUnion("of", [
  z.object({ line: z.literal("part"), of: z.enum(["original", "columns"]), base64 }),
  z.object({ line: z.literal("part"), of: z.literal("text"), text: z.string() }),
]);

const ledgerEntry = z.object({
  path: z.string(),
  state: z.enum(["ingested", "duplicate", "failed", "skipped"]),
  byteLength: z.exactOptional(whole),
  sha256: z.exactOptional(sha256),
  failure: z.exactOptional(
    z.object({
      code: z.enum(FAILURE_CODES),
      data: z.exactOptional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
    }),
  ),
  at: z.string(),
});

const endLine = z.object({
  line: z.literal("end"),
  documents: whole,
  ledgerEntries: whole,
  /** Of every line before this one, line feeds included. */
  sha256,
});

const exportLine = z.discriminatedUnion("line", [
  headerLine,
  documentLine,
  partLine,
  z.object({ line: z.literal("ledger"), entry: ledgerEntry }),
  endLine,
]);

export type HeaderLine = z.infer<typeof headerLine>;
export type DocumentLine = z.infer<typeof documentLine>;
export type PathOfDocument = DocumentLine["paths"][number];
export type PartLine = z.infer<typeof partLine>;
export type ExportLine = z.infer<typeof exportLine>;

/** A line of an export, or what is wrong with it. */
export function parseExportLine(
  untrusted: string,
): { readonly line: ExportLine } | { readonly fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(untrusted);
  } catch {
    return { fault: "JSON" };
  }
  const parsed = exportLine.safeParse(value);
  if (parsed.success) return { line: parsed.data };
  return { fault: parsed.error.issues[0]?.path.join(".") ?? "shape" };
}
