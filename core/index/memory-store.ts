/**
 * A corpus in memory: the plainest thing that keeps the promises of ports.ts. It is the oracle that the store on disk
 * is compared with, and serves tests that need a corpus and no disk.
 */
import { utf8fromStringLoose } from "@exodus/bytes/utf8.js";
import { failure } from "../base/failure.ts";
import { failed, invariant, ok, type Result } from "../base/result.ts";
import { sha256Hex } from "../base/sha256.ts";
import type { Document } from "../model/document.ts";
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
  readonly paths: readonly string[];
  readonly document: Document;
}

/** Every state of the postings is kept: a list only grows, so a snapshot is a number of postings. */
interface Posting {
  readonly document: number;
  readonly token: number;
}

export function createMemoryStore(): CorpusWriter {
  return new MemoryStore();
}

class MemoryStore implements CorpusWriter {
  private documents: readonly Stored[] = [];
  private readonly byHash = new Map<string, number>();
  private readonly postings = new Map<number, Posting[]>();
  private readonly entries = new Map<string, LedgerEntry>();
  private postingCount = 0;

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
    const { document } = added;
    const { format, metadata, notices, extractor, encoding, text } = document;
    const record = {
      id,
      sha256: added.sha256,
      byteLength: added.bytes.length,
      format,
      textLength: text.length,
      tokenCount: added.tokenCount,
      textSha256: sha256Hex(utf8fromStringLoose(text)),
      extractor,
      metadata,
      ...(encoding === undefined ? {} : { encoding }),
      notices,
      template: added.template,
    };
    this.documents = [...this.documents, { record, paths: [added.path], document }];
    this.byHash.set(added.sha256, id);
    this.addPostings(id, added);
    const { path, bytes, sha256, at } = added;
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
    this.postingCount += fingerprints.count;
  }

  addPath(document: number, path: string, byteLength: number, at: string): Promise<Result<void>> {
    if (this.documents[document] === undefined)
      return Promise.resolve(failed(failure("store/document-not-found", { document })));
    this.notePath(document, path, byteLength, at);
    return Promise.resolve(ok(undefined));
  }

  private notePath(document: number, path: string, byteLength: number, at: string): void {
    const stored = this.documents[document]!;
    if (!stored.paths.includes(path)) {
      this.documents = this.documents.with(document, { ...stored, paths: [...stored.paths, path] });
    }
    const state = stored.paths[0] === path ? "ingested" : "duplicate";
    this.entries.set(path, { path, state, byteLength, sha256: stored.record.sha256, document, at });
  }

  addLedger(entry: LedgerEntry): Promise<Result<void>> {
    this.entries.set(entry.path, entry);
    return Promise.resolve(ok(undefined));
  }

  finish(): Promise<Result<void>> {
    return Promise.resolve(ok(undefined));
  }

  snapshot(): CorpusSnapshot {
    const documents = this.documents;
    const stored = (document: number): Stored => {
      const one = documents[document];
      invariant(one !== undefined, "a document of the snapshot");
      return one;
    };
    return {
      documentCount: documents.length,
      postingCount: this.postingCount,
      record: (document) => ({ ...stored(document).record, paths: stored(document).paths }),
      document: (document) => ok(stored(document).document),
      text: (document) => ok(stored(document).document.text),
      postings: (b, a12, tag, cap, sink) => {
        let found = 0;
        for (const posting of this.postings.get(keyOf(b, a12)) ?? []) {
          if (posting.document >= documents.length) break;
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
