/**
 * A report on the terminal: the result first, then the documents, then the longest passages with their places.
 *
 * Works in a pipe: no colour there, and a picture of the work in plain characters.
 */
import { CLASS_NAMES } from "../../core/evidence/definitions.ts";
import { counted, share } from "../../core/evidence/figures.ts";
import type { QuotedPassage } from "../../core/evidence/quote.ts";
import type { Report, ReportFinding, ReportWork } from "../../core/evidence/report-model.ts";
import type { DocumentFinding } from "../../core/detect/finding.ts";
import type { Terminal } from "./terminal.ts";
import { terminalSafe } from "./words.ts";

const STRIP_WIDTH = 64;
/** Documents printed with their passages; the report holds all. */
const DOCUMENTS_SHOWN = 10;
const EXCERPT_CHARACTERS = 72;

export function printReport(terminal: Terminal, report: Report, passagesShown: number): void {
  for (const work of report.works) printWork(terminal, work, passagesShown);
  terminal.out("");
  terminal.out("Similarity is a fact about two texts, not a legal conclusion.");
}

function printWork(terminal: Terminal, work: ReportWork, passagesShown: number): void {
  terminal.out("");
  terminal.out(terminal.bold(terminalSafe(work.file.name)));
  terminal.out(`  ${work.statement.text}`);
  for (const limit of work.statement.limits) terminal.out(`  ${terminal.dim(limit)}`);
  if (work.outcome.kind === "failed") return;
  const words = work.outcome.detection.workTokens;
  for (const finding of work.findings.slice(0, DOCUMENTS_SHOWN)) printFinding(terminal, finding, words, passagesShown);
  const more = work.findings.length - DOCUMENTS_SHOWN;
  if (more > 0) terminal.out(`  ... and ${counted(more, "further document", "further documents")} (all are in the report).`);
}

function printFinding(terminal: Terminal, { number, finding, quote }: ReportFinding, words: number, shown: number): void {
  const { document, measures } = finding;
  terminal.out("");
  terminal.out(`  ${number}. ${terminal.bold(terminalSafe(document.paths[0] ?? ""))}`);
  const near = measures.near.num === 0 ? "" : `, near: ${share(measures.near)}`;
  terminal.out(`     word for word: ${share(measures.coverage)}${near}; longest run ${counted(measures.longestRunWords, "word", "words")}`);
  terminal.out(`     the work |${strip(finding, words)}|`);
  if (shown === 0) return;
  const quoted = quote();
  if (!quoted.ok) {
    terminal.out(`     The text of this document could not be read back (${quoted.failure.code}).`);
    return;
  }
  const longest = [...quoted.value].sort((a, b) => b.passage.words - a.passage.words || a.passage.work.start - b.passage.work.start);
  for (const passage of longest.slice(0, shown)) printPassage(terminal, passage);
  const more = longest.length - shown;
  if (more > 0) terminal.out(`     ... and ${counted(more, "shorter passage", "shorter passages")}.`);
}

function printPassage(terminal: Terminal, { passage, work, document }: QuotedPassage): void {
  terminal.out(`     - ${counted(passage.words, "word", "words")}, ${CLASS_NAMES[passage.class]}`);
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

/** The work from first to last word: `#` verbatim, `~` near, `:` only passages that a template holds too, `.` nothing. */
function strip(finding: DocumentFinding, words: number): string {
  const cells = new Uint8Array(STRIP_WIDTH);
  for (const passage of finding.passages) {
    const kind = passage.flags.includes("template") ? 1 : passage.class === "near" ? 2 : 3;
    const first = Math.floor((passage.work.tokenStart * STRIP_WIDTH) / words);
    const last = Math.max(first, Math.ceil((passage.work.tokenEnd * STRIP_WIDTH) / words) - 1);
    for (let cell = first; cell <= last && cell < STRIP_WIDTH; cell++) cells[cell] = Math.max(cells[cell]!, kind);
  }
  return Array.from(cells, (kind) => ".:~#"[kind]!).join("");
}
