/** One suite for every extraction host: the same documents and the same failures come out of each. */
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import type { ExtractionHost } from "../../core/extract/port.ts";
import { createInProcessHost } from "../support/in-process-host.ts";
import { createTestChildHost } from "../support/child-host.ts";
import { GERMAN, RUSSIAN, encodeSingleByte, encodeWide } from "../support/legacy-bytes.ts";
import { binary, textAndHtmlFrontEnds, utf8 } from "../support/read-bytes.ts";

const oracle = createInProcessHost(textAndHtmlFrontEnds);
const hosts: readonly (readonly [string, () => ExtractionHost])[] = [
  ["in process", () => createInProcessHost(textAndHtmlFrontEnds)],
  ["one child process", () => createTestChildHost(1)],
  ["a pool of child processes", () => createTestChildHost(2)],
];
const large = `${GERMAN}${RUSSIAN}`.repeat(20_000);

const files: readonly (readonly [string, Uint8Array])[] = [
  ["plain.txt", utf8("hello there\r\nsecond line")],
  ["notes.md", utf8("# Title\n\nwords")],
  ["russian.txt", encodeSingleByte(RUSSIAN.repeat(5), "koi8-r")],
  ["wide.txt", encodeWide(GERMAN, "utf-16be")],
  ["page.html", utf8(`<!DOCTYPE html><title>T</title><p>One<p hidden>Two<img alt="Three">`)],
  ["wrong.pdf", utf8("not a pdf")],
  ["large.txt", utf8(large)],
  ["empty.txt", utf8("")],
  ["picture.png", binary("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0")],
  ["korean.txt", binary("\x1b$)C\x0e0!\x0f")],
  ["bomb.html", utf8("<!DOCTYPE html>" + "<div>".repeat(5_000))],
];

describe.each(hosts)("%s", (_name, create) => {
  const host = create();
  afterAll(() => host.close());

  it.each(files)("reads %s as every host does", async (name, bytes) => {
    const request = { bytes, name, limits: DEFAULT_LIMITS };
    expect(await host.extract(request)).toEqual(await oracle.extract(request));
  });

  it("keeps answers apart when many are asked at once", async () => {
    const texts = Array.from({ length: 200 }, (_, i) => `text number ${i}`);
    const outcomes = await Promise.all(
      texts.map((text) => host.extract({ bytes: utf8(text), name: "a.txt", limits: DEFAULT_LIMITS })),
    );
    expect(outcomes.map((outcome) => (outcome.ok ? outcome.value.text : outcome.failure.code))).toEqual(
      texts,
    );
  });

  it("leaves the caller's bytes alone", async () => {
    const bytes = utf8("these bytes stay");
    await host.extract({ bytes, name: "a.txt", limits: DEFAULT_LIMITS });
    expect(new TextDecoder().decode(bytes)).toBe("these bytes stay");
  });

  it("applies the limits of each request", async () => {
    const limits = { ...DEFAULT_LIMITS, textUnits: 5 };
    expect(await host.extract({ bytes: utf8("twelve chars"), name: "a.txt", limits })).toEqual({
      ok: false,
      failure: { code: "extract/limit-exceeded", data: { limit: 5, got: 12, unit: "characters" } },
    });
  });
});

it("a closed child host answers that it was cancelled", async () => {
  const host = createTestChildHost(1);
  const running = host.extract({ bytes: utf8("SLEEP"), name: "a.txt", limits: DEFAULT_LIMITS });
  const waiting = host.extract({ bytes: utf8("words"), name: "a.txt", limits: DEFAULT_LIMITS });
  await host.close();
  const cancelled = { ok: false, failure: { code: "request/cancelled" } };
  expect([await running, await waiting]).toEqual([cancelled, cancelled]);
});
