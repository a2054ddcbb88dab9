/**
 * Bytes of an XML document to text, by its byte-order mark, its zero bytes or its declaration (XML 1.0, appendix F).
 *
 * The decoder is a library's, not the runtime's: Node and browsers decode some legacy bytes differently, and offsets
 * must not depend on where the text was made.
 */
import { normalizeEncoding, TextDecoder } from "@exodus/bytes/encoding.js";

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
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), damaged: false, encoding };
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), damaged: true, encoding };
  }
}

function encodingOf(bytes: Uint8Array): string {
  const [a, b, c, d] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  if (a === 0xfe && b === 0xff) return "utf-16be";
  if (a === 0x3c && b === 0 && d === 0) return "utf-16le";
  if (a === 0 && b === 0x3c && c === 0) return "utf-16be";
  const declared = normalizeEncoding(declaredEncoding(bytes) ?? "utf-8");
  // A declared UTF-16 without its zero bytes is a wrong declaration (files re-saved by a text editor).
  return declared === null || declared === "replacement" || declared.startsWith("utf-16") ? "utf-8" : declared;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  let head = "";
  for (const byte of bytes.subarray(0, DECLARATION_BYTES)) head += String.fromCharCode(byte);
  const end = head.indexOf("?>");
  if (!head.startsWith("<?xml") || end < 0) return undefined;
  return /encoding\s*=\s*["']([\w.:-]+)["']/.exec(head.slice(0, end))?.[1];
}
