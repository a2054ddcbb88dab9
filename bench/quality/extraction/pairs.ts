/**
 * One text in two formats: shares of 8-word shingles, beside those the author of the table measured with other programs.
 *
 * `words` counts as the reference did (lower-cased words, words broken at line ends left broken); `engine` counts what
 * the engine compares: folded tokens, line-end hyphens joined.
 */
import path from "node:path";
import { comparableText } from "../../../core/model/comparable-text.ts";
import { normalise } from "../../../core/text/normalise.ts";
import type { Bench } from "../../../test/support/cases/bench.ts";
import type { ExpectedRow } from "../../../test/support/cases/expected-table.ts";
import { containment, parsePairAnswer, shingles } from "../../../test/support/cases/shingles.ts";

export async function pairLines(rows: readonly ExpectedRow[], bench: Bench): Promise<string[]> {
  const lines: string[] = [];
  for (const row of rows) {
    const answer = parsePairAnswer(row.rightAnswer);
    const other = answer.otherFile.find((name) => bench.exists(name));
    if (row.check !== "edition_pair" || other === undefined) continue;
    const [first, second] = [await textOf(row.file, bench), await textOf(other, bench)];
    if (first === undefined || second === undefined) continue;
    const reference = [answer.forward, answer.backward].map((one) => (one === undefined ? "" : percent(one)));
    const names = [row.file, other].map((name) => path.basename(name));
    const asWords = shares(first, second);
    const asTokens = shares(normalise(first).text, normalise(second).text);
    lines.push(`| ${[...names, ...reference, ...asWords, ...asTokens].join(" | ")} |`);
  }
  if (lines.length === 0) return ["No pairs of formats in the table."];
  return [
    "| first | second | reference: first in second | second in first | words: first in second | second in first | engine: first in second | second in first |",
    "|---|---|---|---|---|---|---|---|",
    ...lines,
  ];
}

function shares(first: string, second: string): string[] {
  const [a, b] = [shingles(first, 8), shingles(second, 8)];
  return [percent(containment(a, b)), percent(containment(b, a))];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The text of a file, or of all files of a folder; undefined when one cannot be read. */
async function textOf(file: string, bench: Bench): Promise<string | undefined> {
  const texts: string[] = [];
  for (const one of bench.list(file) ?? [file]) {
    const outcome = await bench.read(one);
    if (!outcome.ok) return undefined;
    texts.push(comparableText(outcome.value));
  }
  return texts.join("\n");
}
