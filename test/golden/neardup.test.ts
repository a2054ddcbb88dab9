/** Sketches may be kept beside documents: another version of the program must make the same bytes. */
import { expect, test } from "vitest";
import { sha256Hex } from "../../core/base/sha256.ts";
import { sketchOf, sketchToBytes } from "../../core/neardup/sketch.ts";
import { TokenStream } from "../../core/text/token-stream.ts";
import { tokenise } from "../../core/text/tokenise.ts";

test("the sketch of a fixed text", () => {
  const text =
    "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness";
  const sketch = sketchOf(tokenise(text, new TokenStream()));
  expect([sketch[0], sketch[1]]).toEqual([24, 17]);
  expect(sha256Hex(sketchToBytes(sketch))).toBe(
    "64f1a5d89b279036ac0cdbabe5a57f4712074a22908392761a032305edeff21f",
  );
});
