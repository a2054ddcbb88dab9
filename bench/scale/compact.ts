/**
 * Merges all segments of a store into one, and says how fast: `node bench/scale/compact.ts <store>`. Prints one JSON
 * line. Nothing to merge gives no rate.
 */
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import { threadMerger } from "../../main/engine/pool/thread-merger.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("Give the folder of a store.");
const indexer = new TextIndexer();
const opened = await openStore(folder, {
  mode: "open",
  now: () => "2026-01-01T00:00:00.000Z",
  appVersion: "bench",
  fingerprintsOf: (text) => indexer.index(text).fingerprints,
  merger: threadMerger(new URL("../../main/engine/pool/merge-thread.ts", import.meta.url)),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
const store = opened.value;
const { postings, segments } = store.statistics();
const cpuBefore = process.cpuUsage();
const start = performance.now();
const compacted = await store.compact();
if (!compacted.ok) throw new Error(JSON.stringify(compacted.failure));
const seconds = (performance.now() - start) / 1000;
const cpu = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpu.user + cpu.system) / 1e6;
const rate = (divisor: number): number | null =>
  segments > 1 ? Number((postings / 1e6 / divisor).toFixed(1)) : null;
console.log(
  JSON.stringify({
    postings,
    segmentsBefore: segments,
    seconds: Number(seconds.toFixed(1)),
    millionPostingsPerSecond: rate(seconds),
    millionPostingsPerCpuSecond: rate(cpuSeconds),
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1e3),
  }),
);
await store.close();
