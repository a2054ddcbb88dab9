/**
 * A process that alters single bytes of a store and says what is noticed: `node store-flip-child.ts <folder> <file>
 * <offset>...`. Prints one JSON line per offset; the byte is put back afterwards. May be ended by the database.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { contentsOf, storeOptions } from "./store-fixtures.ts";

export const FLIP_WORDS = ["the", "x1", "x2", "word"];

export interface FlipResult {
  readonly offset: number;
  /** Code on opening, or `ok`. */
  readonly opened: string;
  readonly damages: readonly string[];
  /** Hash of everything the store says, when it says that nothing is damaged. */
  readonly contents: string;
}

export async function inspect(folder: string, offset: number): Promise<FlipResult> {
  const opened = await openStore(folder, storeOptions({ mode: "read-only" }));
  if (!opened.ok) return { offset, opened: opened.failure.code, damages: [], contents: "" };
  const store = opened.value;
  const damages = store.verify().damages.map(({ where, what }) => `${where}: ${what}`);
  let contents = "";
  if (damages.length === 0) {
    const all = JSON.stringify([contentsOf(store.snapshot(), FLIP_WORDS), store.ledger()]);
    contents = createHash("sha256").update(all).digest("hex");
  }
  await store.close();
  return { offset, opened: "ok", damages, contents };
}

export function flip(file: string, offset: number): void {
  const descriptor = fs.openSync(file, "r+");
  const byte = new Uint8Array(1);
  fs.readSync(descriptor, byte, 0, 1, offset);
  byte[0] = byte[0]! ^ (1 << (offset % 8));
  fs.writeSync(descriptor, byte, 0, 1, offset);
  fs.closeSync(descriptor);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, name, ...offsets] = process.argv.slice(2);
  const file = path.join(folder!, name!);
  for (const offset of offsets.map(Number)) {
    flip(file, offset);
    const result = await inspect(folder!, offset);
    fs.writeSync(1, `${JSON.stringify(result)}\n`);
    flip(file, offset);
  }
}
