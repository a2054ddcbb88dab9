/** The small parts of the store on their own: folders, keys, the lock, group commit. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { failure } from "../../core/base/failure.ts";
import { pathBytes, pathKey, pathOfBytes } from "../../main/engine/store/catalogue-keys.ts";
import { CommitQueue } from "../../main/engine/store/commit-queue.ts";
import { unsuitableFolder } from "../../main/engine/store/folder-checks.ts";
import { mayBeAlive, thisProcess } from "../../main/engine/store/owner-lock.ts";
import { storeFailure } from "../../main/engine/store/store-failure.ts";

describe("folders", () => {
  const mounts = [
    "22 1 0:20 / / rw - ext4 /dev/sda1 rw",
    "40 22 0:40 / /mnt/my\\040share rw - fuse.sshfs host: rw",
    "41 22 0:41 / /media/disk rw - fuseblk /dev/sdb1 rw",
    "42 22 0:42 / /mnt/host rw - 9p host rw",
  ].join("\n");
  const sandbox = "22 1 0:20 / / rw - 9p none rw";

  test.each([
    ["/home/a/OneDrive/matter", {}],
    ["/home/a/OneDrive - Office GmbH/matter", {}],
    ["/Users/a/Library/Mobile Documents/x", {}],
    ["/Users/a/Library/CloudStorage/Dropbox", {}],
    ["C:\\Users\\a\\Dropbox (Office)\\x", {}],
    ["\\\\server\\share\\x", {}],
    ["/x", { type: 0x6969 }],
    ["/x", { type: 0xff534d42 }],
    ["/x", { type: 0xff534d42 | 0 }],
    ["/x", { type: 0xfe534d42 }],
    ["/mnt/my share/x", { type: 0x65735546, mounts }],
    ["/mnt/host/x", { type: 0x01021997, mounts }],
  ])("%s %j is refused", (folder, facts) => {
    expect(unsuitableFolder(folder, facts)).toMatchObject({ code: "store/network-folder" });
  });

  test.each([
    ["/home/a/matter", {}],
    ["/home/a/My Dropbox notes/x", {}],
    ["\\\\?\\C:\\x", {}],
    ["/x", { type: 0xef53 }],
    ["/x", { type: 0x01021994 }],
    ["/x", { type: 0x794c7630 }],
    ["/media/disk/x", { type: 0x65735546, mounts }],
    ["/data/x", { type: 0x01021997, mounts: sandbox }],
  ])("%s %j is taken", (folder, facts) => {
    expect(unsuitableFolder(folder, facts)).toBeUndefined();
  });
});

describe("keys of paths", () => {
  const path = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
      .map((units) => String.fromCharCode(...units)),
  );

  test("read back, lone surrogates too", () => {
    fc.assert(
      fc.property(path, (one) => {
        expect(pathOfBytes(pathBytes(one))).toBe(one);
      }),
    );
  });

  test("sort as the paths do", () => {
    fc.assert(
      fc.property(path, path, (x, y) => {
        expect(Math.sign(Buffer.compare(pathKey(x), pathKey(y)))).toBe(x < y ? -1 : x > y ? 1 : 0);
      }),
    );
  });

  test("of long paths are short and distinct", () => {
    const [x, y] = [`${"/é".repeat(2000)}x`, `${"/é".repeat(2000)}y`];
    expect(pathKey(x).length).toBeLessThan(1978);
    expect(pathKey(x).equals(pathKey(y))).toBe(false);
  });
});

describe("the writer's lock", () => {
  const self = thisProcess();

  test("holds while its process lives", () => {
    expect(mayBeAlive(self, self)).toBe(true);
  });

  test("is void when the machine was started anew, or its number went to another process", () => {
    const known = { ...self, boot: "one" };
    expect(mayBeAlive({ ...known, boot: "another" }, known)).toBe(false);
    const parent = { ...self, pid: process.ppid, started: "" };
    expect(mayBeAlive(parent, self)).toBe(true);
    if (self.started !== "") expect(mayBeAlive({ ...parent, started: "1" }, self)).toBe(false);
    expect(mayBeAlive({ ...self, pid: 2 ** 30 }, self)).toBe(false);
  });

  test("of another container holds: its numbers say nothing here", () => {
    expect(mayBeAlive({ ...self, pid: 2 ** 30, namespace: "pid:[1]" }, self)).toBe(true);
  });
});

describe("group commit", () => {
  const write = (name: string, log: string[], bytes = 1): Parameters<CommitQueue<null>["push"]>[0] => ({
    bytes,
    apply: () => undefined,
    settle: (problem) => log.push(`${name} ${problem?.code ?? "ok"}`),
  });

  test("settles every write of a group with its outcome, in order, once", () => {
    const log: string[] = [];
    const outcomes = [undefined, failure("store/disk-full")];
    const queue = new CommitQueue<null>((writes) => {
      log.push(`commit ${writes.length}`);
      return outcomes.shift();
    });
    queue.push(write("a", log));
    queue.push(write("b", log));
    expect(log).toEqual([]);
    queue.flush();
    queue.push(write("c", log));
    queue.flush();
    queue.flush();
    expect(log).toEqual(["commit 2", "a ok", "b ok", "commit 1", "c store/disk-full"]);
  });

  test("commits at once what is large", () => {
    const log: string[] = [];
    const queue = new CommitQueue<null>(() => undefined);
    queue.push(write("a", log));
    queue.push(write("b", log, 1 << 30));
    expect(log).toEqual(["a ok", "b ok"]);
  });

  test("commits by itself soon after the first write", async () => {
    const log: string[] = [];
    const queue = new CommitQueue<null>(() => undefined);
    await new Promise<void>((resolve) => {
      queue.push({ ...write("a", log), settle: () => resolve() });
    });
  });
});

describe("what the system reports", () => {
  const systemError = (code: string | number): Error => Object.assign(new Error("x"), { code });

  test.each([
    ["ENOSPC", "store/disk-full"],
    [28, "store/disk-full"],
    ["EROFS", "store/read-only"],
    ["EIO", "store/io-error"],
    [5, "store/io-error"],
    [-30796, "store/damaged"],
  ] as const)("%s becomes %s", (code, expected) => {
    expect(storeFailure(systemError(code)).code).toBe(expected);
  });

  test.each([[new Error("a bug")], [systemError("ERR_INVALID_ARG_TYPE")], [systemError("EINVAL")]])(
    "%s stays a bug",
    (error) => {
      expect(() => storeFailure(error)).toThrow(error);
    },
  );
});
