/**
 * A second, slow tokeniser, written from the rules alone: regular expressions and the engine's own Unicode data, no
 * table, several passes. What the product's single pass makes of a text must agree with it.
 *
 * It leaves out what it does not model: compatibility characters that stay themselves because they would become more
 * than one token, and marks of one kind of script on letters of the other (`isModelled`).
 */
const UNSPACED_SCRIPTS = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"];
const U = `[[${UNSPACED_SCRIPTS.map((s) => `\\p{Script_Extensions=${s}}`).join("")}]&&[\\p{L}\\p{N}\\p{M}]]`;
const SPACED = `[[\\p{L}\\p{N}\\p{M}]--${U}]`;
const LETTER_BEFORE = `(?<=[[\\p{L}\\p{M}]--${U}]\\p{M}*)(?<!${U}\\p{M}*)`;
const LETTER_AFTER = `(?=[[\\p{L}\\p{M}]--${U}])`;
const DIGIT = `[\\p{Nd}--${U}]`;
const BLANKS = "[ \\t\\u00a0]*";
const LINE_END = `(?:\\r\\n|[\\n\\r\\u2028])${BLANKS}`;
const LINE_BREAK = `${BLANKS}(?:${LINE_END}(?:\\f${BLANKS})?|\\f${BLANKS}(?:${LINE_END})?)`;

const APOSTROPHE_SIGNS = "'`´ʹʻʼʽʾʿˈ՚׳‘’‚‛′‵Ꞌꞌ＇｀";
const INVISIBLE = new RegExp(
  `[[\\p{Default_Ignorable_Code_Point}\\u0640${APOSTROPHE_SIGNS}]--\\u00ad]`,
  "gv",
);
const HYPHEN_SIGNS = "\\-‐‑–﹣－";
const NUMBER_SIGNS = ",.\\u00a0٫٬\\u2007\\u2009\\u202f，．";
const SIGN = new RegExp(`^[${HYPHEN_SIGNS}${NUMBER_SIGNS}\\u00ad]$`, "v");
const ACCENT =
  /^(?=\p{M})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]|^(?=\p{M})(?=[\p{Script=Inherited}\p{Script=Common}])(?=[\p{scx=Inherited}\p{scx=Common}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}])(?![\p{scx=Devanagari}\p{scx=Hiragana}])/u;

function foldCharacter(character: string): string {
  if (SIGN.test(character)) return character;
  if (ACCENT.test(character) && character !== "\u0345") return "";
  let folded = character;
  for (;;) {
    const decomposed = folded.normalize("NFKD").toUpperCase();
    const next = Array.from(decomposed, (c) => c.toLowerCase())
      .join("")
      .normalize("NFKD");
    if (next === folded) break;
    folded = next;
  }
  const kept = Array.from(folded).filter((c) => !ACCENT.test(c));
  return kept.join("").replace(INVISIBLE, "");
}

const PARTS = new RegExp(`${U}\\p{M}*|${SPACED}[${SPACED}\\p{M}]*`, "gv");

/** The tokens of `text` in folded form. */
export function referenceTokens(text: string): string[] {
  const visible = text.toWellFormed().replace(INVISIBLE, "");
  const folded = Array.from(visible, foldCharacter).join("");
  const soft = folded
    .replace(
      new RegExp(`${LETTER_BEFORE}\\u00ad+(?=[ \\t\\u00a0\\u00ad]*[\\n\\r\\f\\u2028])`, "gv"),
      "\ue000",
    )
    .replaceAll("\u00ad", "")
    .replace(new RegExp(`\\ue000${LINE_BREAK}${LETTER_AFTER}`, "gv"), "")
    .replaceAll("\ue000", "");
  const joined = soft
    .replace(new RegExp(`${LETTER_BEFORE}[${HYPHEN_SIGNS}](?:${LINE_BREAK})?${LETTER_AFTER}`, "gv"), "")
    .replace(new RegExp(`(?<=${DIGIT})[${NUMBER_SIGNS}](?=${DIGIT})`, "gv"), "");
  return joined.match(PARTS) ?? [];
}

const MIXED_MARKS = new RegExp(
  `${SPACED}\\p{M}*[${U}&&\\p{M}]|${U}\\p{M}*[${SPACED}&&\\p{M}]|(?=\\p{M}*\\u0345)\\p{M}*[\\p{M}--[\\p{sc=Inherited}\\p{sc=Greek}]]`,
  "v",
);
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** True if the reference and the product claim the same rules for `text`. */
export function isModelled(text: string): boolean {
  for (const character of text) {
    const form = Array.from(character.normalize("NFKD"));
    const words = form.filter((c) => WORD.test(c));
    if (words.length === 0) continue;
    const splits = words.length < form.length && !/\p{M}/u.test(character);
    const bases = words.filter((c) => !/\p{M}/u.test(c));
    const several = bases.length > 1 && bases.some((c) => new RegExp(U, "v").test(c));
    const markFirst = /\p{M}/u.test(words[0]!) && bases.length > 0;
    if (splits || several || markFirst) return false;
  }
  return !mixesMarks(text);
}

/** True if a kept mark stands on a letter of a script that has no such marks, as no language writes it. */
export const mixesMarks = (text: string): boolean =>
  MIXED_MARKS.test(text.normalize("NFKD").replace(INVISIBLE, "").replaceAll("\u00ad", ""));

/** Canonical forms and orders of marks taken out, so that two spellings of one folded token compare equal. */
export const canonical = (token: string): string =>
  token.normalize("NFD").replace(/\p{M}+/gu, (marks) => Array.from(marks).sort().join(""));
