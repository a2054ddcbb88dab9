/**
 * First bytes of file types that are not read, so that the ledger can say what a file is instead of "unknown".
 *
 * `strong` signatures hold bytes that no text starts with and count by themselves; the others are printable and
 * count only in files that are not text.
 */
import { startsWith } from "./bytes.ts";

interface Signature {
  readonly type: string;
  readonly bytes: string;
  readonly at?: number;
  readonly strong: boolean;
}

const strong = (type: string, bytes: string, at = 0): Signature => ({ type, bytes, at, strong: true });
const weak = (type: string, bytes: string, at = 0): Signature => ({ type, bytes, at, strong: false });

const SIGNATURES: readonly Signature[] = [
  strong("png", "\x89PNG\r\n\x1a\n"),
  strong("jpeg", "\xff\xd8\xff"),
  strong("tiff", "II*\0"),
  strong("tiff", "MM\0*"),
  strong("gzip", "\x1f\x8b"),
  strong("xz", "\xfd7zXZ\0"),
  strong("zstd", "\x28\xb5\x2f\xfd"),
  strong("7z", "7z\xbc\xaf\x27\x1c"),
  strong("rar", "Rar!\x1a\x07"),
  strong("tar", "\0ustar", 256),
  strong("elf", "\x7fELF"),
  strong("java-class", "\xca\xfe\xba\xbe"),
  strong("mach-o", "\xcf\xfa\xed\xfe"),
  strong("mach-o", "\xfe\xed\xfa\xcf"),
  strong("wasm", "\0asm"),
  strong("sqlite", "SQLite format 3\0"),
  strong("wordperfect", "\xffWPC"),
  strong("truetype", "\0\x01\0\0\0"),
  strong("icon", "\0\0\x01\0"),
  strong("mobi", "\0BOOKMOBI", 59),
  weak("mobi", "BOOKMOBI", 60),
  weak("gif", "GIF8"),
  weak("bmp", "BM"),
  weak("riff", "RIFF"),
  weak("iso-media", "ftyp", 4),
  weak("photoshop", "8BPS"),
  weak("djvu", "AT&TFORM"),
  weak("bzip2", "BZh"),
  weak("exe", "MZ"),
  weak("parquet", "PAR1"),
  weak("opentype", "OTTO"),
  weak("woff", "wOF"),
  weak("mp3", "ID3"),
  weak("ogg", "OggS"),
  weak("flac", "fLaC"),
  weak("chm", "ITSF"),
  weak("postscript", "%!PS"),
];

/** Name of the binary type, or undefined. `binary` says whether the file as a whole does not look like text. */
export function binaryType(bytes: Uint8Array, binary: boolean): string | undefined {
  return SIGNATURES.find((s) => (s.strong || binary) && startsWith(bytes, s.bytes, s.at))?.type;
}
