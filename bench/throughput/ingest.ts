/**
 * The whole way of plain-text files, as a user goes it: read, hashed, extracted in the child process, fingerprinted,
 * stored and acknowledged, by the built command line.
 *
 *     node bench/throughput/ingest.ts [files = 5000] [runs = 3]
 *
 * Peak memory is the sum of the two processes' peaks (Linux). Prints one JSON line with medians.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { SyntheticCorpus } from "../support/synthetic-corpus.ts";

const files = Number(process.argv[2] ?? 5_000);
const runs = Number(process.argv[3] ?? 3);
const root = path.resolve(import.meta.dirname, "../..");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pincite-bench-"));
const corpus = new SyntheticCorpus();
let bytes = 0;
for (let n = 0; n < files; n++) {
  const place = path.join(folder, "texts", String(n >> 9));
  if ((n & 511) === 0) fs.mkdirSync(place, { recursive: true });
  const text = corpus.text(n);
  bytes += Buffer.byteLength(text);
  fs.writeFileSync(path.join(place, `${n}.txt`), text);
}

/** Highest resident size of a process and of its children, in bytes, by polling. */
function watch(pid: number): () => number {
  const peaks = new Map<string, number>();
  const timer = setInterval(() => {
    for (const one of [String(pid), ...childrenOf(pid)]) {
      try {
        const peak = /VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${one}/status`, "utf8"));
        if (peak) peaks.set(one, Number(peak[1]) * 1024);
      } catch {
        // The process has just ended.
      }
    }
  }, 50);
  return () => {
    clearInterval(timer);
    return [...peaks.values()].reduce((sum, peak) => sum + peak, 0);
  };
}

function childrenOf(pid: number): string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

async function once(run: number): Promise<{ seconds: number; peak: number; size: number }> {
  const store = path.join(folder, `store-${run}`);
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [path.join(root, "out/main/pincite.js"), "-q", "corpus", "add", store, path.join(folder, "texts")],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const peak = watch(child.pid!);
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error(`ended with ${String(status)}`);
  const size = fs
    .readdirSync(store, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.statSync(path.join(entry.parentPath, entry.name)).size, 0);
  fs.rmSync(store, { recursive: true });
  return { seconds, peak: peak(), size };
}

const all: Awaited<ReturnType<typeof once>>[] = [];
for (let run = 0; run < runs; run++) all.push(await once(run));
fs.rmSync(folder, { recursive: true });
const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;
const seconds = median(all.map((run) => run.seconds));
console.log(
  JSON.stringify({
    files,
    megabytes: Number((bytes / 1e6).toFixed(1)),
    seconds: Number(seconds.toFixed(2)),
    megabytesPerSecond: Number((bytes / 1e6 / seconds).toFixed(1)),
    filesPerSecond: Math.round(files / seconds),
    storePerText: Number((median(all.map((run) => run.size)) / bytes).toFixed(2)),
    peakMegabytes: Math.round(median(all.map((run) => run.peak)) / 1e6),
  }),
);
