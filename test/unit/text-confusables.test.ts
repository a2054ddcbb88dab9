/** The second channel: words of mixed scripts read as what they imitate, all others as they are. */
import { describe, expect, test } from "vitest";
import { hasDisguisedWords, tokeniseConfusable } from "../../core/text/confusables.ts";
import { LOOK_ALIKES, scriptOf } from "../../core/text/look-alikes.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

const hashes = (tokens: TokenStream): string[] =>
  Array.from({ length: tokens.count }, (_, t) => `${tokens.hashA[t]!}/${tokens.hashB[t]!}`);
const plain = (text: string): string[] => hashes(tokenise(text, new TokenStream()));
const confusable = (text: string): string[] => hashes(tokeniseConfusable(text, new TokenStream()));

describe("a word that mixes scripts", () => {
  test("is the Latin word it imitates", () => {
    const latin = "the copyright HOLDER of this";
    const disguised = "thе cоpуright НОLDER оf thіs";
    expect(plain(disguised)).not.toEqual(plain(latin));
    expect(confusable(disguised)).toEqual(plain(latin));
    expect(confusable("cοpyrιght")).toEqual(plain("copyright"));
  });
  test("is the Cyrillic or Greek word it imitates", () => {
    expect(confusable("Мocква стоит")).toEqual(plain("Москва стоит"));
    expect(confusable("λoγoς")).toEqual(plain("λογος"));
  });
  test("is found by more than its letters: accents, apostrophes, hyphens and invisible characters stay out", () => {
    expect(confusable("cоp\u00adyri\u200bght’s well-knоwn")).toEqual(plain("copyright’s well-known"));
  });
  test("keeps its token range", () => {
    const text = "а wоrd wїth range";
    const [one, other] = [tokenise(text, new TokenStream()), tokeniseConfusable(text, new TokenStream())];
    expect([...other.start.subarray(0, other.count)]).toEqual([...one.start.subarray(0, one.count)]);
    expect([...other.end.subarray(0, other.count)]).toEqual([...one.end.subarray(0, one.count)]);
  });
  test("stays as it is if it imitates nothing", () => {
    expect(confusable("μm Δs жz")).toEqual(plain("μm Δs жz"));
  });
});

describe("a word wholly of look-alikes", () => {
  test("is read in the script of the words around it", () => {
    expect(confusable("do not сору the whole work а second time")).toEqual(
      plain("do not copy the whole work a second time"),
    );
    expect(confusable("это не copy и не a слово")).toEqual(plain("это не сору и не а слово"));
  });
  test("is what it seems to be among words of its own script, and where nothing decides", () => {
    for (const text of ["я вижу сор и рост", "the whole слово сор ещё раз тут", "сор", "a сор"])
      expect(confusable(text), text).toEqual(plain(text));
  });
  test("is seen through when most words around it are disguised too", () => {
    const disguised = "Еvеrуоnе һаѕ а rіgһt tо tһе ѕаmе ѕрасе аѕ һе һаѕ";
    expect(confusable(disguised)).toEqual(plain("Everyone has a right to the same space as he has"));
  });
});

test("words of one script stay as they are, also in a text of several", () => {
  for (const text of ["рус сор", "ΑΒΕΡ ορα", "abc абв αβγ", "0ne l33t", "漢字abc"])
    expect(confusable(text), text).toEqual(plain(text));
});

test("hasDisguisedWords says whether the second channel has anything to add", () => {
  expect(hasDisguisedWords("the brown fox, и это слова, και τα λόγια")).toBe(false);
  expect(hasDisguisedWords("plain wоrds")).toBe(true);
});

test("every look-alike pair joins letters of two scripts", () => {
  for (const [target, letters] of Object.entries(LOOK_ALIKES))
    for (const [letter, lookAlike] of letters) {
      expect(scriptOf(lookAlike.charCodeAt(0)), `${letter} -> ${lookAlike}`).toBe(target);
      expect(scriptOf(letter.charCodeAt(0)), `${letter} -> ${lookAlike}`).not.toBe(target);
      expect([letter.length, lookAlike.length]).toEqual([1, 1]);
    }
});
