/**
 * Counts characters that no reader sees but that keep a text from being found: zero-width characters inside words,
 * text written in invisible tag characters, and direction overrides. They stay in the text; the reader of the evidence
 * is told.
 */
import type { Notice } from "../../base/failure.ts";
import type { Document } from "../../model/document.ts";

/**
 * Zero width: combining grapheme joiner, Hangul fillers, Mongolian separators, zero-width space and joiners, word joiner
 * and invisible operators, variation selectors, BOM. Direction controls: embedding, override, isolate; the plain
 * direction marks are ordinary in Hebrew and Arabic. Tags: an alphabet that shows as nothing.
 */
const ZERO_WIDTH_CLASS = String.raw`\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2064\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0100}-\u{e01ef}`;
const BIDI_CLASS = String.raw`\u202a-\u202e\u2066-\u2069`;
const TAG_CLASS = String.raw`\u{e0000}-\u{e007f}`;
/* eslint-disable no-misleading-character-class -- each character of the classes stands for itself */
const RUN = new RegExp(`[${ZERO_WIDTH_CLASS}${BIDI_CLASS}${TAG_CLASS}]+`, "gu");
const ZERO_WIDTH = new RegExp(`[${ZERO_WIDTH_CLASS}]`, "gu");
/* eslint-enable no-misleading-character-class */
const BIDI = new RegExp(`[${BIDI_CLASS}]`, "gu");
const TAG = new RegExp(`[${TAG_CLASS}]`, "gu");

/**
 * Between two of these a zero-width character has no use: joiners shape letters only in later scripts and in emoji,
 * and good typesetting puts word joiners beside dashes, not inside words.
 */
const LETTER_OF_UNSHAPED_SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;
/** The one emoji that tags belong to: the flags of England, Scotland and Wales. */
const BLACK_FLAG = "\u{1f3f4}";

export function invisibleNotices({ text, encoding }: Pick<Document, "text" | "encoding">): Notice[] {
  if (encoding?.reason === "ascii") return [];
  let zeroWidth = 0;
  let bidi = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    const before = characterBefore(text, index);
    const after = characterAt(text, index + run.length);
    bidi += occurrences(run, BIDI);
    if (before !== BLACK_FLAG) zeroWidth += occurrences(run, TAG);
    if (LETTER_OF_UNSHAPED_SCRIPT.test(before) && LETTER_OF_UNSHAPED_SCRIPT.test(after))
      zeroWidth += occurrences(run, ZERO_WIDTH);
  }
  const notices: Notice[] = [];
  if (zeroWidth > 0) notices.push({ code: "notice/zero-width-characters", data: { count: zeroWidth } });
  if (bidi > 0) notices.push({ code: "notice/bidi-controls", data: { count: bidi } });
  return notices;
}

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function characterAt(text: string, at: number): string {
  const codePoint = text.codePointAt(at);
  return codePoint === undefined ? "" : String.fromCodePoint(codePoint);
}

function characterBefore(text: string, at: number): string {
  const pair = characterAt(text, at - 2);
  return pair.length === 2 ? pair : text.charAt(at - 1);
}
