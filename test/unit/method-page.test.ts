import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import * as settings from "../../core/model/settings.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../../docs/METHOD.md"), "utf8");
const d = settings.DEFAULT_SETTINGS;
const grouped = (n: number): string => n.toString().replace(/\B(?=(\d{3})+$)/g, ",");

describe("docs/METHOD.md tells the parameters of the code", () => {
  it.each([
    [`Method version ${settings.METHOD_VERSION}`],
    [`k = ${settings.K_WORDS} tokens`],
    [`k = ${settings.K_UNSPACED} for a k-gram`],
    [`window w = ${settings.WINDOW}`],
    [`t = w + k - 1 = ${settings.GUARANTEED_WORDS} tokens`],
    [`(${settings.GUARANTEED_CHARACTERS} characters`],
    [`tau_pos = ${d.tauPos}`],
    [`tau_off = ${d.tauOff}`],
    [`kappa = ${d.kappa}`],
    [`min_run = ${d.minRun}`],
    [`first ${grouped(d.postingCap)} postings`],
    [`Up to ${grouped(d.shortRunBudget)} documents`],
    [`up to ${grouped(settings.EVERY_KGRAM_MAX_TOKENS)} tokens`],
    [`at least ${settings.COVERAGE_RUN_LENGTHS.join(", ")} words`],
  ])("%s", (words) => {
    expect(page).toContain(words);
  });
});
