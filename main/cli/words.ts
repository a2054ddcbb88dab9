/** Words for the terminal alone; figures are written as in the report (core/evidence/figures.ts). */
import path from "node:path";

/** A path as a person at this terminal would write it: relative where it lies below the current folder. */
export function shownPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  const below = relative !== "" && !relative.startsWith("..") && !path.isAbsolute(relative);
  return terminalSafe(below ? relative : file);
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * A document's or path's own characters, made safe for a terminal: control characters (which could move the cursor or
 * recolour it) and bidi controls (which could reorder the line) become visible.
 */
export function terminalSafe(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (c) =>
    c === "\n" || c === "\t" || c === "\r" ? " " : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `5.2 MB`, for a line that changes; results print sizes in full. */
export function size(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(unit > 0 && value < 10 ? 1 : 0)} ${units[unit]!}`;
}
