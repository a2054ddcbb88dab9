/**
 * A table of checks with right answers: one row says which file to read, what to look for, where, and what is right.
 *
 * Columns are found by their names in the first line; only `file` and `check` must be there. Rows shorter than the
 * header, Windows line ends and a byte-order mark are all right.
 */
import { failed, ok, type Result } from "../../../core/base/result.ts";

export interface ExpectedRow {
  readonly id: string;
  readonly category: string;
  /** Path below the folder of the files. */
  readonly file: string;
  readonly sha256: string;
  /** Kind of check, for example `page_contains`. */
  readonly check: string;
  /** Page, story or password, as the kind of check has it. */
  readonly where: string;
  readonly rightAnswer: string;
  readonly why: string;
}

/** Lines split at tabs, under the names of the first line. */
export function parseTable(text: string): Record<string, string>[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  const names = (lines.shift() ?? "").split("\t").map((name) => name.trim());
  return lines
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const cells = line.split("\t");
      return Object.fromEntries(names.map((name, column) => [name, (cells[column] ?? "").trim()]));
    });
}

export function parseExpected(text: string): Result<readonly ExpectedRow[], string> {
  const header = (text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/, 1)[0] ?? "")
    .split("\t")
    .map((name) => name.trim());
  const missing = ["file", "check"].filter((name) => !header.includes(name));
  if (missing.length > 0) return failed(`the first line names no column ${missing.join(" and no column ")}`);
  const rows = parseTable(text).map((cells, index): ExpectedRow => ({
    id: cells["id"] ?? String(index + 1),
    category: cells["category"] ?? "",
    file: cells["file"] ?? "",
    sha256: cells["sha256"] ?? "",
    check: cells["check"] ?? "",
    where: cells["where"] ?? "",
    rightAnswer: cells["right_answer"] ?? "",
    why: cells["why"] ?? "",
  }));
  return ok(rows);
}
