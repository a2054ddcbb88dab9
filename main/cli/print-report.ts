/**
 * A report on the terminal: the result first, then the documents, then the longest passages with their places.
 *
 * Works in a pipe: no colour there, and a picture of the work in plain characters.
 */
import { CLASS_NAMES } from "../../core/evidence/definitions.ts";
import { count, counted, share } from "../../core/evidence/figures.ts";
import type { QuotedPassage } from "../../core/evidence/quote.ts";
import type { Report, ReportFinding, ReportWork } from "../../core/evidence/report-model.ts";
import type { DocumentFinding } from "../../core/detect/finding.ts";
import type { Terminal } from "./terminal.ts";
import { shownPath, terminalSafe } from "./words.ts";

const STRIP_WIDTH = 64;
/** Documents printed with their passages; the report holds all. */
const DOCUMENTS_SHOWN = 10;
const EXCERPT_CHARACTERS = 72;

export function printReport(terminal: Terminal, report: Report, passagesShown: number): void {
  const common = limitsOfAll(report.works);
  for (const work of report.works)
    printWork(terminal, work, { passagesShown, minRun: report.settings.minRun, common });
  terminal.out("");
  for (const limit of common) terminal.out(limit);
  terminal.out("Similarity is a fact about two texts, not a legal conclusion.");
}

/** What was not searched for any of the works is said once, below them. */
function limitsOfAll(works: readonly ReportWork[]): ReadonlySet<string> {
  const [first, ...others] = works.filter((work) => work.outcome.kind === "checked");
  const shared = first?.statement.limits.filter((limit) =>
    others.every((work) => work.statement.limits.includes(limit)),
  );
  return new Set(shared);
}

interface Printing {
  readonly passagesShown: number;
  readonly minRun: number;
  readonly common: ReadonlySet<string>;
}

function printWork(terminal: Terminal, work: ReportWork, printing: Printing): void {
  terminal.out("");
  terminal.out(terminal.bold(terminalSafe(work.file.name)));
  terminal.out(`  ${work.statement.text}`);
  for (const limit of work.statement.limits)
    if (!printing.common.has(limit)) terminal.out(`  ${terminal.dim(limit)}`);
  if (work.outcome.kind === "failed") return;
  const words = work.outcome.detection.workTokens;
  for (const finding of work.findings.slice(0, DOCUMENTS_SHOWN))
    printFinding(terminal, finding, words, printing);
  const more = work.findings.length - DOCUMENTS_SHOWN;
  if (more > 0)
    terminal.out(
      `  ... and ${counted(more, "further document", "further documents")} (all are in the report).`,
    );
}

function printFinding(
  terminal: Terminal,
  { number, finding, quote }: ReportFinding,
  words: number,
  printing: Printing,
): void {
  const shown = printing.passagesShown;
  const { document, measures } = finding;
  terminal.out("");
  terminal.out(`  ${number}. ${terminal.bold(shownPath(document.paths[0] ?? ""))}`);
  const near = measures.near.num === 0 ? "" : `, near: ${share(measures.near)}`;
  terminal.out(
    `     word for word: ${share(measures.coverage)}${near}; longest run ${counted(measures.longestRunWords, "word", "words")}`,
  );
  terminal.out(`     the work |${strip(finding, words, printing.minRun)}|`);
  if (shown === 0) return;
  const quoted = quote();
  if (!quoted.ok) {
    terminal.out(`     The text of this document could not be read back (${quoted.failure.code}).`);
    return;
  }
  const longest = [...quoted.value].sort(
    (a, b) => b.passage.words - a.passage.words || a.passage.work.start - b.passage.work.start,
  );
  for (const passage of longest.slice(0, shown)) printPassage(terminal, passage);
  const more = longest.length - shown;
  if (more > 0) terminal.out(`     ... and ${counted(more, "shorter passage", "shorter passages")}.`);
}

function printPassage(terminal: Terminal, { passage, work, document }: QuotedPassage): void {
  const { words, longestRun } = passage;
  const runs = longestRun === words ? "" : ` equal, longest run ${count(longestRun)}`;
  terminal.out(`     - ${counted(words, "word", "words")}${runs}, ${CLASS_NAMES[passage.class]}`);
  terminal.out(`         work      ${work.cite}: ${excerpt(work.text)}`);
  terminal.out(`         document  ${document.cite}: ${excerpt(document.text)}`);
}

/** First and last words; the ellipsis says that the middle is left out. */
function excerpt(text: string): string {
  const line = terminalSafe(text.replace(/\s+/gu, " "));
  if (line.length <= EXCERPT_CHARACTERS) return `"${line}"`;
  const half = Math.floor((EXCERPT_CHARACTERS - 5) / 2);
  return `"${line.slice(0, half).trimEnd()} ... ${line.slice(-half).trimStart()}"`;
}

/**
 * The work from first to last word: `#` runs long enough to count as verbatim, `~` equal words in between, `:` only what a
 * template holds too, `.` nothing.
 */
function strip(finding: DocumentFinding, words: number, minRun: number): string {
  const cells = new Uint8Array(STRIP_WIDTH);
  const paint = (start: number, end: number, kind: number): void => {
    const first = Math.floor((start * STRIP_WIDTH) / words);
    const last = Math.max(first, Math.ceil((end * STRIP_WIDTH) / words) - 1);
    for (let cell = first; cell <= last; cell++) cells[cell] = Math.max(cells[cell]!, kind);
  };
  for (const { flags, edits } of finding.passages) {
    for (const { kind, workStart, workEnd } of edits) {
      if (kind !== "equal") continue;
      paint(workStart, workEnd, flags.includes("template") ? 1 : workEnd - workStart < minRun ? 2 : 3);
    }
  }
  return Array.from(cells, (kind) => ".:~#"[kind]!).join("");
}
