/** The border between the checks and the files they are about: real ones in a run, made-up ones in tests. */
import type { Result } from "../../../core/base/result.ts";
import type { Document } from "../../../core/model/document.ts";
import type { Verdict } from "./verdict.ts";

/** What the checks need of the world; paths are relative to the folder of the files. */
export interface Bench {
  /** Through the real front-ends. */
  read(file: string, password?: string): Promise<Result<Document>>;
  exists(file: string): boolean;
  /** Files below a folder, sorted; undefined when the path is no folder. */
  list(folder: string): string[] | undefined;
  firstBytes(file: string, count: number): Uint8Array;
  /** Judges a table of planted works, given its path. */
  judgeGold(file: string): Promise<Verdict>;
}
