/**
 * The fingerprints a work is asked for with.
 *
 * A work of moderate length is asked for with every k-gram, which supports short and noisy copies best (INDEX, D). A
 * longer one is winnowed, with one difference to the documents: where equal hashes tie for the least of a window, a
 * document keeps one of them (robust winnowing), the work keeps all. Otherwise, in a run that repeats a k-gram, work and
 * document could keep different ones of the tied places; they would still share a fingerprint, but not at places that
 * lie on the run, and the run would not be found from it. Text without such repeats gives the same fingerprints as ever.
 *
 * Law, with either choice: of every shared run of the guaranteed length, a hit has both its tokens at one place.
 */
import { everyKgram } from "../fingerprint/every-kgram.ts";
import { FingerprintSet } from "../fingerprint/fingerprint-set.ts";
import { EVERY_KGRAM_MAX_TOKENS, WINDOW, type DetectionSettings } from "../model/settings.ts";
import type { TokenStream } from "../text/token-stream.ts";
import type { ReadText } from "./compare.ts";

export type QueryKind = "every-kgram" | "winnowed";

export interface QueryFingerprints {
  readonly kind: QueryKind;
  /** The work as it stands and, where words of it mix scripts, as it reads to the eye. */
  readonly lists: readonly FingerprintSet[];
}

export function queryFingerprints(work: ReadText, setting: DetectionSettings["query"]): QueryFingerprints {
  const isModerate = work.tokens.count <= EVERY_KGRAM_MAX_TOKENS;
  const kind = setting === "auto" ? (isModerate ? "every-kgram" : "winnowed") : setting;
  const streams = work.folded === work.tokens ? [work.tokens] : [work.tokens, work.folded];
  return {
    kind,
    lists: streams.map((tokens) => {
      const all = everyKgram(tokens, new FingerprintSet());
      return kind === "every-kgram" ? all : leastOfWindows(tokens, all);
    }),
  };
}

/** Of all k-grams those whose hash is the least of some window, ties included. */
function leastOfWindows(tokens: TokenStream, all: FingerprintSet): FingerprintSet {
  // Winnowing orders lane A as signed numbers; a place without a k-gram (near the end) is greater than any.
  const hash = new Float64Array(tokens.count).fill(Infinity);
  for (let i = 0; i < all.count; i++) hash[all.position[i]!] = all.a[i]! | 0;
  const isLeast = new Uint8Array(tokens.count);
  const windows = Math.max(1, tokens.count - WINDOW + 1);
  for (let first = 0; first < windows; first++) {
    const end = Math.min(first + WINDOW, tokens.count);
    let least = Infinity;
    for (let token = first; token < end; token++) least = Math.min(least, hash[token]!);
    for (let token = first; token < end; token++) if (hash[token] === least) isLeast[token] = 1;
  }
  const chosen = new FingerprintSet(Math.ceil(all.count / 3) + 1);
  for (let i = 0; i < all.count; i++) {
    if (isLeast[all.position[i]!] === 1) chosen.push(all.a[i]!, all.b[i]!, all.position[i]!);
  }
  return chosen;
}
