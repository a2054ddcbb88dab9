/**
 * Counts characters that no reader sees but that keep a text from being found: zero-width characters inside words and
 * direction overrides. They stay in the text; the reader of the evidence is told.
 */
import type { Notice } from "../../base/failure.ts";

/**
 * Zero width: Mongolian separator, zero-width space and joiners, word joiner and invisible operators, BOM. Direction
 * controls: embedding, override, isolate; the plain direction marks are ordinary in Hebrew and Arabic.
 */
const COUNTED = /[\u180e\u200b-\u200d\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const ZERO_WIDTH = /^[\u180e\u200b-\u200d\u2060-\u2064\ufeff]$/;

/**
 * Between two of these a zero-width character has no use: joiners shape letters only in later scripts and in emoji,
 * and good typesetting puts word joiners beside dashes, not inside words.
 */
const LETTER_OF_UNSHAPED_SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;
/** Zero-width characters looked past to find the letters around them. */
const LONGEST_RUN = 16;

export function invisibleNotices(text: string): Notice[] {
  let zeroWidth = 0;
  let bidi = 0;
  for (const { 0: character, index } of text.matchAll(COUNTED)) {
    if (!ZERO_WIDTH.test(character)) bidi++;
    else if (isInsideWord(text, index)) zeroWidth++;
  }
  const notices: Notice[] = [];
  if (zeroWidth > 0) notices.push({ code: "notice/zero-width-characters", data: { count: zeroWidth } });
  if (bidi > 0) notices.push({ code: "notice/bidi-controls", data: { count: bidi } });
  return notices;
}

/** Whether the nearest visible characters on both sides are letters of a script that needs no zero-width characters. */
function isInsideWord(text: string, at: number): boolean {
  const beyond = (step: 1 | -1): string => {
    let next = at + step;
    while (Math.abs(next - at) < LONGEST_RUN && ZERO_WIDTH.test(text.charAt(next))) next += step;
    return text.charAt(next);
  };
  return LETTER_OF_UNSHAPED_SCRIPT.test(beyond(-1)) && LETTER_OF_UNSHAPED_SCRIPT.test(beyond(1));
}
