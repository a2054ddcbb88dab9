/**
 * CRC-32 (IEEE 802.3, as in zlib and PNG): the checksum of every block and stored record.
 *
 * It finds every error burst of up to 32 bits, so every flipped byte. The store passes the runtime's own, faster
 * function of the same name; this one keeps `core` self-sufficient and is what tests compare with.
 */

/** Checksum of `bytes`, unsigned 32 bits. `seed` is the checksum of what stands before them. */
export type Checksum = (bytes: Uint8Array, seed?: number) => number;

const POLYNOMIAL = 0xedb88320;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
  return remainder;
});

export const crc32: Checksum = (bytes, seed = 0) => {
  let crc = ~seed;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
};
