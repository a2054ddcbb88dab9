/** Opens a PDF and turns pdf.js's exceptions into failures. */
import type { Failure } from "../../base/failure.ts";
import { failure } from "../../base/failure.ts";
import type { Result } from "../../base/result.ts";
import { failed, ok } from "../../base/result.ts";
import { PDF_TEXT_OPTIONS } from "./pdf-engine.ts";
import type { PdfEngine, PdfEngineDocument, PdfLoadingTask } from "./pdf-engine.ts";

export interface OpenPdf {
  readonly task: PdfLoadingTask;
  readonly file: PdfEngineDocument;
  readonly usedPassword: boolean;
}

/** `PasswordException.code`: pdf.js's own two, and the one our patch adds. */
const NEEDS_PASSWORD = 1;
const WRONG_PASSWORD = 2;
const NO_PASSWORD_OPENS = 3;

/**
 * A password given for a whole folder may be wrong for a file that opens without one, so the empty one comes first.
 * pdf.js takes the bytes over; the caller's stay as they are.
 */
export async function openPdf(
  engine: PdfEngine,
  bytes: Uint8Array,
  password?: string,
): Promise<Result<OpenPdf>> {
  const first = await attempt(engine, bytes);
  if (first.ok || first.failure.code !== "extract/needs-password" || !password) return first;
  return attempt(engine, bytes, password);
}

async function attempt(engine: PdfEngine, bytes: Uint8Array, password?: string): Promise<Result<OpenPdf>> {
  const task = engine.getDocument({
    ...PDF_TEXT_OPTIONS,
    ...engine.assets,
    data: new Uint8Array(bytes),
    ...(password === undefined ? {} : { password }),
  });
  try {
    return ok({ task, file: await task.promise, usedPassword: password !== undefined });
  } catch (error) {
    await task.destroy();
    return failed(encryptionFailure(error) ?? damage(bytes));
  }
}

/** Undefined when the error has nothing to do with encryption. */
export function encryptionFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error) || error.name !== "PasswordException" || !("code" in error)) return undefined;
  switch (error.code) {
    case NEEDS_PASSWORD:
      return failure("extract/needs-password");
    case WRONG_PASSWORD:
      return failure("extract/wrong-password");
    case NO_PASSWORD_OPENS:
      return failure("extract/encryption-unsupported");
  }
  return undefined;
}

/** A file cut short has lost its end, where a PDF says how to read it. */
function damage(bytes: Uint8Array): Failure {
  return failure(hasEnd(bytes) ? "extract/corrupt" : "extract/truncated");
}

/** Readers accept junk after the end; this much is searched. */
const TAIL_BYTES = 64 * 1024;
const STARTXREF = Uint8Array.from("startxref", (letter) => letter.charCodeAt(0));

export function hasEnd(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES));
  for (
    let at = tail.lastIndexOf(STARTXREF[0]!);
    at >= 0;
    at = at === 0 ? -1 : tail.lastIndexOf(STARTXREF[0]!, at - 1)
  ) {
    if (STARTXREF.every((byte, i) => tail[at + i] === byte)) return true;
  }
  return false;
}
