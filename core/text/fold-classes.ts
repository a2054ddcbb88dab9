/**
 * What the fold table says of one UTF-16 unit, and of one folded unit.
 *
 * FOLD[unit] is either one of the classes below (all smaller than any folded unit can be) or the folded unit itself.
 */

/** Ends a word. */
export const SEPARATOR = 0;
/** Joins digits; ends a word anywhere else. */
export const NUMBER_SEPARATOR = 1;
/** Joins letters; ends a word anywhere else. */
export const HYPHEN = 2;
/** Joins letters across a line break, dropped elsewhere. */
export const SOFT_HYPHEN_CLASS = 3;
/** Dropped; may stand inside a word. */
export const IGNORABLE = 4;
/** A combining mark of a script where marks are removed. Dropped, but part of the character it stands on. */
export const REMOVED_MARK = 5;
/** A kept mark below FIRST_SPECIAL that may stand in any order (folds/combining-marks). */
export const ORDER_FREE_MARK = 6;
/** Folds to more than one unit, or to a character beyond the basic plane: see EXPANSION_AT. */
export const EXPANSION = 7;
/** Half of a character beyond the basic plane. */
export const SURROGATE = 8;
/** A number below FIRST_SPECIAL that folds to itself, other than the ASCII digits. */
export const NUMBER = 9;
/** Only in the packed table and for characters beyond the basic plane: kept as it is. */
export const ITSELF = 10;

/** The smallest folded unit is the digit 0. */
export const FIRST_UNIT = 0x30;
/** The smallest folded letter is a. */
export const FIRST_LETTER = 0x61;
/** Thai. From here on KIND must be asked. Between, all folded units are letters of scripts with spaces (see NUMBER). */
export const FIRST_SPECIAL = 0x0e00;
/** Width of the range of units that need no thought. */
export const LETTER_SPAN = FIRST_SPECIAL - FIRST_LETTER;

/** Kinds of a folded unit, as bits. */
export const KIND_LETTER = 1;
export const KIND_DIGIT = 2;
export const KIND_MARK = 4;
export const KIND_ORDER_FREE = 8;
export const KIND_UNSPACED = 16;

/** Last character the table maps one by one (CJK Extension H). Beyond it everything is a separator or ignorable. */
export const LAST_MAPPED = 0x3347f;
