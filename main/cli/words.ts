/** Numbers and sizes as people read them, the same in every locale. */
export function count(n: number): string {
  return Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");
}

export function plural(n: number, one: string, many = `${one}s`): string {
  return `${count(n)} ${n === 1 ? one : many}`;
}

export function bytes(n: number): string {
  if (n < 1000) return `${n} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = n;
  let unit = -1;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit] ?? "B"}`;
}

/** A share with its numerator and denominator; never a bare per cent. */
export function share(ratio: { readonly num: number; readonly den: number }): string {
  return `${percent(ratio)} (${count(ratio.num)} of ${count(ratio.den)})`;
}

export function percent(ratio: { readonly num: number; readonly den: number }): string {
  if (ratio.den === 0) return "0 %";
  const value = (100 * ratio.num) / ratio.den;
  // 99.96 must not read as "100.0": only the whole is the whole.
  if (ratio.num < ratio.den && value >= 99.95) return "> 99.9 %";
  if (ratio.num > 0 && value < 0.05) return "< 0.1 %";
  return `${value.toFixed(1)} %`;
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
