/**
 * Fold: a Hangul syllable is its conjoining letters (jamo), however it was encoded.
 *
 * The 11 172 syllables follow from arithmetic, so they take no room in the fold table.
 * Source: The Unicode Standard, 3.12, "Conjoining Jamo Behavior".
 */
export const HANGUL_FIRST = 0xac00;
export const HANGUL_LAST = 0xd7a3;
export const LEAD_FIRST = 0x1100;
export const VOWEL_FIRST = 0x1161;
/** One before the first trailing consonant: trail 0 means none. */
export const TRAIL_BASE = 0x11a7;
export const TRAILS = 28;
export const VOWELS = 21;
