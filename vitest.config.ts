import { defineConfig } from "vitest/config";

/** One Node project per kind of test, so that `npm test -- --project property` runs one kind. */
const kind = (name: string, timeout: number) => ({
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: "node" as const,
    // pdf.js is 3 MB of script: Node loads it in a moment, transforming it first takes half a minute.
    server: { deps: { external: [/[\\/]out[\\/]vendor[\\/]/] } },
    pool: "forks" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

export default defineConfig({
  test: {
    reporters: ["default", "./tools/tally-reporter.ts"],
    projects: [
      kind("unit", 30_000),
      kind("property", 120_000),
      kind("contract", 120_000),
      kind("golden", 120_000),
      kind("hostile", 180_000),
      kind("format", 60_000),
      // Some seconds for each kind of file; FUZZ_SECONDS for longer.
      kind("fuzz", 60_000 + 2_000 * Number(process.env["FUZZ_SECONDS"] ?? 5)),
      kind("e2e", 300_000),
    ],
  },
});
