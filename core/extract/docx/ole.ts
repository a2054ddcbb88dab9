/**
 * OLE compound files: what a password-protected DOCX and an old binary `.doc` both look like from outside.
 *
 * Only the names in the directory are looked at, enough to tell the reader which of the two a file is. Source:
 * [MS-CFB] 2.2 (header) and 2.6.1 (directory entries: 128 bytes, UTF-16LE name first); [MS-OFFCRYPTO] 2.3.4.4
 * (EncryptedPackage).
 */
import { failure, type Failure } from "../../base/failure.ts";

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sectors start at multiples of 512 and directory entries fill them in steps of 128. */
const ENTRY_BYTES = 128;
const FIRST_ENTRY = 512;

const LEGACY_STREAMS = ["WordDocument", "Workbook", "Book", "PowerPoint Document"];

export function isOle(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, i) => bytes[i] === byte);
}

/** Why an OLE file cannot be read as a Word document. We have no decryption, with or without a password. */
export function oleFailure(bytes: Uint8Array, password: string | undefined): Failure {
  if (hasEntry(bytes, "EncryptedPackage")) {
    const code = password === undefined ? "extract/needs-password" : "extract/encryption-unsupported";
    return failure(code, { scheme: "office" });
  }
  const stream = LEGACY_STREAMS.find((name) => hasEntry(bytes, name));
  return failure("extract/legacy-office", { stream: stream ?? "unknown" });
}

function hasEntry(bytes: Uint8Array, name: string): boolean {
  for (let at = FIRST_ENTRY; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    if (startsWithName(bytes, at, name)) return true;
  }
  return false;
}

function startsWithName(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i <= name.length; i++) {
    const unit = i < name.length ? name.charCodeAt(i) : 0;
    if (bytes[at + 2 * i] !== unit || bytes[at + 2 * i + 1] !== 0) return false;
  }
  return true;
}
