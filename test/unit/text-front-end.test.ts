import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { binary, document, read } from "../support/read-bytes.ts";

describe("plain text and Markdown", () => {
  it("keeps the text exactly, line ends and all, without the byte-order mark", async () => {
    const raw = "One\r\nTwo\rThree\n\n\fPage two \t end  ";
    const got = await document(`\uFEFF${raw}`, "a.txt");
    expect(got.text).toBe(raw);
    expect(got).toMatchObject({ format: "text", sourceMap: { kind: "text" }, marks: [], notices: [] });
    expect(got.encoding).toEqual({ label: "utf-8", confidence: 1, reason: "bom" });
  });

  it("keeps Markdown's syntax", async () => {
    const raw = "# Title\n\nSome *words* and [a link](https://example.org).\n";
    expect(await document(raw, "a.md")).toMatchObject({
      format: "markdown",
      text: raw,
      sourceMap: { kind: "text" },
    });
  });

  it("counts zero-width characters inside words, not those of scripts and typesetting that need them", async () => {
    const notices = async (text: string) => (await document(text, "a.txt")).notices;
    expect(await notices("co\u200Bpy\u2060ri\u200Dght")).toEqual([
      { code: "notice/zero-width-characters", data: { count: 3 } },
    ]);
    expect(await notices("a\u200B\u200B\u200Bb")).toEqual([
      { code: "notice/zero-width-characters", data: { count: 3 } },
    ]);
    expect(await notices("می\u200Cخواهم, 👩\u200D💻, never\u2060—\u2060always, end\u200B end")).toEqual([]);
    expect(await notices("a \u202Egnirts\u202C b, \u200Fשלום")).toEqual([
      { code: "notice/bidi-controls", data: { count: 2 } },
    ]);
  });

  it("reads a file of another kind as what it is, and says so", async () => {
    expect((await document("plain words", "report.pdf")).notices).toEqual([
      { code: "notice/misnamed", data: { claimed: "pdf", detected: "text" } },
    ]);
  });

  it("tells a guessed encoding", async () => {
    const got = await document(binary("Caf\xe9 cr\xe8me, d\xe9j\xe0 vu. Na\xefve fa\xe7ade."), "a.txt");
    expect(got.text).toBe("Café crème, déjà vu. Naïve façade.");
    expect(got.notices[0]).toMatchObject({
      code: "notice/encoding-guessed",
      data: { label: "windows-1252" },
    });
  });

  it("refuses what is over the limits, with both numbers", async () => {
    const failure = async (limits: object) => {
      const outcome = await read("twelve chars", "a.txt", { ...DEFAULT_LIMITS, ...limits });
      return outcome.ok ? undefined : outcome.failure;
    };
    expect(await failure({ textFileBytes: 11 })).toEqual({
      code: "read/too-large",
      data: { limit: 11, got: 12, unit: "bytes" },
    });
    expect(await failure({ textUnits: 11 })).toEqual({
      code: "extract/limit-exceeded",
      data: { limit: 11, got: 12, unit: "characters" },
    });
  });
});
