/**
 * Writes core/text/fold-table.generated.ts: all folds of core/text/folds composed over every Unicode character.
 *
 *   node tools/generate-fold-table.ts            writes the table
 *   node tools/generate-fold-table.ts --check    fails if the committed table is stale
 *
 * The table is committed because a fingerprint must not change with the Unicode version of a runtime. The check can
 * therefore only be made by an engine with the Unicode version that the table records; another engine skips it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { APOSTROPHES } from "../core/text/folds/apostrophes.ts";
import { isMark, isOrderFreeMark, isRemovedMark } from "../core/text/folds/combining-marks.ts";
import { decompose } from "../core/text/folds/compatibility.ts";
import { isHangulSyllable } from "../core/text/folds/hangul.ts";
import { HYPHENS } from "../core/text/folds/hyphens.ts";
import { isIgnorable, SOFT_HYPHEN } from "../core/text/folds/ignorables.ts";
import { foldCase } from "../core/text/folds/letter-case.ts";
import { NUMBER_SEPARATORS } from "../core/text/folds/number-separators.ts";
import { isUnspaced } from "../core/text/folds/unspaced-scripts.ts";
import * as classes from "../core/text/fold-classes.ts";
import { encodeNumbers } from "./number-coding.ts";

const TABLE = new URL("../core/text/fold-table.generated.ts", import.meta.url);
const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]$/u;
const LETTER_OR_MARK = /^[\p{L}\p{M}]$/u;
const DIGIT = /^\p{Nd}$/u;

/** What becomes of one character: a class, or the characters it folds to. */
type Folded = { readonly class: number } | { readonly to: string };

/** The character's own class, where that does not follow from what it decomposes to. */
function ownClass(codePoint: number, character: string): number | undefined {
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return classes.SURROGATE;
  if (codePoint === SOFT_HYPHEN) return classes.SOFT_HYPHEN_CLASS;
  if (APOSTROPHES.has(codePoint) || isIgnorable(character)) return classes.IGNORABLE;
  if (HYPHENS.has(codePoint)) return classes.HYPHEN;
  if (NUMBER_SEPARATORS.has(codePoint)) return classes.NUMBER_SEPARATOR;
  return undefined;
}

/** Decomposes and folds case until nothing changes any more. */
function foldForm(character: string): string {
  let form = character;
  for (;;) {
    const next = decompose(foldCase(decompose(form)));
    if (next === form) return form;
    form = next;
  }
}

/** True if the folded characters would not be exactly one token, whatever stands before them. */
function breaksToken(characters: readonly string[]): boolean {
  const base = (c: string): boolean => !isMark(c);
  const later = characters.slice(1);
  return later.some((c) => base(c) && isUnspaced(c)) || (later.some(base) && isUnspaced(characters[0]!));
}

function fold(codePoint: number): Folded {
  const character = String.fromCodePoint(codePoint);
  const own = ownClass(codePoint, character);
  if (own !== undefined) return { class: own };
  // The tokeniser composes conjoining letters instead (folds/hangul).
  if (isHangulSyllable(codePoint)) return { to: character };
  if (isRemovedMark(character) && foldForm(character) === character) return { class: classes.REMOVED_MARK };
  const form = Array.from(foldForm(character));
  const dropped = (c: string): boolean =>
    isRemovedMark(c) || isIgnorable(c) || APOSTROPHES.has(c.codePointAt(0)!);
  // Signs around the letters fall away: "(1)" of U+2474, "1." of U+2488, the space before a spacing accent.
  let first = 0;
  let last = form.length;
  while (first < last && !WORD_CHARACTER.test(form[first]!)) first++;
  while (last > first && !WORD_CHARACTER.test(form[last - 1]!)) last--;
  const core = form.slice(first, last);
  const kept = core.filter((c) => !dropped(c));
  if (kept.length === 0) {
    const invisible = form.every(dropped);
    if (!invisible) return { class: classes.SEPARATOR };
    return { class: isMark(character) ? classes.REMOVED_MARK : classes.IGNORABLE };
  }
  // A character that would become more than one token stays itself: tokens must not share a raw character.
  if (!kept.every((c) => WORD_CHARACTER.test(c)) || breaksToken(kept)) return { to: character };
  return { to: kept.join("") };
}

/** Kind of a character that folds to itself. `related` are the characters it decomposes to, as far as it would. */
function kindOf(character: string): number {
  let kind = 0;
  const form = decompose(character);
  if (LETTER_OR_MARK.test(character)) kind |= classes.KIND_LETTER;
  if (DIGIT.test(character)) kind |= classes.KIND_DIGIT;
  if (isMark(character)) kind |= classes.KIND_MARK;
  if (isMark(character) && isOrderFreeMark(character)) kind |= classes.KIND_ORDER_FREE;
  if (isUnspaced(character) || Array.from(form).some((c) => WORD_CHARACTER.test(c) && isUnspaced(c)))
    kind |= classes.KIND_UNSPACED;
  return kind;
}

/** The table as numbers: see core/text/fold-table.ts for how they are read. */
function compose(): { runs: number[]; expansions: number[] } {
  const runs: number[] = [];
  const expansions: number[] = [];
  let previousExpansion = 0;
  let run = { length: 0, action: -1, value: 0 };
  const flush = (): void => {
    if (run.length > 0) runs.push(run.length, run.action, run.value);
  };
  const extend = (action: number, value: number): void => {
    if (action === run.action && value === run.value) run.length++;
    else {
      flush();
      run = { length: 1, action, value };
    }
  };
  for (let codePoint = 0; codePoint <= classes.LAST_MAPPED; codePoint++) {
    const folded = fold(codePoint);
    if ("class" in folded) {
      extend(folded.class, 0);
      continue;
    }
    const { to } = folded;
    if (to === String.fromCodePoint(codePoint)) {
      extend(classes.ITSELF, kindOf(to));
    } else if (to.length === 1 && codePoint <= 0xffff) {
      const difference = to.charCodeAt(0) - codePoint;
      extend(classes.ITSELF + 1, difference < 0 ? -2 * difference - 1 : 2 * difference);
    } else {
      extend(classes.EXPANSION, 0);
      expansions.push(codePoint - previousExpansion, to.length);
      for (let i = 0; i < to.length; i++) expansions.push(to.charCodeAt(i));
      previousExpansion = codePoint;
    }
  }
  flush();
  for (let codePoint = classes.LAST_MAPPED + 1; codePoint <= 0x10ffff; codePoint++) {
    const folded = fold(codePoint);
    const expected = codePoint >= 0xe0000 && codePoint <= 0xe0fff ? classes.IGNORABLE : classes.SEPARATOR;
    if (!("class" in folded) || folded.class !== expected)
      throw new Error(`character ${codePoint.toString(16)} beyond the table needs one: raise LAST_MAPPED`);
  }
  return { runs, expansions };
}

function render(): string {
  const { runs, expansions } = compose();
  return [
    "// Generated by tools/generate-fold-table.ts from core/text/folds. Do not edit.",
    `export const UNICODE_VERSION = ${JSON.stringify(process.versions.unicode)};`,
    `export const RUNS =\n  ${JSON.stringify(encodeNumbers(runs))};`,
    `export const EXPANSIONS =\n  ${JSON.stringify(encodeNumbers(expansions))};`,
    "",
  ].join("\n");
}

function check(): void {
  const committed = readFileSync(TABLE, "utf8");
  const version = /UNICODE_VERSION = "([^"]*)"/.exec(committed)?.[1];
  if (version !== process.versions.unicode) {
    console.log(
      `fold table is of Unicode ${version}, this engine has ${process.versions.unicode}: not checked`,
    );
  } else if (committed !== render()) {
    console.error("core/text/fold-table.generated.ts is stale: run node tools/generate-fold-table.ts");
    process.exitCode = 1;
  } else console.log(`fold table is fresh (Unicode ${version})`);
}

if (process.argv.includes("--check")) check();
else {
  writeFileSync(TABLE, render());
  console.log(`wrote ${fileURLToPath(TABLE)} (Unicode ${process.versions.unicode})`);
}
