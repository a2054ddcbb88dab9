/** The runtime's own hash functions: CRC-32 as in core/index/crc32.ts and several times faster, and SHA-256. */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { Checksum } from "../../../core/index/crc32.ts";

export const checksum: Checksum = (bytes, seed) => crc32(bytes, seed);

export const sha256Of = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");
