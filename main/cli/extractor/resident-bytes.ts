/** Resident memory of another process, seen from outside. */
import { readFileSync } from "node:fs";

/** Undefined where the system does not tell (not Linux, or the process is gone). */
export function residentBytesOf(pid: number | undefined): number | undefined {
  if (process.platform !== "linux" || pid === undefined) return undefined;
  try {
    const kibibytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
