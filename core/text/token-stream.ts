/**
 * The tokens of one text as parallel arrays, reused from text to text.
 *
 * Token t was read from `text.slice(start[t], end[t])`; tokens are ordered and disjoint. Its 64-bit hash is two 32-bit
 * lanes (signed here, as Math.imul leaves them). `unspaced[t]` is 1 for a token that is one character of a script
 * written without spaces.
 */
export class TokenStream {
  count = 0;
  hashA: Int32Array;
  hashB: Int32Array;
  start: Uint32Array;
  end: Uint32Array;
  unspaced: Uint8Array;

  constructor(capacity = 1 << 14) {
    this.hashA = new Int32Array(capacity);
    this.hashB = new Int32Array(capacity);
    this.start = new Uint32Array(capacity);
    this.end = new Uint32Array(capacity);
    this.unspaced = new Uint8Array(capacity);
  }

  get capacity(): number {
    return this.hashA.length;
  }

  /** Makes room for at least `tokens` tokens. Contents are kept: writes past a typed array are silent, so reserve first. */
  reserve(tokens: number): void {
    if (tokens <= this.capacity) return;
    const capacity = Math.max(tokens, this.capacity * 2);
    const grow = <T extends Int32Array | Uint32Array | Uint8Array>(to: T, from: T): T => {
      to.set(from);
      return to;
    };
    this.hashA = grow(new Int32Array(capacity), this.hashA);
    this.hashB = grow(new Int32Array(capacity), this.hashB);
    this.start = grow(new Uint32Array(capacity), this.start);
    this.end = grow(new Uint32Array(capacity), this.end);
    this.unspaced = grow(new Uint8Array(capacity), this.unspaced);
  }
}
