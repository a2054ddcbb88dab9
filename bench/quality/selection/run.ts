/**
 * Selection schemes side by side on real text, and the laws of the Winnowing paper: `bench/results/selection.md` and two
 * pictures beside docs/selection.md.
 *
 *     node bench/quality/selection/run.ts folder...
 *
 * Without folders it reads the public-domain texts of this repository; the published figures need 100 MB.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { randomOf } from "../../support/synthetic-corpus.ts";
import { textsIn } from "../benchmark/texts.ts";
import { characterHashes, PAPER_K, wordHashes } from "./hashes.ts";
import { logChart } from "./picture.ts";
import {
  robustWinnowing,
  safeZeroModP,
  type Scheme,
  wholeWindowZeroModP,
  winnowing,
  zeroModP,
} from "./schemes.ts";
import { rankedFrequencies, rankFrequencySlope, type Selected, Tally } from "./statistics.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const given = process.argv.slice(2);
const places = given.length > 0 ? given : [path.join(root, "samples")];

interface Setting {
  readonly name: string;
  readonly window: number;
  /** For 0 mod p at about the density of winnowing, and for its safe variant at its best. */
  readonly p: number;
  readonly safeP: number;
}

const CHARACTERS: Setting = { name: "50 characters, w = 100", window: 100, p: 50, safeP: 22 };
const WORDS: Setting = { name: "4 words, w = 6", window: 6, p: 4, safeP: 3 };

interface Measured {
  readonly scheme: string;
  readonly expectedDensity: number;
  readonly expectedMissed: number;
  readonly tally: Tally;
}

function schemesOf({ window, p, safeP }: Setting): Measured[] {
  const of = (scheme: string, select: Scheme, expectedDensity: number, expectedMissed: number): Measured => ({
    scheme,
    expectedDensity,
    expectedMissed,
    tally: new Tally(select, window),
  });
  const winnowed = 2 / (window + 1);
  return [
    of(`0 mod ${String(p)}`, zeroModP(p), 1 / p, (1 - 1 / p) ** window),
    of(
      `safe 0 mod ${String(safeP)}, one of an empty window`,
      safeZeroModP(safeP, window),
      1 / safeP + (1 - 1 / safeP) ** window,
      0,
    ),
    of(
      `safe 0 mod ${String(safeP)}, all of an empty window`,
      wholeWindowZeroModP(safeP, window),
      wholeWindowDensity(safeP, window),
      0,
    ),
    of("winnowing", winnowing(window), winnowed, 0),
    of("robust winnowing", robustWinnowing(window), winnowed, 0),
  ];
}

/** A hash that is not 0 mod p is selected when it stands in a run of `window` or more of its kind. */
function wholeWindowDensity(p: number, window: number): number {
  const q = 1 - 1 / p;
  return 1 / p + q ** window * (window * (1 - q) + q);
}

const SWEEP = [5, 10, 20, 50, 100, 200, 500];
const SWEEP_HASHES = 20_000_000;
const RANDOM_HASHES = 10_000_000;

const random = randomOf(7);
const randomHashes = Uint32Array.from({ length: RANDOM_HASHES }, () => random() * 2 ** 32);
const tallied = (setting: Setting, texts: Iterable<Uint32Array>): Measured[] => {
  const schemes = schemesOf(setting);
  for (const hashes of texts) for (const { tally } of schemes) tally.add(hashes);
  return schemes;
};

let files = 0;
let bytes = 0;
let sweptHashes = 0;
const characters = schemesOf(CHARACTERS);
const words = schemesOf(WORDS);
const sweep = SWEEP.map((window) => ({
  window,
  robust: new Tally(robustWinnowing(window), window),
  safe: new Tally(safeZeroModP(Math.max(2, Math.round(window / Math.log(window))), window), window),
}));
let selected = new Uint32Array(1 << 20);
let selectedCount = 0;
const keep = (hash: number): void => {
  if (selectedCount === selected.length) {
    const larger = new Uint32Array(2 * selected.length);
    larger.set(selected);
    selected = larger;
  }
  selected[selectedCount++] = hash;
};
for (const { text } of textsIn(places)) {
  files++;
  bytes += Buffer.byteLength(text);
  const hashes = characterHashes(text);
  for (const { scheme, tally } of characters) tally.add(hashes, scheme === "winnowing" ? keep : undefined);
  const grams = wordHashes(text);
  for (const { tally } of words) tally.add(grams);
  if (sweptHashes < SWEEP_HASHES) {
    const part = hashes.subarray(0, SWEEP_HASHES - sweptHashes);
    sweptHashes += part.length;
    for (const { robust, safe } of sweep) {
      robust.add(part);
      safe.add(part);
    }
  }
}
const ranked = rankedFrequencies(selected.subarray(0, selectedCount));
const slope = rankFrequencySlope(ranked);
const onRandom = tallied(CHARACTERS, [randomHashes]);
// The whole text is one line of the same two letters, and one and the same word.
const lowEntropy = tallied(CHARACTERS, [characterHashes("ab".repeat(500_000))]);
const oneWord = tallied(WORDS, [wordHashes("na ".repeat(1_000_000))]);

const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
const density = ({ selected: chosen, hashes }: Selected): number => chosen / hashes;
const rows = (measured: readonly Measured[]): string =>
  [
    "| scheme | density | by the law | longest gap (hashes) | runs of length t missed | by the law |",
    "| --- | --- | --- | --- | --- | --- |",
    ...measured.map(({ scheme, expectedDensity, expectedMissed, tally }) => {
      const result = tally.result();
      return `| ${scheme} | ${density(result).toFixed(6)} | ${expectedDensity.toFixed(6)} | ${result.longestGap.toLocaleString("en")} | ${percent(result.missedRuns / result.runs)} | ${percent(expectedMissed)} |`;
    }),
  ].join("\n");
const count = (measured: readonly Measured[]): string =>
  measured[0]!.tally.result().hashes.toLocaleString("en");
const page = [
  "# Selection schemes on real text",
  `Made by \`node bench/quality/selection/run.ts\`; what it means is in [docs/selection.md](../../docs/selection.md). ${files.toLocaleString("en")} files, ${(bytes / 1e6).toFixed(1)} MB of text. Node ${process.version}, ${os.cpus()[0]?.model ?? "unknown processor"}.`,
  `## Runs of ${String(PAPER_K)} characters, w = 100, t = 149 (the paper's setting)\n\n${count(characters)} hashes.\n\n${rows(characters)}`,
  `## Runs of 4 words, w = 6, t = 9 (this program)\n\n${count(words)} hashes.\n\n${rows(words)}`,
  `## Random hashes, w = 100\n\n${count(onRandom)} independent uniform hashes: what the laws assume.\n\n${rows(onRandom)}`,
  `## Text of low entropy\n\nTwo letters in turn, 1,000,000 characters, w = 100:\n\n${rows(lowEntropy)}\n\nOne word a million times, w = 6:\n\n${rows(oneWord)}`,
  `## Density by window, runs of ${String(PAPER_K)} characters\n\n${[
    "| w | winnowing | 2 / (w + 1) | safe 0 mod p, best p | (1 + ln w) / w |",
    "| --- | --- | --- | --- | --- |",
    ...sweep.map(
      ({ window, robust, safe }) =>
        `| ${String(window)} | ${density(robust.result()).toFixed(5)} | ${(2 / (window + 1)).toFixed(5)} | ${density(safe.result()).toFixed(5)} | ${((1 + Math.log(window)) / window).toFixed(5)} |`,
    ),
  ].join("\n")}`,
  `## Frequency by rank\n\n${selectedCount.toLocaleString("en")} winnowed fingerprints of ${String(PAPER_K)} characters, ${ranked.length.toLocaleString("en")} distinct; the most frequent stands ${ranked[0]!.toLocaleString("en")} times. Slope of log frequency over log rank: ${slope.toFixed(2)}.`,
].join("\n\n");
fs.mkdirSync(path.join(root, "bench/results"), { recursive: true });
fs.writeFileSync(path.join(root, "bench/results/selection.md"), `${page}\n`);

const pictures = path.join(root, "docs/pictures");
fs.mkdirSync(pictures, { recursive: true });
const law = (of: (window: number) => number): [number, number][] =>
  Array.from({ length: 60 }, (_, i) => 5 * 100 ** (i / 59)).map((window) => [window, of(window)]);
fs.writeFileSync(
  path.join(pictures, "selection-density.svg"),
  logChart("Fingerprints selected, by window", "window w (hashes)", "share of hashes selected", [
    { name: "2 / (w + 1)", kind: "law", colour: "#1f5fa8", points: law((w) => 2 / (w + 1)) },
    {
      name: "winnowing, measured",
      kind: "measured",
      colour: "#1f5fa8",
      points: sweep.map(({ window, robust }) => [window, density(robust.result())]),
    },
    { name: "(1 + ln w) / w", kind: "law", colour: "#b3541e", points: law((w) => (1 + Math.log(w)) / w) },
    {
      name: "safe 0 mod p, measured",
      kind: "measured",
      colour: "#b3541e",
      points: sweep.map(({ window, safe }) => [window, density(safe.result())]),
    },
  ]),
);
const shown: [number, number][] = [];
for (let rank = 1; rank <= ranked.length; rank = Math.ceil(rank * 1.15))
  shown.push([rank, ranked[rank - 1]!]);
fs.writeFileSync(
  path.join(pictures, "selection-rank.svg"),
  logChart("How often fingerprints stand in the text", "rank", "occurrences", [
    { name: `measured, slope ${slope.toFixed(2)}`, kind: "measured", colour: "#1f5fa8", points: shown },
  ]),
);
process.stderr.write("Written to bench/results/selection.md and docs/pictures\n");
