/**
 * The guess: which legacy encoding bytes without any declaration are in.
 *
 * jschardet 4 speaks first (86 of 91 files right by itself), chardet raises the confidence when it agrees. A declaration
 * comes before the guess when the text reads sanely under it, and after it when not.
 */
import { analyse } from "chardet";
import { detect } from "jschardet";
import type { TextEncodingChoice } from "../../model/document.ts";
import { decodableLabel } from "./labels.ts";
import { isSane } from "./plausibility.ts";

/** A detected encoding that nothing here can decode: EUC-TW, Johab, IBM855, DOS code pages ... */
export interface Undecodable {
  readonly undecodable: string;
  readonly confidence: number;
}

const SAMPLE_BYTES = 64 * 1024;
const WINDOW_BYTES = 512;
/** Below this an undecodable guess does not stop us: the next voice is heard. */
const UNDECODABLE_CONFIDENCE = 0.5;

const FAMILIES: readonly (readonly string[])[] = [
  ["windows-1252", "windows-1254", "macintosh"],
  ["windows-1250", "iso-8859-2"],
  ["windows-1253", "iso-8859-7"],
  ["windows-1255", "iso-8859-8", "iso-8859-8-i"],
  ["gb18030", "gbk"],
];

const related = (a: string, b: string | undefined) =>
  a === b || FAMILIES.some((family) => b !== undefined && family.includes(a) && family.includes(b));

const isUnicode = (label: string | undefined) => label === undefined || label.startsWith("utf-");

/** Chooses for bytes that are not Unicode. `declared` is what the file says of itself, if anything. */
export function guessEncoding(bytes: Uint8Array, declared: string | undefined): TextEncodingChoice | Undecodable {
  const sample = sampleOf(bytes);
  const sane = (label: string) => isSane(label, bytes, sample);
  const first = detect(sample);
  const firstLabel = decodableLabel(first.encoding);
  const stated = decodableLabel(declared);
  if (stated !== undefined && sane(stated)) {
    if (stated === firstLabel) return { label: stated, confidence: 0.98, reason: "declared and guessed" };
    if (related(stated, firstLabel)) return { label: stated, confidence: 0.9, reason: "declared" };
    const contested = first.confidence > 0.6 && firstLabel !== undefined && sane(firstLabel);
    return { label: stated, confidence: contested ? 0.5 : 0.8, reason: "declared" };
  }
  if (first.encoding !== null && firstLabel === undefined && first.confidence >= UNDECODABLE_CONFIDENCE) {
    return { undecodable: first.encoding.toLowerCase(), confidence: first.confidence };
  }
  const second = analyse(sample).map((voice) => decodableLabel(voice.name));
  if (firstLabel !== undefined && !isUnicode(firstLabel)) {
    const agree = second[0] === firstLabel;
    const base = Math.max(0.1, first.confidence * 0.8) + (agree ? 0.2 : 0) - (sane(firstLabel) ? 0 : 0.2);
    return guess(firstLabel, Math.min(0.95, Math.max(0.05, base)), agree ? "guess of two detectors" : "guess");
  }
  if (stated !== undefined && !isUnicode(stated)) return guess(stated, 0.4, "declared, but reads oddly");
  const next = second.find((label) => !isUnicode(label));
  if (next !== undefined && sane(next)) return guess(next, 0.2, "guess");
  return guess("windows-1252", 0.1, "last resort");
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
  return filled < 2048 ? joined(sample.subarray(0, filled), bytes.subarray(0, SAMPLE_BYTES - filled)) : sample.subarray(0, filled);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const whole = new Uint8Array(a.length + b.length);
  whole.set(a);
  whole.set(b, a.length);
  return whole;
}
