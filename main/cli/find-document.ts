/** The document of a corpus that a user means: by number, SHA-256 or path, as `corpus list` and `corpus show` print them. */
import path from "node:path";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import type { LmdbStore } from "../engine/store/lmdb-store.ts";

export function findDocument(store: LmdbStore, snapshot: CorpusSnapshot, wanted: string): number | undefined {
  if (/^\d{1,10}$/.test(wanted)) {
    const number = Number(wanted);
    if (number < snapshot.documentCount) return snapshot.isDeleted?.(number) === true ? undefined : number;
  }
  if (/^[0-9a-f]{64}$/i.test(wanted)) return store.findOriginal(wanted.toLowerCase());
  return store.holderOf(wanted) ?? store.holderOf(path.resolve(wanted));
}
