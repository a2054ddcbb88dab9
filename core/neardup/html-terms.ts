/**
 * The token rules of the near-duplicate literature for web pages (Henzinger 2006, section 2): besides the words, a URL
 * is cut at slashes and dots and each piece is a term, and the URL of an image is one term. Pages whose words are few but
 * whose links differ are then told apart. What stands where on the page is the caller's business; the order is kept.
 */
import { finalise, PRIME_A, PRIME_B, SEED_A, SEED_B } from "../text/token-hash.ts";
import { TokenStream } from "../text/token-stream.ts";
import { tokenise } from "../text/tokenise.ts";

export interface PagePart {
  readonly kind: "text" | "url" | "image-url";
  readonly text: string;
}

/**
 * The terms of a page as tokens, in order. Their ranges are positions in all parts written one after the other.
 */
export function pageTerms(parts: Iterable<PagePart>, into: TokenStream): TokenStream {
  into.count = 0;
  const words = new TokenStream();
  let at = 0;
  for (const { kind, text } of parts) {
    if (kind === "text") {
      tokenise(text, words);
      for (let t = 0; t < words.count; t++) copyToken(words, t, at, into);
    } else if (kind === "image-url") pushTerm(text, at, into);
    else for (const { 0: piece, index } of text.matchAll(/[^/.]+/g)) pushTerm(piece, at + index, into);
    at += text.length;
  }
  return into;
}

function copyToken(from: TokenStream, t: number, at: number, into: TokenStream): void {
  const to = into.count;
  into.reserve(to + 1);
  into.hashA[to] = from.hashA[t]!;
  into.hashB[to] = from.hashB[t]!;
  into.start[to] = at + from.start[t]!;
  into.end[to] = at + from.end[t]!;
  into.unspaced[to] = from.unspaced[t]!;
  into.count = to + 1;
}

/** A term is hashed as it is written, without folding: URLs are case-sensitive. */
function pushTerm(term: string, at: number, into: TokenStream): void {
  if (term === "") return;
  let a = SEED_A;
  let b = SEED_B;
  for (let i = 0; i < term.length; i++) {
    a = Math.imul(a ^ term.charCodeAt(i), PRIME_A);
    b = Math.imul(b ^ term.charCodeAt(i), PRIME_B);
  }
  const to = into.count;
  into.reserve(to + 1);
  into.hashA[to] = finalise(a);
  into.hashB[to] = finalise(b);
  into.start[to] = at;
  into.end[to] = at + term.length;
  into.unspaced[to] = 0;
  into.count = to + 1;
}
