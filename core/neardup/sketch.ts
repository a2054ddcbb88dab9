/**
 * The sketch of a document: 440 bytes that tell whether two documents are copies of one another, whatever their length.
 *
 * It holds the number of tokens and of distinct shingles, 84 min-values, 6 supershingles and a projection of 384 bits.
 * Equal token sequences have equal sketches, in every run and on every machine. Sources: see min-values.ts and
 * projection.ts; the combined rule is Henzinger 2006, section 4: "Finding Near-Duplicate Web Pages: A Large-Scale
 * Evaluation of Algorithms", SIGIR 2006.
 */
import type { TokenStream } from "../text/token-stream.ts";
import { MIN_VALUES, minValues, SUPERSHINGLES, supershingles } from "./min-values.ts";
import { agreeingBits, project, PROJECTION_WORDS } from "./projection.ts";
import { shingleSet } from "./shingle-set.ts";

const TOKENS_AT = 0;
const SHINGLES_AT = 1;
const MIN_VALUES_AT = 2;
export const SUPERSHINGLES_AT = MIN_VALUES_AT + MIN_VALUES;
export const PROJECTION_AT = SUPERSHINGLES_AT + 2 * SUPERSHINGLES;
/** 32-bit words of a sketch. */
export const SKETCH_WORDS = PROJECTION_AT + PROJECTION_WORDS;
export const SKETCH_BYTES = 4 * SKETCH_WORDS;

/** SKETCH_WORDS words, in the order stated above. */
export type Sketch = Uint32Array;

export function sketchOf(tokens: TokenStream): Sketch {
  const sketch = new Uint32Array(SKETCH_WORDS);
  const shingles = shingleSet(tokens);
  sketch[TOKENS_AT] = tokens.count;
  sketch[SHINGLES_AT] = shingles.length;
  if (shingles.length === 0) return sketch;
  const values = sketch.subarray(MIN_VALUES_AT, SUPERSHINGLES_AT);
  minValues(shingles, values);
  supershingles(values, sketch.subarray(SUPERSHINGLES_AT, PROJECTION_AT));
  project(tokens, sketch.subarray(PROJECTION_AT));
  return sketch;
}

/** A text without tokens. It is similar to nothing, not even to another empty one. */
export const isEmpty = (sketch: Sketch): boolean => sketch[TOKENS_AT] === 0;

/** Equal supershingles, 0 to 6. */
export function bSimilarity(one: Sketch, other: Sketch): number {
  if (isEmpty(one) || isEmpty(other)) return 0;
  let equal = 0;
  for (let at = SUPERSHINGLES_AT; at < PROJECTION_AT; at += 2) {
    if (one[at] === other[at] && one[at + 1] === other[at + 1]) equal++;
  }
  return equal;
}

/** Agreeing bits of the projections, 0 to 384; 0 where a text has no tokens. */
export function cSimilarity(one: Sketch, other: Sketch): number {
  return isEmpty(one) || isEmpty(other) ? 0 : agreeingBits(one, other, PROJECTION_AT);
}

/** Share of equal min-values: an unbiased estimate of the resemblance, standard error at most 0.055. */
export function estimateResemblance(one: Sketch, other: Sketch): number {
  if (isEmpty(one) || isEmpty(other)) return 0;
  let equal = 0;
  for (let at = MIN_VALUES_AT; at < SUPERSHINGLES_AT; at++) if (one[at] === other[at]) equal++;
  return equal / MIN_VALUES;
}

/**
 * Estimate of the containment of `inner` in `outer`. From r = s / (m + n - s) follow the shared shingles
 * s = r (m + n) / (1 + r) and the containment s / m; it is coarse where `inner` is much the smaller.
 */
export function estimateContainment(inner: Sketch, outer: Sketch): number {
  if (isEmpty(inner) || isEmpty(outer)) return 0;
  const share = estimateResemblance(inner, outer);
  const m = inner[SHINGLES_AT]!;
  const n = outer[SHINGLES_AT]!;
  return Math.min(1, (share * (m + n)) / ((1 + share) * m));
}

/** The sketch as bytes, least significant first, for keeping beside a document. */
export function sketchToBytes(sketch: Sketch): Uint8Array {
  const bytes = new Uint8Array(SKETCH_BYTES);
  const view = new DataView(bytes.buffer);
  sketch.forEach((word, i) => view.setUint32(4 * i, word, true));
  return bytes;
}

/** Undefined if `bytes` has not the length of a sketch. */
export function sketchFromBytes(bytes: Uint8Array): Sketch | undefined {
  if (bytes.length !== SKETCH_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: SKETCH_WORDS }, (_, i) => view.getUint32(4 * i, true));
}
