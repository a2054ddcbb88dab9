import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseExpected } from "../../support/cases/expected-table.ts";
import { fileBench, runRows } from "../../support/cases/run.ts";
import { fails } from "../../support/cases/verdict.ts";
import { textHost } from "./documents.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../fixtures/cases");

async function run(table: string): Promise<{ lines: string[]; right: boolean }> {
  const rows = parseExpected(table);
  if (!rows.ok) throw new Error(rows.failure);
  const lines: string[] = [];
  const bench = fileBench(FOLDER, textHost, () => Promise.resolve(fails("no engine here")));
  const right = await runRows(rows.value, FOLDER, bench, (line) => lines.push(line));
  return { lines, right };
}

describe("a table of checks", () => {
  const table = readFileSync(path.join(FOLDER, "expected.tsv"), "utf8");

  it("passes what is right, fails what is wrong, skips what it does not know, and counts them last", async () => {
    const { lines, right } = await run(table);
    const outcome = Object.fromEntries(
      lines.slice(0, -1).map((line) => [line.slice(5, 7), line.slice(0, 4)]),
    );
    const of = (word: string) => Object.keys(outcome).filter((id) => outcome[id] === word);
    expect(of("pass").sort()).toEqual(["01", "03", "05", "07", "10", "12", "13", "14", "16"]);
    expect(of("FAIL").sort()).toEqual(["02", "04", "06", "08", "09", "11", "15"]);
    expect(of("skip").sort()).toEqual(["17", "18", "19", "20"]);
    expect(lines.at(-1)).toBe("9 passed, 7 failed, 4 skipped");
    expect(right).toBe(false);
  });

  it("says where a sentence was found instead", async () => {
    const { lines } = await run(
      "file\tcheck\twhere\tright_answer\nlamp.txt\tpage_contains\t2\timprovement of the lamp\n",
    );
    expect(lines[0]).toContain('"improvement of the lamp" not in page 2; it is in document');
  });

  it("is right when every row is, and takes Windows line ends, a byte-order mark and short rows", async () => {
    const { lines, right } = await run(
      "\uFEFFfile\tcheck\twhere\tright_answer\r\nlamp.txt\tno_crash\r\n\r\nwall.txt\tcontains\t\tthe lamp\r\n",
    );
    expect(lines.at(-1)).toBe("2 passed, 0 failed, 0 skipped");
    expect(right).toBe(true);
  });

  it("remarks when the file is not the one the answer was taken from", async () => {
    const { lines } = await run(
      `file\tcheck\tsha256\tright_answer\nwall.txt\tcontains\t${"0".repeat(64)}\tthe lamp\n`,
    );
    expect(lines[0]).toMatch(/^pass .*SHA-256 is not the row's/);
  });

  it("refuses a table without the columns it needs", () => {
    expect(parseExpected("file\twhere\nx\ty\n")).toEqual({
      ok: false,
      failure: "the first line names no column check",
    });
  });
});
