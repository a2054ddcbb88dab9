import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeText } from "../../core/extract/charset/decode.ts";
import { utf8 } from "../support/read-bytes.ts";
import { encodeWide, type WideLabel } from "../support/legacy-bytes.ts";

const text = fc.string({ unit: "grapheme", maxLength: 400 });

it("marked Unicode text comes back exactly", async () => {
  const labels = fc.constantFrom<WideLabel | "utf-8">(
    "utf-8",
    "utf-16le",
    "utf-16be",
    "utf-32le",
    "utf-32be",
  );
  await fc.assert(
    fc.asyncProperty(text, labels, async (written, label) => {
      // U+FEFF NUL NUL would be the UTF-32 mark.
      fc.pre(!(label === "utf-16le" && written.startsWith("\0")));
      const marked = `\uFEFF${written}`;
      const outcome = await decodeText(label === "utf-8" ? utf8(marked) : encodeWide(marked, label), {
        trustDeclaration: false,
      });
      expect(outcome).toMatchObject({
        ok: true,
        value: { text: written, encoding: { label, confidence: 1 } },
      });
    }),
  );
});

it("UTF-8 with other than ASCII comes back exactly, without a mark", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      const prose = `Überall steht Text, auch ${written.replaceAll("\0", "")}`;
      const outcome = await decodeText(utf8(prose), { trustDeclaration: true });
      expect(outcome).toMatchObject({ ok: true, value: { text: prose, errors: 0 } });
    }),
  );
});

it("any bytes give well-formed text or a coded failure, the same every time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 600 }), fc.boolean(), async (bytes, trustDeclaration) => {
      const outcome = await decodeText(bytes, { trustDeclaration });
      if (outcome.ok) {
        expect(outcome.value.text.isWellFormed()).toBe(true);
        expect(outcome.value.encoding.confidence).toBeGreaterThan(0);
        expect(outcome.value.encoding.confidence).toBeLessThanOrEqual(1);
      } else expect(outcome.failure.code).toBe("extract/undecodable-text");
      expect(await decodeText(bytes, { trustDeclaration })).toEqual(outcome);
    }),
    { numRuns: 300 },
  );
});
