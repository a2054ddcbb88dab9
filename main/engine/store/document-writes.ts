/** What a document, a further path and a ledger entry put into the catalogue. */
import { hash as digest } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { failure } from "../../../core/base/failure.ts";
import { invariant } from "../../../core/base/result.ts";
import { leafHash } from "../../../core/index/corpus-root.ts";
import type { LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { encodeDocument } from "../../../core/model/document-codec.ts";
import { BLOB_TABLES, type BlobTable, type Catalogue, type CatalogueState } from "./catalogue.ts";
import { hashKey, numberKey, pairKey, pathBytes } from "./catalogue-keys.ts";
import { sha256Of } from "./checksum.ts";
import { encodeRecord, heldByEntry, type StoredRecord } from "./record-codec.ts";
import { encodeTombstone, type Tombstone } from "./tombstone-codec.ts";

/** Source maps above this size are deflated. */
const DEFLATE_FROM_BYTES = 1024;

/** The totals as they will be when the transaction is committed, and the documents it deletes. */
export interface Draft {
  state: CatalogueState;
  readonly deleted: number[];
}

export interface FurtherPath {
  readonly path: string;
  readonly byteLength: number;
  readonly at: string;
}

/** A document as the catalogue keeps it. */
export interface Encoded {
  readonly record: StoredRecord;
  /** Its leaf in the root hash. */
  readonly leaf: Uint8Array;
  readonly blobs: Readonly<Record<BlobTable, Uint8Array>>;
  /** Of the text as UTF-8, and of all that is stored. */
  readonly textBytes: number;
  readonly bytes: number;
  staged: boolean;
}

const NOTHING = new Uint8Array(0);
export const HASH_OF_NOTHING = sha256Of(NOTHING);

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
  const leaf = leafHash(
    {
      original: Buffer.from(sha256, "hex"),
      text: Buffer.from(record.textSha256, "hex"),
      columns: columns.length === 0 ? HASH_OF_NOTHING : sha256Of(columns),
      template,
    },
    sha256Of,
  );
  const blobs = { originals: bytes, texts: storedText, columns: storedColumns };
  const stored = bytes.length + storedText.length + storedColumns.length + head.length;
  return { record, leaf, blobs, textBytes: utf8.length, bytes: stored, staged: false };
}

/** Inside a transaction: the whole of a document, its ledger entry included. */
export function writeDocument(
  catalogue: Catalogue,
  draft: Draft,
  document: number,
  added: NewDocument,
  encoded: Encoded,
): void {
  const { record, leaf, blobs, staged } = encoded;
  invariant(document === draft.state.documents, "documents are committed in order");
  if (!staged) for (const table of BLOB_TABLES) catalogue.putBlob(table, document, blobs[table]);
  catalogue.table("documents").put(numberKey(document), encodeRecord(record), true);
  if (record.template) catalogue.table("templates").put(numberKey(document), NOTHING, true);
  catalogue.putHash(record.sha256, document, leaf);
  draft.state = {
    ...draft.state,
    documents: document + 1,
    currentPaths: draft.state.currentPaths + 1,
    tokens: draft.state.tokens + record.tokenCount,
    postings: draft.state.postings + record.fingerprints,
    originalBytes: draft.state.originalBytes + record.byteLength,
    textBytes: draft.state.textBytes + encoded.textBytes,
  };
  const { path, at, sha256 } = added;
  const former = catalogue.ledgerValue(path);
  leaveFormer(catalogue, draft, { path, former, at }, document);
  const { byteLength } = record;
  putEntry(catalogue, draft, { path, state: "ingested", byteLength, sha256, document, at }, former);
}

/** Inside a transaction: a further path of a document, and its ledger entry. */
export function writePath(
  catalogue: Catalogue,
  draft: Draft,
  document: number,
  { path, byteLength, at }: FurtherPath,
): void {
  const record = catalogue.record(document);
  const former = catalogue.ledgerValue(path);
  if (former === undefined || heldByEntry(former) !== document) {
    leaveFormer(catalogue, draft, { path, former, at }, document);
    catalogue.table("paths").put(pairKey(document, draft.state.paths), pathBytes(path));
    const { paths, currentPaths } = draft.state;
    draft.state = { ...draft.state, paths: paths + 1, currentPaths: currentPaths + 1 };
  }
  const state = record.path === path ? "ingested" : "duplicate";
  putEntry(catalogue, draft, { path, state, byteLength, sha256: record.sha256, document, at }, former);
}

/** Inside a transaction. An entry without a document keeps in mind which one the path held. */
export function writeEntry(catalogue: Catalogue, draft: Draft, entry: LedgerEntry): void {
  const former = catalogue.ledgerValue(entry.path);
  const held = former === undefined ? undefined : heldByEntry(former);
  putEntry(catalogue, draft, entry, former, held);
}

function putEntry(
  catalogue: Catalogue,
  draft: Draft,
  entry: LedgerEntry,
  former: Buffer | undefined,
  held?: number,
): void {
  catalogue.putLedger(entry, held);
  if (former === undefined) draft.state = { ...draft.state, ledgerEntries: draft.state.ledgerEntries + 1 };
}

interface Move {
  readonly path: string;
  /** The ledger's entry of the path until now. */
  readonly former: Buffer | undefined;
  readonly at: string;
}

/** The path is about to hold `document`: it leaves the one it held, which is deleted when that was its last path. */
function leaveFormer(catalogue: Catalogue, draft: Draft, { path, former, at }: Move, document: number): void {
  const left = former === undefined ? undefined : heldByEntry(former);
  if (left === undefined || left === document) return;
  catalogue.table("paths").put(pairKey(left, draft.state.paths), pathBytes(path, true));
  const { paths, currentPaths } = draft.state;
  draft.state = { ...draft.state, paths: paths + 1, currentPaths: currentPaths - 1 };
  if (catalogue.pathsOf(left, catalogue.record(left), paths + 1).length === 0)
    bury(catalogue, draft, left, "replaced", at);
}

/** Inside a transaction: takes a document out, and says so for each of its paths. */
export function writeDeletion(catalogue: Catalogue, draft: Draft, document: number, at: string): void {
  const record = catalogue.record(document);
  const { byteLength, sha256 } = record;
  const paths = catalogue.pathsOf(document, record, draft.state.paths);
  bury(catalogue, draft, document, "request", at);
  draft.state = { ...draft.state, currentPaths: draft.state.currentPaths - paths.length };
  for (const path of paths) {
    const why = failure("request/document-deleted");
    const entry = { path, state: "skipped", byteLength, sha256, failure: why, at } as const;
    putEntry(catalogue, draft, entry, catalogue.ledgerValue(path));
  }
}

function bury(
  catalogue: Catalogue,
  draft: Draft,
  document: number,
  cause: Tombstone["cause"],
  at: string,
): void {
  const record = catalogue.record(document);
  const key = hashKey(record.sha256);
  const leaf = catalogue.table("hashes").need(key).subarray(4);
  const tombstone = encodeTombstone({ document, cause, emptied: false, original: key, leaf, at });
  catalogue.table("deleted").put(numberKey(draft.state.deletions), tombstone, true);
  catalogue.table("hashes").remove(key);
  draft.deleted.push(document);
  const { deletions, tokens, postings, originalBytes, textBytes } = draft.state;
  draft.state = {
    ...draft.state,
    deletions: deletions + 1,
    tokens: tokens - record.tokenCount,
    postings: postings - record.fingerprints,
    originalBytes: originalBytes - record.byteLength,
    textBytes: textBytes - textBytesOf(catalogue, document, record),
  };
}

/** Bytes of the text as UTF-8. */
function textBytesOf(catalogue: Catalogue, document: number, record: StoredRecord): number {
  if (record.textIsOriginal) return record.byteLength;
  if (!record.textIsUtf16) return record.storedTextBytes;
  return Buffer.byteLength(catalogue.blob("texts", document, record.storedTextBytes).toString("utf16le"));
}
