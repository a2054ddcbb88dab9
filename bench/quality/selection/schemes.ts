/**
 * The four ways of choosing fingerprints that "Winnowing" (Schleimer, Wilkerson, Aiken 2003) compares, on one sequence
 * of hashes, so that they differ in nothing but the choice. Each tells `visit` the positions it selects, ascending.
 *
 * Hashes are compared as unsigned 32-bit numbers. A sequence shorter than a window is one window.
 */
export type Visit = (position: number) => void;
export type Scheme = (hashes: Uint32Array, visit: Visit) => void;

/** Every hash that is 0 modulo p (Manber 1994; section 2 of the paper). No guarantee. */
export const zeroModP =
  (p: number): Scheme =>
  (hashes, visit) => {
    for (let i = 0; i < hashes.length; i++) if (hashes[i]! % p === 0) visit(i);
  };

/** The same, and of a window that holds none its last hash: 1 / p + (1 - 1 / p)^w of them, at best (1 + ln w) / w. */
export const safeZeroModP =
  (p: number, window: number): Scheme =>
  (hashes, visit) => {
    const width = Math.min(window, hashes.length);
    let lastZero = -1;
    for (let i = 0; i < hashes.length; i++) {
      const isZero = hashes[i]! % p === 0;
      if (isZero) lastZero = i;
      if (isZero || i - lastZero >= width) visit(i);
    }
  };

/** The same, and of a window that holds none all hashes, as `safeZeroModP` of core/fingerprint does. */
export const wholeWindowZeroModP =
  (p: number, window: number): Scheme =>
  (hashes, visit) => {
    const width = Math.min(window, hashes.length);
    let lastZero = -1;
    // Positions below this one have been decided.
    let decided = 0;
    for (let i = 0; i < hashes.length; i++) {
      if (hashes[i]! % p === 0) {
        visit(i);
        lastZero = i;
        decided = i + 1;
      } else if (i - lastZero >= width) {
        for (let j = Math.max(decided, i - width + 1); j <= i; j++) visit(j);
        decided = i + 1;
      }
    }
  };

/** In every window the least hash, the rightmost of equal ones (section 3, definition 1). */
export const winnowing =
  (window: number): Scheme =>
  (hashes, visit) => {
    slide(hashes, window, visit, false);
  };

/** The same, but a tie keeps what the window before has selected (section 5.1, "robust winnowing"). */
export const robustWinnowing =
  (window: number): Scheme =>
  (hashes, visit) => {
    slide(hashes, window, visit, true);
  };

function slide(hashes: Uint32Array, window: number, visit: Visit, keepsTies: boolean): void {
  const width = Math.min(window, hashes.length);
  if (width === 0) return;
  let leastAt = rightmostLeast(hashes, 0, width - 1);
  visit(leastAt);
  for (let right = width; right < hashes.length; right++) {
    const entering = hashes[right]!;
    const least = hashes[leastAt]!;
    if (leastAt <= right - width) leastAt = rightmostLeast(hashes, right - width + 1, right);
    else if (entering < least || (entering === least && !keepsTies)) leastAt = right;
    else continue;
    visit(leastAt);
  }
}

function rightmostLeast(hashes: Uint32Array, first: number, last: number): number {
  let leastAt = first;
  for (let i = first + 1; i <= last; i++) if (hashes[i]! <= hashes[leastAt]!) leastAt = i;
  return leastAt;
}
