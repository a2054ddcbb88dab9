/** The runtime's own CRC-32, the same function as core/index/crc32.ts and several times faster. */
import { crc32 } from "node:zlib";
import type { Checksum } from "../../../core/index/crc32.ts";

export const checksum: Checksum = (bytes, seed) => crc32(bytes, seed);
