/** Documents, fingerprints and folders for tests of stores. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { presentDocuments } from "../../core/index/documents.ts";
import type { CorpusSnapshot, FingerprintList, LedgerEntry, NewDocument } from "../../core/index/ports.ts";
import type { Document } from "../../core/model/document.ts";
import { encodeDocument } from "../../core/model/document-codec.ts";
import { comparableText } from "../../core/model/comparable-text.ts";
import type { StoreOptions } from "../../main/engine/store/lmdb-store.ts";

/** One fingerprint per word: its key is a hash of the word, so equal words make long lists. */
export function wordFingerprints(text: string): FingerprintList {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const list = {
    count: words.length,
    a: new Uint32Array(words.length),
    b: new Uint32Array(words.length),
    position: new Uint32Array(words.length),
  };
  for (const [i, word] of words.entries()) {
    const { a, b } = wordKey(word);
    list.a[i] = a;
    list.b[i] = b;
    list.position[i] = i;
  }
  return list;
}

/** Words `x...` share lane B and differ in lane A only. */
export function wordKey(word: string): { readonly a: number; readonly b: number } {
  const digest = createHash("md5").update(word).digest();
  return { a: digest.readUInt32LE(0), b: word.startsWith("x") ? 0xfffffff0 : digest.readUInt32LE(4) };
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export function plainDocument(text: string, more: Partial<Document> = {}): Document {
  return {
    format: "text",
    text,
    sourceMap: { kind: "text" },
    marks: [],
    metadata: {},
    notices: [],
    extractor: { name: "test", version: "1" },
    ...more,
  };
}

export const AT = "2026-01-02T03:04:05.678Z";

/** A document whose original is its text, unless `bytes` says otherwise. */
export function newDocument(
  file: string,
  document: Document,
  bytes = Buffer.from(document.text, "utf8"),
): NewDocument {
  const fingerprints = wordFingerprints(comparableText(document));
  return {
    path: file,
    bytes,
    sha256: sha256Of(bytes),
    document,
    tokenCount: fingerprints.count,
    fingerprints,
    template: false,
    at: AT,
  };
}

export function storeOptions(more: Partial<StoreOptions> = {}): StoreOptions {
  return {
    mode: "create-or-open",
    now: () => AT,
    appVersion: "0.0.0-test",
    fingerprintsOf: wordFingerprints,
    ...more,
  };
}

export function temporaryFolder(): string {
  return fs.mkdtempSync(path.join(os.tmpdir(), "pincite-store-"));
}

/** [document, token, tag] of every posting of a word. */
export function postingsOf(
  snapshot: CorpusSnapshot,
  word: string,
  cap = Infinity,
): { readonly found: number; readonly pushed: number[][] } {
  const { a, b } = wordKey(word);
  const pushed: number[][] = [];
  const found = snapshot.postings(b, a & 0xfff, 7, cap, { push: (...posting) => pushed.push(posting) });
  return { found, pushed };
}

/** Everything a snapshot says, for comparing two stores. */
export function contentsOf(snapshot: CorpusSnapshot, words: readonly string[]): unknown {
  const documents = [...presentDocuments(snapshot)].map((document) => ({
    record: snapshot.record(document),
    document: snapshot.document(document),
    text: snapshot.text(document),
  }));
  // Beyond the cap, postings of deleted documents may count.
  const caps = snapshot.deletedCount === 0 ? [0, 1, 3, Infinity] : [Infinity];
  const postings = words.flatMap((word) => caps.map((cap) => postingsOf(snapshot, word, cap)));
  const { documentCount: count, deletedCount: deleted, postingCount } = snapshot;
  return { count, deleted, postingCount, templates: snapshot.templates?.(), documents, postings };
}

/** The root hash of a corpus, straight from its definition (core/index/corpus-root.ts). */
export function naiveRoot(snapshot: CorpusSnapshot): string {
  const sha256 = (...parts: readonly Uint8Array[]): Buffer =>
    createHash("sha256").update(Buffer.concat(parts)).digest();
  const leaves = [...presentDocuments(snapshot)].map((id) => {
    const record = snapshot.record(id);
    const document = snapshot.document(id);
    if (!document.ok) throw new Error(document.failure.code);
    const original = Buffer.from(record.sha256, "hex");
    const text = Buffer.from(record.textSha256, "hex");
    const columns = sha256(encodeDocument(document.value).columns);
    const template = Buffer.of(record.template ? 1 : 0);
    return { original, hash: sha256(Buffer.of(0), original, text, columns, template) };
  });
  const bitOf = (key: Buffer, bit: number): number => (key[bit >> 3]! >> (7 - (bit & 7))) & 1;
  const topOf = (some: typeof leaves, bit: number): Buffer => {
    if (some.length === 1) return some[0]!.hash;
    const sides = [0, 1].map((side) => some.filter(({ original }) => bitOf(original, bit) === side));
    if (sides.some((side) => side.length === 0)) return topOf(some, bit + 1);
    return sha256(Buffer.of(1), ...sides.map((side) => topOf(side, bit + 1)));
  };
  const count = Buffer.alloc(8);
  count.writeUInt32LE(leaves.length);
  const top = leaves.length === 0 ? Buffer.alloc(32) : topOf(leaves, 0);
  return sha256(Buffer.of(2), count, top).toString("hex");
}

export const failedEntry = (file: string): LedgerEntry => ({
  path: file,
  state: "failed",
  failure: { code: "extract/corrupt", data: { what: "a test" } },
  at: AT,
});
