/**
 * A ZIP package: parts read on demand, in memory, inside the limits. Nothing is ever written to disk.
 *
 * Sizes in the directory are not believed (a library that does returns 50 bytes of 78,000 without an error); the
 * checksum is computed, and a wrong one is a notice, not a loss. Throws {@link FailureError}; the front-end is the
 * border that turns it into a value.
 */
import { FailureError, type Notice } from "../../base/failure.ts";
import { MIB, type Limits } from "../../base/limits.ts";
import { CRC32_START, crc32Add, crc32Value } from "./crc32.ts";
import { inflateRaw } from "./inflate.ts";
import { entryDataStart, FLAG_ENCRYPTED, readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const METHOD_STORED = 0;
const METHOD_DEFLATED = 8;
/** Below this size a high ratio is ordinary (an empty table repeats well). */
const RATIO_APPLIES_ABOVE = MIB;

/** Bytes unfolded so far, shared by a package and the packages inside it. */
export interface ZipBudget {
  inflatedBytes: number;
}

export class ZipPackage {
  /** The central directory was missing or broken. */
  readonly recovered: boolean;
  readonly #bytes: Uint8Array;
  readonly #limits: Limits;
  readonly #budget: ZipBudget;
  readonly #notices: Notice[];
  readonly #entries = new Map<string, ZipEntry>();

  private constructor(
    bytes: Uint8Array,
    limits: Limits,
    budget: ZipBudget,
    notices: Notice[],
    entries: readonly ZipEntry[],
    recovered: boolean,
  ) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#budget = budget;
    this.#notices = notices;
    this.recovered = recovered;
    for (const entry of entries) {
      const key = entry.name.toLowerCase();
      // The first of two parts with one name is read; a second could show other readers another text.
      if (this.#entries.has(key))
        this.#notices.push(partNotice("notice/part-not-read", entry.name, "duplicate name"));
      else this.#entries.set(key, entry);
    }
    if (recovered) notices.push({ code: "notice/recovered-truncated", data: { what: "zip directory" } });
  }

  /** Undefined when the bytes are no ZIP file. What a reader should know is added to `notices`. */
  static open(
    bytes: Uint8Array,
    limits: Limits,
    budget: ZipBudget,
    notices: Notice[],
  ): ZipPackage | undefined {
    const directory = readZipDirectory(bytes, limits);
    if (directory === undefined) return undefined;
    return new ZipPackage(bytes, limits, budget, notices, directory.entries, directory.recovered);
  }

  names(): string[] {
    return [...this.#entries.values()].map((entry) => entry.name);
  }

  has(name: string): boolean {
    return this.#entries.has(keyOf(name));
  }

  /** The bytes of one part; undefined when there is none of that name. Names compare without case (OPC 6.2.2.3). */
  read(name: string): Uint8Array | undefined {
    const entry = this.#entries.get(keyOf(name));
    if (entry === undefined) return undefined;
    if (entry.flags & FLAG_ENCRYPTED) {
      throw new FailureError("extract/encryption-unsupported", { part: entry.name, scheme: "zip" });
    }
    const start = entryDataStart(this.#bytes, entry);
    if (start === undefined)
      throw new FailureError("extract/corrupt", { part: entry.name, what: "zip header" });
    const end = Math.min(this.#bytes.length, start + (entry.compressedBytes ?? this.#bytes.length));
    return this.#unfold(entry, this.#bytes.subarray(start, end));
  }

  #unfold(entry: ZipEntry, packed: Uint8Array): Uint8Array {
    const pieces: Uint8Array[] = [];
    let length = 0;
    let crc = CRC32_START;
    const take = (piece: Uint8Array, consumed: number): void => {
      length += piece.length;
      this.#budget.inflatedBytes += piece.length;
      this.#enforceLimits(entry, length, consumed);
      crc = crc32Add(crc, piece);
      pieces.push(piece);
    };
    let whole = true;
    if (entry.method === METHOD_DEFLATED) whole = inflateRaw(packed, take);
    else if (entry.method === METHOD_STORED && entry.compressedBytes !== undefined)
      take(packed, packed.length);
    else
      throw new FailureError("extract/corrupt", { part: entry.name, what: "zip method", got: entry.method });
    if (entry.compressedBytes !== undefined && packed.length < entry.compressedBytes) whole = false;

    if (!whole) this.#notices.push(partNotice("notice/recovered-truncated", entry.name, `${length} bytes`));
    else if (entry.crc !== undefined && crc32Value(crc) !== entry.crc) {
      this.#notices.push({ code: "notice/checksum-mismatch", data: { part: shortName(entry.name) } });
    }
    return join(pieces, length);
  }

  #enforceLimits(entry: ZipEntry, length: number, consumed: number): void {
    const { zipPartBytes, zipTotalBytes, zipRatio } = this.#limits;
    const part = shortName(entry.name);
    const exceeded = (what: string, limit: number, got: number, unit: string): never => {
      throw new FailureError("extract/limit-exceeded", { what, limit, got, unit, part });
    };
    if (length > zipPartBytes) exceeded("zip part", zipPartBytes, length, "bytes");
    if (this.#budget.inflatedBytes > zipTotalBytes) {
      exceeded("zip total", zipTotalBytes, this.#budget.inflatedBytes, "bytes");
    }
    if (length > RATIO_APPLIES_ABOVE && length > consumed * zipRatio) {
      exceeded("zip ratio", zipRatio, Math.ceil(length / consumed), "bytes out per byte in");
    }
  }
}

/** A part name short enough for a ledger line. */
export function shortName(name: string): string {
  return name.length <= 200 ? name : `${name.slice(0, 199)}\u2026`;
}

function partNotice(code: Notice["code"], part: string, reason: string): Notice {
  return { code, data: { part: shortName(part), reason } };
}

function keyOf(name: string): string {
  return name.replace(/^\/+/, "").toLowerCase();
}

function join(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const first = pieces[0];
  if (pieces.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
