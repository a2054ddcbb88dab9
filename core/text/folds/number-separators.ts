/**
 * Fold: separators inside numbers are dropped, between two digits only: 1,000 and 1.000 and 1 000 are 1000.
 *
 * Editions and languages group digits differently; which sign is the decimal one cannot be known without the language.
 */
export const NUMBER_SEPARATORS: ReadonlySet<number> = new Set([
  0x002c, // , comma
  0x002e, // . full stop
  0x00a0, // no-break space
  0x066b, // ٫ Arabic decimal separator
  0x066c, // ٬ Arabic thousands separator
  0x2007, // figure space
  0x2009, // thin space
  0x202f, // narrow no-break space
  0xff0c, // ， fullwidth comma
  0xff0e, // ． fullwidth full stop
]);
