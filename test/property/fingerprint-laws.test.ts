/** Laws of the fingerprints: the guarantee, locality, density, and that every selection is what it says. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyKgram } from "../../core/fingerprint/every-kgram.ts";
import { FingerprintSet } from "../../core/fingerprint/fingerprint-set.ts";
import { BASE_A, kgramHash, kgramLength, rollKgramHashes } from "../../core/fingerprint/kgram-hash.ts";
import { safeZeroModP, zeroModP } from "../../core/fingerprint/mod-p.ts";
import { select, type Selection } from "../../core/fingerprint/select.ts";
import { winnow } from "../../core/fingerprint/winnow.ts";
import {
  GUARANTEED_CHARACTERS,
  GUARANTEED_WORDS,
  K_UNSPACED,
  K_WORDS,
  WINDOW,
} from "../../core/model/settings.ts";
import { finalise } from "../../core/text/token-hash.ts";
import { TokenStream } from "../../core/text/token-stream.ts";

/** A token of a test: the number stands for the word; negative ones are characters of an unspaced script. */
type Word = number;

function streamOf(words: readonly Word[]): TokenStream {
  const tokens = new TokenStream(Math.max(1, words.length));
  for (const [t, word] of words.entries()) {
    tokens.hashA[t] = finalise(word * 2 + 1);
    tokens.hashB[t] = finalise(word * 2 + 77_777);
    tokens.unspaced[t] = word < 0 ? 1 : 0;
  }
  tokens.count = words.length;
  return tokens;
}

interface Fingerprint {
  readonly a: number;
  readonly b: number;
  readonly position: number;
}
const listOf = (set: FingerprintSet): Fingerprint[] =>
  Array.from({ length: set.count }, (_, i) => ({ a: set.a[i]!, b: set.b[i]!, position: set.position[i]! }));
const winnowed = (words: readonly Word[], window = WINDOW): Fingerprint[] =>
  listOf(winnow(streamOf(words), new FingerprintSet(1), { window }));
const keyOf = ({ a, b }: Fingerprint): string => `${a}/${b}`;
const share = (one: readonly Fingerprint[], other: readonly Fingerprint[]): boolean => {
  const keys = new Set(one.map(keyOf));
  return other.some((fingerprint) => keys.has(keyOf(fingerprint)));
};

/** Few words, so that ties and repetitions are common; and many. */
const spaced = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 1_000_000 }));
const unspaced = fc.oneof(fc.integer({ min: -3, max: -1 }), fc.integer({ min: -20_000, max: -1 }));
const mixed = fc.oneof(spaced, unspaced);
const around = fc.array(mixed, { maxLength: 30 });
const RUNS = { numRuns: 5000 };

/** xorshift32: a long text must not depend on chance. */
function randomWords(count: number, vocabulary: number): Word[] {
  let state = 0x9e3779b9;
  return Array.from({ length: count }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % vocabulary;
  });
}

describe("guarantee", () => {
  const sharedRun = (run: fc.Arbitrary<Word[]>, window?: number): void => {
    fc.assert(
      fc.property(run, around, around, around, around, (shared, before, after, otherBefore, otherAfter) => {
        const one = winnowed([...before, ...shared, ...after], window);
        const other = winnowed([...otherBefore, ...shared, ...otherAfter], window);
        expect(share(one, other)).toBe(true);
      }),
      RUNS,
    );
  };

  test("two texts with a run of 9 words in common share a fingerprint", () => {
    expect(GUARANTEED_WORDS).toBe(9);
    sharedRun(fc.array(spaced, { minLength: 9, maxLength: 9 }));
  });

  test("two texts with a run of 13 characters of an unspaced script in common share a fingerprint", () => {
    expect(GUARANTEED_CHARACTERS).toBe(13);
    sharedRun(fc.array(unspaced, { minLength: 13, maxLength: 13 }));
  });

  test("13 tokens of both kinds are enough", () => {
    sharedRun(fc.array(mixed, { minLength: 13, maxLength: 13 }));
  });

  test("any run is enough that holds a window of whole k-grams", () => {
    const holdsWindow = (run: readonly Word[]): boolean => {
      let inARow = 0;
      for (const [p, word] of run.entries()) {
        inARow = p + (word < 0 ? K_UNSPACED : K_WORDS) <= run.length ? inARow + 1 : 0;
        if (inARow === WINDOW) return true;
      }
      return false;
    };
    sharedRun(fc.array(mixed, { minLength: 9, maxLength: 13 }).filter(holdsWindow));
  });

  test("t = w + k - 1 for other windows", () => {
    for (const window of [1, 2, 3, 8, 17])
      sharedRun(
        fc.array(spaced, { minLength: window + K_WORDS - 1, maxLength: window + K_WORDS - 1 }),
        window,
      );
  });

  test("Safe 0 mod p gives the same guarantee", () => {
    fc.assert(
      fc.property(
        fc.array(spaced, { minLength: 9, maxLength: 9 }),
        around,
        around,
        fc.integer({ min: 1, max: 9 }),
        (shared, before, after, p) => {
          const of = (words: Word[]): Fingerprint[] =>
            listOf(safeZeroModP(streamOf(words), new FingerprintSet(), p));
          expect(share(of([...before, ...shared]), of([...shared, ...after]))).toBe(true);
        },
      ),
      RUNS,
    );
  });
});

describe("locality", () => {
  test("what stands around a run changes its fingerprints within a window of its borders only", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(mixed, { minLength: 30, maxLength: 60 }),
        around.map((words) => words.map((word) => (word < 0 ? word - 50_000 : word + 2_000_000))),
        around.map((words) => words.map((word) => (word < 0 ? word - 90_000 : word + 5_000_000))),
        (run, before, after) => {
          const inside = (fingerprints: Fingerprint[], shift: number): Fingerprint[] =>
            fingerprints
              .map((fingerprint) => ({ ...fingerprint, position: fingerprint.position - shift }))
              .filter(({ position }) => position >= WINDOW - 1)
              .filter(({ position }) => position + WINDOW - 1 + K_UNSPACED <= run.length);
          expect(inside(winnowed([...before, ...run, ...after]), before.length)).toEqual(
            inside(winnowed(run), 0),
          );
        },
      ),
      RUNS,
    );
  });
});

describe("density", () => {
  const words = randomWords(1_200_000, 0x7fffffff);

  test("is within 2 % of 2/(w+1) on random text", () => {
    for (const window of [WINDOW, 10, 25]) {
      const set = winnow(streamOf(words), new FingerprintSet(), { window });
      const expected = 2 / (window + 1);
      expect(Math.abs(set.count / words.length / expected - 1)).toBeLessThan(0.02);
    }
  });

  test("is within 2 % of 2/(w+1) on random text of an unspaced script", () => {
    const characters = words.map((word) => -1 - word);
    const set = winnow(streamOf(characters), new FingerprintSet());
    expect(Math.abs(((set.count / characters.length) * (WINDOW + 1)) / 2 - 1)).toBeLessThan(0.02);
  });

  test("is at most 1.05/w where one token repeats", () => {
    for (const word of [7, -7]) {
      const set = winnow(streamOf(new Array<Word>(100_000).fill(word)), new FingerprintSet());
      expect(set.count / 100_000).toBeLessThanOrEqual(1.05 / WINDOW);
    }
  });

  test("of 0 mod p is 1/p", () => {
    const set = zeroModP(streamOf(words), new FingerprintSet(), 4);
    expect(Math.abs((set.count / words.length) * 4 - 1)).toBeLessThan(0.02);
  });
});

describe("selection", () => {
  const anyWords = fc.array(mixed, { maxLength: 60 });

  test("takes k-grams of the text, in order, each once", () => {
    const selections: Selection[] = [
      { kind: "winnow", window: WINDOW },
      { kind: "every-kgram" },
      { kind: "zero-mod-p", p: 3 },
      { kind: "safe-zero-mod-p", p: 3 },
    ];
    fc.assert(
      fc.property(anyWords, fc.constantFrom(...selections), (words, selection) => {
        const tokens = streamOf(words);
        const all = new Map(listOf(everyKgram(tokens, new FingerprintSet())).map((f) => [f.position, f]));
        let last = -1;
        for (const fingerprint of listOf(select(selection, tokens, new FingerprintSet()))) {
          expect(all.get(fingerprint.position)).toEqual(fingerprint);
          expect(fingerprint.position).toBeGreaterThan(last);
          last = fingerprint.position;
        }
      }),
      RUNS,
    );
  });

  test("of every k-gram has one at each position whose k-gram ends inside the text", () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        const positions = listOf(everyKgram(streamOf(words), new FingerprintSet())).map((f) => f.position);
        const expected = words.flatMap((word, p) =>
          p + (word < 0 ? K_UNSPACED : K_WORDS) <= words.length ? [p] : [],
        );
        expect(positions).toEqual(expected);
      }),
    );
  });

  test("with a window of one is every k-gram", () => {
    fc.assert(
      fc.property(anyWords, (words) => {
        expect(winnowed(words, 1)).toEqual(listOf(everyKgram(streamOf(words), new FingerprintSet())));
      }),
      RUNS,
    );
  });

  test("by winnowing takes a least hash of every window, and nothing else", () => {
    fc.assert(
      fc.property(anyWords, fc.integer({ min: 1, max: 9 }), (words, window) => {
        const tokens = streamOf(words);
        const all = new Map(
          listOf(everyKgram(tokens, new FingerprintSet())).map((f) => [f.position, f.a | 0]),
        );
        const chosen = new Set(winnowed(words, window).map((f) => f.position));
        const last = Math.max(-1, ...all.keys());
        const explained = new Set<number>();
        for (let first = 0; first <= Math.max(0, last - window + 1); first++) {
          const inside = [...all].filter(([p]) => p >= first && p < first + window);
          if (inside.length === 0) continue;
          const least = Math.min(...inside.map(([, hash]) => hash));
          const taken = inside.filter(([p, hash]) => hash === least && chosen.has(p));
          expect(taken.length).toBeGreaterThan(0);
          for (const [p] of taken) explained.add(p);
        }
        expect([...chosen].every((p) => explained.has(p))).toBe(true);
      }),
      RUNS,
    );
  });

  test("of 0 mod p takes the hashes that are, and the safe one also windows without any", () => {
    fc.assert(
      fc.property(anyWords, fc.integer({ min: 1, max: 9 }), (words, p) => {
        const tokens = streamOf(words);
        const all = listOf(everyKgram(tokens, new FingerprintSet()));
        const isZero = ({ a }: Fingerprint): boolean => a % p === 0;
        expect(listOf(zeroModP(tokens, new FingerprintSet(), p))).toEqual(all.filter(isZero));
        const width = Math.min(WINDOW, all.length);
        const safe = all.filter((fingerprint, i) => {
          if (isZero(fingerprint)) return true;
          for (let first = Math.max(0, i - width + 1); first <= i && first + width <= all.length; first++)
            if (!all.slice(first, first + width).some(isZero)) return true;
          return false;
        });
        expect(listOf(safeZeroModP(tokens, new FingerprintSet(), p))).toEqual(safe);
      }),
      RUNS,
    );
  });

  test("of a text shorter than a window is its least k-gram, and below one k-gram nothing", () => {
    fc.assert(
      fc.property(fc.array(spaced, { maxLength: GUARANTEED_WORDS - 1 }), (words) => {
        expect(winnowed(words).length).toBe(words.length < K_WORDS ? 0 : 1);
      }),
    );
  });

  test("does not depend on what the set and the stream held before", () => {
    fc.assert(
      fc.property(anyWords, anyWords, (before, words) => {
        const set = winnow(streamOf(before), new FingerprintSet(1));
        expect(listOf(winnow(streamOf(words), set))).toEqual(winnowed(words));
      }),
    );
  });
});

describe("rolling hashes", () => {
  test("equal the hashes computed one by one", () => {
    fc.assert(
      fc.property(fc.array(mixed, { maxLength: 60 }), (words) => {
        const tokens = streamOf(words);
        const hashes = new Int32Array(words.length + 1);
        rollKgramHashes(tokens, hashes);
        for (let p = 0; p < words.length; p++) {
          const length = kgramLength(tokens, p);
          if (length > 0) expect(hashes[p]).toBe(kgramHash(tokens.hashA, p, length, BASE_A));
        }
      }),
      RUNS,
    );
  });
});
