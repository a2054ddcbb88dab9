/** The hashes that are chosen from: of runs of 50 characters, as in the paper, and of runs of four words, as in the product. */
import { kgramHash, BASE_A, positionsWithKgrams, kgramLength } from "../../../core/fingerprint/kgram-hash.ts";
import { finalise } from "../../../core/text/token-hash.ts";
import { TokenStream } from "../../../core/text/token-stream.ts";
import { tokenise } from "../../../core/text/tokenise.ts";

/** Characters of a k-gram in the experiments of the paper, section 5. */
export const PAPER_K = 50;

/**
 * Hashes of all runs of `k` letters and digits; case and everything else are dropped before, as the paper's first step
 * removes what is irrelevant (section 1).
 */
export function characterHashes(text: string, k = PAPER_K): Uint32Array {
  const kept = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  const count = Math.max(0, kept.length - k + 1);
  const hashes = new Uint32Array(count);
  let leaving = 1;
  for (let i = 0; i < k; i++) leaving = Math.imul(leaving, BASE_A);
  let rolling = 0;
  for (let i = 0; i < kept.length; i++) {
    rolling = (Math.imul(rolling, BASE_A) + finalise(kept.charCodeAt(i))) | 0;
    if (i >= k) rolling = (rolling - Math.imul(finalise(kept.charCodeAt(i - k)), leaving)) | 0;
    if (i >= k - 1) hashes[i - k + 1] = finalise(rolling);
  }
  return hashes;
}

const tokens = new TokenStream();

/** Lane A of every k-gram of words, with its order: the signed order of the product as an unsigned one. */
export function wordHashes(text: string): Uint32Array {
  tokenise(text, tokens);
  const hashes = new Uint32Array(positionsWithKgrams(tokens));
  for (let position = 0; position < hashes.length; position++) {
    const length = kgramLength(tokens, position);
    hashes[position] =
      length === 0 ? 0xffffffff : kgramHash(tokens.hashA, position, length, BASE_A) ^ 0x80000000;
  }
  return hashes;
}
