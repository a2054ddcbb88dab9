import { describe, expect, it } from "vitest";
import { decodeText, encodingNotices, type DecodedText } from "../../core/extract/charset/decode.ts";
import { binary, utf8 } from "../support/read-bytes.ts";
import { encodeSingleByte, encodeWide, RUSSIAN, GREEK, GERMAN } from "../support/legacy-bytes.ts";

async function decode(bytes: Uint8Array, trustDeclaration = false): Promise<DecodedText> {
  const outcome = await decodeText(bytes, { trustDeclaration });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}
const shown = ({ text, encoding }: DecodedText) => `${encoding.label} (${encoding.reason}): ${text}`;

describe("byte-order marks and wide text", () => {
  it("reads UTF-32 before UTF-16 and drops the mark", async () => {
    for (const label of ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const) {
      expect(shown(await decode(encodeWide("\uFEFFaж😀", label)))).toBe(`${label} (bom): aж😀`);
    }
    expect(shown(await decode(utf8("\uFEFFaж😀")))).toBe("utf-8 (bom): aж😀");
  });

  it("finds UTF-16 and UTF-32 without a mark by their zero bytes", async () => {
    for (const label of ["utf-16le", "utf-16be", "utf-32le", "utf-32be"] as const) {
      const decoded = await decode(encodeWide(GERMAN, label));
      expect([decoded.text, decoded.encoding.label]).toEqual([GERMAN, label]);
    }
  });

  it("counts what UTF-32 and UTF-16 cannot mean", async () => {
    expect(await decode(binary("\xff\xfe\0\0a\0\0\0\0\0\x11\0b\0\0\0"))).toMatchObject({
      text: "a\uFFFDb",
      errors: 1,
    });
    expect(await decode(binary("\xff\xfea\0\0\xd8b\0"))).toMatchObject({ text: "a\uFFFDb", errors: 1 });
  });
});

describe("UTF-8", () => {
  it("is certain for ASCII and nearly so when valid", async () => {
    expect((await decode(utf8("plain"))).encoding).toEqual({
      label: "utf-8",
      confidence: 1,
      reason: "ascii",
    });
    expect((await decode(utf8(RUSSIAN))).encoding).toEqual({
      label: "utf-8",
      confidence: 0.99,
      reason: "valid utf-8",
    });
  });

  it("survives a little damage, which is counted", async () => {
    const bytes = utf8(RUSSIAN);
    const damaged = bytes.subarray(0, bytes.length - 2);
    const decoded = await decode(Uint8Array.from([...damaged, 0xff]));
    expect(decoded.encoding.reason).toBe("mostly valid utf-8");
    expect(decoded.errors).toBeGreaterThan(0);
    expect(encodingNotices(decoded)).toEqual([
      { code: "notice/encoding-errors", data: { count: decoded.errors } },
    ]);
  });

  it("does not take a replacement character that stands in the file for an error", async () => {
    expect((await decode(utf8("a \uFFFD ж"))).errors).toBe(0);
  });
});

describe("legacy encodings", () => {
  it.each(["koi8-r", "windows-1251", "iso-8859-5", "ibm866", "x-mac-cyrillic"])(
    "reads a Russian book in %s",
    async (label) => {
      const decoded = await decode(encodeSingleByte(RUSSIAN.repeat(20), label));
      expect(decoded.text).toBe(RUSSIAN.repeat(20));
      expect(decoded.errors).toBe(0);
      expect(encodingNotices(decoded)[0]?.code).toBe("notice/encoding-guessed");
    },
  );

  it("reads Greek and German", async () => {
    expect((await decode(encodeSingleByte(GREEK, "windows-1253"))).text).toBe(GREEK);
    expect((await decode(encodeSingleByte(GERMAN, "windows-1252"))).text).toBe(GERMAN);
  });

  it("reads EUC-KR and Big5 pairs that Node's own decoder gets wrong", async () => {
    const korean = await decode(
      binary('<meta charset="euc-kr">\xb0\xa1\xb3\xaa\xb4\xd9 \x81\x41\x81\x42'),
      true,
    );
    expect(korean.text).toBe('<meta charset="euc-kr">가나다 갂갃');
    const hongKong = await decode(binary('<meta charset="big5">\xa4\xa4\xa4\xe5 \x87\x44'), true);
    expect(hongKong.text.slice(21)).toBe("中文 䕸");
  });

  it("reads ISO-2022-JP by its escapes", async () => {
    expect(shown(await decode(binary("\x1b$B$3$l\x1b(B")))).toBe("iso-2022-jp (escape sequences): これ");
  });

  it("says so when it knows the encoding and cannot decode it", async () => {
    const outcome = await decodeText(binary("\x1b$)C\x0e0!\x0f"), { trustDeclaration: false });
    expect(outcome).toEqual({
      ok: false,
      failure: { code: "extract/undecodable-text", data: { detected: "iso-2022-kr", confidence: 0.95 } },
    });
  });
});

describe("declarations", () => {
  const page = (label: string, text: string) =>
    Uint8Array.from([...utf8(`<meta charset="${label}"><p>`), ...encodeSingleByte(text, "iso-8859-5")]);

  it("count when the text reads sanely under them", async () => {
    const decoded = await decode(page("iso-8859-5", RUSSIAN), true);
    expect(decoded.encoding.reason).toMatch(/^declared/);
    expect(encodingNotices(decoded)).toEqual([]);
  });

  it("do not count when the text does not", async () => {
    const decoded = await decode(page("windows-1252", RUSSIAN), true);
    expect(decoded.text.endsWith(RUSSIAN)).toBe(true);
  });

  it("do not count in plain text, which may talk about them", async () => {
    const decoded = await decode(page("macintosh", RUSSIAN), false);
    expect(decoded.encoding.reason).not.toMatch(/^declared/);
  });

  it("lose against valid UTF-8", async () => {
    expect((await decode(utf8(`<meta charset="windows-1252">${RUSSIAN}`), true)).text).toContain(RUSSIAN);
  });
});
