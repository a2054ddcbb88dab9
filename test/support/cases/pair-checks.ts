/** Checks of two files against each other: how much of one stands in the other, against the answer's figures. */
import { failed, ok, type Result } from "../../../core/base/result.ts";
import type { Bench } from "./bench.ts";
import { said } from "./document-parts.ts";
import type { ExpectedRow } from "./expected-table.ts";
import { containment, type PairAnswer, parsePairAnswer, shingles } from "./shingles.ts";
import { fails, passed, skipped, type Verdict } from "./verdict.ts";

/**
 * The answers were measured on other programs' text. Ours may share more (better line ends), but must not share less
 * than this below the figure.
 */
const BELOW = 0.03;
/** Plain text leaves nothing to read better: there the figure binds from above too. */
const ABOVE_IN_TEXT = 0.03;
const TEXT = /\.(txt|text|md|markdown)$/i;
/** Smallest share where the answer gives no figure. */
const WITHOUT_FIGURE: Readonly<Record<string, number>> = {
  same_text: 0.95,
  duplicate_of: 0.7,
  near_duplicate_of: 0.5,
  near_dup: 0.5,
};
/** What "must not match" leaves for chance. */
const UNRELATED = 0.05;
const SHORT_TEXT_K = 5;
const EXACT = 0.01;

const OUT_OF_SCOPE = /\.(warc|wet|parquet|epub|zst|gz|jsonl|xml)$/i;

async function textOf(file: string, bench: Bench): Promise<Result<string, string>> {
  const files = bench.list(file) ?? [file];
  const texts: string[] = [];
  let lastFailure = "the folder is empty";
  for (const one of files) {
    const read = await bench.read(one);
    if (read.ok) texts.push(said(read.value));
    else lastFailure = `${one}: ${read.failure.code}`;
  }
  return texts.length === 0 ? failed(lastFailure) : ok(texts.join("\n"));
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

/** A path as the answer writes it: below the folder, or beside the row's file. */
function resolve(names: readonly string[], besides: string, bench: Bench): string | undefined {
  const folder = besides.includes("/") ? besides.slice(0, besides.lastIndexOf("/") + 1) : "";
  return names.flatMap((name) => [name, folder + name]).find((path) => bench.exists(path));
}

export async function judgePair(row: ExpectedRow, bench: Bench): Promise<Verdict> {
  const answer = parsePairAnswer(row.rightAnswer);
  const other = resolve(answer.otherFile, row.file, bench);
  const named = [row.file, ...answer.otherFile].find((name) => OUT_OF_SCOPE.test(name.split(/\s/)[0]!));
  if (named !== undefined) return skipped(`${named.split(/\s/)[0]!} is of a format not read by this version`);
  if (other === undefined)
    return skipped(`the other file is not in the folder: ${answer.otherFile.at(-1) ?? ""}`);
  const [a, b] = [await textOf(row.file, bench), await textOf(other, bench)];
  if (!a.ok) return fails(`could not be read: ${a.failure}`);
  if (!b.ok) return fails(`could not be read: ${b.failure}`);
  for (const name of answer.unrelated) {
    const stranger = resolve([name], other, bench);
    const text = stranger === undefined ? failed(name) : await textOf(stranger, bench);
    if (!text.ok) return fails(`the file that must not be found is not there: ${name}`);
    const share = containment(shingles(text.value, answer.k), shingles(b.value, answer.k));
    if (share > UNRELATED) return fails(`${name} shares ${percent(share)} with the other and must not`);
  }
  const plainText = TEXT.test(row.file) && TEXT.test(other);
  const shares = measure(a.value, b.value, answer.k);
  const summary = sayShares(shares, answer);
  if (agrees(row.check, shares, answer, plainText)) return passed(summary);
  // A table has been seen that gives figures of 5-word shingles for short texts under the name of 8-word ones.
  const short = { ...answer, k: SHORT_TEXT_K };
  const again = measure(a.value, b.value, SHORT_TEXT_K);
  const bothFigures = answer.forward !== undefined && answer.backward !== undefined;
  if (bothFigures && plainText && agrees(row.check, again, short, true, EXACT)) {
    return passed(`the figures are of another length than the answer says: ${sayShares(again, short)}`);
  }
  return fails(summary);
}

interface Shares {
  readonly forward: number;
  readonly backward: number;
}

function measure(a: string, b: string, k: number): Shares {
  const [inA, inB] = [shingles(a, k), shingles(b, k)];
  return { forward: containment(inA, inB), backward: containment(inB, inA) };
}

function agrees(check: string, got: Shares, answer: PairAnswer, plainText: boolean, slack = BELOW): boolean {
  const close = (share: number, wanted: number | undefined) =>
    wanted === undefined ||
    (share >= wanted - slack && (!plainText || share <= wanted + Math.min(slack, ABOVE_IN_TEXT)));
  if (answer.forward !== undefined)
    return close(got.forward, answer.forward) && close(got.backward, answer.backward);
  const least = WITHOUT_FIGURE[check];
  return got.forward >= (least ?? 0.5) && (least === undefined || got.backward >= least);
}

function sayShares(got: Shares, answer: PairAnswer): string {
  const say = (share: number, wanted: number | undefined) =>
    percent(share) + (wanted === undefined ? "" : ` (answer ${percent(wanted)})`);
  return `${answer.k}-word shingles: ${say(got.forward, answer.forward)} of it in the other, ${say(got.backward, answer.backward)} of the other in it`;
}
