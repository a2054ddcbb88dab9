import { createHash } from "node:crypto";
import { appendFile, mkdtemp, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readOriginal } from "../../main/engine/sources/read-original.ts";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "pincite-read-"));
});
const at = (name: string): string => path.join(folder, name);

describe("readOriginal", () => {
  it("gives the bytes and their SHA-256, and leaves the file as it was", async () => {
    await writeFile(at("a"), "some text");
    const before = await stat(at("a"));
    const read = await readOriginal(at("a"), 100);
    expect(read.ok && Buffer.from(read.value.bytes).toString()).toBe("some text");
    expect(read.ok && read.value.sha256).toBe(createHash("sha256").update("some text").digest("hex"));
    const after = await stat(at("a"));
    expect(after.mtimeMs).toBe(before.mtimeMs);
  });

  it("refuses a file over the limit before reading it", async () => {
    await writeFile(at("big"), "");
    await truncate(at("big"), 5 * 1024 ** 4).catch(() => truncate(at("big"), 5 * 1024 ** 3)); // sparse
    const read = await readOriginal(at("big"), 1000);
    expect(read).toMatchObject({ ok: false, failure: { code: "read/too-large", data: { limit: 1000 } } });
  });

  it("names an empty file, a missing file, a folder and a link for what they are", async () => {
    await writeFile(at("empty"), "");
    await symlink(at("empty"), at("link"));
    const code = async (name: string): Promise<string> => {
      const read = await readOriginal(at(name), 1000);
      return read.ok ? "ok" : read.failure.code;
    };
    expect(await code("empty")).toBe("read/empty-file");
    expect(await code("missing")).toBe("read/vanished");
    expect(await code(".")).toBe("read/special-file");
    expect(await code("link")).toBe("read/symlink-not-followed");
  });

  it("gives up on a file that keeps changing, and never mixes two states of it", async () => {
    const file = at("moving");
    await writeFile(file, "x".repeat(4_000_000));
    const state = { moving: true };
    const writer = (async () => {
      while (state.moving) await appendFile(file, "y");
    })();
    const read = await readOriginal(file, 1e9);
    state.moving = false;
    await writer;
    if (read.ok) {
      // It may have been quiet for one reading; then size and content belong together.
      expect(createHash("sha256").update(read.value.bytes).digest("hex")).toBe(read.value.sha256);
    } else {
      expect(read.failure.code).toBe("read/changed-during-read");
    }
  });
});
