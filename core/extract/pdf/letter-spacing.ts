/**
 * Words set with wide spaces between their letters ("C O N T E N T S").
 *
 * pdf.js takes every gap of a tenth of the font size for a space, so such a word comes out as single letters. In a
 * stretch that consists almost only of single letters, the usual gap is the letter space, and only gaps clearly
 * wider than it are spaces between words.
 */

/** Fewer single letters than this may be an enumeration or a formula. */
const LEAST_LETTERS = 5;
const LETTERS_SHARE = 0.6;
/** A gap is a word space when it is this much wider than the usual one. */
const WORD_GAP = 1.8;
/** Letters further apart than this, in font sizes, are not one word (an index bar "A B C"). */
const WIDEST_LETTER_GAP = 0.6;

const SINGLE_LETTER = /^\p{L}\p{M}*$/u;

export interface SpacedText {
  readonly text: string;
  readonly edges: Float32Array;
}

/** Takes out the spaces between the letters, with their edges; returns its argument when there is nothing to do. */
export function withoutLetterSpacing(spaced: SpacedText, size: number): SpacedText {
  const { text, edges } = spaced;
  if (!isLetterSpaced(text)) return spaced;
  const spaces: { readonly at: number; readonly gap: number }[] = [];
  for (let at = text.indexOf(" "); at >= 0; at = text.indexOf(" ", at + 1)) {
    if (at === 0 || at === text.length - 1) continue;
    spaces.push({ at, gap: edges[2 * at + 2]! - edges[2 * at - 1]! });
  }
  const sorted = spaces.map(({ gap }) => gap).sort((a, b) => a - b);
  const usual = sorted[sorted.length >> 1] ?? 0;
  if (usual <= 0 || usual > WIDEST_LETTER_GAP * size) return spaced;
  const taken = new Set(spaces.filter(({ gap }) => gap < WORD_GAP * usual).map(({ at }) => at));
  let kept = "";
  const keptEdges: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (taken.has(at)) continue;
    kept += text[at]!;
    keptEdges.push(edges[2 * at]!, edges[2 * at + 1]!);
  }
  return { text: kept, edges: Float32Array.from(keptEdges) };
}

function isLetterSpaced(text: string): boolean {
  // Cheap first: at least every third unit must be a space.
  if (text.length < 2 * LEAST_LETTERS - 1) return false;
  const words = text.split(" ");
  if (words.length * 3 < text.length) return false;
  const letters = words.filter((word) => SINGLE_LETTER.test(word)).length;
  return letters >= LEAST_LETTERS && letters >= LETTERS_SHARE * words.length;
}
