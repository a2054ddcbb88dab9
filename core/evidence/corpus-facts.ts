/**
 * What a report says of the corpus as a whole: how much was searched, what could not be read, what was read in part.
 *
 * Nothing is left out: every file that was seen is in exactly one state, every reason has its count and its files.
 */
import type { FailureCode, Notice, NoticeCode } from "../base/failure.ts";
import type { Ratio } from "../base/units.ts";
import { documentsPresent, presentDocuments } from "../index/documents.ts";
import type { CorpusSnapshot, DocumentRecord, LedgerEntry, LedgerState } from "../index/ports.ts";

/** What the store says of itself. */
export interface CorpusIdentity {
  /** As shown to the user. */
  readonly path: string;
  readonly storeId: string;
  readonly storeFormat: number;
  /** Hash over all documents of the snapshot, where the store keeps one. */
  readonly rootHash?: string;
}

export interface NoticeCount {
  readonly code: NoticeCode;
  readonly documents: number;
  readonly occurrences: number;
}

/** A document that was read, but not searched in full. */
export interface PartlyRead {
  readonly path: string;
  readonly sha256: string;
  readonly notices: readonly Notice[];
}

export interface CorpusFacts extends CorpusIdentity {
  readonly documents: number;
  readonly templates: number;
  readonly words: number;
  readonly bytes: number;
  /** Over all documents, in order of code. */
  readonly notices: readonly NoticeCount[];
  readonly partlyRead: readonly PartlyRead[];
}

/** Notices that say that some of the document is not searched. */
const NOT_IN_FULL: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  "notice/page-no-text",
  "notice/page-garbled",
  "notice/page-failed",
  "notice/page-text-partial",
  "notice/deleted-text",
  "notice/recovered-truncated",
  "notice/embedded-not-read",
  "notice/part-not-read",
  "notice/form-needs-viewer",
  "notice/annotations-not-indexed",
]);

export function corpusFactsOf(identity: CorpusIdentity, snapshot: CorpusSnapshot): CorpusFacts {
  const counts = new Map<NoticeCode, { documents: number; occurrences: number }>();
  let [templates, words, bytes] = [0, 0, 0];
  for (const id of presentDocuments(snapshot)) {
    const record = snapshot.record(id);
    words += record.tokenCount;
    bytes += record.byteLength;
    if (record.template) templates++;
    countNotices(counts, record);
  }
  const notices = [...counts].map(([code, count]) => ({ code, ...count })).sort(by(({ code }) => code));
  const partlyRead = partlyReadOf(snapshot);
  return { ...identity, documents: documentsPresent(snapshot), templates, words, bytes, notices, partlyRead };
}

/** In order of path. */
export function partlyReadOf(snapshot: CorpusSnapshot): PartlyRead[] {
  const partlyRead: PartlyRead[] = [];
  for (const id of presentDocuments(snapshot)) {
    const { paths, sha256, notices: all } = snapshot.record(id);
    const notices = all.filter(({ code }) => NOT_IN_FULL.has(code));
    if (notices.length > 0) partlyRead.push({ path: paths[0]!, sha256, notices });
  }
  return partlyRead.sort(by(({ path }) => path));
}

function countNotices(
  counts: Map<NoticeCode, { documents: number; occurrences: number }>,
  { notices }: DocumentRecord,
): void {
  const seen = new Set<NoticeCode>();
  for (const { code } of notices) {
    const count = counts.get(code) ?? { documents: 0, occurrences: 0 };
    counts.set(code, count);
    count.occurrences++;
    if (!seen.has(code)) count.documents++;
    seen.add(code);
  }
}

export interface ReasonCount {
  readonly code: FailureCode;
  readonly files: number;
  /** Of the files whose size is known. */
  readonly bytes: number;
}

export interface LedgerFacts {
  readonly files: number;
  readonly states: Readonly<Record<LedgerState, number>>;
  /** Bytes of the files that were read / bytes of all files whose size is known. */
  readonly bytesRead: Ratio;
  /** Files that were not read and whose size is not known either. */
  readonly sizeUnknown: number;
  /** Why files were not read, most files first. */
  readonly reasons: readonly ReasonCount[];
  /** The files that were not read, in order of path. */
  readonly notRead: readonly LedgerEntry[];
}

export function ledgerFactsOf(ledger: readonly LedgerEntry[]): LedgerFacts {
  const states = { ingested: 0, duplicate: 0, failed: 0, skipped: 0 };
  const reasons = new Map<FailureCode, { files: number; bytes: number }>();
  const notRead: LedgerEntry[] = [];
  let [num, den, sizeUnknown] = [0, 0, 0];
  for (const entry of ledger) {
    states[entry.state]++;
    den += entry.byteLength ?? 0;
    if (entry.state === "ingested" || entry.state === "duplicate") {
      num += entry.byteLength ?? 0;
      continue;
    }
    notRead.push(entry);
    if (entry.byteLength === undefined) sizeUnknown++;
    if (entry.failure === undefined) continue;
    const reason = reasons.get(entry.failure.code) ?? { files: 0, bytes: 0 };
    reasons.set(entry.failure.code, reason);
    reason.files++;
    reason.bytes += entry.byteLength ?? 0;
  }
  return {
    files: ledger.length,
    states,
    bytesRead: { num, den },
    sizeUnknown,
    reasons: [...reasons]
      .map(([code, reason]) => ({ code, ...reason }))
      .sort((one, other) => other.files - one.files || (one.code < other.code ? -1 : 1)),
    notRead: notRead.sort(by(({ path }) => path)),
  };
}

/** Order by code units: the same everywhere, whatever the locale. */
function by<T>(key: (value: T) => string): (one: T, other: T) => number {
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  };
}
