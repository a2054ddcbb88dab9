/**
 * The longest stretch of a passage that is the same on both sides character by character: separators, capitals and
 * line ends included. Equal tokens show where the two sides correspond; from there the raw texts are walked unit by
 * unit, each unit once or twice.
 */
import type { Block } from "./align.ts";
import type { TextPair } from "./compare.ts";
import type { PassageSide } from "./finding.ts";

/** In UTF-16 units; never reaches out of the passage on either side. */
export function longestRawCharacters(
  { work, document }: TextPair,
  equal: readonly Block[],
  workSide: PassageSide,
  documentSide: PassageSide,
): number {
  let longest = 0;
  for (const block of equal) {
    // Work offset at which the last walk on this correspondence stopped, and the offset it ran on.
    let stopped = -1;
    let shift = 0;
    for (let i = 0; i < block.length; i++) {
      const w = work.tokens.start[block.work + i]!;
      const d = document.tokens.start[block.document + i]!;
      if (w < stopped && d - w === shift) continue;
      let start = w;
      while (
        start > workSide.start &&
        start + d - w > documentSide.start &&
        work.text.charCodeAt(start - 1) === document.text.charCodeAt(start + d - w - 1)
      ) {
        start--;
      }
      let end = w;
      while (
        end < workSide.end &&
        end + d - w < documentSide.end &&
        work.text.charCodeAt(end) === document.text.charCodeAt(end + d - w)
      ) {
        end++;
      }
      longest = Math.max(longest, end - start);
      stopped = end;
      shift = d - w;
    }
  }
  return longest;
}
