/**
 * `w:sym`: one character of a symbol font. Known fonts (Symbol, Wingdings, Webdings) have Unicode equivalents; the
 * characters of other fonts are kept as they stand, in the private use area.
 */
import { codePoint } from "dingbat-to-unicode";

/** Word writes a symbol font's byte XX as U+F0XX. */
const SYMBOL_AREA = 0xf000;

export function symbolText(font: string | undefined, hexadecimal: string | undefined): string {
  const code = /^[0-9a-fA-F]{1,6}$/.test(hexadecimal ?? "") ? parseInt(hexadecimal ?? "", 16) : 0;
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
  const inFont = code >= SYMBOL_AREA && code <= SYMBOL_AREA + 0xff ? code - SYMBOL_AREA : code;
  const known = font === undefined ? undefined : (codePoint(font, code) ?? codePoint(font, inFont));
  return known?.string ?? String.fromCodePoint(code);
}
