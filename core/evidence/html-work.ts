/** What the report says of one work: result, strips, figures, documents, longest passages, passages side by side. */
import type { Detection, DocumentFinding, Measures } from "../detect/finding.ts";
import type { Passage } from "../detect/finding.ts";
import type { Failure } from "../base/failure.ts";
import { CLASS_NAMES } from "./definitions.ts";
import { explain } from "./failure-messages.ts";
import { count, counted, fraction, percent, share } from "./figures.ts";
import { passageMarkup, unquotedText } from "./html-passages.ts";
import { noticesMarkup } from "./html-annex.ts";
import { strip, STRIP_LEGEND } from "./html-strip.ts";
import { foreign, markup, type Markup } from "./html-text.ts";
import { longestPassages, type QuotePlan } from "./quote-plan.ts";
import type { QuotedPassage } from "./quote.ts";
import type { ReportFinding, ReportWork } from "./report-model.ts";

/** Rows of the table of documents and of the strips; beyond them the page says how many are not in it. */
const DOCUMENT_ROWS = 2_000;
const STRIP_ROWS = 40;

/** A finding as the page shows it: quoted once, used by the tables and the passages. */
interface ShownFinding {
  readonly report: ReportFinding;
  readonly quoted: ReadonlyMap<Passage, QuotedPassage>;
  readonly notQuoted?: Failure;
}

/** `withResult`: repeat the result that stands at the top of the page, where there are several. */
export function workMarkup(work: ReportWork, plan: QuotePlan, withResult: boolean): Markup {
  const { number, file, outcome, statement } = work;
  const head = markup`<h2 id="w${number}">Work ${number}: ${foreign(file.name)}</h2>
    ${withResult ? markup`<p class="lead">${statement.text}</p>` : ""}`;
  if (outcome.kind === "failed") return markup`<section>${head}</section>`;
  const { detection } = outcome;
  const shown = work.findings.map((finding) => shownFinding(finding, plan));
  return markup`<section>
    ${head}
    ${noticesMarkup(outcome.document.notices)}
    ${work.findings.length === 0 ? "" : [stripsMarkup(work, detection), figuresMarkup(detection)]}
    ${limitsMarkup(statement)}
    ${
      work.findings.length === 0
        ? ""
        : [
            longestMarkup(work, shown),
            documentsMarkup(work, shown),
            KEY,
            ...shown.map((finding) => findingMarkup(work, finding, plan)),
          ]
    }
  </section>`;
}

const KEY = markup`<h3>Passages side by side</h3>
    <p class="key">
      Words in <span class="other">brackets</span> differ; <span class="gap"></span> stands where the other side has words
      that are not here; <span class="form">dotted</span> words are the same words written differently. All other words
      are equal, one by one and in the same order. Grey text surrounds the passage and is not part of it. Passages are
      numbered work.document.passage.
    </p>`;

const limitsMarkup = ({
  guarantee,
  limits,
}: ReportWork["statement"]): Markup => markup`<h3>What was searched, and what was not</h3>
    <p>${guarantee}</p>
    ${
      limits.length === 0
        ? markup`<p>Nothing was left out of the search.</p>`
        : markup`<ul>${limits.map((limit) => markup`<li>${limit}</li>`)}</ul>`
    }`;

function shownFinding(report: ReportFinding, plan: QuotePlan): ShownFinding {
  const wanted = report.finding.passages.filter((passage) => plan.has(passage));
  if (wanted.length === 0) return { report, quoted: new Map() };
  const quoted = report.quote(wanted);
  if (!quoted.ok) return { report, quoted: new Map(), notQuoted: quoted.failure };
  return { report, quoted: new Map(quoted.value.map((each) => [each.passage, each])) };
}

function stripsMarkup({ findings, number }: ReportWork, detection: Detection): Markup {
  const { workTokens, settings, union } = detection;
  const all = findings.flatMap(({ finding }) => finding.passages);
  const row = (passages: readonly Passage[], measures: Measures, of: string) =>
    strip(
      passages,
      workTokens,
      settings.minRun,
      `The work from its first to its last word, ${of}: ${share(measures.coverage)} words word for word, ${share(measures.near)} near.`,
    );
  const rows = findings.slice(0, STRIP_ROWS).map(
    ({ number: rank, finding }) =>
      markup`<a class="label" href="#d${number}.${rank}">${number}.${rank} ${foreign(nameOf(finding))}</a>
        ${row(finding.passages, finding.measures, `in document ${rank}`)}
        <span>${fraction(finding.measures.coverage)}</span>`,
  );
  const more = findings.length - rows.length;
  return markup`<h3>Where in the work</h3>
    <div class="strips">
      <span class="label all">All documents</span>
      ${row(all, union, "all documents together")}
      <span>${fraction(union.coverage)}</span>
      ${rows}
      <span></span><span class="axis"><span>word 1</span><span>word ${count(workTokens)}</span></span
      ><span></span>
    </div>
    ${STRIP_LEGEND}${more > 0 ? markup`<p>${counted(more, "further document", "further documents")} are part of the first strip, but have none of their own here.</p>` : ""}`;
}

function figuresMarkup({
  union,
  unionWithoutTemplates,
  documentsWithPassages,
  distinctTexts,
  documentsSearched,
}: Detection): Markup {
  const row = (name: string, of: (measures: Measures) => string) =>
    markup`<tr>
      <th scope="row">${name}</th>
      <td>${of(union)}</td>
      <td>${of(unionWithoutTemplates)}</td>
    </tr>`;
  const words = (value: number) => counted(value, "word", "words");
  return markup`<h3>Figures over all documents together</h3>
    <p>
      ${counted(documentsWithPassages, "document", "documents")} with passages
      (${counted(distinctTexts, "distinct text", "distinct texts")}) of
      ${counted(documentsSearched, "document", "documents")} searched. Each word of the work counts once. What
      each figure means stands under <a href="#definitions">Definitions</a>.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col">All passages</th>
          <th scope="col">Without templates</th>
        </tr>
      </thead>
      <tbody>
        ${row("Coverage, word for word", ({ coverage }) => share(coverage))}
        ${row("Near, with differences", ({ near }) => share(near))}
        ${union.coverageByMinRun.map(({ minRun }, index) =>
          row(`Coverage in runs of ${minRun} words and more`, (measures) => {
            const coverage = measures.coverageByMinRun[index]?.coverage;
            return coverage === undefined ? "–" : share(coverage);
          }),
        )}
        ${row("Longest run", ({ longestRunWords }) => words(longestRunWords))}
        ${row("Longest equal raw text", ({ longestRawCharacters }) => counted(longestRawCharacters, "character", "characters"))}
        ${row("Contiguous share", ({ contiguous }) => share(contiguous))}
        ${row("In-order share", ({ inOrder }) => share(inOrder))}
        ${row("Passages", ({ passages }) => count(passages))} ${row("Extent", ({ extent }) => extent)}
      </tbody>
    </table>`;
}

function longestMarkup(work: ReportWork, shown: readonly ShownFinding[]): Markup {
  const rows = longestPassages(work).map(({ passage, finding, number }) => {
    const label = `${work.number}.${finding}.${number}`;
    const quoted = shown[finding - 1]!.quoted.get(passage);
    return markup`<tr>
      <td>${quoted === undefined ? label : markup`<a href="#p${label}">${label}</a>`}</td>
      <td class="n">${count(passage.longestRun)}</td>
      <td class="n">${count(passage.words)}</td>
      <td>${CLASS_NAMES[passage.class]}</td>
      <td>${quoted === undefined ? "see finding.json" : foreign(quoted.work.cite)}</td>
      <td>
        ${foreign(nameOf(shown[finding - 1]!.report.finding))}${quoted === undefined ? "" : markup`, ${foreign(quoted.document.cite)}`}
      </td>
    </tr>`;
  });
  return markup`<h3>Longest passages</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col" class="n">Longest run</th>
          <th scope="col" class="n">Equal words</th>
          <th scope="col">Class</th>
          <th scope="col">In the work</th>
          <th scope="col">In the document</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function documentsMarkup(work: ReportWork, shown: readonly ShownFinding[]): Markup {
  const rows = shown.slice(0, DOCUMENT_ROWS).map(({ report: { number, finding } }) => {
    const { measures, measuresWithoutTemplates: without } = finding;
    return markup`<tr>
      <td><a href="#d${work.number}.${number}">${work.number}.${number}</a></td>
      <td class="path">${foreign(finding.document.paths[0] ?? "")}</td>
      <td class="n">
        ${shareCell(measures.coverage)}${without.coverage.num === measures.coverage.num ? "" : markup`<br /><small>without templates ${fraction(without.coverage)}</small>`}
      </td>
      <td class="n">${shareCell(measures.near)}</td>
      <td class="n">${count(measures.longestRunWords)}</td>
      <td class="n">${count(measures.passages)}</td>
      <td>${measures.extent}</td>
    </tr>`;
  });
  const more = shown.length - rows.length;
  return markup`<h3>Documents, most coverage first</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">No.</th>
          <th scope="col">Document</th>
          <th scope="col" class="n">Coverage of the work</th>
          <th scope="col" class="n">Near</th>
          <th scope="col" class="n">Longest run</th>
          <th scope="col" class="n">Passages</th>
          <th scope="col">Extent</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${more > 0 ? markup`<p class="leftout">${counted(more, "further document", "further documents")} are not listed on this page; finding.json lists all.</p>` : ""}`;
}

const shareCell = (ratio: Measures["coverage"]): Markup =>
  markup`${fraction(ratio)}<br /><small>${percent(ratio)}</small>`;

function findingMarkup(
  work: ReportWork,
  { report, quoted, notQuoted }: ShownFinding,
  plan: QuotePlan,
): Markup {
  const { number, finding } = report;
  const { document, measures, sets, passages } = finding;
  // Documents without a quotation beyond the table's rows would only repeat the sentence under the table.
  if (quoted.size === 0 && number > DOCUMENT_ROWS) return markup``;
  const failure = notQuoted === undefined ? undefined : explain(notQuoted);
  const left = unquotedText(passages, plan);
  return markup`<h3 id="d${work.number}.${number}">
      Document ${work.number}.${number}: ${foreign(nameOf(finding))}
    </h3>
    <p>
      ${share(measures.coverage)} words of the work stand in this document word for word, the longest run with
      ${counted(measures.longestRunWords, "word", "words")}. ${share(measures.near)} are equal in near passages.
    </p>
    <p class="muted">
      Word sequences of the work also in the document: ${share(sets.containmentOfWorkInDocument)}; of the document
      also in the work: ${share(sets.containmentOfDocumentInWork)}; shared, of those of both together:
      ${share(sets.resemblance)}.
    </p>
    ${document.template ? markup`<p class="notice"><b>Template.</b> This document was supplied as boilerplate.</p>` : ""}
    ${noticesMarkup(document.notices)}
    ${failure ? markup`<p class="leftout"><b>The passages cannot be quoted.</b> ${failure.happened} ${failure.action}</p>` : ""}
    ${[...passages.entries()].flatMap(([index, passage]) => {
      const quotation = quoted.get(passage);
      if (quotation === undefined) return [];
      const label = `${work.number}.${number}.${index + 1}`;
      return [passageMarkup({ quoted: quotation, label, extent: plan.get(passage) ?? "ends" })];
    })}
    ${left === "" ? "" : markup`<p class="leftout">${left}</p>`}`;
}

/** The last part of the path a document is shown by. */
function nameOf({ document }: DocumentFinding): string {
  const path = document.paths[0] ?? "";
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1) || path;
}
