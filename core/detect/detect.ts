/**
 * Detection, the whole idea in one file: which documents of a corpus share text with a work, and which text exactly.
 *
 *   fingerprints of the work -> hits -> candidates -> chains -> alignments -> passages -> measures
 *
 * The index only leads to places. Every word that is claimed to be equal was compared as text, and every border was
 * found by walking token by token. A document is never dropped because others have more hits: each one that holds a
 * chain is examined, and of the others as many as the budget for short runs allows, rarest fingerprints first. What was
 * not followed is counted in `notFollowed`. The same inputs give the same findings in the same order.
 *
 * Guarantee (Schleimer, Wilkerson, Aiken 2003): every shared run of GUARANTEED_WORDS words, or GUARANTEED_CHARACTERS
 * characters of unspaced scripts, is found, apart from what `notFollowed` says.
 *
 * Memory: the token streams of the work and of one document, HIT_BUDGET hits, PAIR_LIMIT pairs, the queue of the short
 * runs, and the findings.
 */
import { failure, FailureError } from "../base/failure.ts";
import { failed, ok, type Result } from "../base/result.ts";
import { everyKgram } from "../fingerprint/every-kgram.ts";
import { FingerprintSet } from "../fingerprint/fingerprint-set.ts";
import { winnow } from "../fingerprint/winnow.ts";
import { type CorpusSnapshot, type DocumentRecord, KEY_A_MASK } from "../index/ports.ts";
import type { DetectionSettings } from "../model/settings.ts";
import { alignRuns } from "./align.ts";
import { type Chain, couldChain, findChains } from "./chain.ts";
import type { ReadText, TextPair } from "./compare.ts";
import { Covered } from "./covered.ts";
import type { Detection } from "./finding.ts";
import { type Examined, type SearchOutcome, summarise } from "./findings.ts";
import { forEachDocument, lookUp } from "./hits.ts";
import { LastSeen } from "./last-seen.ts";
import { pairHits, type HitPairs } from "./pairs.ts";
import { draftPassage, type Draft } from "./passage.ts";
import { buildQuery, findKey, type Query } from "./query.ts";
import { type QueryKind, queryFingerprints } from "./query-fingerprints.ts";
import { TextReader } from "./reading.ts";
import { RunLength } from "./run-length.ts";
import { invalidSetting } from "./setting-limits.ts";
import { kgramSet, type KgramSet, setMeasures } from "./set-measure.ts";
import { findSharedRuns, type SharedRun, type SharedRuns } from "./shared-run.ts";
import { ShortRunQueue } from "./short-runs.ts";
import { TemplateWords } from "./templates.ts";

/** Called often; `false` cancels. */
export type DetectionProgress = (stage: string, done: number, total: number) => boolean;

/** The comparable text of a work, and where parts of it begin that no passage runs into. */
export interface WorkText {
  readonly text: string;
  readonly storyStarts?: readonly number[];
}

export function detect(
  work: WorkText,
  corpus: CorpusSnapshot,
  settings: DetectionSettings,
  progress: DetectionProgress = () => true,
): Result<Detection> {
  const invalid = invalidSetting(settings);
  if (invalid !== undefined) return failed(failure("request/invalid", invalid));
  try {
    return detectIn(work, corpus, settings, progress);
  } catch (error) {
    // The store reads synchronously and can only throw when it finds itself damaged.
    if (error instanceof FailureError) return failed(error.failure);
    throw error;
  }
}

function detectIn(
  { text, storyStarts }: WorkText,
  corpus: CorpusSnapshot,
  settings: DetectionSettings,
  progress: DetectionProgress,
): Result<Detection> {
  const work = new TextReader().read(text, storyStarts);
  const fingerprints = queryFingerprints(work, settings.query);
  const query = buildQuery(fingerprints.lists);
  if (query.keyCount === 0) return failed(failure("request/too-few-words", { got: work.tokens.count }));

  const search = new Search(work, query, corpus, settings);
  search.examineTemplates(fingerprints.kind);
  const found = lookUp(
    query,
    corpus,
    settings.postingCap,
    (batch, postings) =>
      forEachDocument(batch, (document, from, to) => {
        search.follow(document, batch.token.subarray(from, to), batch.key.subarray(from, to), postings);
        return progress("documents", document, corpus.documentCount);
      }),
    (done, total) => progress("fingerprints", done, total),
  );
  if (found.cancelled || !search.confirmShortRuns(progress)) return failed(failure("request/cancelled"));

  return ok(
    summarise(search, {
      query: fingerprints.kind,
      queryFingerprints: query.keyCount,
      lookedUp: { query, postings: found.postings },
      unconfirmedDocuments: search.shortRuns.leftOut,
    }),
  );
}

/** One search: the work, what is known of the corpus so far, and the scratch that is used again and again. */
class Search implements SearchOutcome {
  readonly work: ReadText;
  readonly corpus: CorpusSnapshot;
  readonly settings: DetectionSettings;
  readonly runLength: RunLength;
  readonly templateWords: TemplateWords;
  readonly shortRuns: ShortRunQueue;
  readonly examined: Examined[] = [];
  readonly unreadableDocuments: number[] = [];
  candidates = 0;
  unpairedHits = 0;
  repeatedPassages = 0;
  private readonly query: Query;
  private readonly reader = new TextReader();
  private readonly lastSeen = new LastSeen();
  private readonly fingerprints = new FingerprintSet();
  private readonly workKgrams: KgramSet;
  private readonly templates: ReadonlySet<number>;

  constructor(work: ReadText, query: Query, corpus: CorpusSnapshot, settings: DetectionSettings) {
    this.work = work;
    this.query = query;
    this.corpus = corpus;
    this.settings = settings;
    this.runLength = new RunLength(work.tokens);
    this.templateWords = new TemplateWords(work.tokens.count, this.runLength, settings.minRun);
    this.shortRuns = new ShortRunQueue(settings.shortRunBudget);
    this.workKgrams = kgramSet(everyKgram(work.tokens, this.fingerprints));
    this.templates = new Set(corpus.templates?.() ?? []);
  }

  /** Templates are compared directly, so that no cap on common fingerprints can hide them. */
  examineTemplates(queryKind: QueryKind): void {
    for (const id of this.templates) {
      const read = this.reader.readDocument(this.corpus, this.corpus.record(id));
      if (!read.ok) {
        this.unreadableDocuments.push(id);
        continue;
      }
      // One side winnowed is enough for the guarantee, and gives the fewest hits.
      const select = queryKind === "winnowed" ? everyKgram : winnow;
      const { count, a, b, position } = select(read.value.tokens, this.fingerprints);
      const token: number[] = [];
      const key: number[] = [];
      for (let i = 0; i < count; i++) {
        const found = findKey(this.query, b[i]!, a[i]! & KEY_A_MASK);
        if (found < 0) continue;
        token.push(position[i]!);
        key.push(found);
      }
      const { pairs, chains } = this.chainsOf(Uint32Array.from(token), Uint32Array.from(key));
      const drafts = this.passagesOf({ work: this.work, document: read.value }, pairs, chains);
      for (const draft of drafts) this.templateWords.add(draft);
    }
  }

  /** A document with hits: examined if they form a chain, else left for the short runs. `token` ascends. */
  follow(document: number, token: Uint32Array, key: Uint32Array, postings: Uint32Array): void {
    if (this.templates.has(document)) return;
    if (couldChain(token, this.settings)) {
      const { pairs, chains } = this.chainsOf(token, key);
      if (chains.length > 0) {
        this.examine(document, pairs, chains);
        return;
      }
    }
    if (this.settings.shortRunBudget === Infinity) {
      this.examine(document, pairHits(this.query, token, key), []);
      return;
    }
    const rarity = key.reduce((lowest, one) => Math.min(lowest, postings[one]!), Infinity);
    this.shortRuns.offer(document, rarity, () => ({ token: token.slice(), key: key.slice() }));
  }

  confirmShortRuns(progress: DetectionProgress): boolean {
    const queue = this.shortRuns.take();
    for (const [done, { document, token, key }] of queue.entries()) {
      if (!progress("short runs", done, queue.length)) return false;
      this.examine(document, pairHits(this.query, token, key), []);
    }
    return true;
  }

  private chainsOf(token: Uint32Array, key: Uint32Array): { pairs: HitPairs; chains: Chain[] } {
    const pairs = pairHits(this.query, token, key);
    return { pairs, chains: findChains(pairs, this.settings, this.lastSeen) };
  }

  /** Opens the text of a candidate and keeps the passages found in it. */
  private examine(id: number, pairs: HitPairs, chains: readonly Chain[]): void {
    this.candidates++;
    const record: DocumentRecord = this.corpus.record(id);
    const read = this.reader.readDocument(this.corpus, record);
    if (!read.ok) {
      this.unreadableDocuments.push(id);
      return;
    }
    const drafts = this.passagesOf({ work: this.work, document: read.value }, pairs, chains);
    if (drafts.length === 0) return;
    if (record.template) {
      for (const draft of drafts) this.templateWords.add(draft);
      return;
    }
    const kgrams = kgramSet(everyKgram(read.value.tokens, this.fingerprints));
    this.examined.push({ record, drafts, sets: setMeasures(this.workKgrams, kgrams) });
  }

  /** Hits -> shared runs -> one alignment a chain -> passages; then the long runs that no alignment holds. */
  private passagesOf(texts: TextPair, pairs: HitPairs, chains: readonly Chain[]): Draft[] {
    const { runLength, settings } = this;
    const { minRun, tauPos } = settings;
    const covered = new Covered(texts.work.tokens.count, texts.document.tokens.count, runLength, minRun);
    const runs = findSharedRuns(texts, pairs, this.lastSeen);
    this.unpairedHits += pairs.leftOut + runs.leftOut;
    const drafts: Draft[] = [];
    const list = (draft: Draft | undefined): void => {
      if (draft === undefined) return;
      if (covered.add(draft)) drafts.push(draft);
      else this.repeatedPassages++;
    };
    for (const chained of runsByChain(runs, chains)) {
      if (chained.every((run) => covered.holds(run))) {
        this.repeatedPassages++;
        continue;
      }
      for (const stretch of alignRuns(texts, chained, { minRun, maxGap: tauPos, runLength })) {
        list(draftPassage(texts, stretch, runLength, minRun));
      }
    }
    for (const run of longestFirst(runs, (work, end) => runLength.isEnough(work, end, minRun))) {
      if (!covered.holds(run)) list(draftPassage(texts, [run], runLength, minRun));
      else if (!covered.lists(run)) this.repeatedPassages++;
    }
    return drafts.sort(byPlace);
  }
}

/** The runs on which each chain's hits lie, a run with the first chain that has it; chains with the longest run first. */
function runsByChain(runs: SharedRuns, chains: readonly Chain[]): SharedRun[][] {
  const taken = new Uint8Array(runs.count);
  const groups = chains.map((chain) => {
    const group: SharedRun[] = [];
    for (const pair of chain.pairs) {
      const run = runs.ofPair[pair]!;
      if (run < 0 || taken[run] === 1) continue;
      taken[run] = 1;
      group.push(runAt(runs, run));
    }
    return { group, longest: group.reduce((longest, run) => Math.max(longest, run.length), 0) };
  });
  // Stable: chains come in order of their first hit.
  return groups
    .filter(({ group }) => group.length > 0)
    .sort((x, y) => y.longest - x.longest || y.group.length - x.group.length)
    .map(({ group }) => group);
}

function longestFirst(runs: SharedRuns, isWanted: (start: number, end: number) => boolean): SharedRun[] {
  const wanted: SharedRun[] = [];
  for (let run = 0; run < runs.count; run++) {
    const start = runs.work[run]!;
    if (isWanted(start, start + runs.length[run]!)) wanted.push(runAt(runs, run));
  }
  return wanted.sort((x, y) => y.length - x.length || x.work - y.work || x.document - y.document);
}

function runAt(runs: SharedRuns, run: number): SharedRun {
  return { work: runs.work[run]!, document: runs.document[run]!, length: runs.length[run]! };
}

const byPlace = (x: Draft, y: Draft): number =>
  x.work.tokenStart - y.work.tokenStart ||
  x.document.tokenStart - y.document.tokenStart ||
  x.work.tokenEnd - y.work.tokenEnd ||
  x.document.tokenEnd - y.document.tokenEnd;
