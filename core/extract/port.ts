/**
 * The port through which the engine has a document read. Implementations decide where hostile bytes are parsed: a
 * limited child process for the command line, a sandboxed window for the desktop program.
 */
import type { Limits } from "../base/limits.ts";
import type { Result } from "../base/result.ts";
import type { Document } from "../model/document.ts";

export interface ExtractionRequest {
  readonly bytes: Uint8Array;
  /** File name without folders: a label and a hint; content decides the format. */
  readonly name: string;
  readonly password?: string;
  readonly limits: Limits;
}

export interface ExtractionHost {
  /** Never rejects: crashes, timeouts and malformed answers come back as failures. */
  extract(
    request: ExtractionRequest,
    onProgress?: (pagesDone: number, pagesTotal: number) => void,
  ): Promise<Result<Document>>;
  close(): Promise<void>;
}

/** A page has its own time limit; a part of another format has none. */
export type ProgressUnit = "page" | "part";

/** What one front-end is: bytes in, document out. `progress` is called per page or part and may throw to stop. */
export interface FrontEndContext {
  readonly limits: Limits;
  readonly password?: string;
  progress(done: number, total: number, unit?: ProgressUnit): void;
}

export type FrontEnd = (
  bytes: Uint8Array,
  name: string,
  context: FrontEndContext,
) => Promise<Result<Document>>;
