/**
 * Two texts as tokens, and when a token of one equals a token of the other.
 *
 * There are two equalities. *Alike* compares the hashes of tokens, or of tokens whose look-alike letters are folded
 * (UTS #39, disguised words only); it is what runs and alignments are found with. *Equal* is what is claimed: the same
 * normalised token, compared as text, so that a hash collision can cost time but never become a claim.
 */
import { normalisedToken } from "../text/normalise.ts";
import type { TokenStream } from "../text/token-stream.ts";

export interface ReadText {
  readonly text: string;
  readonly tokens: TokenStream;
  /** Token for token beside `tokens`; the same stream where no word of the text mixes scripts. */
  readonly folded: TokenStream;
  /** Offsets at which a part begins that no passage runs into (core/model/story-starts), ascending. */
  readonly storyStarts: readonly number[];
}

export interface TextPair {
  readonly work: ReadText;
  readonly document: ReadText;
}

/** True if another part of the text begins after `token` and not after `later`. */
export function storyStartsBetween({ tokens, storyStarts }: ReadText, token: number, later: number): boolean {
  const from = tokens.start[token]!;
  const to = tokens.start[later]!;
  return storyStarts.some((start) => start > from && start <= to);
}

export function areAlike({ work, document }: TextPair, workToken: number, documentToken: number): boolean {
  return (
    sameHash(work.folded, workToken, document.folded, documentToken) ||
    // How a word is folded depends on the words around it, which may differ; equal words are alike in any case.
    sameHash(work.tokens, workToken, document.tokens, documentToken)
  );
}

function sameHash(one: TokenStream, oneToken: number, other: TokenStream, otherToken: number): boolean {
  return one.hashA[oneToken] === other.hashA[otherToken] && one.hashB[oneToken] === other.hashB[otherToken];
}

export type TokenRelation = "equal" | "look-alike" | "different";

/** How two tokens that are alike by hash really stand to each other. */
export function relate(
  { work, document }: TextPair,
  workToken: number,
  documentToken: number,
): TokenRelation {
  // Hashes of equal tokens are equal, so differing ones prove that only the folding made them alike.
  if (!sameHash(work.tokens, workToken, document.tokens, documentToken)) return "look-alike";
  const workStart = work.tokens.start[workToken]!;
  const workEnd = work.tokens.end[workToken]!;
  const documentStart = document.tokens.start[documentToken]!;
  const documentEnd = document.tokens.end[documentToken]!;
  if (sameUnits(work.text, workStart, workEnd, document.text, documentStart, documentEnd)) return "equal";
  return normalisedToken(work.text, workStart, workEnd) ===
    normalisedToken(document.text, documentStart, documentEnd)
    ? "equal"
    : "different";
}

export function sameUnits(
  one: string,
  oneStart: number,
  oneEnd: number,
  other: string,
  otherStart: number,
  otherEnd: number,
): boolean {
  if (oneEnd - oneStart !== otherEnd - otherStart) return false;
  for (let i = oneStart, j = otherStart; i < oneEnd; i++, j++) {
    if (one.charCodeAt(i) !== other.charCodeAt(j)) return false;
  }
  return true;
}
