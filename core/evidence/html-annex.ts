/** The parts of the report that say what was not searched: notices of documents, files that could not be read. */
import type { Notice } from "../base/failure.ts";
import { explain } from "./failure-messages.ts";
import { count, counted, fraction, percent } from "./figures.ts";
import { foreign, markup, type Markup } from "./html-text.ts";
import type { Report } from "./report-model.ts";

/** Rows of the longest tables; beyond them the page says how many are not in it. */
export const ROWS = 2_000;

/** Each kind of notice once, with its pages as people count them. */
export function noticesByKind(
  notices: readonly Notice[],
): { readonly notice: Notice; readonly pages: readonly number[] }[] {
  const kinds = new Map<string, { notice: Notice; pages: number[] }>();
  for (const notice of notices) {
    const kind = kinds.get(notice.code) ?? { notice, pages: [] };
    kinds.set(notice.code, kind);
    if (notice.page !== undefined) kind.pages.push(notice.page + 1);
  }
  return [...kinds.values()];
}

/** Notices of one document. */
export function noticesMarkup(notices: readonly Notice[]): Markup {
  return markup`${noticesByKind(notices).map(({ notice, pages }) => {
    const words = explain(notice);
    return markup`<p class="notice">
      <b>${words.title}${pagesText(pages)}.</b> ${words.happened}
      ${words.means}${words.action === "Nothing need be done." ? "" : ` ${words.action}`}
    </p>`;
  })}`;
}

/** ` (pages 3-5, 9)`; pages count from one. */
export function pagesText(pages: readonly number[]): string {
  if (pages.length === 0) return "";
  const sorted = [...new Set(pages)].sort((one, other) => one - other);
  const ranges: string[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const first = sorted[i]!;
    while (sorted[i + 1] === sorted[i]! + 1) i++;
    ranges.push(first === sorted[i] ? String(first) : `${first}-${sorted[i]!}`);
  }
  return ` (${sorted.length === 1 ? "page" : "pages"} ${ranges.join(", ")})`;
}

export function unreadMarkup({ ledger, corpus }: Report): Markup {
  const { states } = ledger;
  return markup`<section>
    <h2 id="unread">What could not be read</h2>
    <p>
      ${counted(ledger.files, "file was", "files were")} seen: ${count(states.ingested)} taken in,
      ${count(states.duplicate)} with the same bytes as another, ${count(states.failed)} that could not be
      read, ${count(states.skipped)} left out. ${fraction(ledger.bytesRead)} bytes were read
      (${percent(ledger.bytesRead)})${ledger.sizeUnknown > 0 ? `; the size of ${counted(ledger.sizeUnknown, "file", "files")} is not known` : ""}.
    </p>
    ${ledger.notRead.length === 0 ? "" : [reasonsMarkup(ledger), notReadMarkup(ledger)]}
    ${corpus.notices.length === 0 ? "" : corpusNoticesMarkup(corpus)}
    ${corpus.partlyRead.length === 0 ? "" : partlyReadMarkup(corpus)}
  </section>`;
}

function reasonsMarkup({ reasons }: Report["ledger"]): Markup {
  return markup`<h3>By reason</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" class="n">Files</th>
          <th scope="col" class="n">Bytes</th>
          <th scope="col">What it means</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${reasons.map((reason) => {
          const words = explain(reason);
          return markup`<tr>
            <td>${words.title}<br /><code>${reason.code}</code></td>
            <td class="n">${count(reason.files)}</td>
            <td class="n">${count(reason.bytes)}</td>
            <td>${words.means}</td>
            <td>${words.action}</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

function notReadMarkup({ notRead }: Report["ledger"]): Markup {
  const rows = notRead.slice(0, ROWS).map(({ path, failure, byteLength, state }) => {
    const words = failure && explain(failure);
    return markup`<tr>
      <td class="path">${foreign(path)}</td>
      <td class="n">${byteLength === undefined ? "not known" : count(byteLength)}</td>
      <td>${words?.title ?? state}</td>
      <td>${words?.happened ?? ""}</td>
    </tr>`;
  });
  return markup`<h3>File by file</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col" class="n">Bytes</th>
          <th scope="col">Reason</th>
          <th scope="col">What happened</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${restMarkup(notRead.length - rows.length, "file", "files")}`;
}

function corpusNoticesMarkup({ notices }: Report["corpus"]): Markup {
  return markup`<h3>Notices on documents that were read</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Notice</th>
          <th scope="col" class="n">Documents</th>
          <th scope="col" class="n">Times</th>
          <th scope="col">What it means</th>
        </tr>
      </thead>
      <tbody>
        ${notices.map((notice) => {
          const words = explain({ code: notice.code });
          return markup`<tr>
            <td>${words.title}<br /><code>${notice.code}</code></td>
            <td class="n">${count(notice.documents)}</td>
            <td class="n">${count(notice.occurrences)}</td>
            <td>${words.means}</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

function partlyReadMarkup({ partlyRead }: Report["corpus"]): Markup {
  const rows = partlyRead.slice(0, ROWS).map(({ path, notices }) => {
    const texts = noticesByKind(notices).map(
      ({ notice, pages }) => `${explain({ code: notice.code }).title}${pagesText(pages)}`,
    );
    return markup`<tr>
      <td class="path">${foreign(path)}</td>
      <td>${texts.join("; ")}</td>
    </tr>`;
  });
  return markup`<h3>Documents not searched in full</h3>
    <table>
      <thead>
        <tr>
          <th scope="col">Document</th>
          <th scope="col">What is not searched</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    ${restMarkup(partlyRead.length - rows.length, "document", "documents")}`;
}

/** How many rows a table on the page leaves to finding.json. */
export const restMarkup = (more: number, one: string, many: string): Markup =>
  more > 0
    ? markup`<p class="leftout">
        ${counted(more, `further ${one}`, `further ${many}`)} are not listed on this page; finding.json lists
        all.
      </p>`
    : markup``;
