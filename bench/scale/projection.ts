/**
 * What a corpus of any size would cost, from figures measured with the other benches: `node bench/scale/projection.ts
 * [documents = 50000000]`. The laws are those of docs/formats/store.md, How it grows; the constants are measured ones and
 * stand here with where they come from. Prints a table.
 */
const documents = Number(process.argv[2] ?? 50_000_000);

/** Of the generated corpus (bench/support/synthetic-corpus.ts). */
const TEXT_BYTES = 2_757;
const POSTINGS = 133;
const TOKENS = 465;
/** bench/throughput/store.ts, one million documents. */
const INDEX_BYTES_PER_POSTING = 8.07;
const CATALOGUE_BYTES_PER_TEXT_BYTE = 1.36;
const HASH_ENTRY_BYTES = 110;
const BUILD_CPU_SECONDS_PER_MEGABYTE = 1 / 15;
/** bench/scale/compact.ts. */
const MERGE_POSTINGS_PER_CPU_SECOND = 11e6;
/** Segment-layout: directory of 6 bytes per block of 510 postings, starts of 4 bytes per document. */
const MEMORY_BYTES_PER_POSTING = 6 / 510;
const MEMORY_BYTES_PER_DOCUMENT = 4;
/** A cold read of one block on the disk it was measured on, one after another. */
const READ_SECONDS = 60e-6;

const MOST_TOKENS_PER_SEGMENT = 2 ** 32 - 1;
const MOST_BATCH = 4_000_000;
const TIER_WIDTH = 8;

const postings = documents * POSTINGS;
const text = documents * TEXT_BYTES;
const index = postings * INDEX_BYTES_PER_POSTING;
const catalogue = text * CATALOGUE_BYTES_PER_TEXT_BYTE;
const segments = Math.max(1, Math.ceil((documents * TOKENS) / MOST_TOKENS_PER_SEGMENT));
const rewrites = Math.max(0, Math.log(postings / segments / MOST_BATCH) / Math.log(TIER_WIDTH));
const memory = postings * MEMORY_BYTES_PER_POSTING + documents * MEMORY_BYTES_PER_DOCUMENT;
const hashes = documents * HASH_ENTRY_BYTES;

const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
const hours = (seconds: number): string => `${(seconds / 3600).toFixed(1)} h`;
const coldReads = (fingerprints: number): string =>
  `${fingerprints * segments} reads, ${(fingerprints * segments * READ_SECONDS).toFixed(1)} s`;

const rows: readonly (readonly [string, string])[] = [
  ["documents", documents.toLocaleString("en")],
  ["text", gigabytes(text)],
  ["postings", `${(postings / 1e9).toFixed(2)} thousand million`],
  ["index", gigabytes(index)],
  ["catalogue (originals, texts, records, ledger)", gigabytes(catalogue)],
  ["of it the table of hashes, hit at random by every document", gigabytes(hashes)],
  ["segments left (2^32 - 1 tokens each)", String(segments)],
  ["memory of an open index", gigabytes(memory)],
  ["taking in, one core", hours((text / 1e6) * BUILD_CPU_SECONDS_PER_MEGABYTE)],
  ["merging, one core", hours((postings * rewrites) / MERGE_POSTINGS_PER_CPU_SECOND)],
  ["room needed while the last merge runs", gigabytes(index / segments)],
  ["500 words, every k-gram, cold", coldReads(500)],
  ["5,000 words, every k-gram, cold", coldReads(5_000)],
];
for (const [name, value] of rows) console.log(`| ${name} | ${value} |`);
