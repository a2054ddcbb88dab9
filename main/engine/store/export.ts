/** Writes an export of a corpus, line by line (exported.ts). Memory holds one document at a time. */
import { createHash } from "node:crypto";
import { FailureError } from "../../../core/base/failure.ts";
import type { LedgerEntry } from "../../../core/index/ports.ts";
import { presentDocuments } from "../../../core/index/documents.ts";
import type { Catalogue } from "./catalogue.ts";
import {
  type DocumentLine,
  EXPORT_FORMAT,
  EXPORT_KIND,
  type ExportLine,
  INLINE_BYTES,
  PART_LENGTH,
  type PathOfDocument,
} from "./exported.ts";
import type { StoredRecord } from "./record-codec.ts";
import { type LmdbSnapshot, readColumns, readText } from "./snapshot.ts";
import type { StoreIdentity } from "./store-file.ts";

/** The lines of an export, each with its line feed. Throws a FailureError when the store is damaged. */
export function* exportLines(
  identity: StoreIdentity,
  catalogue: Catalogue,
  snapshot: LmdbSnapshot,
  onProgress: (done: number, total: number) => void = () => undefined,
): Generator<string> {
  const hash = createHash("sha256");
  const written = (line: ExportLine): string => {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    return text;
  };
  const documents = snapshot.documentCount - snapshot.deletedCount;
  const ledgerEntries = catalogue.table("ledger").size;
  const { appVersion, parameters } = identity;
  const rootHash = snapshot.rootHash();
  yield written({
    line: "header",
    kind: EXPORT_KIND,
    format: EXPORT_FORMAT,
    appVersion,
    documents,
    ledgerEntries,
    rootHash,
    parameters,
  });
  let done = 0;
  for (const document of presentDocuments(snapshot)) {
    for (const line of documentLines(catalogue, snapshot, document)) yield written(line);
    if (++done % 256 === 0) onProgress(done, documents);
  }
  let entries = 0;
  for (const entry of catalogue.ledgerEntries()) {
    entries++;
    yield written({ line: "ledger", entry: withoutDocument(entry) });
  }
  yield `${JSON.stringify({ line: "end", documents, ledgerEntries: entries, sha256: hash.digest("hex") })}\n`;
}

/** Numbers of documents are the store's own business; the hash says which is meant. */
function withoutDocument({ path, state, byteLength, sha256, failure, at }: LedgerEntry): LedgerEntry {
  return {
    path,
    state,
    ...(byteLength === undefined ? {} : { byteLength }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(failure === undefined ? {} : { failure }),
    at,
  };
}

function* documentLines(
  catalogue: Catalogue,
  snapshot: LmdbSnapshot,
  document: number,
): Generator<ExportLine> {
  const stored = catalogue.record(document);
  const original = catalogue.blob("originals", document, stored.byteLength);
  const columns = Buffer.from(readColumns(catalogue, document, stored));
  const text = readText(catalogue, document, stored);
  catalogue.touched(original.length + columns.length + text.length);
  const inline = {
    original: original.length <= INLINE_BYTES,
    columns: columns.length <= INLINE_BYTES,
    text: text.length <= INLINE_BYTES,
  };
  const textIsOriginal = stored.textIsOriginal;
  yield {
    ...describe(stored),
    paths: pathsOf(catalogue, snapshot, document, stored),
    columnBytes: columns.length,
    ...(inline.original ? { original: original.toString("base64") } : {}),
    ...(inline.columns ? { columns: columns.toString("base64") } : {}),
    ...(inline.text && !textIsOriginal ? { text } : {}),
    textIsOriginal,
  };
  for (const [of, bytes] of [
    ["original", original],
    ["columns", columns],
  ] as const) {
    if (inline[of]) continue;
    for (let at = 0; at < bytes.length; at += PART_LENGTH)
      yield { line: "part", of, base64: bytes.subarray(at, at + PART_LENGTH).toString("base64") };
  }
  if (inline.text || textIsOriginal) return;
  for (let at = 0; at < text.length; at += PART_LENGTH)
    yield { line: "part", of: "text", text: text.slice(at, at + PART_LENGTH) };
}

function describe({ sha256, byteLength, textSha256, textLength, template, head }: StoredRecord) {
  const shown = JSON.parse(head) as DocumentLine["head"];
  return { line: "document", sha256, byteLength, textSha256, textLength, template, head: shown } as const;
}

/** Paths with the times of their entries; a file that failed since has its entry among the ledger lines. */
function pathsOf(
  catalogue: Catalogue,
  snapshot: LmdbSnapshot,
  document: number,
  { byteLength }: StoredRecord,
): PathOfDocument[] {
  return snapshot.record(document).paths.map((path) => {
    const entry = catalogue.ledgerEntry(path);
    if (entry === undefined) throw new FailureError("store/damaged", { part: "ledger", document });
    return { path, byteLength, at: entry.at };
  });
}
