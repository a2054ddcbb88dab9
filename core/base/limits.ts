/**
 * Hard bounds on what one file may cost. Each has its unit in its name and its reason beside it. What goes beyond one
 * ends in a failure code, or where reading can go on without harm, in a notice; `test/hostile/limits.test.ts` holds a
 * file just below and one just above each.
 */
export const MIB = 1024 * 1024;

export interface Limits {
  /** By content as well as by name: a PDF called `.txt` has the PDF's bound. Failure: `read/too-large`. */
  readonly pdfFileBytes: number;
  /** Word documents and HTML pages, whose parsers need a multiple of the file in memory. */
  readonly otherFileBytes: number;
  readonly textFileBytes: number;
  /** A bogus /Count must not make us loop. */
  readonly pdfPages: number;
  /** Watched from outside the process that reads; failure: `extract/timeout`. */
  readonly pageMilliseconds: number;
  readonly documentMilliseconds: number;
  readonly noProgressMilliseconds: number;
  /** Resident memory of the extractor process; failure: `extract/memory-limit`. */
  readonly extractorBytes: number;
  /** The others end in `extract/limit-exceeded`. */
  readonly zipEntries: number;
  readonly zipPartBytes: number;
  /** Of a package and all packages inside it. */
  readonly zipTotalBytes: number;
  /** Output bytes per input byte once a part is larger than 1 MiB. */
  readonly zipRatio: number;
  /** Packages inside packages that are opened; deeper ones are named in a notice and left. */
  readonly zipDepth: number;
  readonly xmlDepth: number;
  readonly xmlAttributes: number;
  /** Elements open at once in an HTML page. */
  readonly htmlDepth: number;
  readonly textUnits: number;
  /** Texts of up to this many units may be out of any proportion to their file: a blank form says little in much. */
  readonly proportionFreeUnits: number;
  /** Text units per byte of the file above which the reader is told, and above which reading stops. */
  readonly noticedUnitsPerByte: number;
  readonly unitsPerByte: number;
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
  zipDepth: 4,
  xmlDepth: 256,
  xmlAttributes: 10_000,
  // Unclosed `font` and `b` of old pages nest to some hundreds; beyond this it is an attack.
  htmlDepth: 4_096,
  // One JavaScript string holds at most about 2^29 units; half of it leaves room to work.
  textUnits: 256 * MIB,
  // Apache Tika's guard against documents that unfold without end: 100 characters per byte after a million.
  proportionFreeUnits: 1_000_000,
  noticedUnitsPerByte: 100,
  unitsPerByte: 1_000,
};
