/**
 * From the ordinal of a token to its document. `starts[d]` is the ordinal of the first token of document d; one more
 * entry holds the number of tokens.
 */

/**
 * Last document d >= `from` with starts[d] <= ordinal. Gallops from `from`, because ordinals are asked for in
 * ascending order. A document without tokens starts where the next one does and is never the answer.
 */
export function documentOf(starts: Uint32Array, ordinal: number, from: number): number {
  const documents = starts.length - 1;
  let low = from;
  let step = 1;
  while (low + step < documents && starts[low + step]! <= ordinal) {
    low += step;
    step *= 2;
  }
  let high = Math.min(documents, low + step);
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= ordinal) low = middle;
    else high = middle;
  }
  return low;
}
