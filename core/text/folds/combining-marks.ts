/**
 * Fold: combining marks are removed in Latin, Greek, Cyrillic, Hebrew and Arabic.
 *
 * There they are accents, points and vowel signs that editions write or leave out. Everywhere else (Indic scripts,
 * Thai, Khmer, Myanmar ...) they are vowels and consonants: without them other words remain, so they are kept.
 *
 * Marks that Unicode gives to no single script (U+0301, acute) count as accents unless Script_Extensions names a script
 * in which marks are kept (U+0951 for Devanagari, U+3099 for kana).
 *
 * Kept marks of a combining class other than 0 may stand in any order within one character (Unicode Standard Annex 15,
 * canonical ordering). The tokeniser therefore adds them to the hash instead of chaining them: the order falls away.
 */
const MARK = /^\p{M}$/u;
const OF_ACCENT_SCRIPT =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]$/u;
const OF_NO_SCRIPT = /^[\p{Script=Inherited}\p{Script=Common}]$/u;
const SHARED_BY_ACCENT_SCRIPTS =
  /^[\p{Script_Extensions=Inherited}\p{Script_Extensions=Common}\p{Script_Extensions=Latin}\p{Script_Extensions=Greek}\p{Script_Extensions=Cyrillic}\p{Script_Extensions=Hebrew}\p{Script_Extensions=Arabic}]$/u;
const SHARED_BY_KEEPING_SCRIPTS = /^[\p{Script_Extensions=Devanagari}\p{Script_Extensions=Hiragana}]$/u;

export const isMark = (character: string): boolean => MARK.test(character);

export function isRemovedMark(character: string): boolean {
  if (!MARK.test(character)) return false;
  if (OF_ACCENT_SCRIPT.test(character)) return true;
  return (
    OF_NO_SCRIPT.test(character) &&
    SHARED_BY_ACCENT_SCRIPTS.test(character) &&
    !SHARED_BY_KEEPING_SCRIPTS.test(character)
  );
}

/** True for a mark whose canonical combining class is not 0; the engine shows it by reordering. */
export function isOrderFreeMark(character: string): boolean {
  const LOWEST = "\u0334"; // class 1
  const HIGHEST = "\u0345"; // class 240
  return (
    MARK.test(character) &&
    ((character + LOWEST).normalize("NFD") !== character.normalize("NFD") + LOWEST ||
      (HIGHEST + character).normalize("NFD") !== HIGHEST + character.normalize("NFD"))
  );
}
