/**
 * Files damaged on purpose, reproducibly: bytes, and the structures of each format (parts of a ZIP, tags of markup,
 * objects of a PDF), so that damage reaches further than the first check of a reader.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { randomNumbers } from "./detect-fixtures.ts";

/** Numbers from a seed, with the choices that mutations need. */
export class Chance {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  of<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }
  happens(probability: number): boolean {
    return this.next() < probability;
  }
  /** A range of at most `most` inside [0, length). */
  range(length: number, most: number): { readonly start: number; readonly end: number } {
    const start = this.below(length + 1);
    return { start, end: Math.min(length, start + this.below(most + 1)) };
  }
}

export type Mutate = (bytes: Uint8Array, chance: Chance) => Uint8Array;

/** Never longer than this, whatever is repeated: what is tested is structure, not size. */
const MOST_BYTES = 1 << 20;
const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole.subarray(0, MOST_BYTES);
};

const BYTE_MUTATIONS: readonly Mutate[] = [
  (bytes, chance) => {
    const copy = bytes.slice();
    for (let n = 1 + chance.below(8); n > 0 && copy.length > 0; n--)
      copy[chance.below(copy.length)]! ^= 1 << chance.below(8);
    return copy;
  },
  (bytes, chance) => bytes.slice(0, chance.below(bytes.length + 1)),
  (bytes, chance) => bytes.slice(chance.below(Math.min(64, bytes.length))),
  (bytes, chance) => {
    const { start, end } = chance.range(bytes.length, 2_000);
    return joined(bytes.subarray(0, start), bytes.subarray(end));
  },
  (bytes, chance) => {
    const { start, end } = chance.range(bytes.length, 500);
    const repeated = Array.from({ length: 2 + chance.below(200) }, () => bytes.subarray(start, end));
    return joined(bytes.subarray(0, start), ...repeated, bytes.subarray(end));
  },
  (bytes, chance) => {
    const { start, end } = chance.range(bytes.length, 2_000);
    const at = chance.below(bytes.length + 1);
    return joined(bytes.subarray(0, at), bytes.subarray(start, end), bytes.subarray(at));
  },
  (bytes, chance) => {
    const copy = bytes.slice();
    const { start, end } = chance.range(copy.length, 16);
    copy.fill(chance.of([0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x20, 0x3c]), start, end);
    return copy;
  },
];

export const mutateBytes: Mutate = (bytes, chance) => {
  let mutated = bytes;
  for (let n = 1 + chance.below(3); n > 0; n--) mutated = chance.of(BYTE_MUTATIONS)(mutated, chance);
  return mutated;
};

const latin1 = (bytes: Uint8Array): string => strFromU8(bytes, true);
const fromLatin1 = (text: string): Uint8Array => strToU8(text.slice(0, MOST_BYTES), true);

/** Deletes, doubles, moves and swaps pieces, and puts strange ones between them. */
function mutatePieces(pieces: string[], strange: readonly string[], chance: Chance): string {
  for (let n = 1 + chance.below(6); n > 0 && pieces.length > 0; n--) {
    const at = chance.below(pieces.length);
    const other = chance.below(pieces.length);
    switch (chance.below(6)) {
      case 0:
        pieces.splice(at, 1 + chance.below(4));
        break;
      case 1:
        pieces.splice(at, 0, ...Array.from({ length: 1 + chance.below(60) }, () => pieces[other]!));
        break;
      case 2:
        pieces.splice(at, 0, ...pieces.slice(other, other + 20));
        break;
      case 3:
        [pieces[at], pieces[other]] = [pieces[other]!, pieces[at]!];
        break;
      default:
        pieces.splice(at, 0, chance.of(strange));
    }
  }
  return pieces.join("");
}

const STRANGE_MARKUP = [
  ..."<b> </b> <table> </table> <td> <p> <svg> <math> <select> <template> <pre> <script> </script> <!-- --> <![CDATA[ ]]> <? <!DOCTYPE".split(
    " ",
  ),
  "<p hidden>",
  '<i style="display:none">',
  "<a href='",
  'x="',
  "&#x110000;",
  "&#0;",
  "&nosuch;",
  "&#xD800;",
  "\0",
  "\ufeff".normalize(),
  "<w:p>",
  "</w:p>",
  "<w:r><w:t>words</w:t></w:r>",
  '<w:fldChar w:fldCharType="begin"/>',
  '<w:fldChar w:fldCharType="separate"/>',
  "<w:tbl><w:tr><w:tc>",
  "</w:tc></w:tr></w:tbl>",
  "<w:del><w:p>",
  "<w:vanish/>",
  "<w:txbxContent>",
  '<w:altChunk r:id="rId1"/>',
  '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">',
];

export const mutateMarkup: Mutate = (bytes, chance) =>
  fromLatin1(mutatePieces(latin1(bytes).split(/(?=<)|(?<=>)/), STRANGE_MARKUP, chance));

/** One part of a package changed, lost, doubled under another name, or swapped; the archive itself stays sound. */
export const mutatePackage: Mutate = (bytes, chance) => {
  const parts = unzipped(bytes);
  const names = Object.keys(parts);
  if (names.length === 0) return mutateBytes(bytes, chance);
  const name = chance.of(
    names.filter((one) => chance.happens(0.5) || one.includes("document")).concat(names[0]!),
  );
  const part = parts[name]!;
  switch (chance.below(8)) {
    case 0:
      Reflect.deleteProperty(parts, name);
      break;
    case 1:
      parts[`${name}x`] = part;
      break;
    case 2:
      parts[chance.of(names)] = part;
      break;
    case 3:
      parts[name] = mutateBytes(part, chance);
      break;
    default:
      parts[name] = mutateMarkup(part, chance);
  }
  return zipSync(parts, { level: chance.of([0, 1, 9] as const) });
};

function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch {
    return {}; // fixtures of damaged packages stay as they are
  }
}

const STRANGE_PDF = [
  "endobj\n",
  "99999 0 obj <<>> endobj\n",
  "<</Type/Page>>",
  "1 0 R",
  "[1 0 R 1 0 R]",
  "stream\n",
  "endstream\n",
  "<<",
  ">>",
  "(unclosed",
  "<4142",
  "/Filter/FlateDecode",
  "/Filter[/ASCIIHexDecode/FlateDecode/LZWDecode]",
  "/Length 99999999",
  "/Kids[2 0 R]",
  "/Count -1",
  "/MediaBox[0 0 0 0]",
  "/Rotate 45",
  "BT /F1 1e30 Tf 0 0 Td (x) Tj ET\n",
  "q ".repeat(500),
];
const STRANGE_NUMBERS = [
  "0",
  "-1",
  "1",
  "2147483648",
  "4294967295",
  "-2147483649",
  "1e99",
  "0.00001",
  "99999999999999999999",
];

/** Whole objects moved about, and numbers replaced. Offsets in the table no longer fit, as in damaged files. */
export const mutatePdf: Mutate = (bytes, chance) => {
  const pieces = latin1(bytes).split(/(?<=endobj\s)|(?<=stream\r?\n)|(?=endstream)|(?=\d+ \d+ obj)/);
  if (chance.happens(0.5)) {
    const at = chance.below(pieces.length);
    pieces[at] = pieces[at]!.replace(/-?\d+(?:\.\d+)?/g, (number) =>
      chance.happens(0.1) ? chance.of(STRANGE_NUMBERS) : number,
    );
  }
  return fromLatin1(mutatePieces(pieces, STRANGE_PDF, chance));
};
