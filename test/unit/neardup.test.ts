/** Near-duplicate documents: sketches, rules, groups, and what hostile input comes to. */
import { describe, expect, test } from "vitest";
import { failure } from "../../core/base/failure.ts";
import { failed, ok } from "../../core/base/result.ts";
import type { CorpusSnapshot, DocumentRecord } from "../../core/index/ports.ts";
import { findCopies, groupCopies } from "../../core/neardup/groups.ts";
import { pageTerms } from "../../core/neardup/html-terms.ts";
import { siteOf } from "../../core/neardup/rules.ts";
import { containment, resemblance, shingleSet } from "../../core/neardup/shingle-set.ts";
import { copyPairs, copySets } from "../../core/neardup/similar.ts";
import {
  bSimilarity,
  cSimilarity,
  estimateContainment,
  estimateResemblance,
  isEmpty,
  SKETCH_BYTES,
  sketchFromBytes,
  sketchOf,
  sketchToBytes,
} from "../../core/neardup/sketch.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

const tokensOf = (text: string): TokenStream => tokenise(text, new TokenStream());
const sketch = (text: string) => sketchOf(tokensOf(text));
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${(from + i).toString(36)}`).join(" ");

describe("sketch", () => {
  test("a text and the same text with one word of a thousand replaced are copies by the combined rule", () => {
    const text = words(0, 1000);
    const edited = text.replace("wdw", "changed");
    expect(edited).not.toBe(text);
    expect(bSimilarity(sketch(text), sketch(edited))).toBeGreaterThanOrEqual(2);
    expect(cSimilarity(sketch(text), sketch(edited))).toBeGreaterThanOrEqual(355);
  });

  test("unrelated texts are similar in nothing", () => {
    const [one, other] = [sketch(words(0, 500)), sketch(words(5000, 500))];
    expect(bSimilarity(one, other)).toBe(0);
    expect(estimateResemblance(one, other)).toBe(0);
    expect(cSimilarity(one, other)).toBeLessThan(260);
  });

  test("projection does not see word order, shingles do", () => {
    const text = words(0, 300);
    const reversed = text.split(" ").reverse().join(" ");
    expect(cSimilarity(sketch(text), sketch(reversed))).toBe(384);
    expect(bSimilarity(sketch(text), sketch(reversed))).toBe(0);
  });

  test("a text shorter than a shingle is one shingle; without tokens there is none", () => {
    expect(shingleSet(tokensOf("three short words"))).toHaveLength(1);
    expect(bSimilarity(sketch("three short words"), sketch("Three short WORDS!"))).toBe(6);
    expect(bSimilarity(sketch("three short words"), sketch("four short words"))).toBe(0);
    const empty = sketch(" ... ");
    expect(isEmpty(empty)).toBe(true);
    expect([bSimilarity(empty, empty), cSimilarity(empty, empty), estimateContainment(empty, empty)]).toEqual(
      [0, 0, 0],
    );
    expect(resemblance(shingleSet(tokensOf("")), shingleSet(tokensOf("")))).toEqual({ num: 0, den: 0 });
    expect(containment(shingleSet(tokensOf("")), shingleSet(tokensOf("a b")))).toEqual({ num: 0, den: 0 });
  });

  test("one token a million times is one shingle", () => {
    const tokens = tokensOf("again ".repeat(1_000_000));
    expect(tokens.count).toBe(1_000_000);
    expect(shingleSet(tokens)).toHaveLength(1);
    expect(cSimilarity(sketchOf(tokens), sketch("again ".repeat(8)))).toBe(384);
    expect(bSimilarity(sketchOf(tokens), sketch("again ".repeat(8)))).toBe(6);
  });

  test("bytes and back; other lengths are refused", () => {
    const made = sketch(words(0, 50));
    const bytes = sketchToBytes(made);
    expect(bytes).toHaveLength(SKETCH_BYTES);
    expect(SKETCH_BYTES).toBe(440);
    expect(sketchFromBytes(bytes)).toEqual(made);
    expect(sketchFromBytes(bytes.subarray(1))).toBeUndefined();
  });
});

describe("site", () => {
  test.each([
    ["https://www.Example.org/a/b.html", "example.org"],
    ["http://user:secret@example.org:8080/x", "example.org"],
    ["ftp://mirror.example.org", "mirror.example.org"],
    ["/home/one/a.txt", "/home/one"],
    ["C:\\texts\\a.txt", "C:\\texts"],
    ["a.txt", ""],
  ])("%s -> %s", (place, site) => expect(siteOf(place)).toBe(site));

  test("by-site asks for both within a site and for projection alone across", () => {
    const text = words(0, 300);
    const reversed = text.split(" ").reverse().join(" ");
    const at = (site: string, of: string) => ({ site, sketch: sketch(of) });
    expect(copyPairs([at("x", text), at("x", reversed)], "by-site")).toEqual([]);
    expect(copyPairs([at("x", text), at("y", reversed)], "by-site")).toEqual([[0, 1]]);
  });
});

describe("groups", () => {
  const candidate = (id: number, text: string) => ({
    id,
    textSha256: text,
    sketched: { sketch: sketch(text), site: "" },
  });

  test("equal texts are one text, near copies one group, others stand alone", () => {
    const text = words(0, 1000);
    const near = text.replace("wdw", "changed");
    const other = words(9000, 100);
    const copies = groupCopies([
      candidate(7, other),
      candidate(5, text),
      candidate(3, near),
      candidate(9, text),
      { id: 11, textSha256: "unread" },
    ]);
    expect(copies).toEqual({
      groups: [
        { documents: [3, 5, 9], texts: 2 },
        { documents: [7], texts: 1 },
        { documents: [11], texts: 1 },
      ],
      distinctTexts: 4,
      notCompared: [11],
    });
  });

  test("no documents, no groups", () => {
    expect(groupCopies([])).toEqual({ groups: [], distinctTexts: 0, notCompared: [] });
  });

  test("ten thousand identical sketches are joined without comparing all pairs", () => {
    const { sketch: same } = candidate(0, words(0, 200)).sketched;
    let looks = 0;
    const counted = Array.from({ length: 10_000 }, () => ({
      site: "",
      get sketch() {
        looks++;
        return same;
      },
    }));
    expect(copySets(counted, "combined").sets()).toHaveLength(1);
    // 50 million pairs; 15 passes over 10,000 documents touch a few sketches each.
    expect(looks).toBeLessThan(2_000_000);
  });

  test("the bound is kept and what it left out is named", () => {
    const texts = [
      words(0, 1000),
      words(0, 1000).replace("wdw", "changed"),
      words(0, 1000),
      "unreadable here",
    ];
    const records = texts.map(
      (text, id) =>
        ({
          id,
          textSha256: text,
          tokenCount: tokensOf(text).count,
          paths: [`/a/${String(id)}`],
        }) as unknown as DocumentRecord,
    );
    const corpus = {
      text: (id: number) =>
        id === 3 ? failed(failure("store/document-not-found", { document: id })) : ok(texts[id]!),
    } as unknown as CorpusSnapshot;
    expect(findCopies(corpus, records)).toEqual({
      groups: [
        { documents: [0, 1, 2], texts: 2 },
        { documents: [3], texts: 1 },
      ],
      distinctTexts: 3,
      notCompared: [3],
    });
    const bounds = { texts: 5, tokens: 1500 };
    expect(findCopies(corpus, records, "combined", bounds)).toMatchObject({
      groups: [{ documents: [0, 2] }, { documents: [1] }, { documents: [3] }],
      notCompared: [1, 3],
    });
  });
});

describe("terms of a web page", () => {
  test("a URL is cut at slashes and dots, an image URL is one term, words are words", () => {
    const terms = pageTerms(
      [
        { kind: "text", text: "Two words" },
        { kind: "url", text: "http://www.example.org/a-b/c.html" },
        { kind: "image-url", text: "/img/x.png" },
        { kind: "image-url", text: "" },
      ],
      new TokenStream(1),
    );
    // Two, words, http:, www, example, org, a-b, c, html, /img/x.png
    expect(terms.count).toBe(10);
    expect(terms.start[2]).toBe("Two words".length);
    const again = pageTerms([{ kind: "url", text: "www" }], new TokenStream());
    expect(again.hashA[0]).toBe(terms.hashA[3]);
  });
});
