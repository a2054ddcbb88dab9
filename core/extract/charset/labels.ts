/**
 * Names of encodings: what detectors and declarations say, turned into the label that our decoder knows.
 *
 * The decoder is always @exodus/bytes, never the runtime's: Node maps 5,055 Big5 pairs to private-use characters and
 * fails on 8,824 EUC-KR pairs where browsers read them, and text must not depend on where it was decoded.
 */
import { TextDecoder } from "@exodus/bytes/encoding.js";

/** Detectors' names that the WHATWG label table lacks. */
const ALIASES: Readonly<Record<string, string>> = {
  // The superset decodes all that the subset does.
  gb2312: "gb18030",
  gbk: "gb18030",
  cp936: "gb18030",
  big5hkscs: "big5",
  ascii: "utf-8",
  "utf-8-sig": "utf-8",
  cp949: "euc-kr",
  uhc: "euc-kr",
  cp932: "shift_jis",
  "windows-31j": "shift_jis",
  shift_jis_2004: "shift_jis",
  euc_jis_2004: "euc-jp",
  "iso2022-jp": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  maccyrillic: "x-mac-cyrillic",
  "mac-cyrillic": "x-mac-cyrillic",
  macroman: "macintosh",
  "mac-roman": "macintosh",
  cp874: "windows-874",
  "utf-16 le": "utf-16le",
  "utf-16 be": "utf-16be",
};

/** The WHATWG name of an encoding we can decode (UTF-32 is decoded apart), or undefined. */
export function decodableLabel(name: string | null | undefined): string | undefined {
  if (name === null || name === undefined) return undefined;
  const lower = name.trim().toLowerCase();
  try {
    return new TextDecoder(ALIASES[lower] ?? lower).encoding;
  } catch {
    return undefined;
  }
}

export const decodeAs = (label: string, bytes: Uint8Array): string => new TextDecoder(label).decode(bytes);

/** The text if every byte of it is right, else undefined. */
export function decodeStrictly(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
