/**
 * How fast texts become a durable, searchable store, and how large it is.
 *
 *     node bench/throughput/store.ts [documents = 10000] [folder]
 *
 * One process, one thread; the texts come from another. The clock runs while a text is fingerprinted and added, not
 * while one is waited for. Processor time (which includes receiving the texts) says more on a busy machine. Prints one
 * JSON line.
 */
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { TextIndexer } from "../../core/fingerprint/indexed-fingerprints.ts";
import { threadMerger } from "../../main/engine/pool/thread-merger.ts";
import { openStore } from "../../main/engine/store/lmdb-store.ts";
import { textsOf } from "../support/text-source.ts";

const documents = Number(process.argv[2] ?? 10_000);
const given = process.argv[3];
const folder = given ?? path.join(fs.mkdtempSync(path.join(os.tmpdir(), "pincite-bench-")), "store");
const indexer = new TextIndexer();

const opened = await openStore(folder, {
  mode: "create-or-open",
  now: () => "2026-01-01T00:00:00.000Z",
  appVersion: "bench",
  fingerprintsOf: (text) => indexer.index(text).fingerprints,
  merger: threadMerger(new URL("../../main/engine/pool/merge-thread.ts", import.meta.url)),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
const store = opened.value;
const cpuBefore = process.cpuUsage();
const seconds = { fingerprints: 0, add: 0, finish: 0 };
const clock = (): number => performance.now() / 1000;
const pending = new Set<Promise<void>>();

let document = 0;
for await (const text of textsOf(documents)) {
  document++;
  const bytes = Buffer.from(text, "utf8");
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const start = clock();
  const { tokenCount, fingerprints } = indexer.index(text);
  const fingerprinted = clock();
  seconds.fingerprints += fingerprinted - start;
  const adding = store
    .add({
      path: `/corpus/${String(document >> 10).padStart(5, "0")}/${String(document).padStart(8, "0")}.txt`,
      bytes,
      sha256,
      document: {
        format: "text",
        text,
        sourceMap: { kind: "text" },
        marks: [],
        metadata: {},
        notices: [],
        extractor: { name: "bench", version: "1" },
        encoding: { label: "utf-8", confidence: 1, reason: "ascii" },
      },
      tokenCount,
      fingerprints,
      template: false,
      at: "2026-01-01T00:00:00.000Z",
    })
    .then((result) => {
      if (!result.ok) throw new Error(JSON.stringify(result.failure));
      pending.delete(adding);
    });
  pending.add(adding);
  if (pending.size >= 512) await Promise.race(pending);
  seconds.add += clock() - fingerprinted;
}
const start = clock();
await Promise.all(pending);
const peakBeforeFinish = process.resourceUsage().maxRSS;
const finished = await store.finish();
if (!finished.ok) throw new Error(JSON.stringify(finished.failure));
seconds.finish = clock() - start;

const cpuUsed = process.cpuUsage(cpuBefore);
const cpuSeconds = (cpuUsed.user + cpuUsed.system) / 1e6;
const { postings, textBytes, indexBytes, catalogueBytes, segments } = store.statistics();
const total = seconds.fingerprints + seconds.add + seconds.finish;
const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
console.log(
  JSON.stringify({
    documents,
    textMegabytes: round(textBytes / 1e6, 1),
    seconds: round(total),
    cpuSeconds: round(cpuSeconds),
    megabytesPerCpuSecond: round(textBytes / 1e6 / cpuSeconds, 1),
    fingerprintSeconds: round(seconds.fingerprints),
    addSeconds: round(seconds.add),
    finishSeconds: round(seconds.finish),
    megabytesPerSecond: round(textBytes / 1e6 / total, 1),
    postingsPerSecond: Math.round(postings / total),
    bytesPerPosting: round(indexBytes / postings),
    indexPerText: round(indexBytes / textBytes, 3),
    cataloguePerText: round(catalogueBytes / textBytes, 3),
    segments,
    peakMegabytesBeforeFinish: round(peakBeforeFinish / 1e3, 0),
    peakMegabytes: round(process.resourceUsage().maxRSS / 1e3, 0),
  }),
);
await store.close();
if (given === undefined) fs.rmSync(path.dirname(folder), { recursive: true, force: true });
