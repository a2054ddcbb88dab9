/** Reading numbers, ASCII and patterns out of untrusted bytes; reads past the end give 0 or undefined, never throw. */

export const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);

export const u32 = (bytes: Uint8Array, at: number): number =>
  (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;

/** Bytes as Latin-1 text, in pieces: `fromCharCode` with a whole file as arguments overflows the stack. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  const last = Math.min(end, bytes.length);
  let text = "";
  for (let at = Math.max(0, start); at < last; at += 8192) {
    text += String.fromCharCode.apply(
      null,
      bytes.subarray(at, Math.min(at + 8192, last)) as unknown as number[],
    );
  }
  return text;
}

export function startsWith(bytes: Uint8Array, pattern: string, at = 0): boolean {
  if (at + pattern.length > bytes.length) return false;
  for (let i = 0; i < pattern.length; i++) if (bytes[at + i] !== pattern.charCodeAt(i)) return false;
  return true;
}

/** First index of an ASCII pattern that starts in [from, to), or -1. */
export function indexOfAscii(bytes: Uint8Array, pattern: string, from = 0, to = bytes.length): number {
  const first = pattern.charCodeAt(0);
  const last = Math.min(to, bytes.length - pattern.length + 1);
  for (let at = bytes.indexOf(first, from); at >= 0 && at < last; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, pattern, at)) return at;
  }
  return -1;
}
