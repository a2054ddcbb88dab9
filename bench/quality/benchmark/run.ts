/**
 * The benchmark of FindMyText (2026), section 5.1, on text of one's own: `bench/results/benchmark.md`.
 *
 *     node bench/quality/benchmark/run.ts [instances = 1000] [--instances file.json] folder...
 *
 * Without folders it reads the public-domain texts of this repository, which serves to try it out; the published figures
 * need some 40 MB of prose. Generating takes half an hour for 1,000 instances, so they can be kept in a file.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { containmentProbability, peerDensity, winnowingDensity } from "../findmytext/probability.ts";
import { type Benchmark, makeBenchmark, type Threshold, THRESHOLDS } from "./make-benchmark.ts";
import {
  areaInterval,
  areaUnderRoc,
  type Interval,
  margin,
  precisionAtRecall,
  type Scored,
  wilson,
} from "./measures.ts";
import {
  bm25Scores,
  CHAIN_GRID,
  type MethodScores,
  OURS,
  PEER_DETECTORS,
  peerScores,
  productScores,
} from "./methods.ts";
import { textsIn } from "./texts.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { instances: { type: "string" }, out: { type: "string" } },
});
const root = path.resolve(import.meta.dirname, "../../..");
const [first, ...rest] = positionals;
const isCount = first !== undefined && /^\d+$/.test(first);
const wanted = isCount ? Number(first) : 1000;
const given = isCount ? rest : positionals;
const places = given.length > 0 ? given : [path.join(root, "samples"), path.join(root, "test/fixtures")];
const out = values.out ?? path.join(root, "bench/results/benchmark.md");
/** MiniSearch takes most of a second for a text. */
const BM25_INSTANCES = 100;
const WINDOW = 6;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

function benchmark(): Benchmark {
  const file = values.instances;
  if (file !== undefined && fs.existsSync(file))
    return JSON.parse(fs.readFileSync(file, "utf8")) as Benchmark;
  const size = { documents: 8_000, reported: wanted, choosing: Math.ceil(wanted / 2) };
  const made = makeBenchmark(textsIn(places), size, say);
  if (file !== undefined) fs.writeFileSync(file, JSON.stringify(made));
  return made;
}

const decimals = (value: number): string => value.toFixed(4);
const interval = ({ value, low, high }: Interval): string =>
  `${decimals(value)} (${decimals(low)} to ${decimals(high)})`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

function methodRows(methods: ReadonlyMap<string, MethodScores>, threshold: Threshold): string[][] {
  return [...methods].map(([name, scores]) => {
    const scored = scores[threshold];
    return [
      name,
      interval(areaInterval(scored)),
      interval(precisionAtRecall(scored, 0.9)),
      interval(precisionAtRecall(scored, 0.99)),
    ];
  });
}

const HEAD = ["method", "AUC-ROC", "precision at 90 % recall", "precision at 99 % recall"];

function shortRows(methods: ReadonlyMap<string, MethodScores>): string[][] {
  return [...methods].map(([name, scores]) => [
    name,
    ...THRESHOLDS.flatMap((threshold) => [
      decimals(areaUnderRoc(scores[threshold])),
      decimals(precisionAtRecall(scores[threshold], 0.99).value),
      margin(scores[threshold]).toFixed(2),
    ]),
  ]);
}

const SHORT_HEAD = [
  "",
  ...THRESHOLDS.flatMap((threshold) =>
    ["AUC", "P@R99", "margin"].map((name) => `${name}, ${String(threshold)}`),
  ),
];

/** Share of positives and of negatives that are given P >= 0.5 of holding T_pos characters. */
function probabilityRows(scores: MethodScores): string[][] {
  const share = (list: readonly number[], threshold: number, density: number): string =>
    interval(
      wilson(
        list.filter((score) => containmentProbability(score, threshold, density) >= 0.5).length,
        list.length,
      ),
    );
  return THRESHOLDS.flatMap((threshold) =>
    (
      [
        ["1 / w", peerDensity(WINDOW)],
        ["2 / (w + 1)", winnowingDensity(WINDOW)],
      ] as const
    ).map(([name, density]) => {
      const { positives, negatives }: Scored = scores[threshold];
      return [
        String(threshold),
        name,
        share(positives, threshold, density),
        share(negatives, threshold, density),
      ];
    }),
  );
}

const { indexed, foreignDocuments, choosing, reported } = benchmark();
const only = (
  methods: ReadonlyMap<string, MethodScores>,
  name: string,
  as = name,
): [string, MethodScores] => [as, methods.get(name)!];

say("FindMyText");
const peer = peerScores(indexed, reported, { tokens: "peer", bits: 31 }, PEER_DETECTORS);
const PAPER = "chain, rectangle 30/10 (paper)";
const one = { [PAPER]: PEER_DETECTORS[PAPER]! };
const peer53 = peerScores(indexed, reported, { tokens: "peer", bits: 53 }, one);
const ours31 = peerScores(indexed, reported, { tokens: "ours", bits: 31 }, one);
const ours53 = peerScores(indexed, reported, { tokens: "ours", bits: 53 }, PEER_DETECTORS);
const grid = peerScores(indexed, choosing, { tokens: "ours", bits: 53 }, CHAIN_GRID);
say("ours");
const product = productScores(indexed, reported);
const chosenOn = productScores(indexed, choosing);
say("BM25");
const bm25 = bm25Scores(indexed, reported, BM25_INSTANCES);

const methods = new Map([
  ...bm25,
  ...peer,
  only(ours53, PAPER, "chain, rectangle 30/10, our tokens, 53 bits"),
  only(product, OURS),
]);
const ablation = new Map([
  only(peer, PAPER, "FindMyText: largest chain, its tokens, 31 bits"),
  only(peer53, PAPER, "53 bits for 31"),
  only(ours31, PAPER, "our tokens for its tokens"),
  only(ours53, PAPER, "our tokens and 53 bits"),
  only(product, OURS, "and aligned: best stretch (ours)"),
  ...[...product]
    .filter(([name]) => name !== OURS)
    .map(([name, scores]) => only(new Map([[name, scores]]), name, `ours, but ${name}`)),
]);
const count = (list: readonly unknown[]): string => list.length.toLocaleString("en");
const page = [
  "# Benchmark: does a text hold a long fragment of an indexed document?",
  `Made by \`node bench/quality/benchmark/run.ts\`; what it measures and how is in [docs/benchmark.md](../../docs/benchmark.md). ${count(indexed)} documents indexed (${(indexed.reduce((sum, text) => sum + text.length, 0) / 1e6).toFixed(1)} million characters), ${foreignDocuments.toLocaleString("en")} besides. Reported: ${count(reported.negatives)} negatives and, for each threshold, ${THRESHOLDS.map((threshold) => `${count(reported.positives[threshold])} positives of ${threshold.toLocaleString("en")} characters`).join(", ")}; BM25 on the first ${String(Math.min(BM25_INSTANCES, reported.negatives.length))} of each. Chosen on: ${count(choosing.negatives)} negatives and as many positives, from other documents. Intervals are 95 %. Node ${process.version}, ${os.cpus()[0]?.model ?? "unknown processor"}.`,
  ...THRESHOLDS.map(
    (threshold) =>
      `## T_pos = ${threshold.toLocaleString("en")}, T_neg = 100\n\n${table(HEAD, methodRows(methods, threshold))}`,
  ),
  `## What each difference does\n\nEach row is the first with what is named; the last rows are ours with one thing taken back. Margin: the score that 99 % of the positives reach / the highest score of a negative; it goes on where no method errs.\n\n${table(SHORT_HEAD, shortRows(ablation))}`,
  `## Parameters, on the choosing set\n\nLargest chain, our tokens:\n\n${table(SHORT_HEAD, shortRows(grid))}\n\nOurs:\n\n${table(SHORT_HEAD, shortRows(chosenOn))}`,
  `## Probability, by the two densities\n\nShare of instances that FindMyText's chain gives P >= 0.5 of holding T_pos characters.\n\n${table(["T_pos", "density", "positives", "negatives"], probabilityRows(peer.get(PAPER)!))}`,
].join("\n\n");
fs.mkdirSync(path.dirname(out), { recursive: true });
fs.writeFileSync(out, `${page}\n`);
say(`Written to ${path.relative(process.cwd(), out)}`);
