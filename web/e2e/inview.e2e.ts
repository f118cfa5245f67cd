// What opens stays in view, at every width, and the place in a long notebook is found again.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { answer, answerOnce, answered, drawn, expectNoSideways, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
const questions = ["revenue by region in 2025", "revenue by month in 2025", "orders per month in 2025", "number of customers by region", "revenue by category in 2025", "orders by channel in 2025"];
const last = questions.at(-1) ?? "";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  const { page, close } = await visit(browser, plumb.url);
  for (const question of questions) await answer(page, question);
  await close();
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

// Whether all of something can be seen: between the header and the bar, with nothing over its corners.
const isSeen = (element: Locator): Promise<boolean> => element.evaluate((card) => {
  const box = card.getBoundingClientRect();
  const top = document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0;
  const bottom = document.querySelector(".ask")?.getBoundingClientRect().top ?? 0;
  const over = (x: number, y: number) => document.elementsFromPoint(x, y).findIndex((other) => other.closest(".askbar .ask, .header") !== null);
  const corners = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]] as const;
  return box.height > 0 && box.top >= top && box.bottom <= bottom && box.left >= 0 && box.right <= document.documentElement.clientWidth && corners.every(([x, y]) => over(x, y) < 0);
});

// Brings an element to where the bar to ask in begins, or to just below the header.
const bring = (element: Locator, to: "bar" | "header"): Promise<void> => element.evaluate((part, where) => {
  const edge = (selector: string, side: "top" | "bottom") => document.querySelector(selector)?.getBoundingClientRect()[side] ?? 0;
  const box = part.getBoundingClientRect();
  window.scrollBy(0, where === "bar" ? box.bottom - edge(".ask", "top") + 8 : box.top - edge(".header", "bottom") - 8);
}, to);

test.each([[1440, 900, "light"], [800, 900, "dark"], [390, 740, "light"]] as const)("at %i by %i menus and evidence are seen whole, wherever they open", async (width, height, colorScheme) => {
  const { page, wrong, close } = await visit(browser, plumb.url, { viewport: { width, height }, colorScheme });
  const cell = answered(page, questions[1] ?? "");
  await cell.scrollIntoViewIfNeeded();
  await drawn(cell);
  for (const to of ["bar", "header"] as const) {
    const button = cell.getByRole("button", { name: "More" });
    await bring(button, to);
    await button.click();
    const menu = page.getByRole("menu", { name: "More" });
    await until(`the menu is seen at the ${to}`, () => isSeen(menu));
    await menu.getByRole("menuitem", { name: "Delete" }).scrollIntoViewIfNeeded();
    await expectNoSideways(page);
    await page.keyboard.press("Escape");
    const claim = cell.locator(".claim").first();
    await bring(claim, to);
    await claim.focus();
    await until(`the evidence is seen at the ${to}`, () => isSeen(cell.locator(".evidence")));
    await claim.blur();
  }
  expect(wrong).toEqual([]);
  await close();
});

// The cell at the top of what is seen, and where it begins.
const placeOf = (page: Page): Promise<{ id: string; top: number }> => page.evaluate(() => {
  const edge = document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0;
  const cell = [...document.querySelectorAll<HTMLElement>("[data-cell]")].find((element) => element.getBoundingClientRect().bottom > edge);
  return { id: cell?.dataset.cell ?? "", top: Math.round(cell?.getBoundingClientRect().top ?? 0) };
});

test("loading a long notebook again leads back to the same place", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const cell = answered(page, questions[4] ?? "");
  await cell.scrollIntoViewIfNeeded();
  await drawn(cell);
  await bring(cell, "header");
  const before = await placeOf(page);
  await until("the place is kept", () => page.evaluate((id) => (sessionStorage.getItem("plumb.place") ?? "").includes(id), before.id));
  await page.reload();
  await until("the place is there again", async () => {
    const now = await placeOf(page);
    return now.id === before.id && Math.abs(now.top - before.top) <= 4;
  });
  expect(wrong).toEqual([]);
  await close();
});

test("a search hit opens at its cell, and marks it", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await answerOnce(page, last);
  const home = page.url();
  for (let i = 0; i < 5; i++) await page.evaluate((name) => fetch("/api/notebooks", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name }) }), `Empty ${i}`);
  await page.goto(plumb.url);
  await page.getByLabel("Find a notebook").fill("orders by channel");
  const hit = page.getByRole("link", { name: /in a question/ });
  await hit.click();
  const cell = answered(page, last);
  await until("the cell is at the top", () => cell.evaluate((element) => Math.abs(element.getBoundingClientRect().top - (document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0)) < 40));
  expect(await cell.getAttribute("data-sought")).toBe("");
  expect(page.url()).toBe(`${home.split("#")[0]}#${await cell.getAttribute("id")}`);
  await page.mouse.wheel(0, -200);
  await until("the mark is gone", async () => (await cell.getAttribute("data-sought")) === null);
  expect(wrong).toEqual([]);
  await close();
});
