/**
 * Is the right answer in the text? Answers are written lower-case and squeezed, and were read by other programs, so
 * the comparison goes from strict to lenient and says which rung held. Order is never given up: a text whose columns
 * are interleaved does not contain the sentence of one column on any rung.
 *
 * Independent of core/text on purpose: what checks the front-ends must not share their folds.
 */
export type Rung = "as written" | "after joining line-end hyphens" | "after leaving out spaces and hyphens";

const IGNORABLE =
  /\u00AD|\u034F|\u061C|\u180E|[\u200B-\u200F]|[\u202A-\u202E]|[\u2060-\u2064]|[\u2066-\u2069]|[\uFE00-\uFE0F]|\uFEFF/g;

/** Case, compatibility forms, quotation marks and dashes folded; invisible characters gone. Line ends stay. */
export function fold(text: string): string {
  return text
    .normalize("NFKC")
    .replace(IGNORABLE, "")
    .replace(/[\u2018\u2019\u201A\u201B\u02BC`\u00B4]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .toLowerCase();
}

export const squeeze = (text: string): string => text.replace(/\s+/g, " ").trim();

/** `im-` at a line end and `prove` at the start of the next are one word; so are they across a page break. */
export const joinLineEndHyphens = (text: string): string =>
  text.replace(/(?<=\p{L})-[^\S\n]*[\n\f]\s*(?=\p{L})/gu, "");

const bare = (text: string): string => text.replace(/[\s-]+/g, "");

const RUNGS: readonly (readonly [Rung, (folded: string) => string])[] = [
  ["as written", squeeze],
  ["after joining line-end hyphens", (folded) => squeeze(joinLineEndHyphens(folded))],
  ["after leaving out spaces and hyphens", (folded) => bare(joinLineEndHyphens(folded))],
];

/** The strictest rung on which `text` contains `answer`, if any. An empty answer is in every text. */
export function contains(text: string, answer: string): Rung | undefined {
  const foldedText = fold(text);
  const foldedAnswer = fold(answer);
  return RUNGS.find(([, apply]) => apply(foldedText).includes(apply(foldedAnswer)))?.[0];
}

/** How often `answer` occurs on the strictest rung that has it. */
export function occurrences(text: string, answer: string): number {
  const rung = RUNGS.find(([name]) => name === contains(text, answer));
  if (rung === undefined || bare(fold(answer)) === "") return 0;
  return rung[1](fold(text)).split(rung[1](fold(answer))).length - 1;
}

/** Numbers standing alone go, as on pleading paper whose lines are numbered in the margin. */
export const withoutNumbers = (text: string): string =>
  text.replace(/(?<![\p{L}\p{N}])\p{N}+(?![\p{L}\p{N}])/gu, " ");

/** True when the parts occur one after the other. */
export function containsInOrder(text: string, parts: readonly string[]): boolean {
  const folded = bare(fold(text));
  let from = 0;
  return parts.every((part) => {
    const wanted = bare(fold(part));
    const at = folded.indexOf(wanted, from);
    from = at + wanted.length;
    return at >= 0;
  });
}
