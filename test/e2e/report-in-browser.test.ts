import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../support/run-cli.ts";

const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
const folder = mkdtempSync(path.join(tmpdir(), "pincite-browser-"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(!existsSync(executablePath))("the report in a browser", () => {
  let browser: Browser;
  let page: Page;
  const said: string[] = [];

  beforeAll(async () => {
    const store = path.join(folder, "store");
    await runCli("-q", "corpus", "add", store, "samples/corpus");
    await runCli("-q", "corpus", "add", store, "samples/templates", "--templates");
    const works = [
      "Doyle - The Hound of the Baskervilles.txt",
      "Jonah (pointed).txt",
      "White - The Gospel Truth.txt",
    ];
    const report = path.join(folder, "report.html");
    const checked = await runCli(
      "-q",
      "check",
      ...works.map((w) => `samples/works/${w}`),
      "--corpus",
      store,
      "--report",
      report,
    );
    expect(checked.status, checked.stderr).toBe(0);
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on("console", (message) => said.push(message.text()));
    page.on("pageerror", (error) => said.push(error.message));
    page.on("request", (request) => said.push(request.url()));
    await page.goto(pathToFileURL(report).href);
  });
  afterAll(() => browser.close());

  it("asks for nothing but itself and says nothing on the console", () => {
    expect(said).toEqual([pathToFileURL(path.join(folder, "report.html")).href]);
  });

  it("has no script and no way to run one", async () => {
    expect(await page.locator("script").count()).toBe(0);
    expect(
      await page.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute("content"),
    ).toContain("default-src 'none'");
  });

  it.each(["light", "dark"] as const)("meets WCAG 2.2 AA by axe (%s)", async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(axe);
    const violations = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: {
          run(
            options: unknown,
          ): Promise<{ violations: { id: string; nodes: { target: unknown; failureSummary: string }[] }[] }>;
        };
      };
      const result = await axe.run({
        runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      });
      return result.violations.map(
        (v) =>
          `${v.id}: ${v.nodes
            .slice(0, 3)
            .map((n) => `${JSON.stringify(n.target)} ${n.failureSummary}`)
            .join("; ")}`,
      );
    });
    expect(violations).toEqual([]);
  });

  it("fits a phone-wide window and a printed page without sideways scrolling", async () => {
    await page.setViewportSize({ width: 420, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.length).toBeGreaterThan(10_000);
  });
});
