/**
 * The report for people: one HTML file that needs nothing else. No scripts, no outside references, all strings from
 * files escaped and isolated; a content security policy says the same to the browser. Same report, same bytes.
 */
import { invariant } from "../base/result.ts";
import { counted } from "./figures.ts";
import { unreadMarkup } from "./html-annex.ts";
import { definitionsMarkup, identityMarkup, methodMarkup } from "./html-identity.ts";
import { styleSheet } from "./html-style.ts";
import { STRIP_PATTERNS } from "./html-strip.ts";
import { foreign, markup, Markup } from "./html-text.ts";
import { workMarkup } from "./html-work.ts";
import { planQuotes } from "./quote-plan.ts";
import type { Report, ReportWork } from "./report-model.ts";

/** Nothing may be loaded, run, sent or framed; only the style sheet inside the file applies. */
const CONTENT_POLICY = Markup.unchecked(
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
);

/** The pieces of the file, in order. */
export function* reportHtmlPieces(report: Report): Generator<string> {
  const plan = planQuotes(report);
  yield headMarkup(report).source;
  yield titleMarkup(report).source;
  for (const work of report.works) yield workMarkup(work, plan, report.works.length > 1).source;
  yield unreadMarkup(report).source;
  yield identityMarkup(report).source;
  yield methodMarkup(report).source;
  yield definitionsMarkup().source;
  yield "</main>\n</body>\n</html>\n";
}

export const reportHtml = (report: Report): string => [...reportHtmlPieces(report)].join("");

function headMarkup({ provenance }: Report): Markup {
  // The id is printed by the style sheet, where escaping for text would not do.
  invariant(/^[\w-]{1,64}$/.test(provenance.reportId), "a report id has letters, digits and hyphens only");
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>Pincite report ${provenance.reportId}</title>
<style>${Markup.unchecked(styleSheet(provenance.reportId))}</style>
</head>
<body>
${STRIP_PATTERNS}
<main>
`;
}

function titleMarkup({ works, corpus, provenance }: Report): Markup {
  return markup`<header>
    <div class="brand">Pincite</div>
    <h1>
      ${works.length === 1 ? "One work" : counted(works.length, "work", "works")} against
      ${counted(corpus.documents - corpus.templates, "document", "documents")}
    </h1>
    <p class="muted">
      Corpus ${foreign(corpus.path)} · report ${provenance.reportId} · ${provenance.createdUtc}
    </p>
    ${works.map(resultMarkup)}
    <p class="caution">
      Similarity is not a legal conclusion. This report states which words of a work stand in the documents
      that were searched, and where. What follows from that is for others to decide.
    </p>
    <nav aria-label="Contents">
      <ul>
        ${works.map(({ number, file }) => markup`<li><a href="#w${number}">Work ${number}: ${foreign(file.name)}</a></li>`)}
        <li><a href="#unread">What could not be read</a></li>
        <li><a href="#identity">Identity of the files</a></li>
        <li><a href="#method">Method and parameters</a></li>
        <li><a href="#definitions">Definitions</a></li>
      </ul>
    </nav>
  </header>`;
}

const resultMarkup = ({ file, statement }: ReportWork): Markup =>
  markup`<div class="result">
    <div class="name">${foreign(file.name)}</div>
    <p class="lead">${statement.text}</p>
  </div>`;
