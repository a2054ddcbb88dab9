/**
 * Documents cut from longer texts at paragraph borders, 2,000 to 9,000 characters each, mostly prose; those that share
 * long stretches with an earlier one (editions, licences at the head of files) are left out, so that each text stands in
 * the corpus once and the truth of an instance is known.
 */
import { everyKgram } from "../../../core/fingerprint/every-kgram.ts";
import { FingerprintSet } from "../../../core/fingerprint/fingerprint-set.ts";
import { TokenStream } from "../../../core/text/token-stream.ts";
import { tokenise } from "../../../core/text/tokenise.ts";
import { Chooser } from "./random.ts";
import type { ReadText } from "./texts.ts";

export const SHORTEST = 2_000;
export const LONGEST = 9_000;

export function cutDocuments(texts: Iterable<ReadText>, most: number, seed: number): string[] {
  const chooser = new Chooser(seed);
  const seen = new SeenText();
  const documents: string[] = [];
  for (const { text } of texts) {
    let paragraphs: string[] = [];
    let length = 0;
    let target = chooser.integer(SHORTEST + 500, LONGEST - 1_000);
    for (const paragraph of text.split(/\n\s*\n/)) {
      const trimmed = paragraph.trim();
      if (trimmed.length > LONGEST - SHORTEST) {
        // Not cut in the middle of a sentence; what is one block of this size is a table or a listing.
        paragraphs = [];
        length = 0;
        continue;
      }
      paragraphs.push(trimmed);
      length += trimmed.length + 2;
      if (length < target) continue;
      const document = paragraphs.join("\n\n");
      if (document.length <= LONGEST && isProse(document) && seen.isNew(document)) documents.push(document);
      paragraphs = [];
      length = 0;
      target = chooser.integer(SHORTEST + 500, LONGEST - 1_000);
    }
  }
  // All texts take part, however many documents are wanted.
  return chooser.shuffled(documents).slice(0, most);
}

function isProse(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const sentences = text.match(/[a-z,;][.!?]["')\]]*\s/g)?.length ?? 0;
  return letters > 0.7 * text.length && sentences > text.length / 400;
}

/** Knows the k-grams of what was kept; a document of which a fifth (a twentieth, of those kept) is known already is not new. */
class SeenText {
  private readonly known = new Set<number>();
  private readonly tokens = new TokenStream();
  private readonly grams = new FingerprintSet();

  isNew(text: string): boolean {
    const { count, b } = everyKgram(tokenise(text, this.tokens), this.grams);
    let repeated = 0;
    for (let i = 0; i < count; i++) if (this.known.has(b[i]!)) repeated++;
    if (repeated > count / 20) return false;
    // One in four is enough to recognise a copy by, and keeps a large corpus in memory.
    for (let i = 0; i < count; i++) if ((b[i]! & 3) === 0) this.known.add(b[i]!);
    return true;
  }
}
