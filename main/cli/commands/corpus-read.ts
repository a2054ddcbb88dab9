/** `pincite corpus list | show | ledger | verify`: what a corpus holds, and whether it is sound. */
import { bytes, count, counted } from "../../../core/evidence/figures.ts";
import { explain } from "../../../core/evidence/failure-messages.ts";
import { type PartlyRead, partlyReadOf } from "../../../core/evidence/corpus-facts.ts";
import { noticesByKind, pagesText } from "../../../core/evidence/html-annex.ts";
import { documentsPresent, presentDocuments } from "../../../core/index/documents.ts";
import type { CorpusSnapshot, DocumentRecord, LedgerEntry } from "../../../core/index/ports.ts";
import { type Context, failureWords, openStoreOrStop, Stop } from "../context.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { findDocument } from "../find-document.ts";
import { shownPath, terminalSafe } from "../words.ts";

interface JsonOption {
  readonly json: boolean;
}

export async function corpusList(context: Context, folder: string, options: JsonOption): Promise<ExitCode> {
  const store = await openStoreOrStop(context, folder, "read-only");
  const snapshot = store.snapshot();
  try {
    for (const id of presentDocuments(snapshot)) {
      const record = snapshot.record(id);
      context.terminal.out(options.json ? JSON.stringify(record) : listLine(record));
    }
    return EXIT.done;
  } finally {
    snapshot.close();
    await store.close();
  }
}

function listLine(record: DocumentRecord): string {
  const copies = record.paths.length > 1 ? `  +${record.paths.length - 1} more` : "";
  const template = record.template ? "  template" : "";
  const words = count(record.tokenCount).padStart(10);
  return `${String(record.id).padStart(6)}  ${record.format.padEnd(8)}${words} words  ${shownPath(record.paths[0] ?? "")}${copies}${template}`;
}

export async function corpusShow(
  context: Context,
  folder: string,
  wanted: string | undefined,
  options: JsonOption,
): Promise<ExitCode> {
  const store = await openStoreOrStop(context, folder, "read-only");
  const snapshot = store.snapshot();
  const { terminal } = context;
  try {
    if (wanted === undefined) {
      const statistics = store.statistics();
      if (options.json) terminal.out(JSON.stringify(statistics));
      else
        for (const [name, value] of Object.entries(statistics))
          terminal.out(`${name.padEnd(22)} ${shown(value)}`);
      return EXIT.done;
    }
    const id = findDocument(store, snapshot, wanted);
    if (id === undefined)
      throw new Stop(
        EXIT.usage,
        `No document ${terminalSafe(wanted)} in this corpus. Give a number, a path or a SHA-256 as "corpus list" shows them.`,
      );
    const record = snapshot.record(id);
    if (options.json) {
      terminal.out(JSON.stringify(record));
      return EXIT.done;
    }
    printRecord(context, record);
    return EXIT.done;
  } finally {
    snapshot.close();
    await store.close();
  }
}

function printRecord(context: Context, record: DocumentRecord): void {
  const { terminal } = context;
  const line = (name: string, value: string): void => terminal.out(`${name.padEnd(12)} ${value}`);
  line("document", String(record.id));
  for (const path of record.paths) line("path", terminalSafe(path));
  line("SHA-256", record.sha256);
  line("size", bytes(record.byteLength));
  line("format", `${record.format}, read by ${record.extractor.name} ${record.extractor.version}`);
  line("text", `${count(record.tokenCount)} words, ${count(record.textLength)} characters`);
  if (record.encoding)
    line(
      "encoding",
      `${record.encoding.label} (${record.encoding.reason}, confidence ${record.encoding.confidence.toFixed(2)})`,
    );
  if (record.template) line("template", "yes");
  for (const notice of record.notices) {
    const page = notice.page === undefined ? "" : `page ${notice.page + 1}: `;
    line("notice", page + explain(notice).happened);
  }
}

function shown(value: unknown): string {
  return typeof value === "number"
    ? count(value)
    : terminalSafe(typeof value === "string" ? value : JSON.stringify(value));
}

export interface LedgerOptions extends JsonOption {
  readonly all: boolean;
  readonly reservations: boolean;
}

export async function corpusLedger(
  context: Context,
  folder: string,
  options: LedgerOptions,
): Promise<ExitCode> {
  const store = await openStoreOrStop(context, folder, "read-only");
  const { terminal } = context;
  try {
    if (options.reservations) printReservations(context, store.snapshot(), options);
    else {
      const { unread, total } = printLedger(context, store.ledgerEntries(), options);
      if (!options.json)
        terminal.note(
          `${counted(unread, "file", "files")} of ${count(total)} could not be read or were left out.`,
        );
    }
    return EXIT.done;
  } finally {
    await store.close();
  }
}

function printLedger(
  { terminal }: Context,
  entries: Iterable<LedgerEntry>,
  options: LedgerOptions,
): { readonly unread: number; readonly total: number } {
  let unread = 0;
  let total = 0;
  for (const entry of entries) {
    total++;
    if (entry.failure !== undefined) unread++;
    else if (!options.all && !options.json) continue;
    terminal.out(options.json ? JSON.stringify(entry) : ledgerLine(entry));
  }
  return { unread, total };
}

/** Documents that were read, but of which some is not searched: pages without text, noise, parts left out. */
function printReservations({ terminal }: Context, snapshot: CorpusSnapshot, options: LedgerOptions): void {
  try {
    const partly = partlyReadOf(snapshot);
    for (const one of partly) terminal.out(options.json ? JSON.stringify(one) : reservationLine(one));
    if (!options.json)
      terminal.note(
        `${counted(partly.length, "document", "documents")} of ${count(documentsPresent(snapshot))} not searched in full.`,
      );
  } finally {
    snapshot.close();
  }
}

function reservationLine({ path, notices }: PartlyRead): string {
  const reasons = noticesByKind(notices).map(({ notice, pages }) => `${notice.code}${pagesText(pages)}`);
  return `partial   ${terminalSafe(path)}  ${reasons.join(", ")}`;
}

function ledgerLine(entry: LedgerEntry): string {
  const why = entry.failure === undefined ? "" : `  ${entry.failure.code}: ${failureWords(entry.failure)}`;
  return `${entry.state.padEnd(9)} ${shownPath(entry.path)}${why}`;
}

export async function corpusVerify(context: Context, folder: string, options: JsonOption): Promise<ExitCode> {
  const store = await openStoreOrStop(context, folder, "read-only");
  const { terminal } = context;
  try {
    const result = store.verify((done, total) =>
      terminal.status(`verifying: ${count(done)} of ${count(total)} records`),
    );
    terminal.clearStatus();
    if (options.json) terminal.out(JSON.stringify(result));
    else if (result.damages.length === 0) {
      terminal.out(
        `Sound: ${counted(result.documents, "document", "documents")}, ${counted(result.postings, "posting", "postings")}, ${count(result.records)} stored records, every checksum as written.`,
      );
    } else {
      terminal.out(
        `Damaged: ${counted(result.damages.length, "record", "records")} of ${count(result.records)}.`,
      );
      for (const damage of result.damages) terminal.out(`  ${damage.where}: ${terminalSafe(damage.what)}`);
      terminal.out("Do not rely on this store. Add the original files to a new store, or restore a backup.");
    }
    return result.damages.length === 0 ? EXIT.done : EXIT.store;
  } finally {
    await store.close();
  }
}
