import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../../core/base/limits.ts";
import { parseExtractorMessage } from "../../core/protocol/untrusted-document.ts";

it("anything at all is parsed or refused, never thrown on", () => {
  const nearly = fc.record(
    {
      kind: fc.constantFrom("document", "failure", "progress", "ready"),
      ticket: fc.anything(),
      failure: fc.anything(),
      document: fc.record({
        format: fc.constantFrom("pdf", "html"),
        text: fc.string(),
        sourceMap: fc.anything(),
        marks: fc.anything(),
      }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.anything(), nearly), (message) => {
      const outcome = parseExtractorMessage(message, DEFAULT_LIMITS);
      expect(outcome.ok || outcome.failure.code === "extract/invalid-output").toBe(true);
    }),
    { numRuns: 500 },
  );
});
