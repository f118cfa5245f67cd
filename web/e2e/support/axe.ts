// Holds a page against the rules of accessibility that axe knows.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

/** What is seriously wrong on a page, one line each. */
export async function seriousFindings(page: Page): Promise<string[]> {
  // The page's policy lets no script in; the browser's own world is not bound by it.
  const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  await page.evaluate(axe);
  const results = await page.evaluate(async (): Promise<AxeResults> => {
    const { axe } = globalThis as unknown as { axe: { run: (options: object) => Promise<AxeResults> } };
    return axe.run({ resultTypes: ["violations"] });
  });
  return results.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary?.replace(/\s+/g, " ").slice(0, 200)})`));
}
