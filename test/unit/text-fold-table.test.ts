/** The committed table says what the folds say, wherever this engine has the Unicode version of the table. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LAST_MAPPED } from "../../core/text/fold-classes.ts";
import { UNICODE_VERSION } from "../../core/text/fold-table.ts";
import { foldCharacter } from "../../core/text/normalise.ts";

test("the table is what the generator writes", () => {
  const generator = fileURLToPath(new URL("../../tools/generate-fold-table.ts", import.meta.url));
  const run = spawnSync(process.execPath, [generator, "--check"], { encoding: "utf8" });
  expect(run.status, run.stderr).toBe(0);
});

test("folding what was folded changes nothing", () => {
  const changed: string[] = [];
  for (let codePoint = 0; codePoint <= LAST_MAPPED; codePoint++)
    for (const character of foldCharacter(codePoint))
      if (foldCharacter(character.codePointAt(0)!) !== character) changed.push(codePoint.toString(16));
  expect(changed).toEqual([]);
});

test("the table records its Unicode version", () => {
  expect(UNICODE_VERSION).toMatch(/^\d+\.\d+$/);
});
