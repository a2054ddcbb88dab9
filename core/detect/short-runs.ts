/**
 * Documents that share hits with the work but hold no chain. Their hits may lie on a run that is long enough to report
 * though too short for a chain; only the text can tell, and a novel shares stray phrases with very many documents.
 * A budget of documents therefore goes to the rarest fingerprints first; ties go to the lower document id. How many
 * documents were left out is counted. An infinite budget leaves out none.
 *
 * The queue holds at most `budget` documents, as a heap whose top is the one to give way next.
 */

export interface ShortRunCandidate {
  readonly document: number;
  /** Postings of the rarest fingerprint it shares. */
  readonly rarity: number;
  readonly token: Uint32Array;
  readonly key: Uint32Array;
}

export class ShortRunQueue {
  /** Documents that had to give way. */
  leftOut = 0;
  private readonly budget: number;
  private readonly heap: ShortRunCandidate[] = [];

  constructor(budget: number) {
    this.budget = budget;
  }

  /** `hits` is called only if the document is kept, so that a stray document costs no copy of its hits. */
  offer(document: number, rarity: number, hits: () => { token: Uint32Array; key: Uint32Array }): void {
    const worst = this.heap[0];
    if (this.heap.length >= this.budget) {
      this.leftOut++;
      if (worst === undefined || !goesFirst({ document, rarity }, worst)) return;
      this.heap[0] = { document, rarity, ...hits() };
      this.sink();
      return;
    }
    this.heap.push({ document, rarity, ...hits() });
    this.rise();
  }

  /** The kept documents in order of document id. Empties the queue. */
  take(): ShortRunCandidate[] {
    return this.heap.splice(0).sort((x, y) => x.document - y.document);
  }

  private rise(): void {
    for (let at = this.heap.length - 1; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!goesFirst(this.heap[parent]!, this.heap[at]!)) return;
      this.swap(at, parent);
      at = parent;
    }
  }

  private sink(): void {
    for (let at = 0; ;) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < this.heap.length && goesFirst(this.heap[worst]!, this.heap[child]!)) worst = child;
      }
      if (worst === at) return;
      this.swap(at, worst);
      at = worst;
    }
  }

  private swap(x: number, y: number): void {
    [this.heap[x], this.heap[y]] = [this.heap[y]!, this.heap[x]!];
  }
}

type Rank = Pick<ShortRunCandidate, "document" | "rarity">;

const goesFirst = (x: Rank, y: Rank): boolean =>
  x.rarity < y.rarity || (x.rarity === y.rarity && x.document < y.document);
