/**
 * Counts characters that no reader sees but that keep a text from being found: zero-width characters inside words and
 * direction overrides. They stay in the text; the reader of the evidence is told.
 */
import type { Notice } from "../../base/failure.ts";

/** Mongolian separator, zero-width space and joiners, word joiner and invisible operators, BOM. */
const isZeroWidth = (unit: number) =>
  (unit >= 0x200b && unit <= 0x200d) ||
  (unit >= 0x2060 && unit <= 0x2064) ||
  unit === 0xfeff ||
  unit === 0x180e;
/** Embedding, override and isolate controls; the plain direction marks are ordinary in Hebrew and Arabic. */
const isBidiControl = (unit: number) =>
  (unit >= 0x202a && unit <= 0x202e) || (unit >= 0x2066 && unit <= 0x2069);

/**
 * Between two of these a zero-width character has no use: joiners shape letters only in later scripts and in emoji,
 * and good typesetting puts word joiners beside dashes, not inside words.
 */
const LETTER_OF_UNSHAPED_SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}]$/u;
const LOWEST_COUNTED = 0x180e;

export function invisibleNotices(text: string): Notice[] {
  let zeroWidth = 0;
  let bidi = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < LOWEST_COUNTED) continue;
    if (isBidiControl(unit)) bidi++;
    else if (isZeroWidth(unit) && isInsideWord(text, i)) zeroWidth++;
  }
  const notices: Notice[] = [];
  if (zeroWidth > 0) notices.push({ code: "notice/zero-width-characters", data: { count: zeroWidth } });
  if (bidi > 0) notices.push({ code: "notice/bidi-controls", data: { count: bidi } });
  return notices;
}

/** Whether the nearest visible characters on both sides are letters; a run of zero-width characters counts as one place. */
function isInsideWord(text: string, at: number): boolean {
  let after = at + 1;
  while (after < text.length && after - at < 16 && isZeroWidth(text.charCodeAt(after))) after++;
  let before = at - 1;
  while (before > 0 && at - before < 16 && isZeroWidth(text.charCodeAt(before))) before--;
  return (
    LETTER_OF_UNSHAPED_SCRIPT.test(text.charAt(before)) && LETTER_OF_UNSHAPED_SCRIPT.test(text.charAt(after))
  );
}
