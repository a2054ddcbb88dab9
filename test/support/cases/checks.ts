/**
 * What each kind of check asks of a file, and how it is judged. Kinds nobody has described are skipped, with that as
 * the reason; so are files of formats the product does not read yet.
 */
import type { FailureCode } from "../../../core/base/failure.ts";
import type { Document } from "../../../core/model/document.ts";
import type { Bench } from "./bench.ts";
import { allParts, pagesOf, partAt, said } from "./document-parts.ts";
import type { ExpectedRow } from "./expected-table.ts";
import { judgePair } from "./pair-checks.ts";
import { contains, containsInOrder, occurrences, withoutNumbers } from "./text-compare.ts";
import { fails, passed, skipped, type Verdict } from "./verdict.ts";

type Judge = (row: ExpectedRow, bench: Bench) => Promise<Verdict>;
type TextJudge = (row: ExpectedRow, document: Document) => Verdict;

/** Endings of the formats this version reads; others are tried, and skipped when the product says it cannot. */
const IN_SCOPE = /\.(pdf|docx|docm|dotx|html?|xhtml|txt|text|md|markdown)$/i;
const UNREADABLE_TYPE: readonly FailureCode[] = [
  "extract/unsupported-type",
  "extract/legacy-office",
  "extract/not-a-word-document",
];
/** The process that reads must end by itself, in time, with an answer. */
const NOT_CLEAN: readonly FailureCode[] = [
  "extract/crashed",
  "extract/invalid-output",
  "extract/timeout",
  "extract/memory-limit",
];

const quote = (text: string) => `"${text.length > 60 ? `${text.slice(0, 57)}...` : text}"`;

function judgeContains(
  row: ExpectedRow,
  document: Document,
  where = row.where,
  change = (text: string) => text,
): Verdict {
  const part = partAt(document, where);
  const rung = contains(change(part.text), change(row.rightAnswer));
  const remark = part.remark === undefined ? "" : `; ${part.remark}`;
  if (rung !== undefined) {
    const times = /\bonce\b/.test(row.why) ? occurrences(change(part.text), change(row.rightAnswer)) : 1;
    if (times > 1)
      return fails(`${quote(row.rightAnswer)} stands ${times} times in ${part.name}, and should once`);
    return passed(`in ${part.name}, ${rung}${remark}`);
  }
  const elsewhere = allParts(document).filter(
    (other) => contains(change(other.text), change(row.rightAnswer)) !== undefined,
  );
  const found =
    elsewhere.length > 0
      ? `it is in ${elsewhere.map((other) => other.name).join(", ")}`
      : "nor anywhere else";
  return fails(`${quote(row.rightAnswer)} not in ${part.name}; ${found}${remark}`);
}

const judgeNotContains: TextJudge = (row, document) => {
  const part = partAt(document, row.where);
  const rung = contains(part.text, row.rightAnswer);
  return rung === undefined
    ? passed(`not in ${part.name}`)
    : fails(`${quote(row.rightAnswer)} is in ${part.name}, ${rung}`);
};

const judgeOrder: TextJudge = (row, document) => {
  const part = partAt(document, row.where);
  const parts = row.rightAnswer.split(/\s*[,;|]\s*/).filter((one) => one !== "");
  if (containsInOrder(part.text, parts)) return passed(`${parts.length} pieces in order in ${part.name}`);
  const missing = parts.filter((one) => contains(part.text, one) === undefined);
  return fails(
    missing.length > 0
      ? `not in ${part.name}: ${missing.map(quote).join(", ")}`
      : "all pieces are there, in another order",
  );
};

const ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"];

/** `i..iii` or `i-iii` as a list; anything else is itself. */
function labelRange(range: string): string[] {
  const [first, last] = range.split(/\.\.|-|\u2013/).map((label) => label.toLowerCase());
  const [from, to] = [ROMAN.indexOf(first ?? ""), ROMAN.indexOf(last ?? "")];
  if (from >= 0 && to >= from) return ROMAN.slice(from, to + 1);
  if (Number(last) >= Number(first))
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, n) => String(Number(first) + n));
  return [range.toLowerCase()];
}

/** `Contents is on the page labelled i..iii`, or the labels themselves, separated by commas. */
const judgePageLabels: TextJudge = (row, document) => {
  if (document.sourceMap.kind !== "pdf") return fails(`read as ${document.format}, which has no pages`);
  const { pages } = document.sourceMap;
  const labels = pages.map((page) => page.label);
  const sentence = /^["']?(.+?)["']? is on the page labelled ["']?([^\s"',;]+)/i.exec(row.rightAnswer);
  if (sentence === null) {
    const wanted = row.rightAnswer.split(/[\s,;]+/).filter((label) => label !== "");
    return wanted.every((label, index) => labels[index]?.toLowerCase() === label.toLowerCase())
      ? passed(`labels ${labels.slice(0, wanted.length).join(", ")}`)
      : fails(`labels are ${labels.slice(0, wanted.length).join(", ")}`);
  }
  const [, words = "", range = ""] = sentence;
  const holding = pages.filter((page) => contains(said(document, page.start, page.end), words) !== undefined);
  const right = holding.some((page) => labelRange(range).includes(page.label.toLowerCase()));
  const where = holding.map((page) => page.label).join(", ");
  return right
    ? passed(`${quote(words)} is on page ${where}`)
    : fails(`${quote(words)} is on page ${where || "none"}; labels are ${labels.join(", ")}`);
};

/** Fails unless the pages at `where` are reported as having (`no-text`, `garbled`) the flaw. */
function judgePagesFlawed(flaw: "no-text" | "garbled"): Judge {
  return async (row, bench) => {
    const read = await bench.read(row.file);
    if (!read.ok) {
      const expected = flaw === "no-text" ? "extract/no-text" : "extract/garbled";
      return read.failure.code === expected
        ? passed(`reported as ${expected}`)
        : outOfScopeOr(row, read.failure.code);
    }
    const map = read.value.sourceMap;
    if (map.kind !== "pdf") return fails(`read as ${read.value.format}, which has no pages`);
    const chosen = pagesOf(row.where) ?? map.pages.map((_, page) => page);
    const others = chosen.filter((page) => map.pages[page]?.usability !== flaw);
    return others.length === 0
      ? passed(`${chosen.length} page(s) reported as ${flaw}`)
      : fails(
          `page ${others[0]! + 1} is reported as ${map.pages[others[0]!]?.usability ?? "absent"}, not ${flaw}`,
        );
  };
}

function outOfScopeOr(row: ExpectedRow, code: FailureCode): Verdict {
  if (UNREADABLE_TYPE.includes(code) && !IN_SCOPE.test(row.file))
    return skipped(`format not read by this version (${code})`);
  return fails(`could not be read: ${code}`);
}

/** A check of the text of one document. */
function ofText(judge: TextJudge): Judge {
  return async (row, bench) => {
    const read = await bench.read(row.file);
    return read.ok ? judge(row, read.value) : outOfScopeOr(row, read.failure.code);
  };
}

const isOle = (bytes: Uint8Array) =>
  bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0;

const judgeNeedsPassword: Judge = async (row, bench) => {
  const closed = await bench.read(row.file);
  if (closed.ok) return fails("opened without the password");
  if (isOle(bench.firstBytes(row.file, 4))) {
    const said = ["extract/needs-password", "extract/encryption-unsupported"].includes(closed.failure.code);
    return said
      ? passed(`said: ${closed.failure.code} (Office encryption is not opened by this version)`)
      : fails(`said ${closed.failure.code}`);
  }
  if (closed.failure.code !== "extract/needs-password")
    return fails(`without the password it said ${closed.failure.code}`);
  if (row.where === "") return passed("asks for a password");
  const open = await bench.read(row.file, row.where);
  if (!open.ok) return fails(`with the password it said ${open.failure.code}`);
  const verdict = judgeContains(row, open.value, "");
  return verdict.kind === "passed"
    ? passed(`asks for a password; with it the text is ${verdict.reason}`)
    : verdict;
};

const judgeOpenError: Judge = async (row, bench) => {
  const read = await bench.read(row.file);
  if (read.ok) return fails(`opened as ${read.value.format}`);
  return NOT_CLEAN.includes(read.failure.code)
    ? fails(`ended with ${read.failure.code}`)
    : passed(`clean message: ${read.failure.code}`);
};

const judgeNoCrash: Judge = async (row, bench) => {
  const read = await bench.read(row.file);
  if (read.ok) return passed(`read as ${read.value.format}, ${read.value.text.length} characters`);
  return NOT_CLEAN.includes(read.failure.code)
    ? fails(`ended with ${read.failure.code}`)
    : passed(`clean message: ${read.failure.code}`);
};

/** Content decides: a file whose name lies is opened as what it is, or refused as what it is. */
const judgeMisnamed: Judge = async (row, bench) => {
  const read = await bench.read(row.file);
  const wanted = /open(?:s|ed)? as (\w+)/i.exec(row.rightAnswer)?.[1]?.toLowerCase();
  if (!read.ok) {
    // A picture-only document is opened before it can be found to hold no text.
    const emptyButOpened = read.failure.code === "extract/no-text";
    if (wanted !== undefined && emptyButOpened) return passed("opened; it holds no text (extract/no-text)");
    if (wanted !== undefined) return fails(`should open as ${wanted}, said ${read.failure.code}`);
    const expected: readonly FailureCode[] = isOle(bench.firstBytes(row.file, 4))
      ? ["extract/legacy-office", "extract/needs-password"]
      : UNREADABLE_TYPE;
    return expected.includes(read.failure.code)
      ? passed(`refused as what it is: ${read.failure.code}`)
      : fails(`said ${read.failure.code}`);
  }
  const told = read.value.notices.some((notice) => notice.code === "notice/misnamed");
  if (wanted !== undefined && read.value.format !== wanted)
    return fails(`opened as ${read.value.format}, not ${wanted}`);
  return told
    ? passed(`opened as ${read.value.format}, with a notice`)
    : fails(`opened as ${read.value.format}, but no notice says its name is wrong`);
};

const judgeEncoding: TextJudge = (row, document) => {
  const bare = (label: string) => label.toLowerCase().replace(/[^a-z0-9]/g, "");
  const got = document.encoding?.label ?? "none";
  return bare(got) === bare(row.rightAnswer)
    ? passed(`read as ${got}`)
    : fails(`read as ${got}, not ${row.rightAnswer}`);
};

const judgePageCount: TextJudge = (row, document) => {
  const pages = document.sourceMap.kind === "pdf" ? document.sourceMap.pages.length : 0;
  return pages === Number(row.rightAnswer)
    ? passed(`${pages} pages`)
    : fails(`${pages} pages, not ${row.rightAnswer}`);
};

const judgeMetadata =
  (field: "title" | "author" | "language"): TextJudge =>
  (row, document) => {
    const got = document.metadata[field] ?? "";
    return contains(got, row.rightAnswer) === undefined
      ? fails(`${field} is ${quote(got)}`)
      : passed(`${field} is ${quote(got)}`);
  };

const containsAt = (where?: string) =>
  ofText((row, document) => judgeContains(row, document, where ?? row.where));

const JUDGES: Readonly<Record<string, Judge>> = {
  contains: containsAt(),
  contains_raw: containsAt(),
  page_contains: containsAt(),
  contains_after_removing_numbers: ofText((row, document) =>
    judgeContains(row, document, row.where, withoutNumbers),
  ),
  not_contains: ofText(judgeNotContains),
  page_not_contains: ofText(judgeNotContains),
  main_contains: containsAt("main"),
  main_not_contains: ofText((row, document) => judgeNotContains({ ...row, where: "main" }, document)),
  form_value: containsAt(),
  form_field: containsAt(),
  form_field_value: containsAt(),
  reading_order: ofText(judgeOrder),
  in_order: ofText(judgeOrder),
  page_labels: ofText(judgePageLabels),
  page_count: ofText(judgePageCount),
  pages: ofText(judgePageCount),
  encoding: ofText(judgeEncoding),
  charset: ofText(judgeEncoding),
  title: ofText(judgeMetadata("title")),
  author: ofText(judgeMetadata("author")),
  language: ofText(judgeMetadata("language")),
  no_text_layer: judgePagesFlawed("no-text"),
  garbled: judgePagesFlawed("garbled"),
  needs_password: judgeNeedsPassword,
  open_error: judgeOpenError,
  no_crash: judgeNoCrash,
  misnamed: judgeMisnamed,
  edition_pair: judgePair,
  near_duplicate_of: judgePair,
  near_dup: judgePair,
  duplicate_of: judgePair,
  contained_in: judgePair,
  same_text: judgePair,
  containment: (row, bench) => bench.judgeGold(row.file),
};

/** Files this version cannot read and whose rows ask for their text. */
const OUT_OF_SCOPE = /\.(warc|wet|parquet|epub|zst|gz|bz2|xz|tar|jsonl|arrow|csv|odt|rtf|pptx|ppt|xls|doc)$/i;
const ABOUT_ROBUSTNESS = ["no_crash", "open_error", "misnamed", "needs_password"];

export async function judgeRow(row: ExpectedRow, bench: Bench): Promise<Verdict> {
  const judge = Object.hasOwn(JUDGES, row.check) ? JUDGES[row.check] : undefined;
  if (judge === undefined) return skipped(`unknown kind of check "${row.check}"`);
  if (!bench.exists(row.file)) return skipped("the file is not in the folder");
  if (judge !== judgePair && bench.list(row.file) !== undefined)
    return skipped("a folder, and the check is about a file");
  if (!ABOUT_ROBUSTNESS.includes(row.check)) {
    const ending = OUT_OF_SCOPE.exec(row.file)?.[1];
    if (ending !== undefined) return skipped(`.${ending.toLowerCase()} is not read by this version`);
  }
  try {
    return await judge(row, bench);
  } catch (error) {
    return fails(`the check itself broke: ${error instanceof Error ? error.message : String(error)}`);
  }
}
