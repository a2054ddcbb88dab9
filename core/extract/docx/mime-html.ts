/**
 * MHT ("web archive") files: the HTML parts of a MIME message. Source: RFC 2045 (encodings), 2046 (multipart), 2557.
 * Lines and headers only; nothing in the message is fetched or followed.
 */
import { decodeHtml, htmlBlocks } from "./html-blocks.ts";

const DEEPEST_MULTIPART = 4;
const MOST_PARTS = 1_000;

export function looksLikeMime(bytes: Uint8Array): boolean {
  const head = String.fromCharCode(...bytes.subarray(0, 2_000));
  return (
    /^(?:mime-version|content-type|from|date|subject)\s*:/im.test(head) && /^content-type\s*:/im.test(head)
  );
}

/** The blocks of every HTML part, or of the plain text parts when there is no HTML. */
export function mimeBlocks(bytes: Uint8Array): string[] {
  const html: string[] = [];
  const plain: string[] = [];
  readEntity(byteString(bytes), 0, (type, body, charset) => {
    if (type === "text/html") html.push(...htmlBlocks(decodeHtml(body, charset)));
    else if (type === "text/plain") plain.push(...decodeHtml(body, charset).split(/\r?\n/));
  });
  return html.length > 0 ? html : plain.filter((line) => line.trim() !== "");
}

type Take = (type: string, body: Uint8Array, charset: string | undefined) => void;

function readEntity(entity: string, depth: number, take: Take): void {
  const headEnd = /\r?\n\r?\n/.exec(entity);
  if (headEnd === null) return;
  // A header continues on lines that begin with white space (RFC 5322, 2.2.3).
  const head = entity.slice(0, headEnd.index).replace(/\r?\n[ \t]+/g, " ");
  const body = entity.slice(headEnd.index + headEnd[0].length);
  const contentType = header(head, "content-type") ?? "text/plain";
  const type = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  if (type.startsWith("multipart/")) {
    const boundary = parameter(contentType, "boundary");
    if (boundary === undefined || depth >= DEEPEST_MULTIPART) return;
    const parts = body.split(`--${boundary}`, MOST_PARTS);
    for (const part of parts.slice(1))
      if (!part.startsWith("--")) readEntity(part.replace(/^[ \t]*\r?\n/, ""), depth + 1, take);
    return;
  }
  const encoding = header(head, "content-transfer-encoding")?.trim().toLowerCase();
  take(type, decodeBody(body, encoding), parameter(contentType, "charset"));
}

function header(head: string, name: string): string | undefined {
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0 && line.slice(0, colon).trim().toLowerCase() === name) return line.slice(colon + 1).trim();
  }
  return undefined;
}

function parameter(value: string, name: string): string | undefined {
  for (const part of value.split(";").slice(1)) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim().toLowerCase() === name) {
      return part
        .slice(equals + 1)
        .trim()
        .replace(/^"|"$/g, "");
    }
  }
  return undefined;
}

function decodeBody(body: string, encoding: string | undefined): Uint8Array {
  if (encoding === "quoted-printable") return quotedPrintable(body);
  if (encoding === "base64") return base64(body);
  return Uint8Array.from(body, (character) => character.charCodeAt(0));
}

function quotedPrintable(body: string): Uint8Array {
  const joined = body.replace(/=[ \t]*\r?\n/g, "");
  const decoded = joined.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const BASE64_VALUES = new Map(Array.from(BASE64, (character, value) => [character, value]));

/** Characters outside the alphabet are passed over, as RFC 2045, 6.8, demands. */
export function base64(body: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((body.length * 3) / 4) + 3);
  let length = 0;
  let bits = 0;
  let pending = 0;
  for (const character of body) {
    if (character === "=") break;
    const value = BASE64_VALUES.get(character);
    if (value === undefined) continue;
    pending = (pending << 6) | value;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[length++] = (pending >>> bits) & 0xff;
    }
    pending &= (1 << bits) - 1;
  }
  return bytes.subarray(0, length);
}

/** One character per byte, so that MIME structure can be cut as text and bodies turned back into bytes. */
function byteString(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 8_192)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
  return pieces.join("");
}
