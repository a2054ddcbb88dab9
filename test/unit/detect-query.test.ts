import { describe, expect, it } from "vitest";
import { buildQuery, findKey } from "../../core/detect/query.ts";
import { sortedOrder } from "../../core/detect/radix.ts";
import { randomNumbers } from "../support/detect-fixtures.ts";

const list = (rows: readonly (readonly [a: number, b: number, position: number])[]) => ({
  count: rows.length,
  a: Uint32Array.from(rows, ([a]) => a),
  b: Uint32Array.from(rows, ([, b]) => b),
  position: Uint32Array.from(rows, ([, , position]) => position),
});

describe("query", () => {
  it("has every key once, in the order of the index, with all its places", () => {
    const query = buildQuery([
      list([
        [7, 900, 0],
        [1, 4_000_000_000, 3],
        [7, 900, 5],
        [2, 900, 8],
      ]),
    ]);
    expect([...query.keyB]).toEqual([900, 900, 4_000_000_000]);
    expect([...query.keyA]).toEqual([2, 7, 1]);
    expect([...query.start]).toEqual([0, 1, 3, 4]);
    expect([...query.position]).toEqual([8, 0, 5, 3]);
  });

  it("keeps of lane A the bits the index keeps", () => {
    const query = buildQuery([list([[0xabcde123, 5, 0]])]);
    expect([...query.keyA]).toEqual([0x123]);
  });

  it("takes a place that two lists name once", () => {
    const rows = list([
      [1, 2, 3],
      [1, 2, 9],
    ]);
    const query = buildQuery([rows, rows]);
    expect([...query.position]).toEqual([3, 9]);
  });

  it("has room for more than 2^20 fingerprints", () => {
    const count = 1_200_000;
    const b = Uint32Array.from({ length: count }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0);
    const numbers = Uint32Array.from({ length: count }, (_, i) => i);
    const query = buildQuery([{ count, a: numbers, b, position: numbers }]);
    expect(query.keyCount).toBe(count);
    expect(query.keyB.every((key, i) => i === 0 || query.keyB[i - 1]! < key)).toBe(true);
    expect(query.position.every((place, i) => b[place] === query.keyB[i])).toBe(true);
  });

  it("finds its keys again, and no other", () => {
    const next = randomNumbers(4);
    const rows = Array.from({ length: 500 }, (_, i) => [
      Math.floor(next() * 4),
      Math.floor(next() * 300) + 2_147_483_600,
      i,
    ]);
    const query = buildQuery([list(rows as [number, number, number][])]);
    for (let key = 0; key < query.keyCount; key++) {
      expect(findKey(query, query.keyB[key]!, query.keyA[key]!)).toBe(key);
    }
    expect(findKey(query, query.keyB[0]!, 4_000)).toBe(-1);
    expect(findKey(query, 4_294_967_295, 0)).toBe(-1);
  });
});

describe("sorted order", () => {
  for (const count of [0, 1, 50, 5_000]) {
    it(`of ${count} rows is what comparing gives, equal rows in their order`, () => {
      const next = randomNumbers(count);
      const column = (values: number): Uint32Array<ArrayBuffer> =>
        Uint32Array.from({ length: count }, () => Math.floor(next() * values));
      const columns = [column(5), column(4_294_967_296), column(3)];
      const rows = Array.from({ length: count }, (_, row) => row);
      rows.sort((x, y) => columns.reduce((sum, one) => sum || one[x]! - one[y]!, 0) || x - y);
      expect([...sortedOrder(count, columns)]).toEqual(rows);
    });
  }
});
