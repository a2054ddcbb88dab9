/** Our own hash functions against the runtime's, and what a damaged segment is told by. */
import { createHash } from "node:crypto";
import { crc32 as runtimeCrc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sha256Hex } from "../../core/base/sha256.ts";
import { crc32 } from "../../core/index/crc32.ts";
import { openSegment } from "../../core/index/segment-reader.ts";
import { readerOf, segmentBytesOf, sourceOf } from "../support/segments.ts";

const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + (i >>> 8)) & 0xff);

describe("hash functions", () => {
  test.each([0, 1, 55, 56, 63, 64, 65, 1000])("of %i bytes are the standard ones", (length) => {
    const bytes = bytesOf(length);
    expect(sha256Hex(bytes)).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(crc32(bytes)).toBe(runtimeCrc32(bytes));
    expect(crc32(bytes, 12345)).toBe(runtimeCrc32(bytes, 12345));
  });
});

describe("a segment", () => {
  const documents = Array.from({ length: 20 }, (_, d) => ({
    fingerprints: Array.from({ length: 60 }, (_, token) => ({
      a: d * 7 + token,
      b: (token * 2654435761) >>> 0,
      token,
    })),
    tokens: 60,
  }));
  const good = segmentBytesOf(documents);

  /** True when damage is noticed on opening, by `verify`, and by reading every key. */
  function noticed(bytes: Uint8Array): { readonly verify: boolean; readonly reading: boolean } {
    const opened = openSegment(sourceOf(bytes), crc32);
    if (!opened.ok) return { verify: opened.failure.code === "store/damaged", reading: true };
    let damages = 0;
    opened.value.verify(() => damages++);
    try {
      const reader = readerOf(bytes);
      for (const { a, b } of documents.flatMap(({ fingerprints }) => fingerprints))
        reader.postings(b, a & 0xfff, 0, 9, { push: () => undefined });
      return { verify: damages > 0, reading: false };
    } catch {
      return { verify: damages > 0, reading: true };
    }
  }

  test("is read without complaint as written", () => {
    expect(noticed(good)).toEqual({ verify: false, reading: false });
  });

  test("is refused with any one byte altered", () => {
    for (let at = 0; at < good.length; at += 37) {
      const bad = new Uint8Array(good);
      bad[at] = bad[at]! ^ (1 << (at % 8));
      expect([at, noticed(bad)]).toEqual([at, { verify: true, reading: true }]);
    }
  });

  test.each([0, 1, 63, 64, 4096, good.length - 1])("is refused when cut to %i bytes", (length) => {
    expect(openSegment(sourceOf(good.subarray(0, length)), crc32)).toMatchObject({
      ok: false,
      failure: { code: "store/damaged" },
    });
  });

  test("is refused with two of its blocks exchanged", () => {
    const bad = new Uint8Array(good);
    bad.set(good.subarray(0, 4096), 4096);
    bad.set(good.subarray(4096, 8192), 0);
    expect(noticed(bad)).toEqual({ verify: true, reading: true });
  });

  test("of a newer format is refused by that name", () => {
    const newer = new Uint8Array(good);
    const trailer = new Uint32Array(newer.buffer, newer.length - 64, 16);
    trailer[2] = 2;
    trailer[15] = crc32(newer.subarray(newer.length - 64, newer.length - 4));
    expect(openSegment(sourceOf(newer), crc32)).toMatchObject({
      ok: false,
      failure: { code: "store/newer-format" },
    });
  });
});
