/** Choices drawn from a seed: the same seed gives the same benchmark everywhere. */
import { randomOf } from "../../support/synthetic-corpus.ts";

export class Chooser {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = randomOf(seed);
  }

  /** In [0, 1). */
  share(): number {
    return this.next();
  }

  /** An integer in [from, to). */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from));
  }

  of<T>(list: readonly T[]): T {
    return list[this.integer(0, list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    const all = [...list];
    for (let i = all.length - 1; i > 0; i--) {
      const j = this.integer(0, i + 1);
      [all[i], all[j]] = [all[j]!, all[i]!];
    }
    return all;
  }

  /** `parts` positive numbers that add up to 1, uniform on the simplex (Dirichlet with all parameters 1). */
  proportions(parts: number): number[] {
    const all = Array.from({ length: parts }, () => -Math.log(1 - this.next()));
    const sum = all.reduce((total, one) => total + one, 0);
    return all.map((one) => one / sum);
  }
}
