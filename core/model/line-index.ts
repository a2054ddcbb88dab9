/**
 * Lines and pages of a text, by offset.
 *
 * A line ends at LF, CR or CRLF, as editors count. A form feed starts a new page but no new line of its own, so that a
 * line number is the one that an editor shows for the file. All numbers are zero-based.
 */

export class LineIndex {
  /** Offset of the first unit of each line; the first is 0. */
  private readonly lineStarts: Uint32Array;
  /** Offset of the first unit of each page; the first is 0. */
  private readonly pageStarts: Uint32Array;

  constructor(text: string) {
    this.lineStarts = startsAfterLineEnds(text);
    this.pageStarts = startsAfterFormFeeds(text);
  }

  get lineCount(): number {
    return this.lineStarts.length;
  }

  get pageCount(): number {
    return this.pageStarts.length;
  }

  lineOf(offset: number): number {
    return lastNotAbove(this.lineStarts, offset);
  }

  pageOf(offset: number): number {
    return lastNotAbove(this.pageStarts, offset);
  }
}

/** Index of the last entry <= value in ascending numbers; 0 when all are above. */
export function lastNotAbove(ascending: ArrayLike<number>, value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

function startsAfterLineEnds(text: string): Uint32Array {
  const starts = new Starts();
  // The two searches leap natively from line end to line end; most texts have only one kind.
  let lf = text.indexOf("\n");
  let cr = text.indexOf("\r");
  while (lf >= 0 || cr >= 0) {
    const at = lf < 0 || (cr >= 0 && cr < lf) ? cr : lf;
    const start = at === cr && lf === cr + 1 ? at + 2 : at + 1;
    starts.push(start);
    if (lf >= 0 && lf < start) lf = text.indexOf("\n", start);
    if (cr >= 0 && cr < start) cr = text.indexOf("\r", start);
  }
  return starts.finish();
}

function startsAfterFormFeeds(text: string): Uint32Array {
  const starts = new Starts();
  for (let at = text.indexOf("\f"); at >= 0; at = text.indexOf("\f", at + 1)) starts.push(at + 1);
  return starts.finish();
}

/** A growing list that begins with 0. */
class Starts {
  private count = 1;
  private values = new Uint32Array(64);

  push(start: number): void {
    if (this.count === this.values.length) {
      const grown = new Uint32Array(this.count * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.count++] = start;
  }

  finish(): Uint32Array {
    return this.values.slice(0, this.count);
  }
}
