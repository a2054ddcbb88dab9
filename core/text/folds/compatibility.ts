/**
 * Fold: compatibility forms (NFKC).
 *
 * A typographic variant of a character reads as the character: ligatures (ﬁ), fullwidth and halfwidth forms, circled
 * and superscript digits, Arabic presentation forms. Extractors and typesetters choose between such forms freely.
 *
 * Compared is the fully decomposed form (NFKD): two texts with the same NFKC have the same NFKD and the other way
 * round, and decomposing needs no look-ahead where composing does. Source: Unicode Standard Annex 15.
 *
 * Used when the fold table is generated; the program itself only reads the table.
 */
export const decompose = (text: string): string => text.normalize("NFKD");
