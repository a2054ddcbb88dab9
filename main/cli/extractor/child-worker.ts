/**
 * One child process and the document it works on: sends it, watches the clock and the memory from outside, and kills.
 *
 * A document in the child can loop, eat memory, answer nonsense or take the process down. Each ends in one code:
 * `extract/timeout`, `extract/memory-limit`, `extract/invalid-output`, `extract/crashed`.
 */
import type { ChildProcess } from "node:child_process";
import { failure, type Failure } from "../../../core/base/failure.ts";
import { MIB } from "../../../core/base/limits.ts";
import { failed, type Result } from "../../../core/base/result.ts";
import type { ExtractionRequest } from "../../../core/extract/port.ts";
import type { Document, DocumentFormat } from "../../../core/model/document.ts";
import { type ExtractorMessage, parseExtractorMessage } from "../../../core/protocol/untrusted-document.ts";
import { startChild, type ChildProgram } from "./child-sandbox.ts";
import { requestsOf } from "./requests.ts";
import { residentBytesOf } from "./resident-bytes.ts";

export type ProgressListener = (done: number, total: number) => void;

/** How one document ended, and whether the process may read another. */
export interface WorkerOutcome {
  readonly result: Result<Document>;
  readonly reusable: boolean;
}

interface Task {
  readonly ticket: number;
  readonly request: ExtractionRequest;
  readonly onProgress: ProgressListener | undefined;
  readonly startedAt: number;
  lastSignAt: number;
  /** A page is being read, which has its own time. */
  inPage: boolean;
  readonly finish: (outcome: WorkerOutcome) => void;
}

/** How often clock and memory are looked at. One allocation can be faster: the heap limit is the second wall. */
const WATCH_MILLISECONDS = 100;
/** A slow laptop with a virus scanner needs seconds to start a process; this is for one that never comes up. */
const START_MILLISECONDS = 60_000;
const STDERR_UNITS = 4096;
/** Share of the resident limit that the JavaScript heap may take; the rest is for buffers outside it. */
const HEAP_SHARE = 2 / 3;

/** These say what the file is; the process that found out is as good as before. */
const ORDERLY = new Set<Failure["code"]>([
  "read/empty-file",
  "read/too-large",
  "extract/unsupported-type",
  "extract/undecodable-text",
  "extract/legacy-office",
  "extract/needs-password",
  "extract/wrong-password",
  "extract/not-a-word-document",
]);

/** Formats with parsers large enough to leave something behind. */
const RISKY = new Set<DocumentFormat>(["pdf", "docx"]);

export class ChildWorker {
  /** Documents finished so far, and how many of them were of formats with large parsers. */
  documents = 0;
  riskyDocuments = 0;
  residentBytes = 0;
  private readonly child: ChildProcess;
  private readonly ready: Promise<boolean>;
  private readonly watch: NodeJS.Timeout;
  private task: Task | undefined;
  private stderr = "";
  private gone: { readonly code: number | null; readonly signal: string | null } | undefined;
  /** Why we killed it, when we did. */
  private verdict: Failure | undefined;
  private ticket = 0;
  private markReady: (ready: boolean) => void = () => undefined;

  constructor(program: ChildProgram, extractorBytes: number) {
    this.child = startChild(program, Math.max(64, Math.floor((extractorBytes * HEAP_SHARE) / MIB)));
    this.ready = new Promise((resolve) => (this.markReady = resolve));
    this.child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr = (this.stderr + text).slice(-STDERR_UNITS);
    });
    this.child.on("message", (untrustedMessage) => this.receive(untrustedMessage));
    this.child.on("error", () => this.end(null, null));
    // "close" comes after the last byte of stderr, which tells an exhausted heap from a crash.
    this.child.on("close", (code, signal) => this.end(code, signal));
    this.watch = setInterval(() => this.look(), WATCH_MILLISECONDS).unref();
  }

  get alive(): boolean {
    return this.gone === undefined && this.verdict === undefined;
  }

  /** Reads one document. The caller sends the next only after this has settled; never rejects. */
  async read(request: ExtractionRequest, onProgress?: ProgressListener): Promise<WorkerOutcome> {
    const started = await this.started();
    if (!started) return { result: failed(this.howItEnded("start")), reusable: false };
    return new Promise((finish) => {
      const now = performance.now();
      const ticket = ++this.ticket;
      this.task = { ticket, request, onProgress, startedAt: now, lastSignAt: now, inPage: false, finish };
      for (const part of requestsOf(ticket, request))
        this.child.send(part, (error) => error && this.child.kill("SIGKILL"));
    });
  }

  /** Ends the process; a document in it is answered as cancelled. */
  kill(): void {
    this.condemn(failure("request/cancelled"));
  }

  private async started(): Promise<boolean> {
    const timer = setTimeout(
      () => this.condemn(failure("extract/timeout", { when: "start" })),
      START_MILLISECONDS,
    );
    const ready = await this.ready;
    clearTimeout(timer);
    return ready && this.gone === undefined;
  }

  private receive(untrustedMessage: unknown): void {
    if (this.verdict !== undefined) return;
    const limits = this.task?.request.limits;
    if (limits === undefined) {
      // Before its first document a child has one thing to say, and after an answer nothing.
      this.markReady(true);
      return;
    }
    const parsed = parseExtractorMessage(untrustedMessage, limits);
    if (!parsed.ok) return this.condemn(parsed.failure);
    const message = parsed.value;
    if (message.kind === "ready" || message.ticket !== this.task?.ticket) return;
    if (message.kind === "progress") return this.noteProgress(message);
    if (message.kind === "document") this.settle({ ok: true, value: message.document }, true);
    else this.settle(failed(message.failure), ORDERLY.has(message.failure.code));
  }

  private noteProgress(message: Extract<ExtractorMessage, { kind: "progress" }>): void {
    const { done, total, residentBytes } = message;
    const task = this.task!;
    task.lastSignAt = performance.now();
    task.inPage = message.unit === "page" && done < total;
    task.onProgress?.(done, total);
    if (process.platform !== "linux") this.judgeMemory(residentBytes);
  }

  private settle(result: Result<Document>, reusable: boolean): void {
    const task = this.task;
    this.task = undefined;
    this.documents++;
    if (result.ok && RISKY.has(result.value.format)) this.riskyDocuments++;
    task?.finish({ result, reusable });
  }

  /** The watch: document time, time of one page, time without a sign of progress, resident memory. */
  private look(): void {
    if (this.task === undefined || !this.alive) return;
    const { limits } = this.task.request;
    const { documentMilliseconds, pageMilliseconds, noProgressMilliseconds } = limits;
    const { startedAt, lastSignAt, inPage } = this.task;
    const now = performance.now();
    const tooLong = (limit: number, when: string): void =>
      this.condemn(failure("extract/timeout", { limit, unit: "ms", when }));
    if (now - startedAt > documentMilliseconds) tooLong(documentMilliseconds, "document");
    else if (inPage && now - lastSignAt > pageMilliseconds) tooLong(pageMilliseconds, "page");
    else if (now - lastSignAt > noProgressMilliseconds) tooLong(noProgressMilliseconds, "no progress");
    else {
      const resident = residentBytesOf(this.child.pid);
      if (resident !== undefined) this.judgeMemory(resident);
    }
  }

  private judgeMemory(residentBytes: number): void {
    this.residentBytes = residentBytes;
    const limit = this.task?.request.limits.extractorBytes ?? Infinity;
    if (residentBytes > limit) this.condemn(memoryLimit(limit));
  }

  private condemn(verdict: Failure): void {
    this.verdict ??= verdict;
    this.child.kill("SIGKILL");
  }

  private end(code: number | null, signal: string | null): void {
    if (this.gone !== undefined) return;
    this.gone = { code, signal };
    clearInterval(this.watch);
    this.markReady(false);
    if (this.task !== undefined) this.settle(failed(this.howItEnded("document")), false);
  }

  private howItEnded(when: "start" | "document"): Failure {
    if (this.verdict !== undefined) return this.verdict;
    if (this.stderr.includes("heap out of memory") || this.stderr.includes("Allocation failed")) {
      return memoryLimit(this.task?.request.limits.extractorBytes ?? 0);
    }
    const { code, signal } = this.gone ?? { code: null, signal: null };
    return failure("extract/crashed", {
      when,
      ...(code === null ? {} : { exitCode: code }),
      ...(signal === null ? {} : { signal }),
    });
  }
}

const memoryLimit = (bytes: number): Failure =>
  failure("extract/memory-limit", { limit: Math.floor(bytes / MIB), unit: "MiB" });
