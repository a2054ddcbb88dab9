import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { components, couldChain, findChains } from "../../core/detect/chain.ts";
import { LastSeen } from "../../core/detect/last-seen.ts";
import { pairHits, type HitPairs } from "../../core/detect/pairs.ts";
import type { Query } from "../../core/detect/query.ts";
import { DEFAULT_SETTINGS } from "../../core/model/settings.ts";

interface Pair {
  readonly work: number;
  readonly document: number;
}

/** Pairs through the real pairing: one key for every work token. */
function pairsOf(given: readonly Pair[]): HitPairs {
  const query = oneKeyEach(Math.max(0, ...given.map(({ work }) => work)) + 1);
  return pairHits(
    query,
    Uint32Array.from(given, ({ document }) => document),
    Uint32Array.from(given, ({ work }) => work),
  );
}

function oneKeyEach(tokens: number): Query {
  const numbers = Uint32Array.from({ length: tokens + 1 }, (_, i) => i);
  return { keyCount: tokens, keyB: numbers, keyA: numbers, start: numbers, position: numbers };
}

/** Compares every pair with every other. */
function componentsByAllPairs({ work, document, count }: HitPairs, tauPos: number, tauOff: number): number[] {
  const root = Array.from({ length: count }, (_, i) => i);
  const find = (x: number): number => (root[x] === x ? x : find(root[x]!));
  for (let x = 0; x < count; x++) {
    for (let y = 0; y < x; y++) {
      const isNear =
        Math.abs(work[x]! - work[y]!) <= tauPos &&
        Math.abs(document[x]! - work[x]! - (document[y]! - work[y]!)) <= tauOff;
      if (!isNear) continue;
      const [low, high] = [find(x), find(y)].sort((a, b) => a - b);
      root[high!] = low!;
    }
  }
  return root.map((_, i) => find(i));
}

const pair = fc.record({ work: fc.nat(120), document: fc.nat(120) });
const nearDiagonal = fc
  .record({ work: fc.nat(200), shift: fc.integer({ min: -12, max: 12 }) })
  .map(({ work, shift }) => ({ work, document: Math.max(0, work + shift) }));
const somePairs = fc.array(fc.oneof(pair, nearDiagonal), { maxLength: 120 });
const taus = fc.record({ tauPos: fc.nat(40), tauOff: fc.nat(15) });

describe("chains", () => {
  it("are the components that comparing all pairs gives, whatever the thresholds", () => {
    const lastSeen = new LastSeen();
    fc.assert(
      fc.property(somePairs, taus, (given, { tauPos, tauOff }) => {
        const pairs = pairsOf(given);
        expect([...components(pairs, tauPos, tauOff, lastSeen)]).toEqual(
          componentsByAllPairs(pairs, tauPos, tauOff),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("leave the shared table as empty as they found it", () => {
    const lastSeen = new LastSeen();
    fc.assert(
      fc.property(somePairs, taus, (given, { tauPos, tauOff }) => {
        components(pairsOf(given), tauPos, tauOff, lastSeen);
        expect(lastSeen.table.every((value) => value === -1)).toBe(true);
      }),
    );
  });

  it("do not depend on the order in which hits come", () => {
    fc.assert(
      fc.property(
        somePairs.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
          ),
        ),
        ([given, shuffled]) => {
          expect(pairsOf(shuffled)).toEqual(pairsOf(given));
        },
      ),
    );
  });

  it("have at least kappa different tokens on either side, and no document with one is passed over", () => {
    fc.assert(
      fc.property(somePairs, taus, fc.integer({ min: 1, max: 8 }), (given, tau, kappa) => {
        const settings = { ...DEFAULT_SETTINGS, ...tau, kappa };
        const pairs = pairsOf(given);
        const chains = findChains(pairs, settings, new LastSeen());
        const expected = new Map<number, number[]>();
        for (const [i, root] of componentsByAllPairs(pairs, tau.tauPos, tau.tauOff).entries()) {
          expected.set(root, [...(expected.get(root) ?? []), i]);
        }
        const large = [...expected.values()].filter(
          (rows) =>
            new Set(rows.map((row) => pairs.work[row])).size >= kappa &&
            new Set(rows.map((row) => pairs.document[row])).size >= kappa,
        );
        expect(chains.map((chain) => [...chain.pairs])).toEqual(large);
        const tokens = Uint32Array.from(given, ({ document }) => document).sort();
        if (chains.length > 0) expect(couldChain(tokens, settings)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
