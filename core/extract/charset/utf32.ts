/** UTF-32, which no TextDecoder knows. Code points that do not exist become U+FFFD. */

export function decodeUtf32(bytes: Uint8Array, bigEndian: boolean): string {
  const whole = bytes.length - (bytes.length % 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunk: number[] = [];
  let text = "";
  for (let at = 0; at < whole; at += 4) {
    const point = view.getUint32(at, !bigEndian);
    const exists = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    if (at === 0 && point === 0xfeff) continue;
    chunk.push(exists ? point : 0xfffd);
    if (chunk.length === 4096) {
      text += String.fromCodePoint(...chunk);
      chunk.length = 0;
    }
  }
  text += String.fromCodePoint(...chunk);
  return whole === bytes.length ? text : text + "\uFFFD";
}
