/**
 * Twelve ways to hide a copied text from a search without a reader noticing, applied to paragraphs of plain text.
 *
 * A manipulated paragraph is a list of spans. A span is plain text, or text that the format at hand must hide; `split`
 * says that the format must put an element border before the span, inside a word.
 */
import { randomNumbers } from "./detect-fixtures.ts";

export interface Span {
  readonly text: string;
  readonly hidden?: true;
  readonly split?: true;
}
export type ManipulatedParagraph = readonly Span[];

export interface Manipulation {
  readonly name: string;
  readonly apply: (paragraphs: readonly string[]) => ManipulatedParagraph[];
}

type ChangeWord = (word: string, number: number, random: () => number) => string;

const WORD = /[\p{L}\p{M}]+/gu;

/** Changes the letters of every word; what stands between words stays. */
const onWords =
  (change: ChangeWord): Manipulation["apply"] =>
  (paragraphs) => {
    const random = randomNumbers(1);
    let number = 0;
    return paragraphs.map((text) => [{ text: text.replace(WORD, (word) => change(word, number++, random)) }]);
  };

const plain =
  (change: (text: string) => string): Manipulation["apply"] =>
  (paragraphs) =>
    paragraphs.map((text) => [{ text: change(text) }]);

const between = (word: string, insert: (place: number) => string): string =>
  Array.from(word, (letter, i) => (i === 0 ? letter : insert(i) + letter)).join("");

const pick = (from: string | readonly string[], random: () => number): string =>
  from[Math.floor(random() * from.length)]!;

const HOMOGLYPHS: Readonly<Record<string, string>> = Object.fromEntries(
  "aа cс eе iі jј oо pр sѕ xх yу hһ dԁ qԛ wԝ nп AА BВ CС EЕ HН IІ JЈ KК MМ NΝ OО PР SЅ TТ XХ YΥ ZΖ"
    .split(" ")
    .map((pair) => [pair[0]!, pair[1]!]),
);
const asHomoglyphs = (word: string): string => word.replace(/./gu, (letter) => HOMOGLYPHS[letter] ?? letter);

const LIGATURES: readonly (readonly [string, string])[] = [
  ["ffi", "ﬃ"],
  ["ffl", "ﬄ"],
  ["ff", "ﬀ"],
  ["fi", "ﬁ"],
  ["fl", "ﬂ"],
  ["st", "ﬆ"],
];
const ligated = (text: string): string =>
  LIGATURES.reduce((word, [letters, one]) => word.replaceAll(letters, one), text);
const fullWidth = (word: string): string =>
  word.replace(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));
const curly = (text: string): string =>
  text
    .replace(/(?<=\s|^)'/g, "‘")
    .replaceAll("'", "’")
    .replace(/"(?=\p{L})/gu, "“")
    .replaceAll('"', "”")
    .replaceAll(" - ", " — ");

const JUNK = "plinth zeugma quorum vexed sphinx jackdaw wizard numb fjord".split(" ");

/** Hidden words after every third word, and hidden letters inside every fourth. */
const withHiddenText: Manipulation["apply"] = (paragraphs) => {
  const random = randomNumbers(2);
  return paragraphs.map((text) =>
    text.split(/(?<= )/).flatMap((word, i): Span[] => {
      if (i % 3 === 2) return [{ text: word }, { text: `${pick(JUNK, random)} `, hidden: true }];
      if (i % 4 !== 1 || word.length < 4) return [{ text: word }];
      return [
        { text: word.slice(0, 2) },
        { text: pick(JUNK, random), hidden: true },
        { text: word.slice(2) },
      ];
    }),
  );
};

const withSplitWords: Manipulation["apply"] = (paragraphs) =>
  paragraphs.map((text) =>
    text
      .split(/(?<= )/)
      .flatMap((word): Span[] =>
        word.length < 3
          ? [{ text: word }]
          : [{ text: word.slice(0, 2) }, { text: word.slice(2), split: true }],
      ),
  );

const ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff";
const MARKS = "\u0300\u0301\u0302\u0303\u0308\u0323\u0327\u0336";

export const MANIPULATIONS: readonly Manipulation[] = [
  {
    name: "zero-width characters",
    apply: onWords((word, _n, random) => between(word, () => pick(ZERO_WIDTH, random))),
  },
  {
    name: "direction controls",
    apply: onWords((word, number) =>
      number % 2 === 0 ? `\u202d${word}\u202c` : between(word, (i) => (i === 1 ? "\u2068\u2069" : "")),
    ),
  },
  {
    name: "look-alike letters in some words",
    apply: onWords((word, n) => (n % 5 === 0 ? asHomoglyphs(word) : word)),
  },
  { name: "look-alike letters in every word", apply: onWords(asHomoglyphs) },
  { name: "soft hyphens", apply: onWords((word) => between(word, () => "\u00ad")) },
  {
    name: "combining marks",
    apply: onWords(
      (word, _n, random) => `${between(word, () => pick(MARKS, random) + pick(MARKS, random))}\u0301`,
    ),
  },
  { name: "hidden text", apply: withHiddenText },
  { name: "words split by elements", apply: withSplitWords },
  {
    name: "letter case",
    apply: onWords((word, _n, random) =>
      word.replace(/./gu, (l) => (random() < 0.5 ? l.toUpperCase() : l.toLowerCase())),
    ),
  },
  {
    name: "quotation marks, ligatures, full-width letters",
    apply: (paragraphs) =>
      onWords((word, number) => (number % 4 === 0 ? fullWidth(word) : ligated(word)))(paragraphs.map(curly)),
  },
  {
    name: "hyphenation at line ends",
    apply: onWords((word, number) =>
      number % 6 === 0 && word.length > 5 ? `${word.slice(0, 3)}-\n${word.slice(3)}` : word,
    ),
  },
  { name: "decomposed letters", apply: plain((text) => text.normalize("NFD")) },
];
