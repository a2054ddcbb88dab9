/**
 * The command line's extraction host: a small pool of limited child processes, one document at a time in each.
 *
 * Processes are kept over documents, because starting one costs more than reading a hundred small files. A process is
 * replaced after any failure that is not simply the file's, after a number of documents with large parsers (pdf.js,
 * Word), and when its memory has grown; a document that brings down a *used* process is tried once more in a fresh one,
 * so that no answer depends on what was read before it.
 */
import { failure, type FailureCode } from "../../../core/base/failure.ts";
import { failed, type Result } from "../../../core/base/result.ts";
import type { ExtractionHost, ExtractionRequest } from "../../../core/extract/port.ts";
import type { Document } from "../../../core/model/document.ts";
import type { ChildProgram } from "./child-sandbox.ts";
import { ChildWorker, type ProgressListener, type WorkerOutcome } from "./child-worker.ts";

export interface ChildHostOptions extends ChildProgram {
  /** Documents read at the same time. */
  readonly processes?: number;
}

const RISKY_DOCUMENTS_PER_PROCESS = 50;
/** A process that already fills this share of its limit would fail the next document for what earlier ones left. */
const WORN_MEMORY_SHARE = 0.4;
/** What may be the fault of earlier documents in the same process. */
const WORTH_A_FRESH_START = new Set<FailureCode>([
  "extract/memory-limit",
  "extract/crashed",
  "extract/invalid-output",
]);

export function createChildExtractionHost(options: ChildHostOptions): ExtractionHost {
  return new ChildHost(options, Math.max(1, options.processes ?? 1));
}

class ChildHost implements ExtractionHost {
  private readonly program: ChildProgram;
  private readonly idle: ChildWorker[] = [];
  private readonly all = new Set<ChildWorker>();
  private readonly waiting: (() => void)[] = [];
  private free: number;
  private closed = false;

  constructor(program: ChildProgram, processes: number) {
    this.program = program;
    this.free = processes;
  }

  async extract(request: ExtractionRequest, onProgress?: ProgressListener): Promise<Result<Document>> {
    const refused = refusal(request);
    if (refused !== undefined) return failed(refused);
    await this.turn();
    try {
      const first = await this.readOnce(request, onProgress, this.idle.pop());
      const worthAnother =
        first.wasUsed &&
        !first.outcome.result.ok &&
        WORTH_A_FRESH_START.has(first.outcome.result.failure.code);
      if (!worthAnother) return first.outcome.result;
      return (await this.readOnce(request, onProgress, undefined)).outcome.result;
    } finally {
      this.passTurn();
    }
  }

  close(): Promise<void> {
    this.closed = true;
    for (const worker of this.all) worker.kill();
    this.all.clear();
    this.idle.length = 0;
    return Promise.resolve();
  }

  private async readOnce(
    request: ExtractionRequest,
    onProgress: ProgressListener | undefined,
    kept: ChildWorker | undefined,
  ): Promise<{ outcome: WorkerOutcome; wasUsed: boolean }> {
    if (this.closed)
      return { outcome: { result: failed(failure("request/cancelled")), reusable: false }, wasUsed: false };
    // A kept process can have died while it was idle; that is nobody's fault.
    const worker = kept?.alive === true ? kept : this.start(request);
    const wasUsed = worker.documents > 0;
    const outcome = await worker.read(request, onProgress);
    if (outcome.reusable && !this.isWorn(worker, request) && !this.isClosed()) this.idle.push(worker);
    else this.retire(worker);
    return { outcome, wasUsed };
  }

  private start(request: ExtractionRequest): ChildWorker {
    const worker = new ChildWorker(this.program, request.limits.extractorBytes);
    this.all.add(worker);
    return worker;
  }

  private retire(worker: ChildWorker): void {
    worker.kill();
    this.all.delete(worker);
  }

  private isWorn(worker: ChildWorker, request: ExtractionRequest): boolean {
    return (
      worker.riskyDocuments >= RISKY_DOCUMENTS_PER_PROCESS ||
      worker.residentBytes > request.limits.extractorBytes * WORN_MEMORY_SHARE
    );
  }

  /** `closed` can have changed over an await; a method keeps the compiler from assuming it has not. */
  private isClosed(): boolean {
    return this.closed;
  }

  private async turn(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private passTurn(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free++;
    else next();
  }
}

/** What need not be sent to a child at all. */
function refusal({ bytes, limits }: ExtractionRequest) {
  if (bytes.length === 0) return failure("read/empty-file");
  const limit = Math.max(limits.pdfFileBytes, limits.otherFileBytes, limits.textFileBytes);
  return bytes.length > limit
    ? failure("read/too-large", { limit, got: bytes.length, unit: "bytes" })
    : undefined;
}
