/**
 * A process beside a writer, until it is killed: `node store-other-child.ts backup <store> <target>` makes backups one
 * after another, `... check <store>` opens the store, reads all of it and looks up what it holds. Prints `began` when at
 * work, and `failed ...` when something is not as it must be.
 */
import fs from "node:fs";
import type { Failure } from "../../core/base/failure.ts";
import { ok } from "../../core/base/result.ts";
import { presentDocuments } from "../../core/index/documents.ts";
import { backupStore } from "../../main/engine/store/backup.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { postingsOf, storeOptions } from "./store-fixtures.ts";

const say = (line: string): number => fs.writeSync(1, `${line}\n`);
const [task, folder, target] = process.argv.slice(2);

async function backUp(n: number): Promise<void> {
  const copy = `${target!} ${n}`;
  // A folder half removed when this process is killed must not have the name of a backup.
  if (fs.existsSync(copy)) fs.renameSync(copy, `${copy} old`);
  fs.rmSync(`${copy} old`, { recursive: true, force: true });
  const backup = await backupStore(folder!, copy, async (place) => {
    const opened = await openStore(place, storeOptions({ mode: "read-only" }));
    if (!opened.ok) return opened;
    const { rootHash, damages } = opened.value.verify();
    await opened.value.close();
    return ok({ rootHash, damages: damages.length });
  });
  if (!backup.ok) report(backup.failure);
}

/** What two processes can do to each other in the moment in which one closes the store: this one must end. */
function report(problem: Failure): void {
  if (problem.code === "store/in-use") process.exit(0);
  say(`failed ${JSON.stringify(problem)}`);
}

async function check(): Promise<void> {
  const opened = await openStore(folder!, storeOptions({ mode: "read-only" }));
  if (!opened.ok) {
    report(opened.failure);
    return;
  }
  const snapshot = opened.value.snapshot();
  for (const document of presentDocuments(snapshot)) {
    const text = snapshot.text(document);
    // Taken out by the writer, and its contents removed, after this snapshot was made.
    if (!text.ok && text.failure.code === "store/document-not-found") continue;
    const word = text.ok ? text.value.split(" ")[0]! : "";
    const found = postingsOf(snapshot, word).pushed.some(([one]) => one === document);
    if (!found) say(`failed ${document} ${JSON.stringify(text)}`);
  }
  snapshot.close();
  await opened.value.close();
}

for (let n = 0; ; n++) {
  if (n === 0) say("began");
  await (task === "backup" ? backUp(n % 2) : check());
  await new Promise((resolve) => setTimeout(resolve, 10));
}
