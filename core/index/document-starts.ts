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

/** Documents that share an entry of the table, on average. */
const DOCUMENTS_PER_ENTRY = 4;

/**
 * The same for ordinals in any order: a table says for every so many ordinals where the search begins, and it ends a few
 * documents on. A quarter of a number per document more than `starts` itself.
 */
export class DocumentFinder {
  private readonly starts: Uint32Array;
  private readonly shift: number;
  /** Last document that starts at or before `entry << shift`. */
  private readonly table: Uint32Array;

  constructor(starts: Uint32Array) {
    const documents = starts.length - 1;
    const tokens = starts[documents]!;
    this.starts = starts;
    const perEntry = (DOCUMENTS_PER_ENTRY * tokens) / Math.max(1, documents);
    this.shift = Math.max(0, Math.min(31, Math.floor(Math.log2(Math.max(1, perEntry)))));
    this.table = new Uint32Array(Math.floor(tokens / 2 ** this.shift) + 1);
    let document = 0;
    for (let entry = 0; entry < this.table.length; entry++) {
      document = documentOf(starts, entry * 2 ** this.shift, document);
      this.table[entry] = document;
    }
  }

  documentOf(ordinal: number): number {
    return documentOf(this.starts, ordinal, this.table[ordinal >>> this.shift]!);
  }
}
