/**
 * A whole benchmark from folders of text: documents to index, and for each threshold as many positives as negatives, in
 * two sets made from different documents: one to choose parameters on, one to report. Negatives do not depend on T_pos
 * and serve all thresholds.
 *
 * `indexed` is what a method may search; foreign text around the positives comes from documents that are not in it.
 */
import { cutDocuments, SHORTEST } from "./documents.ts";
import { type Instance, negativeFrom, positiveFrom } from "./instances.ts";
import { Chooser } from "./random.ts";
import { Rewording } from "./rewording.ts";
import type { ReadText } from "./texts.ts";

export const THRESHOLDS = [500, 1000, 2000] as const;
export type Threshold = (typeof THRESHOLDS)[number];

export interface InstanceSet {
  readonly positives: Readonly<Record<Threshold, readonly Instance[]>>;
  readonly negatives: readonly Instance[];
}

export interface Benchmark {
  readonly indexed: readonly string[];
  /** Documents kept out of the index, for the text around fragments. */
  readonly foreignDocuments: number;
  readonly choosing: InstanceSet;
  readonly reported: InstanceSet;
}

export interface BenchmarkSize {
  readonly documents: number;
  /** Instances of each kind and threshold: to report, and to choose parameters on. */
  readonly reported: number;
  readonly choosing: number;
}

const FOREIGN_SHARE = 0.25;
const SEED = 20260101;

export function makeBenchmark(
  texts: Iterable<ReadText>,
  size: BenchmarkSize,
  log: (line: string) => void = () => undefined,
): Benchmark {
  const documents = cutDocuments(texts, size.documents, SEED);
  const foreignCount = Math.floor(documents.length * FOREIGN_SHARE);
  const foreignTexts = documents.slice(0, foreignCount).map((text) => text.replace(/\s+/g, " "));
  const indexed = documents.slice(foreignCount);
  log(`${String(indexed.length)} documents to index, ${String(foreignCount)} besides`);
  const rewording = new Rewording(foreignTexts.slice(0, 500).join(" "));
  // Sources of the two sets are different documents: even numbers to choose on, odd ones to report.
  const setFrom = (parity: number, count: number): InstanceSet => {
    const sources = [...indexed.keys()].filter((source) => source % 2 === parity);
    const negatives = drawn(count, sources, SEED + 1 + parity, (source, chooser) => {
      const made = negativeFrom(indexed[source]!, source, rewording, chooser);
      return made;
    });
    log(`${String(negatives.length)} negatives`);
    const lengths = negatives.map(({ text }) => text.length).sort((a, b) => a - b);
    const target = lengths[lengths.length >> 1] ?? SHORTEST;
    const positives = Object.fromEntries(
      THRESHOLDS.map((threshold) => {
        const made = drawn(count, sources, SEED + threshold + parity, (source, chooser) =>
          positiveFrom(
            indexed[source]!,
            source,
            threshold,
            (length) => foreignText(foreignTexts, length, chooser),
            target,
            chooser,
          ),
        );
        log(`${String(made.length)} positives of ${String(threshold)}`);
        return [threshold, made];
      }),
    ) as unknown as Record<Threshold, Instance[]>;
    return { positives, negatives };
  };
  return {
    indexed,
    foreignDocuments: foreignCount,
    choosing: setFrom(0, size.choosing),
    reported: setFrom(1, size.reported),
  };
}

/** Up to `count` instances from sources in random order, round after round where there are fewer sources. */
function drawn(
  count: number,
  sources: readonly number[],
  seed: number,
  make: (source: number, chooser: Chooser) => Instance | undefined,
): Instance[] {
  const chooser = new Chooser(seed);
  const made: Instance[] = [];
  for (let round = 0; made.length < count && round < 8; round++) {
    for (const source of chooser.shuffled(sources)) {
      if (made.length >= count) break;
      const instance = make(source, chooser);
      if (instance !== undefined) made.push(instance);
    }
  }
  return made;
}

function foreignText(texts: readonly string[], length: number, chooser: Chooser): string {
  let out = "";
  while (out.length < length) {
    const text = chooser.of(texts);
    const wanted = length - out.length;
    const latest = text.length - Math.min(wanted, text.length);
    const from = latest === 0 ? 0 : text.indexOf(" ", chooser.integer(0, latest)) + 1;
    out += `${out === "" ? "" : " "}${text.slice(from, from + wanted)}`;
  }
  return out.slice(0, length).trim();
}
