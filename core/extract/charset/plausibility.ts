/**
 * How implausible a text is as writing: the wrong single-byte table gives control characters, box drawing, capitals
 * inside words, alphabets mixed inside words and words of accented letters alone.
 */
import { decodeAs, decodeStrictly } from "./labels.ts";

const NONCHARACTERS = /[\u0080-\u009f\ue000-\uf8ff\ufffd]/g;
const CAPITAL_INSIDE_WORD = /\p{Ll}\p{Lu}(?=\P{ASCII}|\p{L})/gu;
const OTHER_ALPHABET = "\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Hebrew}\\p{Script=Arabic}";
const MIXED_ALPHABETS = new RegExp(
  `\\p{Script=Latin}[${OTHER_ALPHABET}]|[${OTHER_ALPHABET}]\\p{Script=Latin}`,
  "gu",
);
const SIGNS_AND_BOXES = /[\u2500-\u25ff\u00a1-\u00bf\u00d7\u00f7]/g;

/** No language in Latin script has words of accented letters alone; Cyrillic or Greek read as Latin has little else. */
const ACCENTS_ALONE = /[\u00c0-\u024f]{4,}/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Weighted odd signs per non-ASCII character. Around 0 for right readings, above 0.25 for wrong ones. */
export function oddness(label: string, sample: Uint8Array): number {
  const text = decodeAs(label, sample);
  const high = Math.max(1, count(text, /[^\x00-\x7f]/g)); // eslint-disable-line no-control-regex -- all of ASCII
  const odd =
    4 * count(text, NONCHARACTERS) +
    count(text, CAPITAL_INSIDE_WORD) +
    2 * count(text, MIXED_ALPHABETS) +
    0.5 * count(text, SIGNS_AND_BOXES) +
    (text.match(ACCENTS_ALONE) ?? []).reduce((sum, run) => sum + run.length, 0);
  return odd / high;
}

/** Whether the bytes read sanely under a legacy label. Files with broken bytes must look better to pass. */
export function isSane(label: string, bytes: Uint8Array, sample: Uint8Array): boolean {
  if (label.startsWith("utf-")) return false;
  return oddness(label, sample) < (decodeStrictly(label, bytes) === undefined ? 0.1 : 0.25);
}
