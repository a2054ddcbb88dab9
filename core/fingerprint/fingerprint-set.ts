/**
 * The fingerprints of one text as parallel arrays in ascending order of position, reused from text to text.
 *
 * Lane A orders the winnowing minimum, lane B addresses the index: selected A values lean towards the minimum, B values
 * stay uniform. `position` is the token at which the k-gram starts.
 */
export class FingerprintSet {
  count = 0;
  a: Uint32Array;
  b: Uint32Array;
  position: Uint32Array;

  constructor(capacity = 1 << 12) {
    this.a = new Uint32Array(capacity);
    this.b = new Uint32Array(capacity);
    this.position = new Uint32Array(capacity);
  }

  get capacity(): number {
    return this.a.length;
  }

  /** Makes room for at least `fingerprints`; contents are kept. Writes past a typed array are silent: reserve first. */
  reserve(fingerprints: number): void {
    if (fingerprints <= this.capacity) return;
    const grow = (from: Uint32Array): Uint32Array => {
      const to = new Uint32Array(Math.max(fingerprints, from.length * 2));
      to.set(from);
      return to;
    };
    this.a = grow(this.a);
    this.b = grow(this.b);
    this.position = grow(this.position);
  }

  push(a: number, b: number, position: number): void {
    const at = this.count;
    if (at >= this.capacity) this.reserve(at + 1);
    this.a[at] = a;
    this.b[at] = b;
    this.position[at] = position;
    this.count = at + 1;
  }
}
