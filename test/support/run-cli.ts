/** Runs the built command line as a user would, in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

export const ROOT = path.resolve(import.meta.dirname, "../..");
export const PROGRAM = path.join(ROOT, "out/main/pincite.js");
export const SAMPLES = path.join(ROOT, "samples");

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** @param wrapper a command to run the program under, for example `["unshare", "-rn"]` */
export function startCli(
  args: readonly string[],
  wrapper: readonly string[] = [],
  options: { readonly ownGroup?: boolean } = {},
): Running {
  const [command, ...rest] = [...wrapper, process.execPath, PROGRAM, ...args];
  const child = spawn(command!, rest, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: options.ownGroup === true,
  });
  const collect = (stream: NodeJS.ReadableStream): (() => string) => {
    const parts: Buffer[] = [];
    stream.on("data", (part: Buffer) => parts.push(part));
    return () => Buffer.concat(parts).toString("utf8");
  };
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal, stdout: stdout(), stderr: stderr() }));
  });
  return { child, ended };
}

export const runCli = (...args: readonly string[]): Promise<Ended> => startCli(args).ended;

export function parseLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
