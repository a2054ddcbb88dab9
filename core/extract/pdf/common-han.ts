/**
 * The Han characters that running Chinese and Japanese text is made of: level 1 of GB 2312, of JIS X 0208 and of
 * Big5, some 8,000 characters that each standard's authors chose by frequency. Text in which most Han characters
 * lie outside all three was decoded wrongly (byte-swapped UTF-16 is the usual cause).
 */
import { TextDecoder } from "@exodus/bytes/encoding.js";

/** Lead bytes of level 1 and the range of trail bytes, in the encoding that carries the standard. */
const LEVEL_ONE = [
  { label: "gbk", lead: [0xb0, 0xd7], trail: [0xa1, 0xfe] },
  { label: "shift_jis", lead: [0x88, 0x98], trail: [0x40, 0xfc] },
  { label: "big5", lead: [0xa4, 0xc6], trail: [0x40, 0xfe] },
] as const;

let common: ReadonlySet<string> | undefined;

/** Built when first asked for: most documents hold no Han character. */
export function isCommonHan(character: string): boolean {
  common ??= build();
  return common.has(character);
}

function build(): Set<string> {
  const characters = new Set<string>();
  for (const { label, lead, trail } of LEVEL_ONE) {
    const decoder = new TextDecoder(label);
    for (let first = lead[0]; first <= lead[1]; first++) {
      for (let second = trail[0]; second <= trail[1]; second++) {
        const decoded = decoder.decode(Uint8Array.of(first, second));
        if (decoded.length === 1 && decoded !== "\ufffd") characters.add(decoded);
      }
    }
  }
  return characters;
}
