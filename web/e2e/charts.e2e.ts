// Charts: the order of their bars, another kind in place, and the same charts in what is exported and printed.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, drawn } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const bars = "revenue by region in 2025";
const questions = [
  bars, "revenue by month in 2025", "revenue by category in 2025 as a pie chart", "revenue by month and region in 2025",
  "SELECT name, price FROM products ORDER BY name LIMIT 8", "SELECT region, strftime(order_date, '%a') AS weekday, count(*) AS orders FROM orders JOIN customers USING (customer_id) GROUP BY 1, 2",
];

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
