/**
 * Passages side by side: the work on the left, the document on the right, differences bracketed and underlined.
 *
 * A long passage shows both ends; its middle is folded, or, when the page's budget is used up, named with the exact
 * number of words left out. Both cuts lie at the same word on both sides.
 */
import type { Passage } from "../detect/finding.ts";
import type { Range } from "../base/units.ts";
import { CLASS_NAMES, FLAG_NAMES, MARK_NAMES } from "./definitions.ts";
import { counted, count } from "./figures.ts";
import { foreign, markup, type Markup } from "./html-text.ts";
import type { QuoteExtent } from "./quote-plan.ts";
import type { Difference, QuotedPassage, QuotedSide } from "./quote.ts";

export interface NumberedPassage {
  readonly quoted: QuotedPassage;
  /** `work.document.passage`, each from 1. */
  readonly label: string;
  readonly extent: QuoteExtent;
}

export function passageMarkup({ quoted, label, extent }: NumberedPassage): Markup {
  const { passage } = quoted;
  return markup`<article class="passage" id="p${label}">
    <header>
      <span class="no">${label}</span>
      <span>${CLASS_NAMES[passage.class]}</span>
      <span>${counted(passage.words, "equal word", "equal words")}</span>
      <span>longest run ${counted(passage.longestRun, "word", "words")}</span>
      ${remarks(quoted)}
    </header>
    ${bodyMarkup(quoted, extent)}
  </article> `;
}

function remarks({ passage, work, document }: QuotedPassage): Markup[] {
  const words: string[] = passage.flags.map((flag) => FLAG_NAMES[flag]);
  for (const kind of work.marks) words.push(`work: ${MARK_NAMES[kind]}`);
  for (const kind of document.marks) words.push(`document: ${MARK_NAMES[kind]}`);
  return words.map((remark) => markup`<span class="muted">${remark}</span>`);
}

type SideName = "work" | "document";
/** A part of both quotations: absolute raw offsets. */
type Part = Readonly<Record<SideName, Range<number>>>;

function bodyMarkup(quoted: QuotedPassage, extent: QuoteExtent): Markup {
  const { work, document, fold } = quoted;
  if (fold === undefined) {
    return sidesMarkup(quoted, { work, document }, { first: true, last: true });
  }
  const part = (from: { work: number; document: number }, to: { work: number; document: number }): Part => ({
    work: { start: from.work, end: to.work },
    document: { start: from.document, end: to.document },
  });
  const start = { work: work.start, document: document.start };
  const end = { work: work.end, document: document.end };
  const words = `${count(fold.words.work)} words of the work and ${count(fold.words.document)} of the document`;
  const middle =
    extent === "whole"
      ? markup`<details>
          <summary>${words} are folded here. Open to read; folded text prints only when open.</summary>
          ${sidesMarkup(quoted, part(fold.from, fold.to), { first: false, last: false })}
        </details>`
      : markup`<p class="leftout">
          ${words} are left out here, because this page has a budget of quoted text. finding.json holds the
          passage whole.
        </p>`;
  return markup`${sidesMarkup(quoted, part(start, fold.from), { first: true, last: false })}${middle}${sidesMarkup(
    quoted,
    part(fold.to, end),
    { first: false, last: true },
  )}`;
}

interface Ends {
  readonly first: boolean;
  readonly last: boolean;
}

function sidesMarkup(quoted: QuotedPassage, part: Part, ends: Ends): Markup {
  return markup`<div class="sides">
    ${sideMarkup(quoted, "work", part, ends)}${sideMarkup(quoted, "document", part, ends)}
  </div>`;
}

function sideMarkup(quoted: QuotedPassage, name: SideName, part: Part, ends: Ends): Markup {
  const side = quoted[name];
  const cite = ends.first
    ? markup`<div class="cite">
        <span class="who">${name === "work" ? "Work" : "Document"},</span> ${foreign(side.cite)}
      </div>`
    : "";
  const before = ends.first ? contextMarkup(side.before, "before") : "";
  const after = ends.last ? contextMarkup(side.after, "after") : "";
  const text = differenceMarkup(side, name, quoted.differences, part[name]);
  return markup`<div class="side">
    ${cite}
    <div class="text" dir="${directionOf(side.text)}">${before}<span class="quote">${text}</span>${after}</div>
  </div>`;
}

/** First letter of a script written from right to left, or of any other. */
const FIRST_LETTER =
  /([\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])|\p{L}/u;

/** The direction of the whole side; `dir=auto` would not look into the isolated texts it is made of. */
const directionOf = (text: string): "rtl" | "ltr" =>
  FIRST_LETTER.exec(text)?.[1] === undefined ? "ltr" : "rtl";

function contextMarkup(text: string, where: "before" | "after"): Markup {
  if (text.trim() === "") return markup``;
  return where === "before"
    ? markup`<span class="ctx">… ${foreign(text)}</span>`
    : markup`<span class="ctx">${foreign(text)} …</span>`;
}

/** The quotation between two offsets, its differences marked. Text content reads as the raw text. */
function differenceMarkup(
  side: QuotedSide,
  name: SideName,
  differences: readonly Difference[],
  part: Range<number>,
): Markup {
  const pieces: Markup[] = [];
  const raw = (from: number, to: number) => side.text.slice(from - side.start, to - side.start);
  let at = part.start;
  for (const difference of differences) {
    const { start, end } = difference[name];
    const empty = start === end;
    // An empty range belongs to the part it ends, so that it shows once.
    if (empty ? start <= part.start && part.start > side.start : end <= part.start) continue;
    if (empty ? start > part.end : start >= part.end) break;
    const from = Math.max(start, at);
    const to = Math.min(end, part.end);
    if (from > at) pieces.push(markup`${raw(at, from)}`);
    pieces.push(
      empty
        ? markup`<span class="gap" title="no words here"></span>`
        : markup`<span class="${difference.kind === "form" ? "form" : "other"}">${raw(from, to)}</span>`,
    );
    at = Math.max(at, to);
  }
  pieces.push(markup`${raw(at, part.end)}`);
  return markup`<bdi dir="auto">${pieces}</bdi>`;
}

/** Words for passages of a finding that the page does not quote; empty when it quotes all. */
export function unquotedText(passages: readonly Passage[], shown: ReadonlyMap<Passage, QuoteExtent>): string {
  const hidden = passages.filter((passage) => !shown.has(passage));
  if (hidden.length === 0) return "";
  const words = hidden.reduce((sum, passage) => sum + passage.words, 0);
  const longest = hidden.reduce((most, passage) => Math.max(most, passage.longestRun), 0);
  return (
    `${counted(hidden.length, "passage", "passages")} of this document (${counted(words, "equal word", "equal words")}, longest run ` +
    `${count(longest)}) ${hidden.length === 1 ? "is" : "are"} not quoted on this page, because it has a budget of quoted text. ` +
    `finding.json holds ${hidden.length === 1 ? "it" : "them"} whole.`
  );
}
