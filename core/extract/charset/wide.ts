/**
 * UTF-16 and UTF-32 without a byte-order mark, told by where the zero bytes stand, and by trial for East Asian
 * UTF-16, which has hardly any.
 */

export type WideLabel = "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be";

const SAMPLE_BYTES = 4096;

export function wideEncoding(bytes: Uint8Array): { label: WideLabel; confidence: number } | undefined {
  const length = Math.min(bytes.length - (bytes.length % 4), SAMPLE_BYTES);
  if (length < 4) return undefined;
  const zeros = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 3]!++;
  const quarter = length / 4;
  const [z0, z1, z2, z3] = zeros.map((z) => z / quarter) as [number, number, number, number];
  const found = (label: WideLabel, confidence: number) =>
    readsAsText(bytes, length, label) ? { label, confidence } : undefined;
  if (z0 > 0.9 && z1 > 0.8 && z2 > 0.3 && z3 < 0.1) return found("utf-32be", 0.95);
  if (z3 > 0.9 && z2 > 0.8 && z0 < 0.1) return found("utf-32le", 0.95);
  if (z0 > 0.3 && z2 > 0.3 && z1 + z3 < 0.1) return found("utf-16be", 0.9);
  if (z1 > 0.3 && z3 > 0.3 && z0 + z2 < 0.1) return found("utf-16le", 0.9);
  if (length < 32 || z0 + z1 + z2 + z3 === 0) return undefined;
  return eastAsian(bytes, length, "utf-16le") ?? eastAsian(bytes, length, "utf-16be");
}

/** Code unit (UTF-16) or code point (UTF-32) number `i` of the bytes. */
function unitAt(bytes: Uint8Array, i: number, label: WideLabel): number {
  switch (label) {
    case "utf-16le":
      return bytes[2 * i]! | (bytes[2 * i + 1]! << 8);
    case "utf-16be":
      return (bytes[2 * i]! << 8) | bytes[2 * i + 1]!;
    case "utf-32le":
      return (
        (bytes[4 * i]! | (bytes[4 * i + 1]! << 8) | (bytes[4 * i + 2]! << 16) | (bytes[4 * i + 3]! << 24)) >>>
        0
      );
    case "utf-32be":
      return (
        (bytes[4 * i + 3]! | (bytes[4 * i + 2]! << 8) | (bytes[4 * i + 1]! << 16) | (bytes[4 * i]! << 24)) >>>
        0
      );
  }
}

const isControl = (unit: number) =>
  (unit < 0x20 && unit !== 9 && unit !== 10 && unit !== 12 && unit !== 13) || (unit >= 0x7f && unit < 0xa0);

/** Tables of small binary numbers have zeros in the same columns as wide text, but are full of control characters. */
function readsAsText(bytes: Uint8Array, length: number, label: WideLabel): boolean {
  const units = length / (label.startsWith("utf-16") ? 2 : 4);
  let odd = 0;
  for (let i = 0; i < units; i++) {
    const unit = unitAt(bytes, i, label);
    if (isControl(unit) || unit > 0x10ffff || (unit >= 0xe000 && unit < 0xf900)) odd++;
  }
  return odd <= units * 0.02;
}

/** CJK punctuation, kana, ideographs, Hangul, full-width forms and ASCII make up nearly all of East Asian text. */
function eastAsian(bytes: Uint8Array, length: number, label: "utf-16le" | "utf-16be") {
  const units = length / 2;
  let wide = 0;
  let ascii = 0;
  for (let i = 0; i < units; i++) {
    const unit = unitAt(bytes, i, label);
    if (
      (unit >= 0x3000 && unit < 0xa000) ||
      (unit >= 0xac00 && unit < 0xd7a4) ||
      (unit >= 0xff00 && unit < 0xfff0)
    )
      wide++;
    else if (unit < 0x80 && !isControl(unit)) ascii++;
  }
  return wide > ascii && wide + ascii > units * 0.97 ? { label, confidence: 0.8 } : undefined;
}
