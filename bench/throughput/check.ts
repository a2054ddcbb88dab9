/**
 * How long a check takes against a store made by bench/throughput/store.ts, warm and cold.
 *
 *     node bench/throughput/check.ts <store> [repetitions = 20]
 *
 * Works are drawn from the books that the generated corpus holds excerpts of, and asked for with every k-gram. Three
 * stages, each with what comes before it:
 *
 *     index    fingerprints of the work, all postings up to the cap, hits in order of document
 *     chains   a check that confirms no runs too short for a chain (shortRunBudget 0): chains, every candidate opened
 *              and aligned, measures
 *     check    a check with the default settings
 *
 * Cold: a fresh process for each, after the pages of the store were dropped from the page cache (the virtual disk below
 * may still cache). Prints one JSON line.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { TextReader } from "../../core/detect/reading.ts";
import { detect } from "../../core/detect/detect.ts";
import { lookUp } from "../../core/detect/hits.ts";
import { buildQuery } from "../../core/detect/query.ts";
import { queryFingerprints } from "../../core/detect/query-fingerprints.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { DEFAULT_SETTINGS, type DetectionSettings } from "../../core/model/settings.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { BOOK_WORDS, BOOKS, randomOf, SyntheticCorpus } from "../support/synthetic-corpus.ts";

const WORKS = { "500 words": 500, "5,000 words": 5_000, "100,000 words": BOOK_WORDS } as const;
type Work = keyof typeof WORKS;
const STAGES = ["index", "chains", "check"] as const;
type Stage = (typeof STAGES)[number];
const COLD_RUNS = 5;

const [folder, second, coldWork, coldSeed] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of a store.");
const corpus = new SyntheticCorpus();
const every: DetectionSettings = { ...DEFAULT_SETTINGS, query: "every-kgram" };

function textOf(work: Work, seed: number): string {
  const random = randomOf(seed);
  const book = Math.floor(random() * BOOKS);
  const start = Math.floor(random() * (BOOK_WORDS - WORKS[work]));
  return corpus.bookText(book, start, start + WORKS[work]);
}

async function open(): Promise<{ readonly snapshot: CorpusSnapshot; readonly close: () => Promise<void> }> {
  const indexer = new TextIndexer();
  const opened = await openStore(folder!, {
    mode: "read-only",
    now: () => "2026-01-01T00:00:00.000Z",
    appVersion: "bench",
    fingerprintsOf: (text) => indexer.index(text).fingerprints,
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const snapshot = opened.value.snapshot();
  return {
    snapshot,
    close: async () => {
      snapshot.close();
      await opened.value.close();
    },
  };
}

interface Timed {
  readonly ms: number;
  /** Processor time of the whole process, which says more on a busy machine. */
  readonly cpuMs: number;
  /** Hits, or documents with passages. */
  readonly found: number;
}

function time(stage: Stage, snapshot: CorpusSnapshot, text: string): Timed {
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  let found: number;
  if (stage === "index") {
    const query = buildQuery(queryFingerprints(new TextReader().read(text), every.query).lists);
    const goOn = (): boolean => true;
    found = lookUp(query, snapshot, every.postingCap, goOn, goOn).hits;
  } else {
    const settings = stage === "chains" ? { ...every, shortRunBudget: 0 } : every;
    const result = detect({ text }, snapshot, settings);
    if (!result.ok) throw new Error(JSON.stringify(result.failure));
    found = result.value.findings.length;
  }
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { ms, cpuMs: (user + system) / 1e3, found };
}

const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return Number(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(1));
};

/** Tells the system to forget the pages of a file; needs no privilege for one's own files. */
function dropFromPageCache(place: string): void {
  for (const entry of fs.readdirSync(place, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    execFileSync("dd", [`if=${file}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
  }
}

interface Cold {
  readonly opening: number;
  readonly ms: number;
}

function coldRun(stage: Stage, work: Work, seed: number): Cold {
  execFileSync("sync");
  dropFromPageCache(folder!);
  const program = [process.argv[1]!, folder!, stage, work, String(seed)];
  return JSON.parse(execFileSync(process.execPath, program, { encoding: "utf8" })) as Cold;
}

function measure(snapshot: CorpusSnapshot, work: Work, stage: Stage, repetitions: number): object {
  const runs = work === "100,000 words" ? Math.max(5, Math.floor(repetitions / 4)) : repetitions;
  for (let seed = 0; seed < 3; seed++) time(stage, snapshot, textOf(work, 1_000 + seed));
  const warm = Array.from({ length: runs }, (_, seed) => time(stage, snapshot, textOf(work, seed)));
  const cold =
    process.platform === "linux" && stage !== "chains"
      ? Array.from({ length: COLD_RUNS }, (_, seed) => coldRun(stage, work, seed))
      : [];
  const ms = warm.map((run) => run.ms);
  return {
    p50: quantile(ms, 0.5),
    p95: quantile(ms, 0.95),
    cpuP50: quantile(
      warm.map((run) => run.cpuMs),
      0.5,
    ),
    foundP50: quantile(
      warm.map((run) => run.found),
      0.5,
    ),
    ...(cold.length === 0
      ? {}
      : {
          coldP50: quantile(
            cold.map((run) => run.ms),
            0.5,
          ),
          coldOpeningP50: quantile(
            cold.map((run) => run.opening),
            0.5,
          ),
        }),
  };
}

if (coldSeed !== undefined) {
  const text = textOf(coldWork as Work, Number(coldSeed));
  const start = performance.now();
  const { snapshot, close } = await open();
  const opening = performance.now() - start;
  console.log(JSON.stringify({ opening, ...time(second as Stage, snapshot, text) }));
  await close();
} else {
  const { snapshot, close } = await open();
  const milliseconds = Object.fromEntries(
    (Object.keys(WORKS) as Work[]).map((work) => [
      work,
      Object.fromEntries(
        STAGES.map((stage) => [stage, measure(snapshot, work, stage, Number(second ?? 20))]),
      ),
    ]),
  );
  await close();
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1e3);
  console.log(JSON.stringify({ documents: snapshot.documentCount, milliseconds, peakMegabytes }));
}
