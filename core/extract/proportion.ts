/**
 * How much text a file of some size may give (Apache Tika's guard against documents that unfold without end).
 *
 * Stopping works through `textUnits`, which every front-end observes while it reads: what a small file may give is
 * lowered before it is read.
 */
import { failure, type Failure, type Notice } from "../base/failure.ts";
import type { Limits } from "../base/limits.ts";

/** `limits` with the bound on text that fits the size of the file. */
export function inProportion(limits: Limits, fileBytes: number): Limits {
  const units = Math.max(limits.proportionFreeUnits, limits.unitsPerByte * fileBytes);
  return units < limits.textUnits ? { ...limits, textUnits: units } : limits;
}

/** Says what was exceeded when a front-end stopped at a bound that {@link inProportion} had lowered. */
export function proportionFailure(stopped: Failure, limits: Limits, fileBytes: number): Failure {
  const lowered = inProportion(limits, fileBytes);
  const { limit, got } = stopped.data ?? {};
  const isOurs =
    stopped.code === "extract/limit-exceeded" && lowered !== limits && limit === lowered.textUnits;
  if (!isOurs || typeof got !== "number") return stopped;
  return failure("extract/limit-exceeded", outOf(limits.unitsPerByte, got, fileBytes));
}

export function proportionNotices(textUnits: number, limits: Limits, fileBytes: number): Notice[] {
  if (textUnits <= limits.proportionFreeUnits || textUnits <= limits.noticedUnitsPerByte * fileBytes)
    return [];
  return [
    { code: "notice/text-out-of-proportion", data: outOf(limits.noticedUnitsPerByte, textUnits, fileBytes) },
  ];
}

const outOf = (limit: number, units: number, fileBytes: number) => ({
  what: "text of the file",
  limit,
  got: Math.ceil(units / fileBytes),
  unit: "characters per byte",
});
