/**
 * Scripts written without spaces between words: every character, with its combining marks, is one token.
 *
 * A dictionary would find words, but its answers change from version to version, and with them the evidence.
 * Script_Extensions, so that signs shared by scripts (ー, 々) go with them.
 */
const UNSPACED =
  /^[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\p{Script_Extensions=Thai}\p{Script_Extensions=Lao}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}]$/u;

/** Of a letter, digit or mark. */
export const isUnspaced = (character: string): boolean => UNSPACED.test(character);
