/** Runs every row of a table and says how each came out. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import type { Result } from "../../../core/base/result.ts";
import type { ExtractionHost } from "../../../core/extract/port.ts";
import type { Document } from "../../../core/model/document.ts";
import type { Bench } from "./bench.ts";
import { judgeRow } from "./checks.ts";
import type { ExpectedRow } from "./expected-table.ts";
import { skipped, tally, type Verdict } from "./verdict.ts";

export type JudgeGold = (table: string, root: string, host: ExtractionHost) => Promise<Verdict>;

/** Many rows in a row ask about one file: the last few readings are kept. */
const KEPT_READINGS = 4;

export function fileBench(root: string, host: ExtractionHost, judgeGold: JudgeGold): Bench {
  const readings = new Map<string, Promise<Result<Document>>>();
  const at = (file: string) => path.join(root, file);
  return {
    read(file, password) {
      const key = `${file}\0${password ?? ""}`;
      const kept = readings.get(key);
      if (kept !== undefined) return kept;
      const bytes = new Uint8Array(readFileSync(at(file)));
      const name = path.basename(file);
      const request = { bytes, name, limits: DEFAULT_LIMITS };
      const reading = host.extract(password === undefined ? request : { ...request, password });
      readings.set(key, reading);
      const oldest = readings.keys().next().value;
      if (readings.size > KEPT_READINGS && oldest !== undefined) readings.delete(oldest);
      return reading;
    },
    exists: (file) => file !== "" && existsSync(at(file)),
    list(folder) {
      if (!statSync(at(folder)).isDirectory()) return undefined;
      const names = readdirSync(at(folder), { recursive: true, encoding: "utf8" }).sort();
      const files = names.filter((name) => statSync(path.join(at(folder), name)).isFile());
      return files.map((name) => path.join(folder, name));
    },
    firstBytes(file, count) {
      const bytes = new Uint8Array(count);
      const descriptor = openSync(at(file), "r");
      try {
        return bytes.subarray(0, readSync(descriptor, bytes, 0, count, 0));
      } finally {
        closeSync(descriptor);
      }
    },
    judgeGold: (table) => judgeGold(at(table), root, host),
  };
}

/** A remark when the file is not the one the right answer was taken from. */
function otherBytes(row: ExpectedRow, root: string): string {
  const file = path.join(root, row.file);
  if (!/^[0-9a-f]{64}$/.test(row.sha256) || !existsSync(file) || !statSync(file).isFile()) return "";
  const sha256 = createHash("sha256").update(readFileSync(file)).digest("hex");
  return sha256 === row.sha256 ? "" : " [the file's SHA-256 is not the row's]";
}

/** Prints one line per row through `print`, and the counts last; true when no row failed. */
export async function runRows(
  rows: readonly ExpectedRow[],
  root: string,
  bench: Bench,
  print: (line: string) => void,
): Promise<boolean> {
  const verdicts: Verdict[] = [];
  for (const row of rows) {
    const verdict = row.file === "" ? skipped("the row names no file") : await judgeRow(row, bench);
    verdicts.push(verdict);
    const place = row.where === "" || row.check === "needs_password" ? "" : ` @ ${row.where}`;
    print(
      `${WORDS[verdict.kind]} ${row.id} ${row.check} ${row.file}${place}: ${verdict.reason}${otherBytes(row, root)}`,
    );
    for (const line of verdict.details ?? []) print(`          ${line}`);
  }
  const counts = tally(verdicts);
  print(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  return counts.failed === 0;
}

const WORDS: Readonly<Record<Verdict["kind"], string>> = { passed: "pass", failed: "FAIL", skipped: "skip" };
