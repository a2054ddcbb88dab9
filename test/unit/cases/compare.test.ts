import { describe, expect, it } from "vitest";
import { containment, parsePairAnswer, shingles } from "../../support/cases/shingles.ts";
import { contains, containsInOrder, occurrences, withoutNumbers } from "../../support/cases/text-compare.ts";

describe("contains", () => {
  it("says on which rung it holds", () => {
    expect(contains("The  HEAT\nof the sun", "the heat of the sun")).toBe("as written");
    expect(contains("we must im-\nprove our quarters", "must improve our")).toBe(
      "after joining line-end hyphens",
    );
    expect(contains("あい\nうえお", "あいうえお")).toBe("after leaving out spaces and hyphens");
    expect(contains("optional\u00ADhyphen", "optionalhyphen")).toBe("as written");
    expect(contains("abcdeﬀﬁﬂﬃ", "abcdefffiflffi")).toBe("as written");
    expect(contains("he said “no”", 'he said "no"')).toBe("as written");
  });
  it("never forgives another order or a missing word", () => {
    expect(contains("left one right one left two", "left one left two")).toBeUndefined();
    expect(contains("the heat of the moon", "the heat of the sun")).toBeUndefined();
    expect(containsInOrder("left one, left two, right one", ["left one", "left two", "right one"])).toBe(
      true,
    );
    expect(containsInOrder("left one, right one, left two", ["left one", "left two", "right one"])).toBe(
      false,
    );
  });
  it("counts", () => {
    expect(occurrences("a box and a box", "a  box")).toBe(2);
    expect(occurrences("a box", "a crate")).toBe(0);
  });
  it("drops numbers that stand alone", () => {
    expect(withoutNumbers("18 mdl b2b 19")).toBe("  mdl b2b  ");
  });
});

describe("shingles", () => {
  it("containment is a share of the first", () => {
    const a = shingles("one two three four", 2);
    expect(containment(a, shingles("zero one two three", 2))).toBeCloseTo(2 / 3);
    expect(containment(a, a)).toBe(1);
    expect(containment(shingles("one", 2), a)).toBe(0);
  });
});

describe("answers about two files", () => {
  it("reads the forms in use", () => {
    expect(parsePairAnswer("a/b.txt : 82 % of its 8-word shingles (OCR noise); reverse 27 %")).toMatchObject({
      k: 8,
      forward: 0.82,
      backward: 0.27,
    });
    expect(parsePairAnswer("b.txt : 75 % of 8-word shingles each way")).toMatchObject({
      forward: 0.75,
      backward: 0.75,
    });
    expect(parsePairAnswer("b.txt (65 % of 5-word shingles); c.txt must NOT match")).toMatchObject({
      k: 5,
      forward: 0.65,
      unrelated: ["c.txt"],
    });
    const edition = parsePairAnswer(
      "b_1.0.md : 0.959 of 8-word shingles of a in b, 1.000 of b in a (reference, NFKC)",
    );
    expect(edition).toMatchObject({ forward: 0.959, backward: 1 });
    expect(edition.otherFile).toContain("b_1.0.md");
    const bare = parsePairAnswer("pdf/b.pdf");
    expect(bare).toEqual({ otherFile: ["pdf/b.pdf"], k: 8, unrelated: [] });
  });
});
