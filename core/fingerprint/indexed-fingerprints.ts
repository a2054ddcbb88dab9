/**
 * The fingerprints by which a text stands in the index: those of its words, and where words are disguised, also those of
 * the words they imitate, so that a document disguised with look-alike letters is found by the work as it was written.
 */
import { hasDisguisedWords, tokeniseConfusable } from "../text/confusables.ts";
import { TokenStream } from "../text/token-stream.ts";
import { tokenise } from "../text/tokenise.ts";
import { FingerprintSet } from "./fingerprint-set.ts";
import { winnow } from "./winnow.ts";

export interface IndexedText {
  readonly tokenCount: number;
  /** In ascending order of position. */
  readonly fingerprints: FingerprintSet;
}

/** Keeps its buffers from text to text: a result is valid until the next call. */
export class TextIndexer {
  private readonly tokens = new TokenStream();
  private readonly plain = new FingerprintSet();
  private readonly imitated = new FingerprintSet();
  private readonly merged = new FingerprintSet();

  index(text: string): IndexedText {
    tokenise(text, this.tokens);
    const tokenCount = this.tokens.count;
    winnow(this.tokens, this.plain);
    if (!hasDisguisedWords(text)) return { tokenCount, fingerprints: this.plain };
    winnow(tokeniseConfusable(text, this.tokens), this.imitated);
    return { tokenCount, fingerprints: union(this.plain, this.imitated, this.merged) };
  }
}

/** Both lists in ascending order of position; a fingerprint that stands in both at the same place counts once. */
function union(one: FingerprintSet, other: FingerprintSet, into: FingerprintSet): FingerprintSet {
  into.count = 0;
  for (let i = 0, j = 0; i < one.count || j < other.count;) {
    const at = i < one.count ? one.position[i]! : Infinity;
    const otherAt = j < other.count ? other.position[j]! : Infinity;
    const same = at === otherAt && one.a[i] === other.a[j] && one.b[i] === other.b[j];
    if (at <= otherAt) {
      into.push(one.a[i]!, one.b[i]!, at);
      i++;
      if (same) j++;
    } else {
      into.push(other.a[j]!, other.b[j]!, otherAt);
      j++;
    }
  }
  return into;
}
