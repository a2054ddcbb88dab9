/** Which settings make sense. The bounds on tauPos and tauOff keep the cost of a hit and of a gap small. */
import type { FailureData } from "../base/failure.ts";
import type { DetectionSettings } from "../model/settings.ts";

type NumericSetting = Exclude<keyof DetectionSettings, "query">;

const LARGEST_TAU = 1_000;

/** The first setting out of bounds, as failure data; undefined if all are in order. */
export function invalidSetting(settings: DetectionSettings): FailureData | undefined {
  const bounds: readonly (readonly [NumericSetting, number, number])[] = [
    ["minRun", 1, Number.MAX_SAFE_INTEGER],
    ["tauPos", 0, LARGEST_TAU],
    ["tauOff", 0, LARGEST_TAU],
    ["kappa", 1, Number.MAX_SAFE_INTEGER],
    ["postingCap", 1, Infinity],
    ["shortRunBudget", 0, Infinity],
  ];
  for (const [setting, least, most] of bounds) {
    const got = settings[setting];
    const isWhole = Number.isInteger(got) || got === Infinity;
    if (!isWhole || got < least || got > most) return { setting, got, least, most };
  }
  return undefined;
}
