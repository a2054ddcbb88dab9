/**
 * Whether the text of a page can be compared: fonts without a Unicode map come out as noise, and noise that is
 * indexed as words hides copies.
 *
 * A file tells nothing reliable about this (a map can be present and wrong), so the text itself is judged. The
 * thresholds were fitted on 815 pages of public test files of PDF readers, nine of them known to be garbled: seven
 * of the nine are found, one of the other two is in fact readable, the last is noise of text recognition, which
 * these rules cannot see. Of the 806 other pages 83 were flagged: 58 garbled indeed, 15 character tables holding
 * control codes, 10 (1.2 %) wrongly, most of them tables of contents with ":" leaders and transliterations, which
 * {@link FILLER} and {@link OTHER_SCRIPT} have since been made for. A fit, not a test: other material may do worse.
 */
import type { PageUsability } from "../../model/source-map.ts";
import { isCommonHan } from "./common-han.ts";

/** Fewer characters than this give no share worth judging by letters. */
const MIN_FOR_LETTER_SHARE = 20;

/** Fewer odd characters or words than this on a short page are a stray glyph or a sign, not the page's encoding. */
const MIN_SIGNS = 3;
/** Fewer Latin words than this prove nothing by their capitals ("iPhone"). */
const MIN_LATIN_WORDS = 10;

/** Script of a letter as one letter; Japanese mixes its three. By scx, because the kana and Arabic marks are shared. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ["L", /\p{sc=Latin}/u],
  ["J", /[\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Bopomofo}]/u],
  ["A", /\p{scx=Arabic}/u],
  ["C", /\p{sc=Cyrillic}/u],
  ["G", /\p{sc=Greek}/u],
  ["H", /\p{sc=Hebrew}/u],
  ["K", /\p{sc=Hangul}/u],
  ["D", /\p{sc=Devanagari}/u],
  ["T", /\p{sc=Thai}/u],
];
/** Letters of no script of their own, such as the transliteration signs U+02BE and U+02BF, mix with any. */
const OTHER_SCRIPT = /[\p{L}--[\p{sc=Common}\p{sc=Inherited}]]/v;
const LETTER = /[\p{L}\p{M}]/u;
const CONTROL = /\p{Cc}/u;
const LATIN1_SYMBOL = /[\u00a1-\u00bf\u00d7\u00f7]/;
/** Shown as nothing, whatever else they are used for. */
const INVISIBLE = /[\u00ad\p{Default_Ignorable_Code_Point}]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, "gu");
/**
 * Greek and Cyrillic letters that look like Latin ones. A word disguised with them is no noise: it is read, found by what
 * it imitates, and told. Noise of fonts takes its letters from anywhere.
 */
const LOOKS_LATIN = /[АВЕЅНІЈКМОРСТХҮУԚԜаеоԁһіјрԛсѕѵԝхуүпгкΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹϳαειικνορυχγητωϲ]/u;
/**
 * Words no page of prose does without, in the languages most written with Latin letters. Where they stand, flipping
 * case is play or disguise; a font that draws pictures or another script with Latin codes has none.
 */
const FUNCTION_WORDS = new Set(
  (
    "the of and to in is that for it as with be by on not or are from at this have which " +
    "der die das und ist nicht ein eine mit von den zu auf für sich dem des im " +
    "le la les de des et un une est que dans pour qui sur pas par au du " +
    "el los las y en es una con por para se no del lo su o e il che di non per con un sono " +
    "het een van en dat niet op voor met zijn os da do na em com um uma que não"
  ).split(" "),
);
const LEAST_FUNCTION_WORDS = 0.1;
const UNUSABLE = /[\p{Co}\p{Cn}\ufffd]/u;
/** Digits, dashes and the leaders of tables of contents: present in plenty on readable pages. */
const FILLER = /[.:\u00b7\u2026\u2024_\p{Nd}-]/u;
const HAN = /\p{sc=Han}/u;
const LATIN_WORD = /^\p{sc=Latin}{3,}$/u;
const CASE_FLIP = /\p{Ll}\p{Lu}/u;

export interface PageText {
  readonly text: string;
  readonly glyphs: number;
  /** Glyphs the file gives no Unicode value for. */
  readonly unmapped: number;
}

/** A number of characters or words, and its share of what it was counted in. */
interface Part {
  readonly count: number;
  readonly share: number;
}

interface Shares {
  readonly characters: number;
  readonly control: Part;
  readonly latin1Symbols: Part;
  readonly unusable: Part;
  readonly han: Part;
  readonly rareHan: Part;
  /** Letters in what is left without {@link FILLER}. */
  readonly letters: Part;
  readonly lettersCounted: number;
  readonly mixedScriptWords: Part;
  readonly latinWords: Part;
  readonly caseFlips: Part;
  /** {@link FUNCTION_WORDS} among all words, whatever their case. */
  readonly functionWords: Part;
  readonly unmapped: Part;
}

const part = (count: number, whole: number): Part => ({ count, share: whole === 0 ? 0 : count / whole });

/** More than this share, and more than a stray sign. */
const exceeds = ({ count, share }: Part, bound: number): boolean => share > bound && count >= MIN_SIGNS;

export function usabilityOf(page: PageText): Exclude<PageUsability, "failed"> {
  const shares = sharesOf(page);
  if (shares.characters === 0) return "no-text";
  return isGarbled(shares) ? "garbled" : "text";
}

function isGarbled(s: Shares): boolean {
  // However short: a page of control characters holds no word.
  if (exceeds(s.control, 0.02) || s.control.share > 0.5) return true;
  if (exceeds(s.mixedScriptWords, 0.25)) return true;
  // Missing maps alone prove nothing (TeX fonts have none and read well): they need a second sign.
  const fewLetters = s.letters.share < 0.6 && s.lettersCounted > 0;
  const odd = s.mixedScriptWords.share > 0.1 || s.latin1Symbols.share > 0.05 || fewLetters;
  if (exceeds(s.unmapped, 0.3) && odd) return true;
  if (exceeds(s.latin1Symbols, 0.1)) return true;
  if (exceeds(s.rareHan, 0.3) && s.han.share > 0.2) return true;
  const flips = s.caseFlips.share > 0.35 && s.latinWords.share > 0.4 && s.latinWords.count >= MIN_LATIN_WORDS;
  if (flips && s.functionWords.share < LEAST_FUNCTION_WORDS) return true;
  if (exceeds(s.unusable, 0.05)) return true;
  return s.lettersCounted >= MIN_FOR_LETTER_SHARE && s.letters.share < 0.4;
}

function sharesOf({ text, glyphs, unmapped }: PageText): Shares {
  let characters = 0;
  let control = 0;
  let latin1Symbols = 0;
  let unusable = 0;
  let han = 0;
  let rareHan = 0;
  let letters = 0;
  let filler = 0;
  for (const character of text) {
    if (/\s/.test(character) || INVISIBLE.test(character)) continue;
    characters++;
    if (character >= "a" && character <= "z") letters++;
    else if (LETTER.test(character)) {
      letters++;
      if (HAN.test(character)) {
        han++;
        if (!isCommonHan(character)) rareHan++;
      }
    } else if (FILLER.test(character)) filler++;
    else if (CONTROL.test(character)) control++;
    else if (LATIN1_SYMBOL.test(character)) latin1Symbols++;
    else if (UNUSABLE.test(character)) unusable++;
  }
  const words = wordSharesOf(text);
  return {
    characters,
    control: part(control, characters),
    latin1Symbols: part(latin1Symbols, characters),
    unusable: part(unusable, characters),
    han: part(han, characters),
    rareHan: part(rareHan, han),
    letters: part(letters, characters - filler),
    lettersCounted: characters - filler,
    unmapped: part(unmapped, glyphs),
    ...words,
  };
}

function wordSharesOf(
  text: string,
): Pick<Shares, "mixedScriptWords" | "latinWords" | "caseFlips" | "functionWords"> {
  let words = 0;
  let mixed = 0;
  let latin = 0;
  let flips = 0;
  let functionWords = 0;
  for (const written of text.split(/\s+/)) {
    const word = /^[ -~]*$/.test(written) ? written : written.replace(INVISIBLE_ALL, "");
    if (word.length < 2) continue;
    words++;
    if (isMixed(word)) mixed++;
    const bare = word.replace(/^[^\p{L}]+/u, "").replace(/[^\p{L}]+$/u, "");
    if (LATIN_WORD.test(bare)) {
      latin++;
      if (CASE_FLIP.test(bare)) flips++;
    }
    if (FUNCTION_WORDS.has(bare.toLowerCase())) functionWords++;
  }
  return {
    mixedScriptWords: part(mixed, words),
    latinWords: part(latin, words),
    caseFlips: part(flips, latin),
    functionWords: part(functionWords, words),
  };
}

const ASCII = /^[\0-\x7f]*$/;

/** Letters of more than one script; Chinese and Japanese text holds Latin and Hangul inside what looks like a word. */
function isMixed(word: string): boolean {
  if (ASCII.test(word)) return false;
  const scripts = new Set<string>();
  for (const character of word) {
    if (LOOKS_LATIN.test(character)) continue;
    const known = SCRIPTS.find(([, pattern]) => pattern.test(character));
    if (known !== undefined) scripts.add(known[0]);
    else if (OTHER_SCRIPT.test(character)) scripts.add("?");
  }
  if (scripts.size < 2) return false;
  return !(scripts.size === 2 && scripts.has("J") && (scripts.has("L") || scripts.has("K")));
}
