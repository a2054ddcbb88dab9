/** What a document, a further path and a ledger entry put into the catalogue. */
import { hash as digest } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { invariant } from "../../../core/base/result.ts";
import type { LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { encodeDocument } from "../../../core/model/document-codec.ts";
import { BLOB_TABLES, type BlobTable, type Catalogue, type CatalogueState } from "./catalogue.ts";
import { numberKey, pairKey, pathBytes } from "./catalogue-keys.ts";
import { documentOfEntry, encodeRecord, type StoredRecord } from "./record-codec.ts";

/** Source maps above this size are deflated. */
const DEFLATE_FROM_BYTES = 1024;

/** The totals as they will be when the transaction is committed. */
export interface Draft {
  state: CatalogueState;
}

export interface FurtherPath {
  readonly path: string;
  readonly byteLength: number;
  readonly at: string;
}

/** A document as the catalogue keeps it. */
export interface Encoded {
  readonly record: StoredRecord;
  readonly blobs: Readonly<Record<BlobTable, Uint8Array>>;
  /** Of the text as UTF-8, and of all that is stored. */
  readonly textBytes: number;
  readonly bytes: number;
  staged: boolean;
}

const NOTHING = new Uint8Array(0);

export function encodeForStore({
  document,
  bytes,
  sha256,
  path,
  tokenCount,
  fingerprints,
  template,
}: NewDocument): Encoded {
  const { text } = document;
  const utf8 = Buffer.from(text, "utf8");
  const wellFormed = text.isWellFormed();
  const textIsOriginal = wellFormed && utf8.equals(bytes);
  const storedText = textIsOriginal ? NOTHING : wellFormed ? utf8 : Buffer.from(text, "utf16le");
  const { head, columns } = encodeDocument(document);
  const columnsDeflated = columns.length >= DEFLATE_FROM_BYTES;
  const storedColumns = columnsDeflated ? deflateRawSync(columns, { level: 1 }) : columns;
  const record: StoredRecord = {
    template,
    textIsOriginal,
    textIsUtf16: !wellFormed,
    columnsDeflated,
    fingerprints: fingerprints.count,
    byteLength: bytes.length,
    storedTextBytes: storedText.length,
    storedColumnBytes: storedColumns.length,
    textLength: text.length,
    tokenCount,
    sha256,
    textSha256: textIsOriginal ? sha256 : digest("sha256", utf8, "hex"),
    path,
    head,
  };
  const blobs = { originals: bytes, texts: storedText, columns: storedColumns };
  const stored = bytes.length + storedText.length + storedColumns.length + head.length;
  return { record, blobs, textBytes: utf8.length, bytes: stored, staged: false };
}

/** Inside a transaction: the whole of a document, its ledger entry included. */
export function writeDocument(
  catalogue: Catalogue,
  draft: Draft,
  document: number,
  added: NewDocument,
  encoded: Encoded,
): void {
  const { record, blobs, staged } = encoded;
  invariant(document === draft.state.documents, "documents are committed in order");
  if (!staged) for (const table of BLOB_TABLES) catalogue.putBlob(table, document, blobs[table]);
  catalogue.table("documents").put(numberKey(document), encodeRecord(record), true);
  catalogue.putHash(record.sha256, document);
  const { path, at, sha256 } = added;
  writeEntry(catalogue, draft, {
    path,
    state: "ingested",
    byteLength: record.byteLength,
    sha256,
    document,
    at,
  });
  draft.state = {
    ...draft.state,
    documents: document + 1,
    tokens: draft.state.tokens + record.tokenCount,
    postings: draft.state.postings + record.fingerprints,
    originalBytes: draft.state.originalBytes + record.byteLength,
    textBytes: draft.state.textBytes + encoded.textBytes,
  };
}

/** Inside a transaction: a further path of a document, and its ledger entry. */
export function writePath(
  catalogue: Catalogue,
  draft: Draft,
  document: number,
  { path, byteLength, at }: FurtherPath,
): void {
  const record = catalogue.record(document);
  const entry = catalogue.ledgerValue(path);
  const isFirst = record.path === path;
  const isKnown =
    isFirst ||
    (entry !== undefined &&
      (documentOfEntry(entry) === document ||
        catalogue.furtherPaths(document, draft.state.paths).includes(path)));
  if (!isKnown) {
    catalogue.table("paths").put(pairKey(document, draft.state.paths), pathBytes(path));
    draft.state = { ...draft.state, paths: draft.state.paths + 1 };
  }
  const state = isFirst ? "ingested" : "duplicate";
  writeEntry(catalogue, draft, { path, state, byteLength, sha256: record.sha256, document, at });
}

/** Inside a transaction. */
export function writeEntry(catalogue: Catalogue, draft: Draft, entry: LedgerEntry): void {
  const isNew = catalogue.putLedger(entry);
  if (isNew) draft.state = { ...draft.state, ledgerEntries: draft.state.ledgerEntries + 1 };
}
