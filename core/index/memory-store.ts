/**
 * A corpus in memory: the plainest thing that keeps the promises of ports.ts. It is the oracle that the store on disk
 * is compared with, and serves tests that need a corpus and no disk.
 */
import { utf8fromStringLoose } from "@exodus/bytes/utf8.js";
import { failure } from "../base/failure.ts";
import { failed, invariant, ok, type Result } from "../base/result.ts";
import { sha256Hex } from "../base/sha256.ts";
import type { Document } from "../model/document.ts";
import { DeletedDocuments } from "./documents.ts";
import { keyOf } from "./posting-codec.ts";
import {
  type CorpusSnapshot,
  type CorpusWriter,
  type DocumentRecord,
  KEY_A_MASK,
  type LedgerEntry,
  type NewDocument,
} from "./ports.ts";

interface Stored {
  readonly record: Omit<DocumentRecord, "paths">;
  readonly postings: number;
  /** The path it was taken in under. */
  readonly firstPath: string;
  readonly paths: readonly string[];
  readonly document: Document;
}

/** Every state of the postings is kept: a list only grows, so a snapshot is a number of documents. */
interface Posting {
  readonly document: number;
  readonly token: number;
}

export function createMemoryStore(): CorpusWriter {
  return new MemoryStore();
}

class MemoryStore implements CorpusWriter {
  private documents: readonly Stored[] = [];
  private deleted = DeletedDocuments.none;
  private readonly byHash = new Map<string, number>();
  private readonly postings = new Map<number, Posting[]>();
  private readonly entries = new Map<string, LedgerEntry>();
  /** Document that a path holds, as far as is known: a file that could not be read again still counts for it. */
  private readonly heldBy = new Map<string, number>();

  findOriginal(sha256: string): number | undefined {
    return this.byHash.get(sha256);
  }

  isCurrent(path: string, sha256: string): boolean {
    const document = this.entries.get(path)?.document;
    return document !== undefined && this.documents[document]!.record.sha256 === sha256;
  }

  add(added: NewDocument): Promise<Result<number>> {
    const known = this.byHash.get(added.sha256);
    if (known !== undefined) {
      this.notePath(known, added.path, added.bytes.length, added.at);
      return Promise.resolve(ok(known));
    }
    const id = this.documents.length;
    const { document, path, bytes, sha256, at } = added;
    const record = recordOf(id, added);
    const postings = added.fingerprints.count;
    this.documents = [...this.documents, { record, postings, firstPath: path, paths: [path], document }];
    this.byHash.set(sha256, id);
    this.addPostings(id, added);
    this.leave(path, id);
    this.entries.set(path, { path, state: "ingested", byteLength: bytes.length, sha256, document: id, at });
    return Promise.resolve(ok(id));
  }

  private addPostings(document: number, { fingerprints }: NewDocument): void {
    for (let i = 0; i < fingerprints.count; i++) {
      const key = keyOf(fingerprints.b[i]!, fingerprints.a[i]! & KEY_A_MASK);
      const list = this.postings.get(key) ?? [];
      list.push({ document, token: fingerprints.position[i]! });
      this.postings.set(key, list);
    }
  }

  addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>> {
    if (!this.isPresent(document)) return Promise.resolve(notFound(document));
    this.notePath(document, path, byteLength, at);
    return Promise.resolve(ok(undefined));
  }

  private isPresent(document: number): boolean {
    return this.documents[document] !== undefined && !this.deleted.has(document);
  }

  private notePath(document: number, path: string, byteLength: number, at: string): void {
    const stored = this.documents[document]!;
    if (!stored.paths.includes(path)) {
      this.documents = this.documents.with(document, { ...stored, paths: [...stored.paths, path] });
    }
    this.leave(path, document);
    const state = stored.firstPath === path ? "ingested" : "duplicate";
    this.entries.set(path, { path, state, byteLength, sha256: stored.record.sha256, document, at });
  }

  /** The path now holds `document`, and no longer what it held before. */
  private leave(path: string, document: number): void {
    const left = this.heldBy.get(path);
    this.heldBy.set(path, document);
    if (left === undefined || left === document) return;
    const stored = this.documents[left]!;
    const paths = stored.paths.filter((one) => one !== path);
    this.documents = this.documents.with(left, { ...stored, paths });
    if (paths.length === 0) this.remove(left);
  }

  private remove(document: number): void {
    this.deleted = this.deleted.with([document]);
    this.byHash.delete(this.documents[document]!.record.sha256);
  }

  deleteDocument(document: number, at: string): Promise<Result<void>> {
    if (!this.isPresent(document)) return Promise.resolve(notFound(document));
    const { paths, record } = this.documents[document]!;
    this.remove(document);
    for (const path of paths) {
      this.heldBy.delete(path);
      this.entries.set(path, {
        path,
        state: "skipped",
        byteLength: record.byteLength,
        sha256: record.sha256,
        failure: failure("request/document-deleted"),
        at,
      });
    }
    return Promise.resolve(ok(undefined));
  }

  addLedger(entry: LedgerEntry): Promise<Result<void>> {
    this.entries.set(entry.path, entry);
    return Promise.resolve(ok(undefined));
  }

  finish(): Promise<Result<void>> {
    return Promise.resolve(ok(undefined));
  }

  snapshot(): CorpusSnapshot {
    const { documents, deleted } = this;
    const stored = (document: number): Stored => {
      const one = documents[document];
      invariant(one !== undefined && !deleted.has(document), "a document of the snapshot");
      return one;
    };
    const present = documents.filter(({ record }) => !deleted.has(record.id));
    return {
      documentCount: documents.length,
      deletedCount: deleted.count,
      isDeleted: (document) => deleted.has(document),
      postingCount: present.reduce((sum, one) => sum + one.postings, 0),
      record: (document) => ({ ...stored(document).record, paths: stored(document).paths }),
      templates: () => present.filter(({ record }) => record.template).map(({ record }) => record.id),
      document: (document) => ok(stored(document).document),
      text: (document) => ok(stored(document).document.text),
      postings: (b, a12, tag, cap, sink) => {
        let found = 0;
        for (const posting of this.postings.get(keyOf(b, a12)) ?? []) {
          if (posting.document >= documents.length) break;
          if (deleted.has(posting.document)) continue;
          if (found++ < cap) sink.push(posting.document, posting.token, tag);
        }
        return found;
      },
      close: () => undefined,
    };
  }

  ledger(): readonly LedgerEntry[] {
    return [...this.ledgerEntries()];
  }

  ledgerEntries(): Iterable<LedgerEntry> {
    return [...this.entries.values()].sort((x, y) => (x.path < y.path ? -1 : x.path > y.path ? 1 : 0));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

const notFound = (document: number): Result<void> =>
  failed(failure("store/document-not-found", { document }));

function recordOf(
  id: number,
  { sha256, bytes, document, tokenCount, template }: NewDocument,
): Stored["record"] {
  const { format, metadata, notices, extractor, encoding, text } = document;
  return {
    id,
    sha256,
    byteLength: bytes.length,
    format,
    textLength: text.length,
    tokenCount,
    textSha256: sha256Hex(utf8fromStringLoose(text)),
    extractor,
    metadata,
    ...(encoding === undefined ? {} : { encoding }),
    notices,
    template,
  };
}
