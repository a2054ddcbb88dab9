/** What each fold does, by example. The laws are in test/property/text-tokenise.test.ts. */
import { describe, expect, test } from "vitest";
import { normalise, normalisedToken } from "../../core/text/normalise.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

function wordsOf(text: string): string[] {
  const tokens = tokenise(text, new TokenStream());
  return Array.from({ length: tokens.count }, (_, t) =>
    normalisedToken(text, tokens.start[t]!, tokens.end[t]!).normalize("NFC"),
  );
}
const slicesOf = (text: string): string[] => {
  const tokens = tokenise(text, new TokenStream());
  return Array.from({ length: tokens.count }, (_, t) => text.slice(tokens.start[t], tokens.end[t]));
};

/** Raw text, then the tokens that come of it. */
const EXAMPLES: Record<string, readonly (readonly [string, string])[]> = {
  "compatibility forms": [
    ["ﬁnal oﬃce ﬆay", "final office stay"],
    ["Ｆｕｌｌ１２", "full12"],
    ["x² ⑩ №5 ㎏", "x2 10 no5 kg"],
    ["ﻻ", "لا"],
  ],
  "a compatibility character that would be more than one token stays itself": [
    ["½", "½"],
    ["10½", "10½"],
    ["㍻", "㍻"],
    ["ﷺ", "ﷺ"],
  ],
  "letter case": [
    ["STRASSE Straße STRAẞE", "strasse strasse strasse"],
    ["ΟΔΥΣΣΕΥΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"],
    ["İstanbul ISTANBUL ıstanbul", "istanbul istanbul istanbul"],
    ["τῷ ΤΩΙ", "τωι τωι"],
    ["ǅ Ꭰ", "dz ꭰ"],
  ],
  "combining marks go where they are accents": [
    ["Élève e\u0301le\u0300ve", "eleve eleve"],
    ["Ёлка ёлка", "елка елка"],
    ["בְּרֵאשִׁית", "בראשית"],
    ["كِتَابٌ أب", "كتاب اب"],
    ["Việt Nam", "viet nam"],
  ],
  "combining marks stay where they are letters": [
    ["हिन्दी", "हिन्दी"],
    ["தொகை", "தொகை"],
    ["ภาษาไทย ก็", "ภ า ษ า ไ ท ย ก็"],
    ["ភាសា", "ភា សា"],
    ["မြန်မာ", "မြ န် မာ"],
  ],
  "invisible characters go": [
    ["in\u00advis\u200bi\u200db\u2060le\ufeff", "invisible"],
    ["\u202babc\u202c \u200fd", "abc d"],
    ["كـتـاب", "كتاب"],
  ],
  "apostrophes go": [
    ["don't don’t donʼt don′t don＇t", "dont dont dont dont dont"],
    ["'tis the dogs' L’Été", "tis the dogs lete"],
    ["‘quoted’ word", "quoted word"],
    ["1'000", "1000"],
  ],
  "hyphens between letters join": [
    ["well-known well\u2010known well\u2011known", "wellknown wellknown wellknown"],
    ["London–Paris", "londonparis"],
    ["exam-\nple exam-  \r\n  ple exam\u00ad\nple", "example example example"],
    ["over\u2010\n\fpage over-\f page over-\u2028page", "overpage overpage overpage"],
    ["a-b-c-\nd", "abcd"],
    ["\u{10400}-\u{10428}", "\u{10428}\u{10428}"],
    ["विश्व-शान्ति", "विश्वशान्ति"],
    ["한-국", "한국"],
  ],
  "other dashes, and hyphens elsewhere, separate": [
    ["this—that", "this that"],
    ["this--that", "this that"],
    ["covid-19 1914-1918 1914–18", "covid 19 1914 1918 1914 18"],
    ["a - b a -b a- b", "a b a b a b"],
    ["end-\n\nNew", "end new"],
    ["東-京", "東 京"],
    ["soft\u00ad hyphen", "soft hyphen"],
  ],
  "separators inside numbers go": [
    ["1,000 1.000 1\u00a0000 1\u202f000 1\u2009000", "1000 1000 1000 1000 1000"],
    ["10,000.50", "1000050"],
    ["in 1999, 12 men. 3", "in 1999 12 men 3"],
    ["a,b 1,a a.1", "a b 1 a a 1"],
    ["١٬٠٠٠", "١٠٠٠"],
  ],
  "unspaced scripts": [
    ["漢字とカナ", "漢 字 と カ ナ"],
    ["ABC漢1字d", "abc 漢 1 字 d"],
    ["ラーメン 人々", "ラ ー メ ン 人 々"],
    ["ｶﾞ か\u3099", "ガ が"],
    ["\u{20000}\u{2f800}", "\u{20000} 丽"],
    ["㈱", "株"],
  ],
  "Hangul is the same composed and in letters": [["한국 \u1112\u1161\u11ab\u1100\u116e\u11a8", "한국 한국"]],
  "signs, emoji and broken characters separate": [
    ["a😀b", "a b"],
    ["a\ud800b\udc00c", "a b c"],
    ["a+b=c", "a b c"],
    ["\ufffd \u0000", ""],
  ],
};

for (const [name, examples] of Object.entries(EXAMPLES))
  test(name, () => {
    for (const [raw, folded] of examples) expect(wordsOf(raw).join(" "), raw).toBe(folded);
  });

describe("token ranges are tight", () => {
  test("without apostrophes and invisible characters at their borders", () => {
    expect(slicesOf("\u200b'tis’\u00ad “don’t”\u200f")).toEqual(["tis", "don’t"]);
  });
  test("with the marks of their characters, and with everything inside", () => {
    expect(slicesOf("cafe\u0301, exam-\nple; 1,000.")).toEqual(["cafe\u0301", "exam-\nple", "1,000"]);
    expect(slicesOf("ก็า")).toEqual(["ก็", "า"]);
  });
});

describe("normalise", () => {
  test("maps units to the raw characters they came from", () => {
    const { text, starts, ends } = normalise("Oﬃce, a\u00adb");
    expect(text).toBe("office ab");
    expect([...starts]).toEqual([0, 1, 1, 1, 2, 3, 4, 6, 8]);
    expect([...ends]).toEqual([1, 2, 2, 2, 3, 4, 6, 7, 9]);
  });
  test("sorts marks that may stand in any order", () => {
    expect(normalise("ก\u0e48\u0e38").text).toBe(normalise("ก\u0e38\u0e48").text);
  });
});

test("a long look-ahead stays linear", () => {
  // Quadratic, this would take hours.
  const many = 400_000;
  const texts = ["a\u00ad", "a-\u200b", "a- ", "1,\u200b", "-\n", "'"].flatMap((part) => [
    part.repeat(many),
    part.slice(0, 1) + part.slice(1).repeat(many),
  ]);
  for (const text of texts) expect(tokenise(text, new TokenStream()).count).toBeLessThanOrEqual(many);
});
