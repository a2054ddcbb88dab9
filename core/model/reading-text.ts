/**
 * Text with hard-wrapped lines joined, for reading: a line break that only the width of the page asked for becomes a
 * space. Every unit stands where it stood, so that offsets of the text are offsets of the reading text.
 *
 * A break is taken for a wrap if the next word would hardly have fitted into the longest line of its paragraph, and most
 * breaks of the paragraph are like this. Verse, lists, tables and addresses keep their lines. It is a guess about looks; nothing is searched or quoted by it.
 */

/** Paragraphs narrower than this are verse, lists or addresses. */
const NARROWEST = 40;
/** Signs and indents by which a new line shows that it is meant as one. */
const OWN_LINE = /^(?:[ \t\u00a0]|[-*+\u2022\u2013\u2014>|#]\s|\(?\d{1,3}[.)]\s|\(?[a-z][.)]\s)/;

interface Line {
  readonly start: number;
  /** Behind the last character that is not white space. */
  readonly end: number;
  /** Where the next line starts. */
  readonly next: number;
}

export function readingText(text: string): string {
  const pieces: string[] = [];
  let at = 0;
  let paragraph: Line[] = [];
  const flush = (): void => {
    for (const { end, next } of wrappedLines(text, paragraph)) {
      pieces.push(text.slice(at, end), " ".repeat(next - end));
      at = next;
    }
    paragraph = [];
  };
  for (const line of linesOf(text)) {
    if (line.end === line.start) flush();
    else paragraph.push(line);
    if (text.slice(line.end, line.next).includes("\f")) flush();
  }
  flush();
  pieces.push(text.slice(at));
  return pieces.join("");
}

function* linesOf(text: string): Generator<Line> {
  const ends = /\r\n|[\n\r\f\u2028\u2029]/g;
  for (let start = 0; start <= text.length;) {
    ends.lastIndex = start;
    const found = ends.exec(text);
    const next = found === null ? text.length : found.index + found[0].length;
    let end = found?.index ?? text.length;
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
    yield { start, end, next };
    if (found === null) return;
    start = next;
  }
}

const isBlank = (unit: number): boolean => unit === 0x20 || unit === 0x09 || unit === 0xa0;

/** Lines of a ragged paragraph fall short of the longest by so much beside the word that did not fit. */
const SLACK = 2;
/** In verse only the longest lines look wrapped. */
const LEAST_SHARE = 0.75;

/** The lines of a paragraph whose end is a wrap. A word divided at the end of a line keeps its line end. */
function wrappedLines(text: string, lines: readonly Line[]): Line[] {
  const width = lines.reduce((widest, { start, end }) => Math.max(widest, end - start), 0);
  if (width < NARROWEST) return [];
  const following = (i: number): string => text.slice(lines[i + 1]!.start, lines[i + 1]!.end);
  const full = lines.slice(0, -1).filter((line, i) => {
    const firstWord = /^\S*/.exec(following(i))![0];
    return line.end - line.start + 1 + firstWord.length >= width - SLACK;
  });
  if (full.length < LEAST_SHARE * (lines.length - 1)) return [];
  const joins = new Set(full);
  return lines.filter(
    (line, i) =>
      joins.has(line) && !OWN_LINE.test(following(i)) && !/[-\u00ad\u2010]/.test(text.charAt(line.end - 1)),
  );
}
