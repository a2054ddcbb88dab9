/** The child-process host on scripts of the tests, which misbehave on demand (extractor-child.ts). */
import { join } from "node:path";
import type { ExtractionHost } from "../../core/extract/port.ts";
import { createChildExtractionHost } from "../../main/cli/extractor/child-host.ts";

const root = join(import.meta.dirname, "../..");
const readable = ["core", "main", "test/support", "node_modules", "package.json"].map((name) =>
  join(root, name),
);

export const createTestChildHost = (processes = 1, entry = "extractor-child.ts"): ExtractionHost =>
  createChildExtractionHost({
    entry: join(import.meta.dirname, entry),
    vendorDir: join(root, "out/vendor"),
    readable,
    processes,
  });
