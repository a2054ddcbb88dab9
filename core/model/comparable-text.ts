/**
 * The text of a document that is compared: the display text with stretches that must not be compared blanked out.
 *
 * Offsets stay those of `document.text`, so every position found in the one reads back in the other.
 */
import type { Document, MarkKind } from "./document.ts";

/** Noise would be indexed as words; text that was struck out is not part of the final text. */
const NOT_COMPARED: ReadonlySet<MarkKind> = new Set(["garbled", "deleted"]);

/**
 * A running head or page number stands between the last line of a page and the first of the next, in the middle of a
 * sentence, which must read on. (The heads of a Word document stand in stories of their own, apart from its text.)
 */
const NOT_COMPARED_ON_PAGES: ReadonlySet<MarkKind> = new Set([...NOT_COMPARED, "furniture"]);

export function comparableText(document: Pick<Document, "text" | "marks" | "format">): string {
  const { text, marks, format } = document;
  const notCompared = format === "pdf" ? NOT_COMPARED_ON_PAGES : NOT_COMPARED;
  let out = "";
  let at = 0;
  for (const mark of marks) {
    if (!notCompared.has(mark.kind) || mark.end <= at) continue;
    const start = Math.max(mark.start, at);
    out += text.slice(at, start) + " ".repeat(mark.end - start);
    at = mark.end;
  }
  return at === 0 ? text : out + text.slice(at);
}
