/**
 * Where the running text of a document ends and other text begins: notes, comments, headers, footers.
 *
 * Such a part stands next to the running text only because a text has one order. A passage never runs across.
 */
import type { Document } from "./document.ts";
import type { DocxStory } from "./source-map.ts";

/** Text boxes and inserted documents are read where they stand, as part of the running text. */
const RUNNING: ReadonlySet<DocxStory> = new Set(["body", "textbox", "altChunk"]);

/** Offsets of `document.text` at which another part begins, ascending. */
export function storyStartsOf({ sourceMap }: Document): number[] {
  if (sourceMap.kind !== "docx") return [];
  const starts: number[] = [];
  const partOf = (story: DocxStory): string => (RUNNING.has(story) ? "running" : story);
  for (const [i, { story, start }] of sourceMap.paragraphs.entries()) {
    const before = sourceMap.paragraphs[i - 1];
    if (before !== undefined && partOf(before.story) !== partOf(story)) starts.push(start);
  }
  return starts;
}
