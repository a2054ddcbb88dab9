/** Which k-grams of a text become its fingerprints. Documents and works must agree, except that `every-kgram` asks any. */
import { unreachable } from "../base/result.ts";
import type { TokenStream } from "../text/token-stream.ts";
import { everyKgram } from "./every-kgram.ts";
import type { FingerprintSet } from "./fingerprint-set.ts";
import { safeZeroModP, zeroModP } from "./mod-p.ts";
import { winnow } from "./winnow.ts";

export type Selection =
  | { readonly kind: "winnow"; readonly window: number }
  | { readonly kind: "every-kgram" }
  | { readonly kind: "zero-mod-p"; readonly p: number }
  | { readonly kind: "safe-zero-mod-p"; readonly p: number };

/** Replaces the contents of `into` by the fingerprints that `selection` chooses, and returns it. */
export function select(selection: Selection, tokens: TokenStream, into: FingerprintSet): FingerprintSet {
  switch (selection.kind) {
    case "winnow":
      return winnow(tokens, into, { window: selection.window });
    case "every-kgram":
      return everyKgram(tokens, into);
    case "zero-mod-p":
      return zeroModP(tokens, into, selection.p);
    case "safe-zero-mod-p":
      return safeZeroModP(tokens, into, selection.p);
    default:
      return unreachable(selection);
  }
}
