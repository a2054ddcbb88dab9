/**
 * A process that fills a store until it is killed: `node store-writer-child.ts <folder> <first> <batch>`.
 *
 * Prints `try n` before and `ack n` after document n is acknowledged. What document n holds is a function of n, so that
 * whoever killed the process can tell what must be there.
 */
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import type { LedgerEntry, NewDocument } from "../../core/index/ports.ts";
import { failedEntry, newDocument, plainDocument, storeOptions } from "./store-fixtures.ts";

/** Every ninth file cannot be read; every seventh holds the same text. */
export const isFailed = (n: number): boolean => n % 9 === 5;
export const isDuplicate = (n: number): boolean => n % 7 === 3 && !isFailed(n);

export const uniqueWord = (n: number): string => `unique${n}`;

export const fileOf = (n: number): string => `/corpus/${n % 3}/file ${n}.txt`;

export function documentOf(n: number): NewDocument {
  if (isDuplicate(n)) return newDocument(fileOf(n), plainDocument("found in many files"));
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

async function main(folder: string, first: number, batchPostings: number): Promise<void> {
  const say = (line: string): number => fs.writeSync(1, `${line}\n`);
  const opened = await openStore(folder, storeOptions({ batchPostings }));
  if (!opened.ok) {
    say(`failed ${JSON.stringify(opened.failure)}`);
    process.exit(1);
  }
  const store = opened.value;
  const pending = new Set<Promise<void>>();
  let failures = 0;
  for (let n = first; ; n++) {
    say(`try ${n}`);
    const writing = isFailed(n) ? store.addLedger(entryOf(n)) : store.add(documentOf(n));
    const settled = writing.then((result) => {
      say(result.ok ? `ack ${n}` : `failed ${JSON.stringify(result.failure)}`);
      pending.delete(settled);
      // A disk that stays full: enough has been said.
      if (!result.ok && ++failures === 20) process.exit(1);
    });
    pending.add(settled);
    if (pending.size > n % 30) await Promise.race(pending);
    if (n % 60 === 59) await store.finish();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, first, batch] = process.argv.slice(2);
  await main(folder!, Number(first), Number(batch));
}
