/**
 * How the extractor's child process is started: with Node's permission model (it may read the program's own code and
 * nothing else; no writing, no processes, no workers, no add-ons), an empty environment, no code from strings and a
 * bounded heap. The network is closed from inside, before anything else is loaded (offline-guard.ts).
 */
import { fork, type ChildProcess } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export interface ChildProgram {
  /** The child's script: `.ts` in the source tree, `.js` after the build. */
  readonly entry: string;
  /** Folder with the prepared pdf.js. */
  readonly vendorDir: string;
  /** Files and folders the child may read besides `vendorDir`; by default the program's own code. */
  readonly readable?: readonly string[];
}

export function startChild(program: ChildProgram, heapMegabytes: number): ChildProcess {
  const readable = [...(program.readable ?? ownCode(program.entry)), program.vendorDir].filter((path) =>
    existsSync(path),
  );
  return fork(program.entry, [program.vendorDir], {
    execArgv: [
      "--permission",
      ...readable
        .flatMap((path) => [...new Set([path, realpathSync(path)])])
        .map((path) => `--allow-fs-read=${path}`),
      `--max-old-space-size=${heapMegabytes}`,
      "--disallow-code-generation-from-strings",
      "--no-addons",
    ],
    env: systemEnvironment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    // The console window of a child must not flash up on Windows.
    ...(process.platform === "win32" ? { windowsHide: true } : {}),
  });
}

/** Windows needs this one variable to start a process at all; it names a public folder. */
function systemEnvironment(): Record<string, string> {
  const root = process.env["SystemRoot"];
  return process.platform === "win32" && root !== undefined ? { SystemRoot: root } : {};
}

/**
 * The child imports its own code and packages. In the source tree the entry is main/cli/extractor/child.ts, after the
 * build it is a file of out/main.
 */
function ownCode(entry: string): string[] {
  const source = entry.endsWith(".ts");
  const root = resolve(dirname(entry), source ? "../../.." : "../..");
  const code = source ? ["core", "main"] : [relative(root, dirname(entry))];
  return [...code, "node_modules", "package.json"].map((name) => join(root, name));
}
