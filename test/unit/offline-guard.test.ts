import { fork } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The guard cannot be undone, so it is set in a process of its own, which reports how each attempt ended. */
function attempts(guarded: boolean): Promise<Record<string, string>> {
  const entry = join(import.meta.dirname, "../support/network-attempts.ts");
  return new Promise((resolve, reject) => {
    const child = fork(entry, guarded ? ["guarded"] : [], { execArgv: [] });
    child.once("message", (outcome) => resolve(outcome as Record<string, string>));
    child.once("error", reject);
    child.once("exit", () => reject(new Error("no answer")));
  });
}

it("refuses every way to a network, and nothing is refused without it", async () => {
  const guarded = await attempts(true);
  expect(Object.keys(guarded).length).toBeGreaterThan(20);
  expect(Object.entries(guarded).filter(([, outcome]) => outcome !== "NetworkForbidden")).toEqual([]);
  const free = await attempts(false);
  expect(Object.keys(free)).toEqual(Object.keys(guarded));
  expect(Object.values(free)).not.toContain("NetworkForbidden");
}, 60_000);
