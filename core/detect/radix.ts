/**
 * The order that sorts parallel columns of unsigned 32-bit numbers, by least-significant-digit radix passes.
 *
 * Stable: rows with equal columns keep their order, so a result never depends on anything but the rows.
 * Digits have 16 bits; a pass whose digit is the same in every row is left out. Scratch: 8 bytes a row.
 */
const DIGIT_BITS = 16;
const DIGIT_MASK = (1 << DIGIT_BITS) - 1;
/** Below this many rows, comparing them is cheaper than clearing the tally of a radix pass. */
const FEW_ROWS = 1_024;

/** Row numbers in ascending order of the columns, the most significant column first. */
export function sortedOrder(count: number, columns: readonly Uint32Array[]): Uint32Array {
  let order = new Uint32Array(count);
  for (let row = 0; row < count; row++) order[row] = row;
  if (count < FEW_ROWS) return order.sort((x, y) => compareRows(columns, x, y));
  let scratch = new Uint32Array(count);
  const tally = new Uint32Array(1 << DIGIT_BITS);
  for (const column of columns.toReversed()) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!distribute(column, shift, order, scratch, tally)) continue;
      [order, scratch] = [scratch, order];
    }
  }
  return order;
}

function compareRows(columns: readonly Uint32Array[], x: number, y: number): number {
  for (const column of columns) if (column[x] !== column[y]) return column[x]! - column[y]!;
  return x - y;
}

/** One pass from `order` into `to`; false, and nothing written, when every row has the same digit. */
function distribute(
  column: Uint32Array,
  shift: number,
  order: Uint32Array,
  to: Uint32Array,
  tally: Uint32Array,
): boolean {
  const count = order.length;
  tally.fill(0);
  for (let row = 0; row < count; row++) {
    const digit = (column[row]! >>> shift) & DIGIT_MASK;
    tally[digit] = tally[digit]! + 1;
  }
  if (count === 0 || tally[(column[0]! >>> shift) & DIGIT_MASK] === count) return false;
  let start = 0;
  for (let digit = 0; digit <= DIGIT_MASK; digit++) {
    const rows = tally[digit]!;
    tally[digit] = start;
    start += rows;
  }
  for (let i = 0; i < count; i++) {
    const row = order[i]!;
    const digit = (column[row]! >>> shift) & DIGIT_MASK;
    const place = tally[digit]!;
    to[place] = row;
    tally[digit] = place + 1;
  }
  return true;
}
