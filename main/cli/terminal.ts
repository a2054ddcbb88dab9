/**
 * Where the command line writes. Results go to standard output, everything about the running work to standard error,
 * so that a pipe carries results alone. Colour and moving lines only where a person is looking.
 */
import { count } from "../../core/evidence/figures.ts";
import { duration, size, terminalSafe } from "./words.ts";
import type { IngestProgress } from "../engine/ingest.ts";

export interface Terminal {
  out(line: string): void;
  note(line: string): void;
  /** A line that replaces itself on a terminal; elsewhere it is written at most every few seconds. */
  status(line: string): void;
  clearStatus(): void;
  bold(text: string): string;
  dim(text: string): string;
}

const QUIET_INTERVAL_MS = 5_000;
const LIVE_INTERVAL_MS = 100;
const PATH_CHARACTERS = 40;

export function createTerminal(options: { readonly quiet: boolean }): Terminal {
  const live = process.stderr.isTTY && !options.quiet;
  const colour = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  let shown = false;
  let last = 0;
  const clear = (): void => {
    if (shown) process.stderr.write("\r\x1b[2K");
    shown = false;
  };
  const style = (code: number) => (text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  return {
    out: (line) => {
      clear();
      process.stdout.write(`${line}\n`);
    },
    note: (line) => {
      clear();
      process.stderr.write(`${line}\n`);
    },
    status: (line) => {
      const now = performance.now();
      if (options.quiet || now - last < (live ? LIVE_INTERVAL_MS : QUIET_INTERVAL_MS)) return;
      last = now;
      if (!live) {
        process.stderr.write(`${line}\n`);
        return;
      }
      clear();
      process.stderr.write(line.slice(0, Math.max(20, process.stderr.columns - 1)));
      shown = true;
    },
    clearStatus: clear,
    bold: style(1),
    dim: style(2),
  };
}

/** Rate and time left from the bytes of the last half minute, as a range: an exact figure would pretend. */
export function createProgressLine(): (progress: IngestProgress) => string {
  const samples: { readonly at: number; readonly bytes: number }[] = [];
  return (p) => {
    if (p.phase === "counting") return `counting: ${count(p.filesFound)} files, ${size(p.bytesFound)}`;
    if (p.phase === "finishing") return "writing the index";
    const now = performance.now();
    samples.push({ at: now, bytes: p.bytesDone });
    while (samples.length > 2 && now - samples[0]!.at > 30_000) samples.shift();
    const first = samples[0]!;
    const rate = now - first.at > 500 ? ((p.bytesDone - first.bytes) * 1000) / (now - first.at) : 0;
    const left = p.bytesFound - p.bytesDone;
    const [soonest, latest] = [duration((left / rate) * 0.8), duration((left / rate) * 1.3)];
    const eta = rate > 0 ? `, ${soonest === latest ? soonest : `${soonest} to ${latest}`} left` : "";
    const done = `${count(p.filesDone)} of ${count(p.filesFound)} files, ${size(p.bytesDone)} of ${size(p.bytesFound)}`;
    return `${done}${rate > 0 ? `, ${size(rate)}/s` : ""}${eta}  ${shortened(p.path)}`;
  };
}

/** The end of a path says most. */
const shortened = (path: string): string =>
  terminalSafe(path.length <= PATH_CHARACTERS ? path : `...${path.slice(3 - PATH_CHARACTERS)}`);
