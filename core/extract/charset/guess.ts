/**
 * The guess: which legacy encoding bytes without any declaration are in.
 *
 * jschardet 4 speaks first (86 of 91 files right by itself), chardet raises the confidence when it agrees. A declaration
 * comes before the guess when the text reads sanely under it, and after it when not.
 */
import { analyse } from "chardet";
import { detect } from "jschardet";
import type { TextEncodingChoice } from "../../model/document.ts";
import { latin1 } from "../sniff/bytes.ts";
import { decodableLabel } from "./labels.ts";
import { isSane, oddness } from "./plausibility.ts";

/** A detected encoding that nothing here can decode: EUC-TW, Johab, IBM855, DOS code pages ... */
export interface Undecodable {
  readonly undecodable: string;
  readonly confidence: number;
}

const SAMPLE_BYTES = 64 * 1024;
const WINDOW_BYTES = 512;
/** Below this an undecodable guess does not stop us as long as the bytes read sanely in some other encoding. */
const UNDECODABLE_CONFIDENCE = 0.5;
/** A guess this sure contests a declaration; it wins when the declared reading is odder by this much. */
const CONTESTING_CONFIDENCE = 0.6;
const REFUTING_ODDNESS = 0.1;
/** Of chardet's ranking only the top is better than chance. */
const SECOND_VOICES = 3;

const FAMILIES: readonly (readonly string[])[] = [
  ["windows-1252", "windows-1254", "macintosh"],
  ["windows-1250", "iso-8859-2"],
  ["windows-1253", "iso-8859-7"],
  ["windows-1255", "iso-8859-8", "iso-8859-8-i"],
  ["gb18030", "gbk"],
];

const related = (a: string, b: string | undefined) =>
  a === b || FAMILIES.some((family) => b !== undefined && family.includes(a) && family.includes(b));

const isUnicode = (label: string) => label.startsWith("utf-");

/** Chooses for bytes that are not Unicode. `declared` is what the file says of itself, if anything. */
export function guessEncoding(
  bytes: Uint8Array,
  declared: string | undefined,
): TextEncodingChoice | Undecodable {
  const sample = withoutDeclarations(sampleOf(bytes));
  const first = detect(sample);
  const firstLabel = decodableLabel(first.encoding);
  const stated = decodableLabel(declared);
  const firstSane = firstLabel !== undefined && isSane(firstLabel, bytes, sample);
  if (stated !== undefined && isSane(stated, bytes, sample)) {
    if (stated === firstLabel) return { label: stated, confidence: 0.98, reason: "declared and guessed" };
    if (related(stated, firstLabel)) return { label: stated, confidence: 0.9, reason: "declared" };
    const contested = firstSane && first.confidence > CONTESTING_CONFIDENCE;
    const refuted = contested && oddness(stated, sample) > oddness(firstLabel, sample) + REFUTING_ODDNESS;
    if (!refuted) return { label: stated, confidence: contested ? 0.5 : 0.8, reason: "declared" };
  }
  const undecodable =
    first.encoding === null || firstLabel !== undefined
      ? undefined
      : { undecodable: first.encoding.toLowerCase(), confidence: first.confidence };
  if (undecodable !== undefined && first.confidence >= UNDECODABLE_CONFIDENCE) return undecodable;
  const voices = analyse(sample).map((voice) => decodableLabel(voice.name));
  const second = voices.filter((label) => label !== undefined && !isUnicode(label)).slice(0, SECOND_VOICES);
  if (firstLabel !== undefined && firstSane) {
    const agree = voices[0] === firstLabel;
    const confidence = Math.min(0.95, Math.max(0.1, first.confidence * 0.8) + (agree ? 0.2 : 0));
    return guess(firstLabel, confidence, agree ? "guess of two detectors" : "guess");
  }
  const sane = [...second, "windows-1252"].find(
    (label) => label !== undefined && isSane(label, bytes, sample),
  );
  if (stated !== undefined && !isUnicode(stated)) return guess(stated, 0.4, "declared, but reads oddly");
  if (sane !== undefined) return guess(sane, sane === second[0] ? 0.4 : 0.3, "guess");
  if (firstLabel !== undefined && !isUnicode(firstLabel))
    return guess(firstLabel, 0.1, "guess, but reads oddly");
  return undecodable ?? guess("windows-1252", 0.05, "last resort");
}

const guess = (label: string, confidence: number, reason: string): TextEncodingChoice => ({
  label,
  confidence: Math.round(confidence * 100) / 100,
  reason,
});

/** At most 64 KiB from windows that hold non-ASCII bytes: mostly-ASCII files otherwise look like windows-1252. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes;
  const sample = new Uint8Array(SAMPLE_BYTES);
  let filled = 0;
  for (let at = 0; at < bytes.length && filled < SAMPLE_BYTES; at += WINDOW_BYTES) {
    const window = bytes.subarray(at, Math.min(at + WINDOW_BYTES, bytes.length));
    if (!window.some((byte) => byte > 127)) continue;
    const part = window.subarray(0, SAMPLE_BYTES - filled);
    sample.set(part, filled);
    filled += part.length;
  }
  // Too little for a detector: the beginning gives it context.
  return filled < 2048
    ? joined(sample.subarray(0, filled), bytes.subarray(0, SAMPLE_BYTES - filled))
    : sample.subarray(0, filled);
}

/** jschardet believes what pages declare: to be a second opinion it must not see it. */
function withoutDeclarations(sample: Uint8Array): Uint8Array {
  const blanked = latin1(sample).replace(/charset|encoding/gi, (word) => " ".repeat(word.length));
  return Uint8Array.from(blanked, (character) => character.charCodeAt(0));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
