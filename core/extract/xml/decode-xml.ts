/**
 * Bytes of an XML document to text, by its byte-order mark, its zero bytes or its declaration (XML 1.0, appendix F).
 *
 * Nothing is guessed: an XML document without a declaration is UTF-8 by definition.
 */
import { decodableLabel, decodeAs, decodeStrictly } from "../charset/labels.ts";

/** An XML declaration is ASCII in every encoding that gets this far, and short. */
const DECLARATION_BYTES = 200;

export interface DecodedXml {
  readonly text: string;
  /** Some bytes were not valid in this encoding and stand as U+FFFD. */
  readonly damaged: boolean;
  readonly encoding: string;
}

export function decodeXml(bytes: Uint8Array): DecodedXml {
  const encoding = encodingOf(bytes);
  const strict = decodeStrictly(encoding, bytes);
  return strict === undefined
    ? { text: decodeAs(encoding, bytes), damaged: true, encoding }
    : { text: strict, damaged: false, encoding };
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0x3c && b === 0 && d === 0) return "utf-16le";
  if (a === 0 && b === 0x3c && c === 0) return "utf-16be";
  const declared = decodableLabel(declaredEncoding(bytes));
  // A declared UTF-16 without its zero bytes is a wrong declaration (files re-saved by a text editor).
  return declared === undefined || declared.startsWith("utf-16") ? "utf-8" : declared;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  let head = "";
  for (const byte of bytes.subarray(0, DECLARATION_BYTES)) head += String.fromCharCode(byte);
  const end = head.indexOf("?>");
  if (!head.startsWith("<?xml") || end < 0) return undefined;
  return /encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.slice(0, end))?.[1];
}
