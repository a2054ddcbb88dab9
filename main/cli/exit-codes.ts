/** How a command ended, for scripts. Documented in docs/guide/command-line.md; a change there is a breaking change. */
export const EXIT = {
  /** Everything asked for was done and every file was read. */
  done: 0,
  /** A bug in Pincite. */
  bug: 1,
  /** The command line was wrong. */
  usage: 2,
  /** Done, but some files could not be read: see the ledger. */
  someUnreadable: 3,
  /** The store cannot be used: missing, in use, damaged, newer, disk full ... */
  store: 4,
  /** A work to be checked, or the file to be shown, could not be read. */
  work: 5,
  /** Stopped by the user; what was acknowledged is kept. */
  cancelled: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
