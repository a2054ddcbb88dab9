/** Prints one closing line, `N passed, N failed, N skipped`, under Vitest's own report. */
import type { Reporter, TestModule } from "vitest/node";

export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    const tally = { passed: 0, failed: unhandled.length, skipped: 0 };
    for (const module of modules) {
      // A file that fails before its tests are collected has none to count.
      if (module.state() === "failed" && module.errors().length > 0) tally.failed++;
      for (const test of module.children.allTests()) {
        const state = test.result().state;
        if (state === "passed") tally.passed++;
        else if (state === "failed") tally.failed++;
        else tally.skipped++;
      }
    }
    process.stdout.write(`\n${tally.passed} passed, ${tally.failed} failed, ${tally.skipped} skipped\n`);
  }
}
