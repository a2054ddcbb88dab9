/** Runs a table of planted works through the engine: rows to text files, ingest into a store, one check per work. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { DEFAULT_LIMITS } from "../../../core/base/limits.ts";
import type { Detection } from "../../../core/detect/finding.ts";
import type { ExtractionHost } from "../../../core/extract/port.ts";
import { DEFAULT_SETTINGS } from "../../../core/model/settings.ts";
import { checkWork } from "../../../main/engine/check.ts";
import { TextIndexer } from "../../../core/fingerprint/indexed-fingerprints.ts";
import { ingest } from "../../../main/engine/ingest.ts";
import { openStore } from "../../../main/engine/store/lmdb-store.ts";
import { judgeWork, type MeasuredWork, parseGold, parseJsonl, type PlantedPiece } from "./gold.ts";
import { fails, passed, type Verdict } from "./verdict.ts";

/** Ways a shard may be packed, the cheapest first; one file is read per shard. */
const PACKINGS: readonly (readonly [string, (bytes: Uint8Array) => Uint8Array])[] = [
  [".jsonl", (bytes) => bytes],
  [".jsonl.gz", (bytes) => gunzipSync(bytes)],
  [".jsonl.zst", (bytes) => zstdDecompressSync(bytes)],
];

/** Writes every row of the shards in `folder` as a text file; gives the number of rows, or what was wrong. */
function unpackShards(folder: string, into: string): number | string {
  const names = readdirSync(folder);
  const shards = [...new Set(names.map((name) => name.split(".", 1)[0]!))].sort();
  let written = 0;
  for (const shard of shards) {
    const packing = PACKINGS.find(([ending]) => names.includes(shard + ending));
    if (packing === undefined) continue;
    const [ending, unpack] = packing;
    const { rows, broken } = parseJsonl(
      Buffer.from(unpack(readFileSync(path.join(folder, shard + ending)))).toString("utf8"),
    );
    if (broken > 0) return `${shard}${ending} has ${broken} lines that are no rows`;
    for (const row of rows) {
      const name = `${encodeURIComponent(row.id)}.txt`;
      if (existsSync(path.join(into, name))) return `two rows are called ${row.id}`;
      writeFileSync(path.join(into, name), row.text);
      written++;
    }
  }
  return written === 0 ? "no JSONL shard stands beside the table" : written;
}

function measuredOf(detection: Detection): MeasuredWork {
  const share = ({ num, den }: { num: number; den: number }) => (den === 0 ? 0 : num / den);
  const byDocument = new Map<string, number>();
  for (const finding of detection.findings) {
    for (const file of finding.document.paths) {
      byDocument.set(
        decodeURIComponent(path.basename(file, ".txt")),
        share(finding.measures.coverage) + share(finding.measures.near),
      );
    }
  }
  const { coverage, near, extent } = detection.union;
  return { coverage: share(coverage), near: share(near), extent, byDocument };
}

/** Length of a work in the table's unit: code points after CRLF -> LF. */
function lengthOf(file: string): number {
  return Array.from(readFileSync(file, "utf8").replace(/\r\n/g, "\n")).length;
}

export async function judgeGoldTable(table: string, root: string, host: ExtractionHost): Promise<Verdict> {
  const pieces = parseGold(readFileSync(table, "utf8"));
  if (pieces.length === 0) return fails("the table is empty");
  const temporary = mkdtempSync(path.join(tmpdir(), "pincite-gold-"));
  try {
    const corpus = path.join(temporary, "corpus");
    mkdirSync(corpus);
    const unpacked = unpackShards(path.dirname(table), corpus);
    if (typeof unpacked === "string") return fails(unpacked);
    return await judgeAgainst(path.join(temporary, "store"), corpus, unpacked, pieces, root, host);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function judgeAgainst(
  storeFolder: string,
  corpus: string,
  rows: number,
  pieces: readonly PlantedPiece[],
  root: string,
  host: ExtractionHost,
): Promise<Verdict> {
  const now = () => "2000-01-01T00:00:00.000Z";
  const indexer = new TextIndexer();
  const opened = await openStore(storeFolder, {
    mode: "create-or-open",
    now,
    appVersion: "cases",
    fingerprintsOf: (text) => indexer.index(text).fingerprints,
  });
  if (!opened.ok) return fails(`store: ${opened.failure.code}`);
  const store = opened.value;
  try {
    const limits = DEFAULT_LIMITS;
    const taken = await ingest({
      store,
      host,
      roots: [corpus],
      limits,
      template: false,
      passwords: [],
      concurrency: 2,
      now,
    });
    if (!taken.ok) return fails(`ingest: ${taken.failure.code}`);
    if (taken.value.failed > 0)
      return fails(`ingest: ${taken.value.failed} of ${rows} rows could not be read`);
    const snapshot = store.snapshot();
    const details: string[] = [];
    let right = 0;
    const works = [...new Set(pieces.map((piece) => piece.work))];
    for (const work of works) {
      const file = path.join(root, work);
      const verdict = await judgeOne(
        file,
        pieces.filter((piece) => piece.work === work),
        async () => checkWork(file, { host, snapshot, settings: DEFAULT_SETTINGS, limits, passwords: [] }),
      );
      if (verdict.kind === "passed") right++;
      details.push(
        `${verdict.kind.padEnd(6)} ${work}: ${[verdict.reason, ...(verdict.details ?? [])].join("; ")}`,
      );
    }
    snapshot.close();
    const summary = `${right} of ${works.length} works right among ${rows} rows`;
    return right === works.length ? passed(summary, details) : fails(summary, details);
  } finally {
    await store.close();
  }
}

async function judgeOne(
  file: string,
  pieces: readonly PlantedPiece[],
  check: () => ReturnType<typeof checkWork>,
): Promise<Verdict> {
  if (!existsSync(file)) return fails("the work is not in the folder");
  const { outcome } = await check();
  if (outcome.kind === "failed") return fails(`check: ${outcome.failure.code}`);
  return judgeWork(pieces, lengthOf(file), measuredOf(outcome.detection));
}
