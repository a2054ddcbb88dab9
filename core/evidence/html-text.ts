/**
 * Markup from strings that may be hostile: everything put into a page is escaped, and characters that a reader would
 * not see, or that would reorder what the reader sees, are shown by their code point.
 *
 * The `markup` tag is the only way to markup: strings are always text, only its own results are markup.
 */

/** Markup made by {@link markup}; never made from a string that came from outside. */
export class Markup {
  readonly source: string;
  private constructor(source: string) {
    this.source = source;
  }
  static readonly unchecked = (source: string): Markup => new Markup(source);
}

type Insert = string | number | Markup | readonly Markup[] | undefined;

export function markup(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Markup {
  let source = strings[0]!;
  for (const [index, insert] of inserts.entries()) source += sourceOf(insert) + strings[index + 1]!;
  return Markup.unchecked(source);
}

function sourceOf(insert: Insert): string {
  if (insert === undefined) return "";
  if (insert instanceof Markup) return insert.source;
  if (typeof insert === "number") return String(insert);
  if (typeof insert === "string") return textSource(insert);
  return insert.map(({ source }) => source).join("");
}

/** Text that came from a file: isolated, so that its direction of writing does not spread. */
export const foreign = (text: string): Markup => markup`<bdi dir="auto">${text}</bdi>`;

/** For attribute values, where no markup can stand: unseen characters become `[U+202E]` in the value itself. */
export function attribute(text: string): Markup {
  let source = "";
  for (const character of text) {
    const point = character.codePointAt(0)!;
    source += isUnseen(point) || point === 0x0d ? `[${nameOf(point)}]` : (ESCAPES[character] ?? character);
  }
  return Markup.unchecked(source);
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // A parser would turn a bare carriage return into a line feed; quoted text must read back.
  "\r": "&#13;",
};

function textSource(text: string): string {
  let source = "";
  let previous = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    if (point < 0x7f && point >= 0x20) source += ESCAPES[character] ?? character;
    else if (isUnseen(point) && !isJoinerInPlace(point, previous)) source += shown(point);
    else source += ESCAPES[character] ?? character;
    previous = point;
  }
  return source;
}

const shown = (point: number): string => `<span class="ctl">[${nameOf(point)}]</span>`;

/** Names that stand often enough in ordinary text to deserve a word; all others by code point. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [0x0c, "page break"],
  [0xad, "soft hyphen"],
]);

const nameOf = (point: number): string =>
  NAMES.get(point) ?? `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;

/**
 * First and last code point of the characters that have no shape of their own: controls, format characters, fillers,
 * lone surrogates, tags. (Line feed and tab are text; variation selectors belong to the character before them.)
 */
const UNSEEN: readonly (readonly [number, number])[] = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xfffb],
  [0xe0000, 0xe007f],
];

const isUnseen = (point: number): boolean => UNSEEN.some(([first, last]) => first <= point && point <= last);

/**
 * Joiners shape letters in Arabic, Indic and related scripts and in emoji; there they are ordinary spelling. Behind
 * anything else (Latin, Greek, Cyrillic letters, spaces) they have no use and are shown.
 */
const isJoinerInPlace = (point: number, previous: number): boolean =>
  (point === 0x200c || point === 0x200d) &&
  ((previous >= 0x600 && previous < 0x1900) || previous === 0xfe0f || previous >= 0x1f000);
