/**
 * When a shared run is long enough to be reported and counted.
 *
 * The minimum is in words. In scripts written without spaces a token is one character, and detection is guaranteed
 * from GUARANTEED_CHARACTERS on: a run that holds such tokens must have at least that many tokens, unless it holds
 * `minimum` words in a row. So every run that is long enough (from the guaranteed length on) shares a fingerprint.
 */
import { GUARANTEED_CHARACTERS } from "../model/settings.ts";
import type { TokenStream } from "../text/token-stream.ts";

export class RunLength {
  private readonly tokens: TokenStream;
  private readonly hasUnspaced: boolean;

  /** `work`: the stream that the token ranges asked about belong to. */
  constructor(work: TokenStream) {
    this.tokens = work;
    this.hasUnspaced = work.unspaced.subarray(0, work.count).includes(1);
  }

  isEnough(start: number, end: number, minimum: number): boolean {
    const length = end - start;
    if (length < minimum) return false;
    if (!this.hasUnspaced || length >= Math.max(minimum, GUARANTEED_CHARACTERS)) return true;
    let words = 0;
    for (let token = start; token < end; token++) {
      words = this.tokens.unspaced[token] === 1 ? 0 : words + 1;
      if (words >= minimum) return true;
    }
    return false;
  }

  /** The same for words that need not stand in a row: `tokens` aligned tokens, `characters` of them unspaced. */
  areEnough(tokens: number, characters: number, minimum: number): boolean {
    return (
      tokens - characters >= minimum ||
      tokens >= Math.max(minimum, characters > 0 ? GUARANTEED_CHARACTERS : 0)
    );
  }

  isUnspaced(token: number): boolean {
    return this.tokens.unspaced[token] === 1;
  }
}
