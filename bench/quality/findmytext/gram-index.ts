/** Winnowed fingerprints of many documents in memory, and what a query shares with each document. */
import { Fingerprinter, type FingerprintRules, type Grams, type Selection } from "./fingerprinters.ts";

/** Places that a query and a document share, by position in the query; `key` says which are the same fingerprint. */
export interface SharedPlaces {
  readonly key: number[];
  readonly query: number[];
  readonly document: number[];
}

const POSITIONS = 2 ** 20;

export class GramIndex {
  readonly documents: number;
  /** Documents that hold a fingerprint, on average over the fingerprints of the index. */
  readonly meanFrequency: number;
  private readonly fingerprinter: Fingerprinter;
  private readonly postings = new Map<number, number[]>();

  constructor(texts: readonly string[], rules: FingerprintRules) {
    this.fingerprinter = new Fingerprinter(rules);
    this.documents = texts.length;
    let count = 0;
    for (const [document, text] of texts.entries()) {
      const { key, position } = this.fingerprinter.grams(text, "winnowed");
      count += key.length;
      for (const [i, one] of key.entries()) {
        const list = this.postings.get(one);
        const posting = document * POSITIONS + position[i]!;
        if (list === undefined) this.postings.set(one, [posting]);
        else list.push(posting);
      }
    }
    this.meanFrequency = count / Math.max(1, this.postings.size);
  }

  query(text: string, selection: Selection = "every"): Grams {
    return this.fingerprinter.grams(text, selection);
  }

  /** Number of documents that hold a fingerprint. */
  frequency(key: number): number {
    return new Set(this.postings.get(key)?.map((posting) => Math.floor(posting / POSITIONS))).size;
  }

  /** Shared places with the `most` documents that share most fingerprints, at least `fewest` of them. */
  candidates({ key, position }: Grams, fewest: number, most: number): Map<number, SharedPlaces> {
    const distinct = new Map<number, number>();
    for (const one of new Set(key)) {
      const documents = new Set(this.postings.get(one)?.map((posting) => Math.floor(posting / POSITIONS)));
      for (const document of documents) distinct.set(document, (distinct.get(document) ?? 0) + 1);
    }
    const kept = [...distinct]
      .filter(([, shared]) => shared >= fewest)
      .sort(([d, x], [e, y]) => y - x || d - e)
      .slice(0, most)
      .map(([document]): [number, SharedPlaces] => [document, { key: [], query: [], document: [] }]);
    const places = new Map(kept);
    for (const [i, one] of key.entries()) {
      for (const posting of this.postings.get(one) ?? []) {
        const shared = places.get(Math.floor(posting / POSITIONS));
        if (shared === undefined) continue;
        shared.key.push(one);
        shared.query.push(position[i]!);
        shared.document.push(posting % POSITIONS);
      }
    }
    return places;
  }
}
