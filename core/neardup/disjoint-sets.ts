/** Numbers [0, count) in disjoint sets that can be joined (union-find); each set is named by its least number. */
export class DisjointSets {
  readonly count: number;
  private readonly parent: Uint32Array;

  constructor(count: number) {
    this.count = count;
    this.parent = Uint32Array.from({ length: count }, (_, i) => i);
  }

  /** The least number of the set that holds `x`. */
  find(x: number): number {
    let at = x;
    while (this.parent[at] !== at) {
      this.parent[at] = this.parent[this.parent[at]!]!;
      at = this.parent[at]!;
    }
    return at;
  }

  join(x: number, y: number): void {
    const one = this.find(x);
    const other = this.find(y);
    this.parent[Math.max(one, other)] = Math.min(one, other);
  }

  /** The sets in order of their least number, each ascending. */
  sets(): number[][] {
    const members = new Map<number, number[]>();
    for (let x = 0; x < this.count; x++) {
      const root = this.find(x);
      const set = members.get(root);
      if (set === undefined) members.set(root, [x]);
      else set.push(x);
    }
    return [...members.values()];
  }
}
