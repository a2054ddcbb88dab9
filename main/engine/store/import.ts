/**
 * Makes a store of an export (exported.ts). The lines are not trusted: every hash is computed again, every document
 * decoded and fingerprinted anew, and in the end the root hash must come out as the header says.
 */
import { createHash, hash as digest } from "node:crypto";
import { FailureError } from "../../../core/base/failure.ts";
import { invariant, ok, type Result } from "../../../core/base/result.ts";
import type { FingerprintList, LedgerEntry, NewDocument } from "../../../core/index/ports.ts";
import { comparableText } from "../../../core/model/comparable-text.ts";
import { decodeDocument } from "../../../core/model/document-codec.ts";
import {
  type DocumentLine,
  EXPORT_FORMAT,
  type HeaderLine,
  MOST_LINE_UNITS,
  parseExportLine,
  type PartLine,
} from "./exported.ts";
import type { LmdbStore } from "./corpus-store.ts";
import { storeFailure } from "./store-failure.ts";
import { differingParameter } from "./store-file.ts";

export interface ImportOptions {
  readonly indexOf: (text: string) => { readonly tokenCount: number; readonly fingerprints: FingerprintList };
  readonly onProgress?: (done: number, total: number) => void;
}

/** @param pieces of the export as text, cut anywhere */
export async function importInto(
  store: LmdbStore,
  pieces: AsyncIterable<string>,
  options: ImportOptions,
): Promise<Result<{ readonly documents: number; readonly rootHash: string }>> {
  try {
    return ok(await new Import(store, options).run(pieces));
  } catch (error) {
    return { ok: false, failure: storeFailure(error) };
  }
}

const damaged = (what: string, line: number): FailureError =>
  new FailureError("store/damaged", { part: "export", what, line });

/** Documents added and not yet acknowledged. */
const MOST_PENDING = 512;

/** A document whose parts are still coming. */
interface Arriving {
  readonly described: DocumentLine;
  readonly original: Buffer[];
  readonly columns: Buffer[];
  readonly text: string[];
}

class Import {
  private readonly store: LmdbStore;
  private readonly options: ImportOptions;
  private readonly hash = createHash("sha256");
  private readonly pending = new Set<Promise<void>>();
  private header: HeaderLine | undefined;
  private arriving: Arriving | undefined;
  private lines = 0;
  private documents = 0;
  private ledgerEntries = 0;
  private ended = false;
  private problem: FailureError | undefined;

  constructor(store: LmdbStore, options: ImportOptions) {
    this.store = store;
    this.options = options;
  }

  async run(pieces: AsyncIterable<string>): Promise<{ documents: number; rootHash: string }> {
    if (this.store.statistics().documents > 0 || !this.store.ledgerEntries()[Symbol.iterator]().next().done)
      throw new FailureError("request/invalid", { detail: "an import goes into a new corpus" });
    for await (const line of linesOf(pieces)) await this.take(line);
    if (!this.ended) throw damaged("end", this.lines);
    await Promise.all(this.pending);
    if (this.problem !== undefined) throw this.problem;
    const finished = await this.store.finish();
    if (!finished.ok) throw new FailureError(finished.failure.code, finished.failure.data);
    const { rootHash, documents } = this.store.statistics();
    if (rootHash !== this.header?.rootHash) throw damaged("root hash", this.lines);
    return { documents, rootHash };
  }

  private async take(text: string): Promise<void> {
    this.lines++;
    if (this.problem !== undefined) throw this.problem;
    if (this.ended) throw damaged("lines behind the end", this.lines);
    const parsed = parseExportLine(text);
    if ("fault" in parsed) throw damaged(parsed.fault, this.lines);
    const { line } = parsed;
    if ((line.line === "header") !== (this.lines === 1)) throw damaged("header", this.lines);
    if (line.line !== "part") await this.land();
    if (line.line === "end") {
      const { documents, ledgerEntries, sha256 } = line;
      if (this.hash.digest("hex") !== sha256) throw damaged("SHA-256", this.lines);
      if (documents !== this.documents || ledgerEntries !== this.ledgerEntries)
        throw damaged("number of documents", this.lines);
      this.ended = true;
      return;
    }
    this.hash.update(`${text}\n`);
    switch (line.line) {
      case "header":
        this.begin(line);
        break;
      case "document":
        this.arriving = { described: line, original: [], columns: [], text: [] };
        this.takeInline(line);
        break;
      case "part":
        this.takePart(line);
        break;
      case "ledger":
        await this.takeEntry(line.entry);
        break;
    }
  }

  private begin(header: HeaderLine): void {
    if (header.format > EXPORT_FORMAT)
      throw new FailureError("store/newer-format", { got: header.format, supported: EXPORT_FORMAT });
    const same = differingParameter(this.store.identity.parameters, header.parameters);
    if (!same.ok) throw new FailureError(same.failure.code, same.failure.data);
    this.header = header;
  }

  private takeInline({ original, columns, text }: DocumentLine): void {
    if (original !== undefined) this.arriving?.original.push(Buffer.from(original, "base64"));
    if (columns !== undefined) this.arriving?.columns.push(Buffer.from(columns, "base64"));
    if (text !== undefined) this.arriving?.text.push(text);
  }

  private takePart(part: PartLine): void {
    if (this.arriving === undefined) throw damaged("part without a document", this.lines);
    if (part.of === "text") this.arriving.text.push(part.text);
    else this.arriving[part.of].push(Buffer.from(part.base64, "base64"));
  }

  /** The document at hand is complete. */
  private async land(): Promise<void> {
    if (this.arriving === undefined) return;
    const { described, ...parts } = this.arriving;
    this.arriving = undefined;
    const original = Buffer.concat(parts.original);
    if (original.length !== described.byteLength || digest("sha256", original, "hex") !== described.sha256)
      throw damaged("original", this.lines);
    const text = described.textIsOriginal ? original.toString("utf8") : parts.text.join("");
    if (
      text.length !== described.textLength ||
      digest("sha256", Buffer.from(text), "hex") !== described.textSha256
    )
      throw damaged("text", this.lines);
    // The columns are read as typed arrays: they must stand in memory of their own.
    const columns = new Uint8Array(Buffer.concat(parts.columns));
    const decoded = decodeDocument(JSON.stringify(described.head), columns, text);
    if (!decoded.ok) throw damaged(String(decoded.failure.data?.["what"] ?? "document"), this.lines);
    this.documents++;
    if (this.documents % 256 === 0) this.options.onProgress?.(this.documents, this.header?.documents ?? 0);
    await this.add(described, original, decoded.value);
  }

  private async add(
    { sha256, template, paths }: DocumentLine,
    bytes: Uint8Array,
    document: NewDocument["document"],
  ): Promise<void> {
    const [first, ...further] = paths;
    if (first === undefined) throw damaged("paths", this.lines);
    const indexed = this.options.indexOf(comparableText(document));
    const { path, at } = first;
    await this.track(this.store.add({ path, bytes, sha256, document, ...indexed, template, at }));
    const id = this.store.findOriginal(sha256);
    invariant(id !== undefined, "a document that was added is found");
    for (const one of further) await this.track(this.store.addPath(id, one.path, one.byteLength, one.at));
  }

  /** Entries of files that gave a document come with it; those that did not stand for themselves. */
  private async takeEntry(entry: LedgerEntry): Promise<void> {
    this.ledgerEntries++;
    if (entry.failure !== undefined) await this.track(this.store.addLedger(entry));
  }

  private async track(acknowledged: Promise<Result<unknown>>): Promise<void> {
    const settled = acknowledged.then((result) => {
      if (!result.ok) this.problem ??= new FailureError(result.failure.code, result.failure.data);
      this.pending.delete(settled);
    });
    this.pending.add(settled);
    if (this.pending.size >= MOST_PENDING) await Promise.race(this.pending);
  }
}

async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  let lines = 0;
  for await (const piece of pieces) {
    const lined = (rest + piece).split("\n");
    rest = lined.pop()!;
    for (const line of lined) {
      lines++;
      yield line;
    }
    if (rest.length > MOST_LINE_UNITS) throw damaged("length of a line", lines + 1);
  }
  if (rest !== "") throw damaged("end", lines + 1);
}
