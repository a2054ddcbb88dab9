/**
 * Fold: apostrophes are dropped: don't, don’t and donʼt are "dont", L’Été is "lete", 1'000 is 1000.
 *
 * Straight, curly, reversed, modifier-letter, prime, grave and acute forms stand for each other in print, in old
 * plain-text files and after character-set accidents. A quotation mark of the same shape outside a word has a separator
 * on its other side, so that dropping it changes nothing.
 */
export const APOSTROPHES: ReadonlySet<number> = new Set([
  0x0027, // ' apostrophe
  0x0060, // ` grave accent
  0x00b4, // ´ acute accent
  0x02b9, // ʹ modifier letter prime
  0x02bb, // ʻ modifier letter turned comma (okina)
  0x02bc, // ʼ modifier letter apostrophe
  0x02bd, // ʽ modifier letter reversed comma
  0x02be, // ʾ modifier letter right half ring
  0x02bf, // ʿ modifier letter left half ring
  0x02c8, // ˈ modifier letter vertical line
  0x055a, // ՚ Armenian apostrophe
  0x05f3, // ׳ Hebrew geresh
  0x2018, // ‘ left single quotation mark
  0x2019, // ’ right single quotation mark
  0x201a, // ‚ single low-9 quotation mark
  0x201b, // ‛ single high-reversed-9 quotation mark
  0x2032, // ′ prime
  0x2035, // ‵ reversed prime
  0xa78b, // Ꞌ saltillo
  0xa78c, // ꞌ small saltillo
  0xff07, // ＇ fullwidth apostrophe
  0xff40, // ｀ fullwidth grave accent
]);
