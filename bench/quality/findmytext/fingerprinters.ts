/**
 * Texts as k-grams, by FindMyText's rules and by ours, in every combination that an ablation asks for.
 *
 * FindMyText (2026): everything but letters, digits, underscores and white space is deleted, what white space separates
 * is a token as it is written (case-sensitive, no Unicode normalisation), a k-gram is known by 31 bits. Here: tokens of
 * core/text, 53 bits. In both, k = 4 words, documents are indexed by the least hash of each 6 (robust or plain winnowing
 * makes no difference on prose), and a query asks for every k-gram.
 */
import { everyKgram } from "../../../core/fingerprint/every-kgram.ts";
import { FingerprintSet } from "../../../core/fingerprint/fingerprint-set.ts";
import { winnow } from "../../../core/fingerprint/winnow.ts";
import { finalise, PRIME_A, PRIME_B, SEED_A, SEED_B } from "../../../core/text/token-hash.ts";
import { TokenStream } from "../../../core/text/token-stream.ts";
import { tokenise } from "../../../core/text/tokenise.ts";

export interface FingerprintRules {
  readonly tokens: "peer" | "ours";
  readonly bits: 31 | 53;
}

/** `key` names the k-gram, `position` its first token. */
export interface Grams {
  readonly key: Float64Array;
  readonly position: Uint32Array;
}

export type Selection = "winnowed" | "every";

export class Fingerprinter {
  readonly rules: FingerprintRules;
  private readonly tokens = new TokenStream();
  private readonly set = new FingerprintSet();

  constructor(rules: FingerprintRules) {
    this.rules = rules;
  }

  grams(text: string, selection: Selection): Grams {
    const tokens = (this.rules.tokens === "ours" ? tokenise : peerTokens)(text, this.tokens);
    const { count, a, b, position } = (selection === "every" ? everyKgram : winnow)(tokens, this.set);
    // The 31 bits are those that the minimum is chosen by, as in FindMyText: small values are over-represented.
    const key =
      this.rules.bits === 31
        ? Float64Array.from({ length: count }, (_, i) => (a[i]! ^ 0x80000000) >>> 1)
        : Float64Array.from({ length: count }, (_, i) => b[i]! * 2 ** 21 + (a[i]! & 0x1fffff));
    return { key, position: position.slice(0, count) };
  }
}

export function peerTokens(text: string, into: TokenStream): TokenStream {
  into.count = 0;
  for (const word of text.replace(/[^\p{L}\p{N}_\s]/gu, "").split(/\s+/)) {
    if (word === "") continue;
    let a = SEED_A;
    let b = SEED_B;
    for (let i = 0; i < word.length; i++) {
      a = Math.imul(a ^ word.charCodeAt(i), PRIME_A);
      b = Math.imul(b ^ word.charCodeAt(i), PRIME_B);
    }
    const at = into.count;
    into.reserve(at + 1);
    into.hashA[at] = finalise(a);
    into.hashB[at] = finalise(b);
    into.unspaced[at] = 0;
    into.count = at + 1;
  }
  return into;
}
