/**
 * Passages as a reader sees them: raw text of both sides, where it stands, what surrounds it, and where the two differ.
 *
 * Invariants, checked for every passage before it is quoted: the alignment covers both sides without a gap, its equal
 * steps have as many words on one side as on the other and add up to the words claimed, a side claimed to be equal to
 * the other character by character is, and each quotation is the slice of its document's text.
 */
import { invariant } from "../base/result.ts";
import type { Range } from "../base/units.ts";
import type { Edit, Passage, PassageSide } from "../detect/finding.ts";
import type { Document, MarkKind } from "../model/document.ts";
import type { Place } from "../model/place.ts";
import { citeOf, placeOf } from "../model/place-of.ts";

/** Where each token of a text stands in it, as a `TokenStream` says it. */
export interface TokenPositions {
  readonly count: number;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

/** A document with the positions of its tokens. */
export interface TokenisedDocument {
  readonly document: Document;
  readonly tokens: TokenPositions;
}

export interface QuotedSide {
  /** `document.text.slice(start, end)` */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Raw text around the quotation, a few words, never across a page break. */
  readonly before: string;
  readonly after: string;
  readonly place: Place;
  readonly cite: string;
  /** Kinds of marked text the quotation touches: hidden, a note, navigation ... (core/model/document). */
  readonly marks: readonly MarkKind[];
}

/**
 * Where the two sides differ, as ranges of raw text. `form`: the same word after normalising, written differently.
 * `replace`, `delete` (in the work only), `insert` (in the document only): other words. An empty range stands where
 * the other side's words would be. All that no difference covers is equal word for word.
 */
export interface Difference {
  readonly kind: "form" | "replace" | "delete" | "insert";
  readonly work: Range<number>;
  readonly document: Range<number>;
}

export interface QuotedPassage {
  readonly passage: Passage;
  readonly work: QuotedSide;
  readonly document: QuotedSide;
  readonly differences: readonly Difference[];
  /** Present on long passages: where an abridged view may fold away the middle, at the same word on both sides. */
  readonly fold?: Fold;
}

/** Raw offsets: the middle is [from, to) on each side. */
export interface Fold {
  readonly from: { readonly work: number; readonly document: number };
  readonly to: { readonly work: number; readonly document: number };
  /** Words of the middle. */
  readonly words: { readonly work: number; readonly document: number };
}

/** Passages with more words than this on a side may be folded; that many words stay in view at each end. */
const FOLD_ABOVE_WORDS = 600;
const FOLD_HEAD_WORDS = 120;
const FOLD_TAIL_WORDS = 60;

/** Words of context on each side of a quotation, and the most characters they may take. */
const CONTEXT_WORDS = 12;
const CONTEXT_UNITS = 160;

export function quotePassage(
  work: TokenisedDocument,
  document: TokenisedDocument,
  passage: Passage,
): QuotedPassage {
  checkAlignment(passage);
  const fold = foldOf(work.tokens, document.tokens, passage);
  const quoted: QuotedPassage = {
    passage,
    work: quoteSide(work, passage.work),
    document: quoteSide(document, passage.document),
    differences: differencesOf(work, document, passage),
    ...(fold && { fold }),
  };
  if (passage.class === "verbatim-raw") {
    invariant(
      quoted.work.text === quoted.document.text,
      "a verbatim-raw passage reads the same on both sides",
    );
  }
  return quoted;
}

function checkAlignment(passage: Passage): void {
  let workAt = passage.work.tokenStart;
  let documentAt = passage.document.tokenStart;
  let equal = 0;
  for (const edit of passage.edits) {
    invariant(edit.workStart === workAt && edit.documentStart === documentAt, "edits follow on one another");
    const workWords = edit.workEnd - edit.workStart;
    if (edit.kind === "equal") {
      invariant(workWords === edit.documentEnd - edit.documentStart, "equal stretches have equal length");
      equal += workWords;
    }
    workAt = edit.workEnd;
    documentAt = edit.documentEnd;
  }
  invariant(
    workAt === passage.work.tokenEnd && documentAt === passage.document.tokenEnd,
    "edits cover the passage",
  );
  invariant(equal === passage.words, "the words of a passage are those its alignment calls equal");
}

function quoteSide({ document, tokens }: TokenisedDocument, side: PassageSide): QuotedSide {
  const { start, end } = side;
  invariant(0 <= start && start < end && end <= document.text.length, "a passage lies inside its text");
  invariant(
    side.tokenStart < side.tokenEnd &&
      side.tokenEnd <= tokens.count &&
      start <= tokens.start[side.tokenStart]! &&
      tokens.end[side.tokenEnd - 1]! <= end,
    "the words of a passage lie inside its quotation",
  );
  const place = placeOf(document, start, end);
  return {
    text: document.text.slice(start, end),
    start,
    end,
    before: contextBefore(document.text, tokens, side),
    after: contextAfter(document.text, tokens, side),
    place,
    cite: citeOf(place),
    marks: marksOver(document, start, end),
  };
}

function marksOver(document: Document, start: number, end: number): MarkKind[] {
  const kinds = new Set<MarkKind>();
  for (const mark of document.marks) if (mark.start < end && start < mark.end) kinds.add(mark.kind);
  return [...kinds].sort();
}

function contextBefore(text: string, tokens: TokenPositions, side: PassageSide): string {
  const first = Math.max(0, side.tokenStart - CONTEXT_WORDS);
  let from = first === side.tokenStart ? side.start : tokens.start[first]!;
  from = Math.max(from, side.start - CONTEXT_UNITS, 0);
  const page = text.lastIndexOf("\f", side.start - 1);
  if (side.start > 0 && page >= from) from = page + 1;
  return text.slice(wholeCharacter(text, from), side.start);
}

function contextAfter(text: string, tokens: TokenPositions, side: PassageSide): string {
  const last = Math.min(tokens.count, side.tokenEnd + CONTEXT_WORDS) - 1;
  let to = last < side.tokenEnd ? side.end : tokens.end[last]!;
  to = Math.max(side.end, Math.min(to, side.end + CONTEXT_UNITS));
  const page = text.indexOf("\f", side.end);
  if (page >= 0 && page < to) to = page;
  return text.slice(side.end, wholeCharacter(text, to));
}

/** The offset itself, or the one before it when it would split a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const splits =
    at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && !isHigh(text.charCodeAt(at));
  return splits && text.charCodeAt(at) >= 0xdc00 && text.charCodeAt(at) <= 0xdfff ? at - 1 : at;
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

function differencesOf(work: TokenisedDocument, document: TokenisedDocument, passage: Passage): Difference[] {
  const differences: Difference[] = [];
  for (const edit of passage.edits) {
    if (edit.kind === "equal") {
      if (passage.class !== "verbatim-raw") addForms(differences, work, document, edit);
    } else {
      differences.push({
        kind: edit.kind,
        work: rawRange(work.tokens, edit.workStart, edit.workEnd, passage.work),
        document: rawRange(document.tokens, edit.documentStart, edit.documentEnd, passage.document),
      });
    }
  }
  return differences;
}

/** Equal words that are written differently; neighbours are joined into one difference. */
function addForms(
  differences: Difference[],
  work: TokenisedDocument,
  document: TokenisedDocument,
  edit: Edit,
): void {
  const words = edit.workEnd - edit.workStart;
  let from = -1;
  for (let i = 0; i <= words; i++) {
    const differs =
      i < words && tokenText(work, edit.workStart + i) !== tokenText(document, edit.documentStart + i);
    if (differs) {
      if (from < 0) from = i;
    } else if (from >= 0) {
      differences.push({
        kind: "form",
        work: span(work.tokens, edit.workStart + from, edit.workStart + i),
        document: span(document.tokens, edit.documentStart + from, edit.documentStart + i),
      });
      from = -1;
    }
  }
}

const tokenText = ({ document, tokens }: TokenisedDocument, token: number): string =>
  document.text.slice(tokens.start[token], tokens.end[token]);

const span = (tokens: TokenPositions, first: number, end: number): Range<number> => ({
  start: tokens.start[first]!,
  end: tokens.end[end - 1]!,
});

/** Raw text of the tokens [first, end); for none, the empty range behind the token before. */
function rawRange(tokens: TokenPositions, first: number, end: number, side: PassageSide): Range<number> {
  if (first < end) return span(tokens, first, end);
  const at = first > side.tokenStart ? tokens.end[first - 1]! : side.start;
  return { start: at, end: at };
}

/** True when an abridged view may fold the passage. */
export const isLong = ({ work, document }: Passage): boolean =>
  Math.max(work.tokenEnd - work.tokenStart, document.tokenEnd - document.tokenStart) > FOLD_ABOVE_WORDS;

function foldOf(work: TokenPositions, document: TokenPositions, passage: Passage): Fold | undefined {
  if (!isLong(passage)) return undefined;
  const from = alignedCut(passage, passage.work.tokenStart + FOLD_HEAD_WORDS);
  const to = alignedCut(passage, passage.work.tokenEnd - FOLD_TAIL_WORDS);
  // One side may be so much longer that both cuts fall into the same difference: then there is nothing to fold.
  if (to.work <= from.work || to.document <= from.document) return undefined;
  if (to.work >= passage.work.tokenEnd || to.document >= passage.document.tokenEnd) return undefined;
  const raw = (cut: typeof from) => ({
    work: work.start[cut.work]!,
    document: document.start[cut.document]!,
  });
  return {
    from: raw(from),
    to: raw(to),
    words: { work: to.work - from.work, document: to.document - from.document },
  };
}

/** The token pair before which both sides can be cut, at or behind the given token of the work. */
function alignedCut(passage: Passage, workToken: number): { work: number; document: number } {
  for (const edit of passage.edits) {
    if (edit.workEnd < workToken) continue;
    if (edit.kind !== "equal") return { work: edit.workEnd, document: edit.documentEnd };
    return { work: workToken, document: edit.documentStart + (workToken - edit.workStart) };
  }
  return { work: passage.work.tokenEnd, document: passage.document.tokenEnd };
}
