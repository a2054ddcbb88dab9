/**
 * How numbers are written in a report: the same everywhere, whatever the locale.
 *
 * A share always stands with its numerator and denominator. Its per cent figure is rounded to one decimal, but 100 %
 * and 0 % are written only when they are exact.
 */
import type { Ratio } from "../base/units.ts";

/** `68,412` */
export function count(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** `1 passage`, `3 passages` */
export function counted(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `3.5 %`; nothing can be said of a share of nothing. */
export function percent({ num, den }: Ratio): string {
  if (den === 0) return "–";
  if (num === 0) return "0 %";
  if (num === den) return "100 %";
  const tenths = Math.round((1000 * num) / den);
  if (tenths === 0) return "< 0.1 %";
  if (tenths >= 1000) return "> 99.9 %";
  return `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

/** `3,412 of 98,220` */
export const fraction = ({ num, den }: Ratio): string => `${count(num)} of ${count(den)}`;

/** `3,412 of 98,220 (3.5 %)` */
export const share = (ratio: Ratio): string => `${fraction(ratio)} (${percent(ratio)})`;

/** Bytes in full, and rounded where that helps a reader: `5,242,880 bytes (5.0 MB)`. */
export function bytes(value: number): string {
  const exact = counted(value, "byte", "bytes");
  const units = ["kB", "MB", "GB", "TB"];
  let size = value / 1000;
  if (size < 1) return exact;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${exact} (${size.toFixed(1)} ${units[unit]!})`;
}
