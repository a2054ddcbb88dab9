/**
 * CRC-32 as ZIP uses it (reflected polynomial 0xEDB88320, APPNOTE 4.4.7), fed piece by piece.
 */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
  return remainder;
});

/** The state before the first byte. */
export const CRC32_START = -1;

export function crc32Add(state: number, bytes: Uint8Array): number {
  let crc = state;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255]! ^ (crc >>> 8);
  return crc;
}

/** The unsigned checksum of everything added so far. */
export function crc32Value(state: number): number {
  return (state ^ -1) >>> 0;
}
