/** Exact replacements in the text of another program's file: each fits exactly one place, or nothing is changed at all. */

export interface Replacement {
  readonly why: string;
  readonly from: string;
  readonly to: string;
}

/** Applies every replacement; each must occur exactly once in what the ones before it made. */
export function applyReplacements(source: string, replacements: readonly Replacement[]): string {
  let patched = source;
  for (const { why, from, to } of replacements) {
    const parts = patched.split(from);
    if (parts.length !== 2) {
      throw new Error(`pdf.js has changed: ${parts.length - 1} places instead of one for "${why}"`);
    }
    patched = parts.join(to);
  }
  return patched;
}
