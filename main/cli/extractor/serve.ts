/**
 * The work loop of the extractor's child process: collects one document's bytes, runs the front-end, answers.
 *
 * A throw of a front-end is a bug met by one document: it is answered as `extract/crashed` with the error's name, never
 * its text, which could quote the document.
 */
import { failure, FailureError, type Failure } from "../../../core/base/failure.ts";
import type { FrontEnd, ProgressUnit } from "../../../core/extract/port.ts";
import type { ExtractorMessage } from "../../../core/protocol/untrusted-document.ts";
import type { BeginRequest, ChildRequest } from "./requests.ts";

/** The child's end of the channel. */
export interface ChildChannel {
  send(message: ExtractorMessage): void;
  onRequest(listener: (request: ChildRequest) => void): void;
  /** Milliseconds from any origin, and resident bytes of this process. */
  now(): number;
  residentBytes(): number;
}

/** Progress more often than this tells nobody anything. */
const PROGRESS_MILLISECONDS = 50;

interface Arriving {
  readonly begin: BeginRequest;
  readonly bytes: Uint8Array;
  filled: number;
}

export function serveDocuments(frontEnd: FrontEnd, channel: ChildChannel): void {
  let arriving: Arriving | undefined;
  channel.onRequest((request) => {
    if (request.kind === "begin") arriving = begin(request);
    else if (arriving !== undefined) add(arriving, request.piece);
    if (arriving === undefined || arriving.filled < arriving.bytes.length) return;
    const whole = arriving;
    arriving = undefined;
    void answer(frontEnd, whole.begin, whole.bytes, channel);
  });
  channel.send({ kind: "ready" });
}

function begin(request: BeginRequest): Arriving {
  const whole = request.piece.length === request.byteLength;
  const bytes = whole ? plainBytes(request.piece) : new Uint8Array(request.byteLength);
  if (!whole) bytes.set(request.piece);
  return { begin: request, bytes, filled: request.piece.length };
}

/** Node's deserializer gives Buffers, whose `slice` shares memory where a Uint8Array's copies: front-ends expect the latter. */
const plainBytes = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);

function add(arriving: Arriving, piece: Uint8Array): void {
  arriving.bytes.set(piece, arriving.filled);
  arriving.filled += piece.length;
}

async function answer(
  frontEnd: FrontEnd,
  { ticket, name, limits, password }: BeginRequest,
  bytes: Uint8Array,
  channel: ChildChannel,
): Promise<void> {
  let lastSent = -Infinity;
  const progress = (done: number, total: number, unit: ProgressUnit = "part"): void => {
    const now = channel.now();
    if (now - lastSent < PROGRESS_MILLISECONDS) return;
    lastSent = now;
    channel.send({ kind: "progress", ticket, done, total, unit, residentBytes: channel.residentBytes() });
  };
  try {
    const context = { limits, progress, ...(password === undefined ? {} : { password }) };
    const outcome = await frontEnd(bytes, name, context);
    if (outcome.ok) channel.send({ kind: "document", ticket, document: outcome.value });
    else channel.send({ kind: "failure", ticket, failure: outcome.failure });
  } catch (error) {
    channel.send({ kind: "failure", ticket, failure: thrown(error) });
  }
}

function thrown(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return failure("extract/crashed", { error: name.slice(0, 100) });
}
