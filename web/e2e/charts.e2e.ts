// Charts: the order of their bars, another kind in place, and the same charts in what is exported and printed.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, answerOnce, askBar, drawn, exactly, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const bars = "revenue by region in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url);
  page = open.page;
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

// The names along an axis and the figures at the bars, from left to right or from top to bottom.
const barsOf = (cell: Locator): Promise<{ names: string[]; figures: number[] }> => cell.locator(".chart svg").evaluate((svg) => {
  const figure = (text: string) => Number.parseFloat(text.replaceAll(",", "")) * ({ k: 1e3, M: 1e6 }[text.at(-1) ?? ""] ?? 1);
  const boxes = (selector: string) => [...svg.querySelectorAll(selector)].map((element) => ({ text: element.textContent ?? "", at: element.getBoundingClientRect() }));
  const names = boxes(".role-axis-label text").filter(({ text }) => !/^[\d.,]+[kMB]?$/.test(text));
  const lying = new Set(names.map(({ at }) => Math.round(at.top + at.height / 2))).size > 1;
  const inOrder = (list: ReturnType<typeof boxes>) => list.sort((a, b) => (lying ? a.at.top - b.at.top : a.at.left - b.at.left)).map(({ text }) => text);
  return { names: inOrder(names), figures: inOrder(boxes(".mark-text.role-mark text")).map(figure) };
});

test("bars of names stand by their size", async () => {
  const cell = await answer(page, bars);
  await drawn(cell);
  const { names, figures } = await barsOf(cell);
  expect(names).toHaveLength(5);
  expect(figures).toEqual(figures.toSorted((a, b) => b - a));
});

// What is drawn: each kind of mark with how many there are and their colours, and all words.
const marksOf = (chart: Locator): Promise<{ marks: string[]; words: string[] }> => chart.evaluate((element) => {
  const marks = [...element.querySelectorAll("svg .role-mark")].map((group) =>
    `${[...group.classList].join(".")}: ${[...group.querySelectorAll("path, text")].map((mark) => `${mark.getAttribute("fill")} ${mark.getAttribute("stroke")}`).join(", ")}`);
  return { marks, words: [...element.querySelectorAll("svg text")].map((text) => text.textContent ?? "") };
});

const questions = [
  bars, "revenue by month in 2025", "revenue by category in 2025 as a pie chart", "revenue by month and region in 2025",
  "SELECT region_name, region_id * 3 % 5 AS figure FROM regions ORDER BY region_name DESC",
  "SELECT region_name AS region, channel, count(*) AS orders FROM orders JOIN regions USING (region_id) GROUP BY 1, 2",
  "SELECT list_price, unit_cost FROM products LIMIT 60",
];

test.each(["light", "dark"] as const)("an exported page draws the same charts: %s", async (colorScheme) => {
  const there = await visit(browser, open.page.url(), { colorScheme });
  for (const question of questions) {
    const cell = await answerOnce(there.page, question);
    await cell.scrollIntoViewIfNeeded();
    await drawn(cell);
  }
  const book = new URL(there.page.url()).pathname.split("/").at(-1) ?? "";
  const folder = await mkdtemp(join(tmpdir(), "plumb-charts-"));
  try {
    const file = join(folder, "export.html");
    await writeFile(file, await (await fetch(`${plumb.url}/api/notebooks/${book}/export?format=html`)).text());
    const exported = await visit(browser, pathToFileURL(file).href, { colorScheme, offline: true });
    await exported.page.locator("html[data-ready]").waitFor();
    for (const question of questions) {
      const cell = answered(there.page, question);
      await cell.scrollIntoViewIfNeeded();
      await drawn(cell);
      const copy = exported.page.locator("article").filter({ has: exported.page.getByRole("heading", { name: exactly(question) }) });
      const [here, elsewhere] = [await marksOf(cell.locator(".chart")), await marksOf(copy.locator(".chart"))];
      expect(here.marks.length, question).toBeGreaterThan(0);
      expect(elsewhere, question).toEqual(here);
    }
    expect(exported.wrong).toEqual([]);
    await exported.close();
  } finally {
    await rm(folder, { recursive: true });
  }
  await there.close();
});

test("a statement's own order stays", async () => {
  const cell = answered(page, questions[4] ?? "");
  await cell.scrollIntoViewIfNeeded();
  await drawn(cell);
  expect((await barsOf(cell)).names).toEqual(["West", "South", "North", "Islands", "East"]);
});

test("another kind of chart takes the place of the one before, by the menu and in words, and can be undone", async () => {
  const cells = page.locator("article[data-cell]");
  const count = await cells.count();
  const cell = answered(page, bars);
  const toast = page.locator(".toast").filter({ hasText: "Answer replaced." });
  await cell.scrollIntoViewIfNeeded();
  await cell.hover();
  await cell.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Show as a pie" }).click();
  await cell.locator(".chart svg .mark-arc.role-mark path").first().waitFor();
  expect(await cells.count()).toBe(count);
  await toast.getByRole("button", { name: "Undo" }).click();
  await cell.locator(".chart svg .mark-rect.role-mark path").first().waitFor();

  await cell.hover();
  await cell.getByRole("button", { name: "Follow up" }).click();
  await askBar(page).fill("show as a pie");
  await askBar(page).press("Enter");
  await cell.locator(".chart svg .mark-arc.role-mark path").first().waitFor();
  expect(await cells.count()).toBe(count);
  await page.reload();
  await answered(page, bars).locator(".chart svg .mark-arc.role-mark path").first().waitFor();
  await answered(page, bars).hover();
  await answered(page, bars).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Restore previous answer" }).click();
  await answered(page, bars).locator(".chart svg .mark-rect.role-mark path").first().waitFor();
});

test.each(["light", "dark"] as const)("the browser's own command prints every chart: %s", async (colorScheme) => {
  const { page: fresh, wrong, close } = await visit(browser, page.url(), { colorScheme });
  // What the paper gets is what is there when the browser has taken it, before the page hears of that.
  await fresh.addInitScript(() => window.addEventListener("afterprint", () => { document.documentElement.dataset.printed = `${document.querySelectorAll(".chart[data-drawn] svg").length}`; }));
  await fresh.reload();
  const first = fresh.locator("article[data-cell]").first();
  await first.waitFor();
  await until("the chart library is there", () => fresh.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => /\/draw-[^/]*\.js/.test(name))));
  await drawn(answered(fresh, bars));
  const whole = await fresh.locator("article[data-cell]").count();
  const before = await fresh.locator(".chart[data-drawn] svg").count();
  expect(before, "some charts are not drawn yet").toBeLessThan(whole);
  await fresh.pdf();
  expect(await fresh.locator("html").getAttribute("data-printed")).toBe(`${questions.length}`);
  await until("the page is as it was", async () => (await fresh.locator("html[data-printing]").count()) === 0);
  expect(wrong).toEqual([]);
  await close();
});
