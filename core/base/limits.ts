/**
 * Hard bounds on what one file may cost. Each has its unit in its name and its reason beside it; all are printed
 * in the report. Defaults follow SECURITY.md 3.3 of the design.
 */
export const MIB = 1024 * 1024;

export interface Limits {
  readonly pdfFileBytes: number;
  readonly otherFileBytes: number;
  readonly textFileBytes: number;
  /** A bogus /Count must not make us loop. */
  readonly pdfPages: number;
  readonly pageMilliseconds: number;
  readonly documentMilliseconds: number;
  readonly noProgressMilliseconds: number;
  /** Resident memory of the extractor process. */
  readonly extractorBytes: number;
  readonly zipEntries: number;
  readonly zipPartBytes: number;
  readonly zipTotalBytes: number;
  /** Output bytes per input byte once a part is larger than 1 MiB. */
  readonly zipRatio: number;
  readonly xmlDepth: number;
  readonly xmlAttributes: number;
  /** Elements an HTML tree may nest before we stop descending. */
  readonly htmlDepth: number;
  readonly textUnits: number;
}

export const DEFAULT_LIMITS: Limits = {
  pdfFileBytes: 2048 * MIB,
  otherFileBytes: 256 * MIB,
  textFileBytes: 512 * MIB,
  pdfPages: 100_000,
  pageMilliseconds: 20_000,
  documentMilliseconds: 15 * 60_000,
  noProgressMilliseconds: 60_000,
  extractorBytes: 1536 * MIB,
  zipEntries: 5_000,
  zipPartBytes: 64 * MIB,
  zipTotalBytes: 256 * MIB,
  zipRatio: 1_000,
  xmlDepth: 256,
  xmlAttributes: 10_000,
  htmlDepth: 512,
  // One JavaScript string holds at most about 2^29 units; half of it leaves room to work.
  textUnits: 256 * MIB,
};
