/**
 * What a ZIP archive holds, told by the names of its entries: nothing is unpacked here.
 *
 * The central directory is read; an archive that lost it (truncated) is told by its local headers.
 */
import { indexOfAscii, latin1, startsWith, u16, u32 } from "./bytes.ts";

const END_OF_DIRECTORY = "PK\x05\x06";
const DIRECTORY_ENTRY = "PK\x01\x02";
const LOCAL_HEADER = "PK\x03\x04";
/** The end record is 22 bytes and may be followed by a comment of at most 65,535. */
const END_RECORD_REACH = 22 + 0xffff;
/** Names beyond these cannot change the answer for any real office file. */
const NAMES_READ = 2_000;
const NAME_UNITS = 300;
const LOCAL_SCAN_BYTES = 4 * 1024 * 1024;

export function isZip(bytes: Uint8Array): boolean {
  return (
    startsWith(bytes, LOCAL_HEADER) ||
    startsWith(bytes, END_OF_DIRECTORY) ||
    startsWith(bytes, "PK\x07\x08PK")
  );
}

/** `docx` for anything that may be a Word document (its reader has the last word), else what the archive seems to be. */
export function zipKind(bytes: Uint8Array): string {
  const names = directoryNames(bytes) ?? localNames(bytes);
  const under = (folder: string) => names.some((name) => name.startsWith(folder));
  if (under("word/")) return "docx";
  if (under("xl/")) return "xlsx";
  if (under("ppt/")) return "pptx";
  if (under("visio/")) return "vsdx";
  if (names.includes("[content_types].xml")) return "docx";
  if (names.includes("meta-inf/container.xml")) return "epub";
  const mimetype = startsWith(bytes, "mimetype", 30) ? latin1(bytes, 38, 110) : "";
  if (mimetype.startsWith("application/epub+zip")) return "epub";
  if (mimetype.startsWith("application/vnd.oasis.opendocument")) return "opendocument";
  return "zip";
}

function entryName(bytes: Uint8Array, at: number, length: number): string {
  return latin1(bytes, at, at + Math.min(length, NAME_UNITS))
    .replaceAll("\\", "/")
    .toLowerCase();
}

function directoryNames(bytes: Uint8Array): string[] | undefined {
  let end = -1;
  const from = Math.max(0, bytes.length - END_RECORD_REACH);
  for (let at = indexOfAscii(bytes, END_OF_DIRECTORY, from); at >= 0;) {
    end = at;
    at = indexOfAscii(bytes, END_OF_DIRECTORY, at + 1);
  }
  if (end < 0) return undefined;
  const names: string[] = [];
  let at = u32(bytes, end + 16);
  while (names.length < NAMES_READ && startsWith(bytes, DIRECTORY_ENTRY, at)) {
    const nameLength = u16(bytes, at + 28);
    names.push(entryName(bytes, at + 46, nameLength));
    at += 46 + nameLength + u16(bytes, at + 30) + u16(bytes, at + 32);
  }
  return names.length > 0 ? names : undefined;
}

function localNames(bytes: Uint8Array): string[] {
  const names: string[] = [];
  let at = indexOfAscii(bytes, LOCAL_HEADER, 0, LOCAL_SCAN_BYTES);
  while (at >= 0 && names.length < NAMES_READ) {
    names.push(entryName(bytes, at + 30, u16(bytes, at + 26)));
    at = indexOfAscii(bytes, LOCAL_HEADER, at + 4, LOCAL_SCAN_BYTES);
  }
  return names;
}
