/**
 * Text in, fingerprints out, on one core: milliseconds per million characters, beside scalar C in the same run.
 *
 *   node bench/throughput/extraction.ts [english file or folder] [mixed file or folder]
 *
 * Without arguments: the texts of samples/, and the declarations in 13 languages of test/fixtures/udhr, once among
 * English (`mixed`, a quarter not ASCII) and once all alike (`heavy`), each brought to the size below. Processor time of one thread. Product and C take turns, so that noise hits both alike;
 * medians of the rounds.
 * Without gcc there is no ratio, and it says so.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FingerprintSet } from "../../core/fingerprint/fingerprint-set.ts";
import { winnow } from "../../core/fingerprint/winnow.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";
import { writeReferenceTable } from "./reference-table.ts";

const ROUNDS = 9;
const CORPUS_BYTES = 16_000_000;
const DOCUMENT_UNITS = 20_000;
/** Less text than this is not repeated but reworded. */
const REPEATABLE_UNITS = 1_000_000;
/** English documents for every 13 of the declaration's languages, so that about a quarter of all characters are not ASCII. */
const ENGLISH_IN_MIXED = 20;
const repository = path.join(import.meta.dirname, "../..");

interface Corpus {
  readonly name: string;
  /** Undefined where none was set. */
  readonly targetMsPerMchar: number | undefined;
  readonly documents: readonly string[];
  readonly units: number;
  readonly bytes: number;
}

function textFiles(where: string): string[] {
  if (!statSync(where).isDirectory()) return [where];
  return readdirSync(where, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(where, name))
    .filter((file) => /\.(txt|md|html)$/.test(file) && statSync(file).isFile())
    .sort();
}

/**
 * Text of any length out of a short one: its words in random order (xorshift32, so that every run has the same text).
 * Repeating it as it is would let the processor learn every branch by heart.
 */
function* reworded(texts: readonly string[]): Generator<string> {
  const pieces = texts.map((text) => text.split(/(?<=[\s,.、。，！？])/u));
  let state = 0x9e3779b9;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  for (;;)
    for (const words of pieces) {
      let text = "";
      while (text.length < DOCUMENT_UNITS) text += words[below(words.length)]!;
      yield text;
    }
}

function* repeated(texts: readonly string[]): Generator<string> {
  for (;;)
    for (const text of texts)
      for (let at = 0; at < text.length; at += DOCUMENT_UNITS) yield text.slice(at, at + DOCUMENT_UNITS);
}

/** Documents as flat strings, such as decoding a file gives. */
function corpusOf(name: string, targetMsPerMchar: number | undefined, files: readonly string[]): Corpus {
  const texts = files.map((file) => readFileSync(file, "utf8").toWellFormed());
  const available = texts.reduce((sum, text) => sum + text.length, 0);
  if (available === 0) throw new Error(`no text for the ${name} corpus`);
  const documents: string[] = [];
  let units = 0;
  let bytes = 0;
  for (const text of available < REPEATABLE_UNITS ? reworded(texts) : repeated(texts)) {
    const utf8 = Buffer.from(text, "utf8");
    const document = utf8.toString("utf8");
    documents.push(document);
    units += document.length;
    bytes += utf8.length;
    if (bytes >= CORPUS_BYTES) break;
  }
  return { name, targetMsPerMchar, documents, units, bytes };
}

/** Share of units that are not ASCII. */
function nonAscii({ documents, units }: Corpus): number {
  let count = 0;
  for (const document of documents) count += document.length - document.replace(/[^\0-\x7f]/g, "").length;
  return count / units;
}

interface Pass {
  readonly milliseconds: number;
  readonly fingerprints: number;
  readonly tokens: number;
}

const stream = new TokenStream();
const set = new FingerprintSet();
let checksum = 0;

/** Processor time of this thread: what one core spent, whatever else the machine was doing. */
function processorMilliseconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e3;
}

function extract(corpus: Corpus): Pass {
  const begin = processorMilliseconds();
  let fingerprints = 0;
  let tokens = 0;
  for (const document of corpus.documents) {
    winnow(tokenise(document, stream), set);
    fingerprints += set.count;
    tokens += stream.count;
    // As the reference does, so that no work can be optimised away.
    const { a, b, position } = set;
    for (let i = 0; i < set.count; i++)
      checksum = (Math.imul(checksum, 31) + (a[i]! ^ b[i]! ^ position[i]!)) | 0;
  }
  return { milliseconds: processorMilliseconds() - begin, fingerprints, tokens };
}

/** Compiles the reference; undefined without gcc. */
function compileReference(folder: string): string | undefined {
  const binary = path.join(folder, "fp-reference");
  const source = path.join(import.meta.dirname, "fp-reference.c");
  const run = spawnSync("gcc", ["-O3", "-o", binary, source], { encoding: "utf8" });
  if (run.error) return undefined;
  if (run.status !== 0) throw new Error(run.stderr);
  return binary;
}

function runReference(binary: string, folder: string, corpus: Corpus): Pass {
  const files = ["table", corpus.name, `${corpus.name}.lengths`].map((name) => path.join(folder, name));
  const run = spawnSync(binary, files, { encoding: "utf8" });
  if (run.status !== 0) throw new Error(`the reference failed: ${run.stderr}`);
  const [milliseconds, fingerprints, tokens] = run.stdout.split(" ").map(Number);
  return { milliseconds: milliseconds!, fingerprints: fingerprints!, tokens: tokens! };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;
const shown = (value: number): string => value.toFixed(1).padStart(6);

function report(corpus: Corpus, own: readonly Pass[], reference: readonly Pass[]): void {
  const { units, bytes, name, targetMsPerMchar } = corpus;
  const perMchar = (milliseconds: number): number => milliseconds / (units / 1e6);
  const describe = (who: string, passes: readonly Pass[]): void => {
    const times = passes.map((pass) => pass.milliseconds);
    const { fingerprints, tokens } = passes[0]!;
    console.log(
      `${name.padEnd(8)} ${who.padEnd(8)} median ${shown(perMchar(median(times)))} ms/Mchar, best ` +
        `${shown(perMchar(Math.min(...times)))}, ${shown(bytes / 1e3 / median(times))} MB/s, ` +
        `${fingerprints} fingerprints of ${tokens} tokens (${(fingerprints / tokens).toFixed(4)})`,
    );
  };
  describe("pincite", own);
  if (reference.length > 0) {
    describe("gcc -O3", reference);
    const ratio = median(own.map((pass, round) => pass.milliseconds / reference[round]!.milliseconds));
    console.log(`${name.padEnd(8)} ratio    ${ratio.toFixed(2)} (median of the rounds; target 1.9)`);
  }
  if (targetMsPerMchar !== undefined) console.log(`${name.padEnd(8)} target   ${targetMsPerMchar} ms/Mchar`);
}

function main(): void {
  const [english = path.join(repository, "samples"), mixed] = process.argv.slice(2);
  const declarations = textFiles(path.join(repository, "test/fixtures/udhr"));
  const filler = declarations.filter((file) => file.endsWith("eng.txt"));
  const mixedFiles =
    mixed === undefined
      ? [...declarations, ...new Array<string[]>(ENGLISH_IN_MIXED).fill(filler).flat()]
      : textFiles(mixed);
  const corpora = [
    corpusOf("english", 12, textFiles(english)),
    corpusOf("mixed", 18, mixedFiles),
    corpusOf("heavy", undefined, declarations),
  ];
  const folder = mkdtempSync(path.join(tmpdir(), "pincite-bench-"));
  try {
    const binary = compileReference(folder);
    if (binary === undefined) console.log("gcc not found: no comparison with C");
    else writeReferenceTable(path.join(folder, "table"));
    for (const corpus of corpora) {
      writeFileSync(path.join(folder, corpus.name), corpus.documents.join(""));
      const lengths = Uint32Array.from(corpus.documents, (document) => Buffer.byteLength(document));
      writeFileSync(path.join(folder, `${corpus.name}.lengths`), lengths);
      console.log(
        `${corpus.name}: ${(corpus.bytes / 1e6).toFixed(1)} MB, ${(corpus.units / 1e6).toFixed(2)} M characters, ` +
          `${corpus.documents.length} documents, ${(nonAscii(corpus) * 100).toFixed(0)} % not ASCII, ${ROUNDS} rounds`,
      );
      extract(corpus);
      const own: Pass[] = [];
      const reference: Pass[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        own.push(extract(corpus));
        if (binary !== undefined) reference.push(runReference(binary, folder, corpus));
      }
      report(corpus, own, reference);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  console.log(
    `peak resident memory ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB, checksum ${checksum >>> 0}`,
  );
}

main();
