/** Cutting and shaping the public-domain texts the sample matter is made of. */

/** The text as every sample carries it: line feeds, no byte-order mark. */
export function plain(raw: string): string {
  return raw.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
}

/**
 * The paragraphs of a text. Texts come in two habits: lines wrapped at 72 characters with blank lines between
 * paragraphs, or one paragraph a line; the longest lines tell which.
 */
export function paragraphs(text: string): string[] {
  const lines = text.split("\n");
  const wrapped = !lines.some((line) => line.length > 200);
  const pieces = (wrapped ? text.split(/\n\s*\n/) : lines)
    .map((piece) => piece.replace(/\s+/g, " ").trim())
    .filter((piece) => piece !== "");
  return wrapped ? pieces : joinTornLines(pieces);
}

/** Some texts break the line before and after a word in italics: such a line goes on where the last one stopped. */
function joinTornLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last !== undefined && (/^\p{Ll}/u.test(line) || /[\p{Ll},]$/u.test(last))) joined[joined.length - 1] = `${last} ${line}`;
    else joined.push(line);
  }
  return joined;
}

export interface Chapter {
  readonly heading: string;
  readonly text: string;
}

/** Splits at the lines that `heading` accepts, a heading in capitals going on over the next line in capitals; what
 *  stands before the first is dropped. */
export function chapters(text: string, heading: RegExp): Chapter[] {
  const found: { heading: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const last = found.at(-1);
    if (heading.test(line)) found.push({ heading: line.trim(), lines: [] });
    else if (last?.lines.length === 0 && /^[^\p{Ll}]+$/u.test(line.trim())) last.heading += ` ${line.trim()}`;
    else last?.lines.push(line);
  }
  return found.map((chapter) => ({ heading: chapter.heading, text: chapter.lines.join("\n") }));
}

/** The part of `text` from the first `from` to the end of the next `to`. */
export function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start);
  if (start < 0 || end < 0) throw new Error(`not in the text: ${start < 0 ? from : to}`);
  return text.slice(start, end + to.length);
}

const SYLLABLES = /(?<=\p{L}{2}[aeiouy][bcdfghjklmnprstvw])(?=[bcdfgjklmnpqrstvwz][aeiouy]\p{L}{2})/gu;

/**
 * Soft hyphens between two consonants that stand between vowels: enough places for a justified page to break words
 * at line ends the way a printed book does, without a dictionary.
 */
export function softHyphens(text: string): string {
  return text.replace(/\p{L}{7,}/gu, (word) => word.replace(SYLLABLES, "\u00AD"));
}

/** Hebrew without vowel points and cantillation, the way modern editions without points print it. */
export function withoutPoints(text: string): string {
  return text.normalize("NFD").replace(/[\u0591-\u05AF\u05B0-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7]/g, "");
}

export function escapeMarkup(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
