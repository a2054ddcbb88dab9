/** Texts as detection reads them: tokens, and tokens with the look-alike letters of disguised words folded. */
import { failed, ok, type Result } from "../base/result.ts";
import type { CorpusSnapshot, DocumentRecord } from "../index/ports.ts";
import { comparableText } from "../model/comparable-text.ts";
import { storyStartsOf } from "../model/story-starts.ts";
import { hasDisguisedWords, tokeniseConfusable } from "../text/confusables.ts";
import { TokenStream } from "../text/token-stream.ts";
import { tokenise } from "../text/tokenise.ts";
import type { ReadText } from "./compare.ts";

/** Reads text after text into the same two streams: what it returned last is overwritten by the next. */
export class TextReader {
  private readonly tokens = new TokenStream();
  private readonly folded = new TokenStream(64);

  read(text: string, storyStarts: readonly number[] = []): ReadText {
    const tokens = tokenise(text, this.tokens);
    const folded = hasDisguisedWords(text) ? tokeniseConfusable(text, this.folded) : tokens;
    return { text, tokens, folded, storyStarts };
  }

  /** The text of a document as it was fingerprinted when it was taken in. */
  readDocument(corpus: CorpusSnapshot, record: DocumentRecord): Result<ReadText> {
    // Only these formats have no stretches that are kept out of comparing, so that the bare text will do.
    if (record.format === "text" || record.format === "markdown") {
      const text = corpus.text(record.id);
      return text.ok ? ok(this.read(text.value)) : failed(text.failure);
    }
    const document = corpus.document(record.id);
    if (!document.ok) return failed(document.failure);
    return ok(this.read(comparableText(document.value), storyStartsOf(document.value)));
  }
}
