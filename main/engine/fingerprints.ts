/** The fingerprints of a text as the index keeps them, with buffers reused from text to text. */
import { FingerprintSet } from "../../core/fingerprint/fingerprint-set.ts";
import { winnow } from "../../core/fingerprint/winnow.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

export interface Fingerprinter {
  /** The result is valid until the next call. */
  (text: string): { readonly tokenCount: number; readonly fingerprints: FingerprintSet };
}

export function createFingerprinter(): Fingerprinter {
  const tokens = new TokenStream();
  const fingerprints = new FingerprintSet();
  return (text) => {
    tokenise(text, tokens);
    winnow(tokens, fingerprints);
    return { tokenCount: tokens.count, fingerprints };
  };
}
