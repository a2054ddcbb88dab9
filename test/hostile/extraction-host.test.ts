/** Documents that take their reader down: each costs one process and gets one code, and the batch goes on. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, MIB, type Limits } from "../../core/base/limits.ts";
import { createTestChildHost } from "../support/child-host.ts";
import { utf8 } from "../support/read-bytes.ts";

const limits: Limits = {
  ...DEFAULT_LIMITS,
  documentMilliseconds: 60_000,
  noProgressMilliseconds: 30_000,
  extractorBytes: 300 * MIB,
};
const host = createTestChildHost(1);
afterAll(() => host.close());

const read = async (text: string, over: Partial<Limits> = {}) => {
  const outcome = await host.extract({ bytes: utf8(text), name: "a.txt", limits: { ...limits, ...over } });
  return outcome.ok ? { text: outcome.value.text } : outcome.failure;
};

describe("a document that", () => {
  it.each([
    [
      "fills memory with buffers",
      "BUFFERS",
      { code: "extract/memory-limit", data: { limit: 300, unit: "MiB" } },
    ],
    ["fills the heap", "HEAP", { code: "extract/memory-limit", data: { limit: 300, unit: "MiB" } }],
    ["ends the process", "EXIT", { code: "extract/crashed", data: { when: "document", exitCode: 7 } }],
    ["aborts the process", "ABORT", { code: "extract/crashed", data: { when: "document" } }],
    ["sends a document of the wrong shape", "GARBAGE", { code: "extract/invalid-output" }],
    ["sends nonsense", "NONSENSE", { code: "extract/invalid-output" }],
  ])("%s is told by its code, and the next one is read", async (_what, word, failure) => {
    expect(await read(word)).toMatchObject(failure);
    expect(await read("next one")).toEqual({ text: "next one" });
  });

  it("throws is told by the error's name, not by its words", async () => {
    expect(await read("THROW")).toEqual({ code: "extract/crashed", data: { error: "TypeError" } });
    expect(await read("next one")).toEqual({ text: "next one" });
  });

  it.each(["LOOP", "SLEEP"])("shows no sign of progress (%s) is stopped", async (word) => {
    expect(await read(word, { noProgressMilliseconds: 700 })).toEqual({
      code: "extract/timeout",
      data: { when: "no progress", limit: 700, unit: "ms" },
    });
    expect(await read("next one")).toEqual({ text: "next one" });
  });

  it("takes too long altogether is stopped by the document's own time", async () => {
    expect(await read("SLEEP", { documentMilliseconds: 700 })).toMatchObject({
      code: "extract/timeout",
      data: { when: "document", limit: 700 },
    });
  });

  it("crashes only a used process is read in a fresh one", async () => {
    expect(await read("first")).toEqual({ text: "first" });
    expect(await read("EXIT_WHEN_USED")).toEqual({ text: "EXIT_WHEN_USED" });
  });
});

describe("the child process", () => {
  const confined = createTestChildHost(1, "confined-child.ts");
  afterAll(() => confined.close());

  it("can reach nothing but its own code", async () => {
    const outcome = await confined.extract({
      bytes: utf8(join(import.meta.dirname, "secret")),
      name: "a.txt",
      limits,
    });
    if (!outcome.ok) throw new Error(outcome.failure.code);
    expect(JSON.parse(outcome.value.text)).toEqual({
      "read a file": "ERR_ACCESS_DENIED",
      "list the root": "ERR_ACCESS_DENIED",
      "write a file": "ERR_ACCESS_DENIED",
      "start a process": "ERR_ACCESS_DENIED",
      "start a worker": "ERR_ACCESS_DENIED",
      "load an add-on": "ERR_DLOPEN_DISABLED",
      "compile a string": "EvalError",
      "open a connection": "NetworkForbidden",
      fetch: "NetworkForbidden",
      "read the environment": "0 variables",
    });
    expect(existsSync(join(import.meta.dirname, "secret"))).toBe(false);
  });

  it("that cannot start is a failure of each document, not of the batch", async () => {
    const broken = createTestChildHost(1, "no-such-child.ts");
    const outcome = await broken.extract({ bytes: utf8("words"), name: "a.txt", limits });
    expect(outcome).toMatchObject({
      ok: false,
      failure: { code: "extract/crashed", data: { when: "start" } },
    });
    await broken.close();
  });
});
