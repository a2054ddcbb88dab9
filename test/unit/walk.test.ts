import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type Found, walk } from "../../main/engine/sources/walk.ts";

let folder = "";
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "pincite-walk-")));
});

async function found(...roots: string[]): Promise<Found[]> {
  const all: Found[] = [];
  for await (const one of walk(roots)) all.push(one);
  return all;
}
const codes = (all: Found[]): (readonly [string, string])[] =>
  all.map((f) => [path.relative(folder, f.path), f.kind === "file" ? "file" : f.failure.code]);

describe("walk", () => {
  it("yields files of nested folders in code-unit order of their names", async () => {
    await mkdir(path.join(folder, "b"));
    for (const name of ["ä.txt", "Z.txt", "a.txt", "b/1.txt"]) await writeFile(path.join(folder, name), "x");
    expect(codes(await found(folder)).map(([name]) => name)).toEqual(["Z.txt", "a.txt", "b/1.txt", "ä.txt"]);
  });

  it("takes overlapping roots in once", async () => {
    await mkdir(path.join(folder, "b"));
    await writeFile(path.join(folder, "b/1.txt"), "x");
    const all = await found(path.join(folder, "b"), folder, folder, path.join(folder, "b/1.txt"));
    expect(codes(all)).toEqual([["b/1.txt", "file"]]);
  });

  it("reports links below a root and does not follow them, even in a loop", async () => {
    await mkdir(path.join(folder, "in"));
    await symlink(folder, path.join(folder, "in/loop"));
    await symlink("/etc/hostname", path.join(folder, "in/out"));
    expect(codes(await found(folder))).toEqual([
      ["in/loop", "read/symlink-not-followed"],
      ["in/out", "read/symlink-not-followed"],
    ]);
  });

  it("follows a root that is itself a link: the user chose it", async () => {
    await mkdir(path.join(folder, "real"));
    await writeFile(path.join(folder, "real/1.txt"), "x");
    await symlink(path.join(folder, "real"), path.join(folder, "link"));
    expect(codes(await found(path.join(folder, "link")))).toEqual([["real/1.txt", "file"]]);
  });

  it("reports what is not there", async () => {
    expect(codes(await found(path.join(folder, "nothing")))).toEqual([["nothing", "read/not-found"]]);
  });

  it.skipIf(process.platform === "win32")("reports pipes without opening them", async () => {
    execFileSync("mkfifo", [path.join(folder, "pipe")]);
    expect(codes(await found(folder))).toEqual([["pipe", "read/special-file"]]);
  });

  it.skipIf(process.platform !== "linux")(
    "reports names that are no text, each by itself, and never reads another file for them",
    async () => {
      const place = (bytes: number[]): Buffer =>
        Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from(bytes), Buffer.from(".txt")]);
      await writeFile(place([0xff]), "one");
      await writeFile(place([0xfe]), "two");
      await writeFile(place([0xef, 0xbf, 0xbd]), "a name that really holds U+FFFD");
      expect(codes(await found(folder))).toEqual([
        ["bad\\xfe.txt", "read/name-not-unicode"],
        ["bad\\xff.txt", "read/name-not-unicode"],
        ["bad\ufffd.txt", "file"],
      ]);
    },
  );

  it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
    "reports a folder it may not list",
    async () => {
      await mkdir(path.join(folder, "closed"));
      await chmod(path.join(folder, "closed"), 0);
      expect(codes(await found(folder))).toEqual([["closed", "read/permission-denied"]]);
    },
  );
});
