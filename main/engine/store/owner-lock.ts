/**
 * One writer at a time. The writer's name stands in the catalogue and is taken and given up inside a database
 * transaction, whose own lock the system frees when a process dies; so two processes can never both take a lock that
 * a third one left behind.
 *
 * A killed writer leaves its name. It is known to be gone when the machine has been started anew, when no process has
 * its number, or, where the system tells, when the process of that number was started at another time.
 */
import fs from "node:fs";
import os from "node:os";

export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Identifies one run of the machine, the process's table of numbers, and its start; empty where unknown. */
  readonly boot: string;
  readonly namespace: string;
  readonly started: string;
}

export function thisProcess(): Owner {
  return {
    pid: process.pid,
    host: os.hostname(),
    boot: readIfThere("/proc/sys/kernel/random/boot_id"),
    namespace: linkIfThere("/proc/self/ns/pid"),
    started: startOf(process.pid),
  };
}

/** False only when the owner is surely gone. */
export function mayBeAlive(owner: Owner, self: Owner): boolean {
  if (owner.boot !== "" && self.boot !== "" && owner.boot !== self.boot) return false;
  // Numbers of another container say nothing here.
  if (owner.namespace !== self.namespace) return true;
  if (!processExists(owner.pid)) return false;
  const started = startOf(owner.pid);
  return owner.started === "" || started === "" || owner.started === started;
}

export function parseOwner(untrusted: string): Owner | undefined {
  try {
    const raw = JSON.parse(untrusted) as Record<string, unknown>;
    const { pid, host, boot, namespace, started } = raw;
    if (typeof pid !== "number" || typeof host !== "string" || typeof boot !== "string") return undefined;
    if (typeof namespace !== "string" || typeof started !== "string") return undefined;
    return { pid, host, boot, namespace, started };
  } catch {
    return undefined;
  }
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, but is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Start of a process in clock ticks since boot: field 22 of /proc/pid/stat, counted behind the name's bracket. */
function startOf(pid: number): string {
  const stat = readIfThere(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
}

function readIfThere(file: string): string {
  try {
    return fs.readFileSync(file, "utf8").trim();
  } catch {
    return "";
  }
}

function linkIfThere(file: string): string {
  try {
    return fs.readlinkSync(file);
  } catch {
    return "";
  }
}
