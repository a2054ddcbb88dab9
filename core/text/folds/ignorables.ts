/**
 * Fold: invisible characters are dropped.
 *
 * Zero-width spaces and joiners, byte order marks, variation selectors, bidi controls and soft hyphens change nothing
 * a reader sees, and are a cheap way to hide a copy. The set is Unicode's Default_Ignorable_Code_Point, and the Arabic
 * tatweel, which only stretches a word.
 */
const IGNORABLE = /^[\p{Default_Ignorable_Code_Point}\u0640]$/u;

export const isIgnorable = (character: string): boolean => IGNORABLE.test(character);

/** Dropped like the others, but with a line break after it, it joins the two halves of a word (folds/hyphens). */
export const SOFT_HYPHEN = 0x00ad;
