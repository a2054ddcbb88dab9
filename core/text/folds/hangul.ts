/**
 * Fold: conjoining Hangul letters (jamo) are the syllable they make up, however the text was encoded.
 *
 * Syllables follow from arithmetic, so that they take no room in the fold table.
 * Source: The Unicode Standard, 3.12, "Conjoining Jamo Behavior".
 */
const SYLLABLE_FIRST = 0xac00;
const SYLLABLE_LAST = 0xd7a3;
const LEAD_FIRST = 0x1100;
const LEADS = 19;
const VOWEL_FIRST = 0x1161;
const VOWELS = 21;
/** One before the first trailing consonant: trail 0 means none. */
const TRAIL_BASE = 0x11a7;
const TRAILS = 28;

/** Block of the conjoining letters. */
export const JAMO_FIRST = 0x1100;
export const JAMO_LAST = 0x11ff;

export const isHangulSyllable = (unit: number): boolean => unit >= SYLLABLE_FIRST && unit <= SYLLABLE_LAST;

/** True for what may join with what stands beside it: a conjoining letter, or a syllable that a letter may complete. */
export const isJoining = (unit: number): boolean =>
  (unit >= JAMO_FIRST && unit <= JAMO_LAST) || isHangulSyllable(unit);

/** The syllable that `before` and `unit` make up; 0 if they make none. */
export function composeHangul(before: number, unit: number): number {
  const lead = before - LEAD_FIRST;
  const vowel = unit - VOWEL_FIRST;
  if (lead >= 0 && lead < LEADS && vowel >= 0 && vowel < VOWELS)
    return SYLLABLE_FIRST + (lead * VOWELS + vowel) * TRAILS;
  const trail = unit - TRAIL_BASE;
  const isOpen = isHangulSyllable(before) && (before - SYLLABLE_FIRST) % TRAILS === 0;
  return isOpen && trail > 0 && trail < TRAILS ? before + trail : 0;
}
