// What comes into sight after asking, and what the keyboard may do there.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, ask, askBar, drawn, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url, { viewport: { width: 1440, height: 900 } });
  page = open.page;
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? NaN;
const bottom = async (part: Locator): Promise<number> => {
  const box = await part.boundingBox();
  return box ? box.y + box.height : NaN;
};
const atTop = (cell: Locator) => until("the heading is at the top", async () => {
  const y = await top(cell.getByRole("heading").first());
  return y > 48 && y < 100;
});

test("`?` in the empty bar lists the keys, as the page says", async () => {
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  await until("the question can be typed", () => askBar(page).evaluate((element) => element === document.activeElement));
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await until("the question can be typed again", () => askBar(page).evaluate((element) => element === document.activeElement));
  await page.keyboard.type("why?");
  expect(await askBar(page).inputValue()).toBe("why?");
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("heading, chart and story of each new answer are in sight, and its chart has its place before it is drawn", async () => {
  for (const question of ["revenue by region in 2025", "orders per month in 2025", "How many orders were there in 2025?", "revenue by month in 2024"]) {
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources?: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] })[]) {
          for (const { node, previousRect, currentRect } of entry.sources ?? []) {
            if (node instanceof Element && node.closest(".story, .foot") && previousRect.height > 0) shifts.push(Math.abs(currentRect.y - previousRect.y));
          }
        }
      }).observe({ type: "layout-shift" });
    });
    const cell = await answer(page, question);
    await atTop(cell);
    const bar = await top(page.locator(".ask"));
    if (/many/.test(question)) continue;
    await drawn(cell);
    await atTop(cell);
    expect(await bottom(cell.locator(".chart")), question).toBeLessThan(bar);
    expect(await bottom(cell.locator(".story")), question).toBeLessThan(bar);
    expect(await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { shifts: number[] }).shifts)), question).toBeLessThan(12);
  }
});

test("a follow-up comes to the top, too", async () => {
  await ask(page, "only the North");
  const cell = answered(page, "only the North");
  await cell.waitFor();
  await atTop(cell);
});

test("a follow-up is offered where there is an answer", async () => {
  const declined = await answer(page, "which supplier delivers late most often?");
  await declined.focus();
  await page.keyboard.press("f");
  expect(await page.locator(".ask-chip").count()).toBe(0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("delete this");
  await page.getByRole("option", { name: /Delete this cell/ }).waitFor();
  await page.getByRole("combobox").fill("follow up");
  expect(await page.getByRole("option", { name: /Follow up on this answer/ }).count()).toBe(0);
  await page.keyboard.press("Escape");

  await answered(page, "revenue by region in 2025").focus();
  await page.keyboard.press("f");
  await page.locator(".ask-chip", { hasText: "Follows revenue by region in 2025" }).waitFor();
  await page.keyboard.press("Escape");
  expect(open.wrong).toEqual([]);
});
