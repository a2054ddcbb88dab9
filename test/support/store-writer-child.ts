/**
 * A process that fills a store until it is killed: `node store-writer-child.ts <folder> <first> <batch> [thread]`.
 *
 * Prints `try n` before and `ack n` after operation n is acknowledged, and `finishing`, `compacting` and `writing` when
 * that is what it goes over to. What operation n does is a function of n, so that
 * whoever killed the process can tell what must be there.
 */
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { threadMerger } from "../../main/engine/pool/thread-merger.ts";
import { type LmdbStore, openStore } from "../../main/engine/store/lmdb-store.ts";
import type { Result } from "../../core/base/result.ts";
import type { LedgerEntry, NewDocument } from "../../core/index/ports.ts";
import { AT, failedEntry, newDocument, plainDocument, storeOptions } from "./store-fixtures.ts";

/** Every ninth file cannot be read; every seventh holds the same text. */
export const isFailed = (n: number): boolean => n % 9 === 5;
export const isDuplicate = (n: number): boolean => n % 7 === 3 && !isFailed(n);

/** Now and then an earlier document is taken out (not one that many files hold), or its file holds something else. */
export const isDeletion = (n: number): boolean => n % 17 === 9 && n > 20 && !isDuplicate(n - 12);
export const isChange = (n: number): boolean => n % 19 === 11 && n > 20 && !isDeletion(n);

export const uniqueWord = (n: number): string => `unique${n}`;

/** The file that operation n is about. */
export const fileOf = (n: number): string => {
  const file = isDeletion(n) ? n - 12 : isChange(n) ? n - 8 : n;
  return `/corpus/${file % 3}/file ${file}.txt`;
};

export function documentOf(n: number): NewDocument {
  if (isDuplicate(n) && !isChange(n)) return newDocument(fileOf(n), plainDocument("found in many files"));
  // Some originals are long enough for several chunks, and one in a hundred for a transaction of their own.
  const filler = n % 100 === 50 ? 5_000_000 : n % 25 === 7 ? 400_000 : n % 40;
  const text = `${uniqueWord(n)} the ${"word ".repeat(filler > 40 ? 3 : filler)} x${n % 5}`;
  const original = filler > 40 ? Buffer.alloc(filler * 4, String(n)) : Buffer.from(text);
  return newDocument(
    fileOf(n),
    plainDocument(text, n % 2 ? { marks: [{ kind: "note", start: 0, end: 3 }] } : {}),
    original,
  );
}

export const entryOf = (n: number): LedgerEntry => failedEntry(fileOf(n));

async function operate(store: LmdbStore, n: number): Promise<Result<unknown>> {
  if (isDeletion(n)) {
    const document = store.holderOf(fileOf(n));
    return document === undefined ? { ok: true, value: undefined } : store.deleteDocument(document, AT);
  }
  return isFailed(n) && !isChange(n) ? store.addLedger(entryOf(n)) : store.add(documentOf(n));
}

async function main(folder: string, first: number, batchPostings: number, thread: boolean): Promise<void> {
  const say = (line: string): number => fs.writeSync(1, `${line}\n`);
  const merger = threadMerger(new URL("../../main/engine/pool/merge-thread.ts", import.meta.url));
  const opened = await openStore(folder, storeOptions({ batchPostings, ...(thread ? { merger } : {}) }));
  if (!opened.ok) {
    // Closed by another process at that very moment: nothing was done.
    if (opened.failure.data?.["pid"] === undefined && opened.failure.code === "store/in-use") process.exit(0);
    say(`failed ${JSON.stringify(opened.failure)}`);
    process.exit(1);
  }
  const store = opened.value;
  const pending = new Set<Promise<void>>();
  let failures = 0;
  for (let n = first; ; n++) {
    if (isDeletion(n) || isChange(n)) await Promise.all(pending);
    say(`try ${n}`);
    const settled = operate(store, n).then((result) => {
      if (!result.ok && result.failure.code === "store/in-use") process.exit(0);
      say(result.ok ? `ack ${n}` : `failed ${JSON.stringify(result.failure)}`);
      pending.delete(settled);
      // A disk that stays full: enough has been said.
      if (!result.ok && ++failures === 20) process.exit(1);
    });
    pending.add(settled);
    if (pending.size > n % 30) await Promise.race(pending);
    if (n % 60 !== 59) continue;
    const compacts = n % 240 === 179;
    say(compacts ? "compacting" : "finishing");
    await (compacts ? store.compact() : store.finish());
    say("writing");
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, first, batch, thread] = process.argv.slice(2);
  await main(folder!, Number(first), Number(batch), thread === "thread");
}
