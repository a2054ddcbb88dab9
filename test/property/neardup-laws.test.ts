/** Laws of sketches and of the search for copies: estimates near the exact values, nothing missed, order without effect. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areCopies, type CopyRule, type Sketched } from "../../core/neardup/rules.ts";
import { containment, resemblance, shingleSet } from "../../core/neardup/shingle-set.ts";
import { copyPairs, copySets } from "../../core/neardup/similar.ts";
import {
  bSimilarity,
  cSimilarity,
  estimateContainment,
  estimateResemblance,
  PROJECTION_AT,
  type Sketch,
  SKETCH_WORDS,
  sketchOf,
  SUPERSHINGLES_AT,
} from "../../core/neardup/sketch.ts";
import { PROJECTION_BITS } from "../../core/neardup/projection.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

const tokensOf = (text: string): TokenStream => tokenise(text, new TokenStream());
const sketch = (text: string): Sketch => sketchOf(tokensOf(text));

const RULES: readonly CopyRule[] = ["shingles", "projection", "combined", "by-site"];

/** Sequences of words that no other number yields. */
const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${(from + i).toString(36)}`).join(" ");

describe("estimates", () => {
  // Texts [0, a + s) and [a, a + s + b) of one endless sequence: their overlap is what they share.
  const pair = fc.record({
    before: fc.nat({ max: 600 }),
    shared: fc.integer({ min: 20, max: 900 }),
    after: fc.nat({ max: 600 }),
    start: fc.nat({ max: 1e9 }),
  });

  test("resemblance and containment lie within five standard errors of the exact values", () => {
    fc.assert(
      fc.property(pair, ({ before, shared, after, start }) => {
        const one = tokensOf(words(start, before + shared));
        const other = tokensOf(words(start + before, shared + after));
        const sets = [shingleSet(one), shingleSet(other)] as const;
        const exact = resemblance(...sets);
        const share = exact.num / exact.den;
        const error = 5 * Math.sqrt((share * (1 - share)) / 84) + 1e-9;
        const [a, b] = [sketchOf(one), sketchOf(other)];
        const estimate = estimateResemblance(a, b);
        expect(Math.abs(estimate - share)).toBeLessThanOrEqual(error);
        // Containment follows from resemblance by a monotone formula: the same bounds, carried through it.
        const total = sets[0].length + sets[1].length;
        const carried = (r: number): number => Math.min(1, (r * total) / ((1 + r) * sets[0].length));
        const inner = containment(...sets);
        const low = carried(Math.max(0, share - error));
        const high = carried(Math.min(1, share + error));
        expect(inner.num / inner.den).toBeCloseTo(carried(share), 9);
        expect(estimateContainment(a, b)).toBeGreaterThanOrEqual(low - 1e-9);
        expect(estimateContainment(a, b)).toBeLessThanOrEqual(high + 1e-9);
      }),
      { numRuns: 150, seed: 1 },
    );
  });

  test("agreeing bits lie within five standard errors of 1 - angle / pi", () => {
    fc.assert(
      fc.property(pair, ({ before, shared, after, start }) => {
        // Every word stands once, so the cosine is shared / sqrt(all of one * all of other).
        const cosine = shared / Math.sqrt((before + shared) * (shared + after));
        const share = 1 - Math.acos(Math.min(1, cosine)) / Math.PI;
        const bits = cSimilarity(
          sketch(words(start, before + shared)),
          sketch(words(start + before, shared + after)),
        );
        const error = 5 * Math.sqrt((share * (1 - share)) / PROJECTION_BITS);
        // Rounding at sums of zero, which count as 0, adds a little.
        expect(Math.abs(bits / PROJECTION_BITS - share)).toBeLessThanOrEqual(error + 0.02);
      }),
      { numRuns: 150, seed: 2 },
    );
  });

  test("equal tokens give equal sketches, similar in everything; similarity is symmetric", () => {
    const text = fc.array(fc.constantFrom("a", "b", "cat", "dog", "Ünïx", "东", "京"), { maxLength: 60 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [x, y, z] = [
          sketch(one.join(" ")),
          sketch(one.join(",  ").toUpperCase()),
          sketch(other.join(" ")),
        ];
        expect(y).toEqual(x);
        if (one.length > 0) {
          expect([bSimilarity(x, y), cSimilarity(x, y), estimateResemblance(x, y)]).toEqual([6, 384, 1]);
        }
        expect(bSimilarity(x, z)).toBe(bSimilarity(z, x));
        expect(cSimilarity(x, z)).toBe(cSimilarity(z, x));
      }),
      { seed: 3 },
    );
  });
});

describe("search", () => {
  /** Sketches that differ from a few ancestors in a few bits and supershingles: pairs on both sides of every threshold. */
  const corpus = fc
    .array(
      fc.record({
        ancestor: fc.nat({ max: 2 }),
        flipped: fc.uniqueArray(fc.nat({ max: PROJECTION_BITS - 1 }), { maxLength: 16 }),
        changed: fc.uniqueArray(fc.nat({ max: 5 }), { maxLength: 6 }),
        site: fc.constantFrom("x", "y"),
        empty: fc.integer({ min: 0, max: 19 }),
      }),
      { maxLength: 24 },
    )
    .map((documents) =>
      documents.map(({ ancestor, flipped, changed, site, empty }, number): Sketched => {
        const made = new Uint32Array(SKETCH_WORDS);
        if (empty === 0) return { sketch: made, site };
        made[0] = 100;
        for (let at = SUPERSHINGLES_AT; at < SKETCH_WORDS; at++)
          made[at] = Math.imul(at + 1, 0x9e3779b1 + ancestor);
        for (const group of changed) made[SUPERSHINGLES_AT + 2 * group] = number;
        for (const bit of flipped) made[PROJECTION_AT + (bit >>> 5)]! ^= 1 << (bit & 31);
        return { sketch: made, site };
      }),
    );

  const bruteForce = (documents: readonly Sketched[], rule: CopyRule): [number, number][] =>
    documents.flatMap((one, i) =>
      documents.flatMap((other, j): [number, number][] =>
        i < j && areCopies(one, other, rule) ? [[i, j]] : [],
      ),
    );

  test.each(RULES)("%s: pairs and groups equal brute force", (rule) => {
    let pairs = 0;
    fc.assert(
      fc.property(corpus, (documents) => {
        const expected = bruteForce(documents, rule);
        pairs += expected.length;
        expect(copyPairs(documents, rule)).toEqual(expected);
        const group = documents.map((_, i) => i);
        for (let changed = true; changed;) {
          changed = false;
          for (const [i, j] of expected) {
            const least = Math.min(group[i]!, group[j]!);
            changed ||= group[i] !== least || group[j] !== least;
            group[i] = group[j] = least;
          }
        }
        const sets = copySets(documents, rule);
        expect(documents.map((_, i) => sets.find(i))).toEqual(group);
      }),
      { numRuns: 300, seed: 4 },
    );
    // The generator must reach pairs of copies, or the comparison says nothing.
    expect(pairs).toBeGreaterThan(100);
  });

  test("twelve differing bits are found wherever they stand, also one in each block but one", () => {
    const spread = fc.tuple(
      fc.nat({ max: 13 }),
      fc.array(fc.nat({ max: 28 }), { minLength: 13, maxLength: 13 }),
    );
    fc.assert(
      fc.property(spread, ([untouched, offsets]) => {
        const blocks = untouched === 13 ? 12 : 13;
        const flipped = offsets
          .map((offset, block) => Math.floor((block * PROJECTION_BITS) / blocks) + offset)
          .filter((_, block) => block !== untouched && block < blocks);
        expect(new Set(flipped).size).toBe(12);
        const one = sketch(words(0, 20));
        const other = one.slice();
        for (const bit of flipped) other[PROJECTION_AT + (bit >>> 5)]! ^= 1 << (bit & 31);
        expect(cSimilarity(one, other)).toBe(372);
        const documents = [one, other].map((made) => ({ sketch: made, site: "" }));
        expect(copyPairs(documents, "projection")).toEqual([[0, 1]]);
      }),
      { numRuns: 300, seed: 6 },
    );
  });

  test("the order of the documents plays no part", () => {
    fc.assert(
      fc.property(corpus, fc.constantFrom(...RULES), fc.nat(), (documents, rule, turn) => {
        const count = Math.max(1, documents.length);
        const turned = documents.map((_, i) => documents[(i + turn) % count]!);
        const groupsOf = (list: readonly Sketched[]): string[] =>
          copySets(list, rule)
            .sets()
            .map((set) =>
              set
                .map((i) => documents.indexOf(list[i]!))
                .sort((x, y) => x - y)
                .join(),
            )
            .sort();
        expect(groupsOf(turned)).toEqual(groupsOf(documents));
      }),
      { seed: 5 },
    );
  });
});
