/**
 * The report of the sample check, byte for byte. A change of wording, layout or format shows here as a diff for a
 * reviewer; `npx vitest run --project golden test/golden/report -u` accepts it.
 */
import { describe, expect, it } from "vitest";
import { reportHtml } from "../../core/evidence/report-html.ts";
import { reportJson } from "../../core/evidence/report-json.ts";
import { emptyReport, failedReport, sampleReport } from "./report-sample.ts";

const reports = { found: sampleReport, nothing: emptyReport, "not-checked": failedReport };

describe.each(Object.entries(reports))("report: %s", (name, build) => {
  it("writes the same HTML", async () => {
    await expect(reportHtml(build())).toMatchFileSnapshot(`expected/report-${name}.html`);
  });

  it("writes the same finding.json", async () => {
    await expect(reportJson(build())).toMatchFileSnapshot(`expected/report-${name}.finding.json`);
  });

  it("gives the same bytes when it is written again", () => {
    const report = build();
    expect(reportHtml(report)).toBe(reportHtml(report));
    expect(reportHtml(build())).toBe(reportHtml(report));
    expect(reportJson(build())).toBe(reportJson(report));
  });
});
