/**
 * Non-negative integers as text of printable characters, for tables committed as source: 5 bits a character, lowest
 * first, the sixth says that more follow. Read by `decodeNumbers` in core/text/fold-table.ts.
 */
export const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

export function encodeNumbers(numbers: readonly number[]): string {
  let text = "";
  for (const number of numbers) {
    let rest = number;
    do {
      const more = rest > 31 ? 32 : 0;
      text += ALPHABET[(rest & 31) | more]!;
      rest >>>= 5;
    } while (rest > 0);
  }
  return text;
}
