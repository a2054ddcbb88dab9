/** Small statistics, and other programs run beside ours. */
import { spawnSync } from "node:child_process";

export const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Milliseconds of a program that ended well; undefined when it is not there or failed. */
export function timeOf(command: string, args: readonly string[]): number | undefined {
  const start = performance.now();
  const ended = spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"], timeout: 120_000 });
  return ended.status === 0 ? performance.now() - start : undefined;
}

/** The first line in which a program says its version, if it is installed. */
export function versionOf(command: string, argument: string): string | undefined {
  const { error, stdout, stderr } = spawnSync(command, [argument], { encoding: "utf8" });
  return error === undefined ? `${stdout}${stderr}`.split("\n")[0] : undefined;
}
