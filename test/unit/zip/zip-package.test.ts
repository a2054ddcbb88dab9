/** The ZIP reader against archives that tell the truth, lie, or are cut. */
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { FailureError, type Notice } from "../../../core/base/failure.ts";
import { DEFAULT_LIMITS, type Limits } from "../../../core/base/limits.ts";
import { CRC32_START, crc32Add, crc32Value } from "../../../core/extract/zip/crc32.ts";
import { ZipPackage } from "../../../core/extract/zip/zip-package.ts";

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

function open(bytes: Uint8Array, limits: Partial<Limits> = {}): { zip: ZipPackage; notices: Notice[] } {
  const notices: Notice[] = [];
  const zip = ZipPackage.open(bytes, { ...DEFAULT_LIMITS, ...limits }, { inflatedBytes: 0 }, notices);
  if (zip === undefined) throw new Error("no zip");
  return { zip, notices };
}

const textIn = (zip: ZipPackage, name: string): string => new TextDecoder().decode(zip.read(name));

/** Offsets of a record's signature. */
function records(bytes: Uint8Array, signature: number): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length - 3 }, (_, at) => at).filter(
    (at) => view.getUint32(at, true) === signature,
  );
}

const patched = (bytes: Uint8Array, change: (view: DataView) => void): Uint8Array => {
  const copy = bytes.slice();
  change(new DataView(copy.buffer));
  return copy;
};

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof FailureError) return error.failure.code;
    throw error;
  }
  return "no failure";
}

const noise = Uint8Array.from({ length: 60_000 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 0xff);
const plain = zipSync({ "a.txt": strToU8("hello ".repeat(1_000)), "dir/B.bin": [noise, { level: 0 }] });

describe("a sound archive", () => {
  it("gives its parts, stored and deflated, by name without regard to case", () => {
    const { zip, notices } = open(plain);
    expect(zip.names()).toEqual(["a.txt", "dir/B.bin"]);
    expect(textIn(zip, "a.txt")).toBe("hello ".repeat(1_000));
    expect(zip.read("/DIR/b.bin")).toEqual(noise);
    expect(zip.read("missing")).toBeUndefined();
    expect(zip.has("A.TXT")).toBe(true);
    expect(notices).toEqual([]);
  });

  it("may stand behind other bytes and before a comment", () => {
    const end = records(plain, END)[0]!;
    const comment = strToU8("a comment");
    const bytes = new Uint8Array(100 + plain.length + comment.length);
    bytes.set(plain, 100);
    bytes.set(comment, 100 + plain.length);
    new DataView(bytes.buffer).setUint16(100 + end + 20, comment.length, true);
    expect(textIn(open(bytes).zip, "a.txt").slice(0, 6)).toBe("hello ");
  });

  it("may be ZIP64", () => {
    const { zip, notices } = open(zip64("big.txt", strToU8("sixty-four")));
    expect(textIn(zip, "big.txt")).toBe("sixty-four");
    expect(notices).toEqual([]);
  });

  it("may be empty", () => {
    expect(open(zipSync({})).zip.names()).toEqual([]);
  });
});

/** One stored entry whose sizes and offsets stand in ZIP64 fields only. */
function zip64(name: string, content: Uint8Array): Uint8Array {
  const local = 30 + name.length;
  const central = local + content.length;
  const centralSize = 46 + name.length + 4 + 24;
  const end64 = central + centralSize;
  const bytes = new Uint8Array(end64 + 56 + 20 + 22);
  const view = new DataView(bytes.buffer);
  const crc = crc32Value(crc32Add(CRC32_START, content));
  view.setUint32(0, LOCAL, true);
  view.setUint16(26, name.length, true);
  bytes.set(strToU8(name), 30);
  bytes.set(content, local);
  view.setUint32(central, CENTRAL, true);
  view.setUint32(central + 16, crc, true);
  for (const at of [20, 24, 42]) view.setUint32(central + at, 0xffffffff, true);
  view.setUint16(central + 28, name.length, true);
  view.setUint16(central + 30, 28, true);
  bytes.set(strToU8(name), central + 46);
  const extra = central + 46 + name.length;
  view.setUint16(extra, 1, true);
  view.setUint16(extra + 2, 24, true);
  view.setBigUint64(extra + 4, BigInt(content.length), true);
  view.setBigUint64(extra + 12, BigInt(content.length), true);
  view.setUint32(end64, 0x06064b50, true);
  view.setBigUint64(end64 + 32, 1n, true);
  view.setBigUint64(end64 + 40, BigInt(centralSize), true);
  view.setBigUint64(end64 + 48, BigInt(central), true);
  view.setUint32(end64 + 56, 0x07064b50, true);
  view.setBigUint64(end64 + 64, BigInt(end64), true);
  const end = end64 + 76;
  view.setUint32(end, END, true);
  view.setUint16(end + 10, 0xffff, true);
  view.setUint32(end + 12, 0xffffffff, true);
  view.setUint32(end + 16, 0xffffffff, true);
  return bytes;
}

describe("an archive that lies", () => {
  it("about sizes is read in full", () => {
    const bytes = patched(plain, (view) => {
      view.setUint32(records(plain, CENTRAL)[0]! + 24, 50, true);
      view.setUint32(records(plain, LOCAL)[0]! + 22, 50, true);
    });
    expect(textIn(open(bytes).zip, "a.txt")).toHaveLength(6_000);
  });

  it("about a checksum is read with a notice", () => {
    const bytes = patched(plain, (view) => view.setUint32(records(plain, CENTRAL)[0]! + 16, 1, true));
    const { zip, notices } = open(bytes);
    expect(textIn(zip, "a.txt")).toHaveLength(6_000);
    expect(notices).toEqual([{ code: "notice/checksum-mismatch", data: { part: "a.txt" } }]);
  });

  it("about an offset fails for that part only", () => {
    const bytes = patched(plain, (view) =>
      view.setUint32(records(plain, CENTRAL)[0]! + 42, 0x7fffffff, true),
    );
    const { zip } = open(bytes);
    expect(codeOf(() => zip.read("a.txt"))).toBe("extract/corrupt");
    expect(zip.read("dir/B.bin")).toEqual(noise);
  });

  it("about where its directory stands is read by the directory's size", () => {
    const bytes = patched(plain, (view) => view.setUint32(records(plain, END)[0]! + 16, 0x7ffffff0, true));
    const { zip, notices } = open(bytes);
    expect(textIn(zip, "a.txt")).toHaveLength(6_000);
    expect(notices).toEqual([]);
  });

  it("about the number of its entries is read by its local headers", () => {
    const bytes = patched(plain, (view) => view.setUint16(records(plain, END)[0]! + 10, 9, true));
    const { zip, notices } = open(bytes);
    expect(zip.recovered).toBe(true);
    expect(textIn(zip, "a.txt")).toHaveLength(6_000);
    expect(notices.map((notice) => notice.code)).toEqual(["notice/recovered-truncated"]);
  });

  it("with two parts of one name gives the first and says so", () => {
    const twice = patched(zipSync({ "a.txt": strToU8("first"), "b.txt": strToU8("second") }), (view) => {
      const bytes = new Uint8Array(view.buffer);
      for (const at of [
        ...records(bytes, CENTRAL).map((r) => r + 46),
        ...records(bytes, LOCAL).map((r) => r + 30),
      ]) {
        if (bytes[at] === 0x62) bytes[at] = 0x61;
      }
    });
    const { zip, notices } = open(twice);
    expect(textIn(zip, "a.txt")).toBe("first");
    expect(notices).toEqual([
      { code: "notice/part-not-read", data: { part: "a.txt", reason: "duplicate name" } },
    ]);
  });

  it("with an encrypted part or an unknown method is refused with a code", () => {
    const at = records(plain, CENTRAL)[0]!;
    const encrypted = patched(plain, (view) => view.setUint16(at + 8, 1, true));
    expect(codeOf(() => open(encrypted).zip.read("a.txt"))).toBe("extract/encryption-unsupported");
    const lzma = patched(plain, (view) => view.setUint16(at + 10, 14, true));
    expect(codeOf(() => open(lzma).zip.read("a.txt"))).toBe("extract/corrupt");
  });
});

describe("a cut archive", () => {
  it("keeps what came before the cut", () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `word${(i * 7_919) % 10_007} `).join("");
    const whole = zipSync({ "a.txt": strToU8(text) });
    const { zip, notices } = open(whole.subarray(0, Math.floor(whole.length * 0.6)));
    const kept = textIn(zip, "a.txt");
    expect(kept.length).toBeGreaterThan(text.length * 0.4);
    expect(text.startsWith(kept)).toBe(true);
    expect(notices.map((notice) => notice.code)).toEqual([
      "notice/recovered-truncated",
      "notice/recovered-truncated",
    ]);
  });

  it("never reads outside the file, wherever it is cut", () => {
    const small = zipSync({
      "a.txt": strToU8("hello hello hello hello"),
      "b.txt": [noise.subarray(0, 40), { level: 0 }],
    });
    for (let length = 0; length < small.length; length++) {
      const cut = small.slice(0, length);
      const zip = ZipPackage.open(cut, DEFAULT_LIMITS, { inflatedBytes: 0 }, []);
      for (const name of zip?.names() ?? [])
        expect(["no failure", "extract/corrupt"]).toContain(codeOf(() => zip?.read(name)));
    }
  });

  it("is no archive when nothing of one is left", () => {
    expect(
      ZipPackage.open(strToU8("PK but not really"), DEFAULT_LIMITS, { inflatedBytes: 0 }, []),
    ).toBeUndefined();
    expect(ZipPackage.open(new Uint8Array(0), DEFAULT_LIMITS, { inflatedBytes: 0 }, [])).toBeUndefined();
  });
});

describe("limits", () => {
  const zeros = zipSync({ "z.bin": new Uint8Array(3_000_000) }, { level: 9 });

  it("stop a part, the sum of parts, a ratio and a number of entries", () => {
    const exceeded = (limits: Partial<Limits>): string => {
      const { zip } = open(zeros, limits);
      try {
        zip.read("z.bin");
        zip.read("z.bin");
      } catch (error) {
        if (error instanceof FailureError) return JSON.stringify(error.failure.data);
        throw error;
      }
      return "none";
    };
    expect(exceeded({ zipPartBytes: 1_000_000 })).toContain('"what":"zip part","limit":1000000');
    expect(exceeded({ zipTotalBytes: 4_000_000, zipRatio: 2_000 })).toContain(
      '"what":"zip total","limit":4000000',
    );
    expect(exceeded({ zipRatio: 100 })).toContain('"what":"zip ratio","limit":100');
    expect(exceeded({ zipRatio: 2_000 })).toBe("none");
    expect(codeOf(() => open(plain, { zipEntries: 1 }))).toBe("extract/limit-exceeded");
  });

  it("unfold a bomb only up to the limit", () => {
    const budget = { inflatedBytes: 0 };
    const zip = ZipPackage.open(zeros, { ...DEFAULT_LIMITS, zipPartBytes: 100_000 }, budget, []);
    expect(codeOf(() => zip?.read("z.bin"))).toBe("extract/limit-exceeded");
    expect(budget.inflatedBytes).toBeLessThan(2_200_000);
  });

  it("end a chain of empty blocks that never gives output", () => {
    // 01 00 00 ff ff is a final stored block of length 0; 00 00 00 ff ff one that is not final.
    const empty = Uint8Array.from({ length: 1_000_000 }, (_, i) => (i % 5 < 3 ? 0 : 0xff));
    const stored = zipSync({ "e.bin": [empty, { level: 0 }] });
    const bytes = patched(stored, (view) => view.setUint16(records(stored, CENTRAL)[0]! + 10, 8, true));
    const { zip, notices } = open(bytes);
    expect(zip.read("e.bin")).toHaveLength(0);
    expect(notices).toHaveLength(1);
  });
});

it("computes the checksum of the specification's example", () => {
  expect(crc32Value(crc32Add(CRC32_START, strToU8("123456789")))).toBe(0xcbf43926);
});
