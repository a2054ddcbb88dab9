/** Laws of the tokeniser: tokens read back, presentation falls away, a second implementation agrees. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FingerprintSet } from "../../core/fingerprint/fingerprint-set.ts";
import { winnow } from "../../core/fingerprint/winnow.ts";
import { normalise, normalisedToken } from "../../core/text/normalise.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";
import { canonical, isModelled, mixesMarks, referenceTokens } from "./text-reference.ts";

const tokensOf = (text: string): TokenStream => tokenise(text, new TokenStream(4));
const wordsOf = (text: string): string[] => {
  const tokens = tokensOf(text);
  return Array.from({ length: tokens.count }, (_, t) =>
    normalisedToken(text, tokens.start[t]!, tokens.end[t]!),
  );
};
const hashesOf = (text: string): string[] => {
  const tokens = tokensOf(text);
  return Array.from(
    { length: tokens.count },
    (_, t) => `${tokens.hashA[t]!}/${tokens.hashB[t]!}/${tokens.unspaced[t]!}`,
  );
};
const fingerprintsOf = (text: string): number[][] => {
  const set = winnow(tokensOf(text), new FingerprintSet());
  return Array.from({ length: set.count }, (_, i) => [set.a[i]!, set.b[i]!, set.position[i]!]);
};

const LANGUAGES = ["arb", "cmn", "deu", "ell", "eng", "heb", "hin", "jpn", "kor", "rus", "tam", "tha", "vie"];
const declaration = (language: string): string =>
  readFileSync(new URL(`../fixtures/udhr/${language}.txt`, import.meta.url), "utf8");

/** Characters where the rules have something to decide, and any others. */
const interesting = fc.constantFrom(
  ...Array.from(
    "aZéßİıſΣςῷЖёﬁǆ0१٣๓²'’ʼ`´-‐‑–—﹣－.,，٫ \t\n\f\r\u2028\u00a0\u202f\u00ad\u200b\u200d\u0301\u0345\u0304" +
      "कि्\u093cோொกำ็ุ่าកាំ្က်ြ漢字かがパ\u3099\u309aｶﾞーｱ가각ᄀ\u1161\u11a8ㄱאָלאلاﻻّـ" +
      "\u{1d400}\u{10400}\u{20000}\u{1f600}\u{1e900}\u{11340}\u{e0100}\ud800\udc00½№㎏¨…",
  ),
);
/** Hangul in syllables and letters, among what may stand between them. */
const anyHangul = fc
  .array(
    fc.constantFrom(
      ...Array.from("가각나\u1100\u1102\u1161\u1162\u11a8\u11abㄱㅏ\uffa1\u200b\u0301-a1漢१िࠀ㉮\n "),
      "\u00ad\n",
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));
const anyText = fc
  .array(
    fc.oneof(
      { weight: 12, arbitrary: interesting },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x10ffff }).map((c) => String.fromCodePoint(c)) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x3ff }).map((c) => String.fromCodePoint(c)) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("well-\nknown", "co\u00ad\r\n operate", "1,000.5", "don’t ", "--"),
      },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));
const eitherText = fc.oneof({ weight: 3, arbitrary: anyText }, anyHangul);
const RUNS = { numRuns: 4000 };

describe("tokens", () => {
  test("are ordered, disjoint, inside the text and not empty", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        const tokens = tokensOf(text);
        let last = 0;
        for (let t = 0; t < tokens.count; t++) {
          expect(tokens.start[t]).toBeGreaterThanOrEqual(last);
          expect(tokens.end[t]).toBeGreaterThan(tokens.start[t]!);
          last = tokens.end[t]!;
        }
        expect(last).toBeLessThanOrEqual(text.length);
      }),
      RUNS,
    );
  });

  test("read back: the raw slice of a token is that token, and so is its folded form", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        fc.pre(!mixesMarks(text));
        const hashes = hashesOf(text);
        const tokens = tokensOf(text);
        for (let t = 0; t < tokens.count; t++) {
          const slice = text.slice(tokens.start[t], tokens.end[t]);
          const again = tokensOf(slice);
          expect([again.count, again.start[0], again.end[0]]).toEqual([1, 0, slice.length]);
          expect(hashesOf(slice)).toEqual([hashes[t]]);
          expect(hashesOf(normalisedToken(slice, 0, slice.length))).toEqual([hashes[t]]);
        }
      }),
      RUNS,
    );
  });

  test("have equal hashes exactly if their folded forms are equal", () => {
    fc.assert(
      fc.property(eitherText, eitherText, (one, other) => {
        const forms = new Map<string, string>();
        for (const text of [one, other]) {
          const words = wordsOf(text);
          for (const [t, hash] of hashesOf(text).entries()) {
            expect(forms.get(hash) ?? words[t]).toBe(words[t]);
            forms.set(hash, words[t]!);
          }
        }
        expect(new Set(forms.values()).size).toBe(forms.size);
      }),
      RUNS,
    );
  });

  test("are those of the reference tokeniser", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        fc.pre(isModelled(text));
        expect(wordsOf(text).map(canonical)).toEqual(referenceTokens(text).map(canonical));
      }),
      { numRuns: 8000 },
    );
  });

  test("are those of the reference tokeniser on whole texts in 13 languages", () => {
    for (const language of LANGUAGES) {
      const text = declaration(language).replaceAll(/[ำຳ]/g, "");
      expect(wordsOf(text).map(canonical), language).toEqual(referenceTokens(text).map(canonical));
    }
  });

  test("do not depend on what the stream held before", () => {
    fc.assert(
      fc.property(eitherText, eitherText, (before, text) => {
        const reused = tokenise(text, tokenise(before, new TokenStream(1)));
        const fresh = tokensOf(text);
        expect(reused.count).toBe(fresh.count);
        for (const field of ["hashA", "hashB", "start", "end", "unspaced"] as const)
          expect(reused[field].subarray(0, reused.count)).toEqual(fresh[field].subarray(0, fresh.count));
      }),
    );
  });

  test("depend on nothing behind a blank: tokens of a + blank + b are those of a and of b", () => {
    fc.assert(
      fc.property(eitherText, eitherText, (one, other) => {
        // Words on both sides keep a hyphen or a line end at the seam from joining.
        const [left, right] = [`${one} x,`, `,x ${other}`];
        expect(hashesOf(`${left} ${right}`)).toEqual([...hashesOf(left), ...hashesOf(right)]);
      }),
      RUNS,
    );
  });
});

describe("the normalised text", () => {
  test("maps every unit back to raw characters, in order", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        const normalised = normalise(text);
        expect(normalised.text).toBe(wordsOf(text).join(" "));
        expect([normalised.starts.length, normalised.ends.length]).toEqual([
          normalised.text.length,
          normalised.text.length,
        ]);
        for (let unit = 0; unit < normalised.text.length; unit++)
          expect(normalised.starts[unit]).toBeLessThanOrEqual(normalised.ends[unit]!);
      }),
    );
  });
});

describe("presentation falls away: equal fingerprints", () => {
  const typeset = (text: string, insert: string, at: RegExp): string =>
    text.replace(at, (found) => found + insert);
  const CHANGES: Record<string, (text: string) => string> = {
    "in NFC": (text) => text.normalize("NFC"),
    "in NFD": (text) => text.normalize("NFD"),
    "in upper case": (text) => text.toUpperCase(),
    "in lower case": (text) => text.toLowerCase(),
    "with straight quotes": (text) => text.replace(/[‘’]/g, "'").replace(/[“”«»]/g, '"'),
    "with curly quotes": (text) => text.replaceAll("'", "’").replaceAll('"', "“"),
    "with ligatures": (text) =>
      text.replaceAll("ffi", "ﬃ").replaceAll("fi", "ﬁ").replaceAll("fl", "ﬂ").replaceAll("st", "ﬆ"),
    "with soft hyphens": (text) => typeset(text, "\u00ad", /\p{L}{3}(?=\p{L})/gu),
    "with zero-width spaces": (text) => typeset(text, "\u200b", /\p{L}{2}(?=\p{L})/gu),
    "with bidi controls": (text) => typeset(text, "\u200f", /\S+/gu),
    "with a byte order mark": (text) => `\ufeff${text}`,
    "with other line ends": (text) => text.replaceAll("\n", "\r\n"),
    "with words divided at line ends": (text) =>
      typeset(
        text,
        "-\n",
        /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{4}(?=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{3})/gu,
      ),
    "with words divided by soft hyphens at line ends": (text) =>
      typeset(
        text,
        "\u00ad\r\n ",
        /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{4}(?=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}]{3})/gu,
      ),
    "with non-breaking hyphens": (text) => text.replaceAll("-", "\u2011"),
    "with every mark separated by a joiner": (text) => text.normalize("NFD").replace(/\p{M}/gu, "\u200d$&"),
  };
  for (const [name, change] of Object.entries(CHANGES))
    test(name, () => {
      for (const language of LANGUAGES) {
        const text = declaration(language);
        expect(fingerprintsOf(change(text)), language).toEqual(fingerprintsOf(text));
      }
    });

  test("of any text in NFC, NFD and mark by mark", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        fc.pre(!mixesMarks(text));
        expect(hashesOf(text.normalize("NFC"))).toEqual(hashesOf(text));
        expect(hashesOf(text.normalize("NFD"))).toEqual(hashesOf(text));
      }),
      RUNS,
    );
  });

  test("of any letters in upper and lower case", () => {
    fc.assert(
      fc.property(eitherText, (text) => {
        fc.pre(!mixesMarks(text));
        expect(hashesOf(text.toUpperCase())).toEqual(hashesOf(text));
        expect(hashesOf(text.toLowerCase())).toEqual(hashesOf(text));
      }),
      RUNS,
    );
  });

  test("halfwidth katakana with separate voicing marks are the fullwidth ones", () => {
    expect(hashesOf("ｶﾞｷﾞﾊﾟｳﾞｰ")).toEqual(hashesOf("ガギパヴー"));
  });

  test("a text in every language gives fingerprints", () => {
    for (const language of LANGUAGES)
      expect(fingerprintsOf(declaration(language)).length, language).toBeGreaterThan(200);
  });
});
