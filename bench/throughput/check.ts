/**
 * How long a check takes against a store made by bench/throughput/store.ts, warm and cold.
 *
 *     node bench/throughput/check.ts <store> [repetitions = 20]
 *
 * A check here is everything between the text of a work and its finding: fingerprints, look-up, chains, the opening and
 * alignment of every candidate, measures. Works are drawn from the books that the generated corpus holds excerpts of;
 * "2,000 characters" is the beginning of such a work. Cold: a fresh process for each check, after the pages of the
 * store were dropped from the page cache (the virtual disk below may still cache). Prints one JSON line.
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { detect } from "../../core/detect/detect.ts";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import type { CorpusSnapshot } from "../../core/index/ports.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { BOOK_WORDS, BOOKS, randomOf, SyntheticCorpus } from "../support/synthetic-corpus.ts";

const WORKS = ["2,000 characters", "500 words", "5,000 words", "100,000 words"] as const;
type Work = (typeof WORKS)[number];

const [folder, second, cold] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of a store.");
const corpus = new SyntheticCorpus();

function textOf(work: Work, seed: number): string {
  const random = randomOf(seed);
  const book = Math.floor(random() * BOOKS);
  if (work === "100,000 words") return corpus.bookText(book);
  const length = work === "5,000 words" ? 5_000 : 500;
  const start = Math.floor(random() * (BOOK_WORDS - length));
  const text = corpus.bookText(book, start, start + length);
  return work === "2,000 characters" ? text.slice(0, 2_000) : text;
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
  readonly milliseconds: number;
  readonly documents: number;
  readonly unconfirmed: number;
}

function time(snapshot: CorpusSnapshot, text: string): Timed {
  const start = performance.now();
  const result = detect({ text }, snapshot, DEFAULT_SETTINGS);
  const milliseconds = performance.now() - start;
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  const { findings, notFollowed } = result.value;
  return { milliseconds, documents: findings.length, unconfirmed: notFollowed.unconfirmedDocuments };
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

if (cold !== undefined) {
  const text = textOf(second as Work, Number(cold));
  const start = performance.now();
  const { snapshot, close } = await open();
  const opening = performance.now() - start;
  console.log(JSON.stringify({ opening, ...time(snapshot, text) }));
  await close();
} else {
  const repetitions = Number(second ?? 20);
  const { snapshot, close } = await open();
  const results: Record<string, unknown> = {};
  for (const work of WORKS) {
    const runs = work === "100,000 words" ? Math.max(5, Math.floor(repetitions / 4)) : repetitions;
    for (let seed = 0; seed < 3; seed++) time(snapshot, textOf(work, 1_000 + seed));
    const warm = Array.from({ length: runs }, (_, seed) => time(snapshot, textOf(work, seed)));
    const coldRuns: { opening: number; milliseconds: number }[] = [];
    for (let seed = 0; process.platform === "linux" && seed < 5; seed++) {
      execFileSync("sync");
      dropFromPageCache(folder);
      const printed = execFileSync(process.execPath, [process.argv[1]!, folder, work, String(seed)], {
        encoding: "utf8",
      });
      coldRuns.push(JSON.parse(printed) as { opening: number; milliseconds: number });
    }
    results[work] = {
      warmP50: quantile(
        warm.map((run) => run.milliseconds),
        0.5,
      ),
      warmP95: quantile(
        warm.map((run) => run.milliseconds),
        0.95,
      ),
      coldP50:
        coldRuns.length > 0
          ? quantile(
              coldRuns.map((run) => run.milliseconds),
              0.5,
            )
          : null,
      coldOpeningP50:
        coldRuns.length > 0
          ? quantile(
              coldRuns.map((run) => run.opening),
              0.5,
            )
          : null,
      documentsFoundP50: quantile(
        warm.map((run) => run.documents),
        0.5,
      ),
      unconfirmedP50: quantile(
        warm.map((run) => run.unconfirmed),
        0.5,
      ),
    };
  }
  await close();
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1e3);
  console.log(JSON.stringify({ documents: snapshot.documentCount, milliseconds: results, peakMegabytes }));
}
