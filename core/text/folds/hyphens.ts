/**
 * Fold: a hyphen between two letters joins them, and so does one at the end of a line: well-known, well‑known and
 * "well-" + line break + "known" are "wellknown", as is the word that a typesetter divided.
 *
 * Between anything but letters a hyphen separates (covid-19, 1914-1918). Two hyphens, em dash, minus and all other
 * dashes separate.
 */
export const HYPHENS: ReadonlySet<number> = new Set([
  0x002d, // - hyphen-minus
  0x2010, // ‐ hyphen
  0x2011, // ‑ non-breaking hyphen
  0x2013, // – en dash
  0xfe63, // ﹣ small hyphen-minus
  0xff0d, // － fullwidth hyphen-minus
]);
