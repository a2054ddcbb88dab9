/** How one row came out, with the reason in words for the person who reads the list. */
export interface Verdict {
  readonly kind: "passed" | "failed" | "skipped";
  readonly reason: string;
  /** Further lines to print below the row. */
  readonly details?: readonly string[];
}

export const passed = (reason: string, details?: readonly string[]): Verdict =>
  verdict("passed", reason, details);
export const fails = (reason: string, details?: readonly string[]): Verdict =>
  verdict("failed", reason, details);
export const skipped = (reason: string): Verdict => verdict("skipped", reason);

const verdict = (kind: Verdict["kind"], reason: string, details?: readonly string[]): Verdict =>
  details === undefined ? { kind, reason } : { kind, reason, details };

export function tally(verdicts: readonly Verdict[]): { passed: number; failed: number; skipped: number } {
  const count = (kind: Verdict["kind"]) => verdicts.filter((one) => one.kind === kind).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}
