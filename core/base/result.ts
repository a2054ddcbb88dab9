/**
 * Outcomes that are expected to go wrong are values, not throws (STYLE, rule 8).
 *
 * A `Result` is either `ok` with a value or not ok with a {@link Failure}. Bugs, that is broken invariants,
 * throw {@link Bug} and are caught only at process borders.
 */
import type { Failure } from "./failure.ts";

export type Result<T, F = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const failed = <F>(failure: F): { readonly ok: false; readonly failure: F } => ({
  ok: false,
  failure,
});

/** A broken invariant: our mistake, never the input's. */
export class Bug extends Error {
  override readonly name = "Bug";
}

/** Throws a {@link Bug} unless `condition` holds. Say in `what` which promise was broken. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Bug(what);
}

/** Ends an exhaustive `switch`; does not compile while an alternative is left. */
export function unreachable(value: never): never {
  throw new Bug(`unhandled alternative: ${JSON.stringify(value)}`);
}
