import fc from "fast-check";
import { expect, it } from "vitest";
import { LineIndex } from "../../core/model/line-index.ts";

it("counts as many lines before an offset as splitting the text there does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "\f"), maxLength: 60 });
  fc.assert(
    fc.property(text, (written) => {
      const index = new LineIndex(written);
      for (let offset = 0; offset < written.length; offset++) {
        // Splitting between CR and LF would count them twice; the LF still ends the line the CR is on.
        const before = written[offset - 1] === "\r" && written[offset] === "\n" ? offset - 1 : offset;
        expect(index.lineOf(offset)).toBe(written.slice(0, before).split(/\r\n|\r|\n/).length - 1);
        expect(index.pageOf(offset)).toBe(written.slice(0, offset).split("\f").length - 1);
      }
    }),
  );
});
