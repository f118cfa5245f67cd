// The page in the dark, on a small screen and on a large one, and by keyboard alone; and what axe says of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { seriousFindings } from "./support/axe";
import { launch, visit } from "./support/browser";
import { answered, answerOnce, askBar, drawn, expectNoSideways, rail, tableInRail, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
const question = "revenue by region in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

test("by keyboard alone: ask, go through cells, open the table, read the keys, connect", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  expect(await seriousFindings(page), "welcome").toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press("/");
  await until("the question can be typed", () => askBar(page).evaluate((element) => element === document.activeElement));
  await page.keyboard.type(question);
  await page.keyboard.press("Enter");
  const cell = answered(page, question);
  await cell.waitFor();
  await drawn(cell);
  await page.keyboard.press("Escape");
  await until("the cell has the focus", () => cell.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("t");
  await cell.getByRole("region").waitFor();
  // From the next answer the keyboard goes on, not from the one before.
  const next = "orders per month in 2025";
  await page.keyboard.press("/");
  await page.keyboard.type(next);
  await page.keyboard.press("Enter");
  await drawn(answered(page, next));
  await page.keyboard.press("Escape");
  await until("the new cell has the focus", () => answered(page, next).evaluate((element) => element === document.activeElement));
  await page.keyboard.press("k");
  await until("the cell before has it", () => cell.evaluate((element) => element === document.activeElement));
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await keys.waitFor();
  expect(await seriousFindings(page), "shortcuts").toEqual([]);
  await page.keyboard.press("Escape");
  await until("the window is closed", async () => (await keys.count()) === 0);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").waitFor();
  expect(await seriousFindings(page), "palette").toEqual([]);
  await page.keyboard.type("connect your");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Connect your data" }).waitFor();
  await page.getByRole("button", { name: /PostgreSQL/ }).focus();
  await page.keyboard.press("Enter");
  await until("the first field has the focus", () => page.getByLabel("Host").evaluate((element) => element === document.activeElement));
  expect(await seriousFindings(page), "connect").toEqual([]);
  await page.keyboard.press("Escape");
  expect(wrong).toEqual([]);
  await close();
});

test.each(["light", "dark"] as const)("an answer with everything open has no serious finding: %s", async (colorScheme) => {
  const { page, wrong, close } = await visit(browser, plumb.url, { colorScheme });
  const cell = await answerOnce(page, question);
  await drawn(cell);
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(colorScheme);
  const side = rail(page);
  await tableInRail(page, "orders").click();
  await side.locator("summary", { hasText: "Relationships" }).click();
  for (const name of ["Table", "SQL", "Chart spec", "How it was made"]) {
    await cell.getByRole("button", { name, exact: true }).click();
    expect(await seriousFindings(page), name).toEqual([]);
  }
  await page.getByRole("button", { name: /Open the settings/ }).click();
  await page.getByRole("dialog", { name: "Settings" }).getByText("Plumb (no AI model)", { exact: true }).waitFor();
  expect(await seriousFindings(page), "settings").toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});

test("the look can be chosen, and stays", async () => {
  const { page, close } = await visit(browser, plumb.url, { colorScheme: "light" });
  await page.getByRole("button", { name: /Open the settings/ }).click();
  await page.getByRole("radio", { name: "Dark" }).check();
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe("rgb(23, 24, 28)");
  await page.reload();
  expect(await ground()).toBe("rgb(23, 24, 28)");
  await close();
});

test.each([[360, 740], [768, 1024], [3840, 2160]])("at %i by %i nothing is cut off", async (width, height) => {
  const { page, wrong, close } = await visit(browser, plumb.url, { viewport: { width, height } });
  const cell = await answerOnce(page, question);
  await drawn(cell);
  await expectNoSideways(page);
  for (const [name, part] of [["Table", "tbody tr"], ["SQL", ".cm-content"]] as const) {
    await cell.getByRole("button", { name, exact: true }).click();
    await cell.locator(part).first().waitFor();
    await expectNoSideways(page);
  }
  const chart = await cell.locator(".chart").boundingBox();
  expect(chart && chart.x >= 0 && chart.x + chart.width <= width).toBe(true);
  if (width <= 900) {
    await page.getByRole("button", { name: "Show sidebar" }).click();
    await page.getByRole("complementary").getByRole("button", { name: "New notebook" }).waitFor();
    await expectNoSideways(page);
    expect(await seriousFindings(page), "side").toEqual([]);
  }
  expect(wrong).toEqual([]);
  await close();
});

test("a long name pushes nothing out of the side, and what is opened comes into view", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url, { viewport: { width: 1280, height: 720 } });
  const name = page.getByRole("textbox", { name: "Notebook name" });
  const before = await name.inputValue();
  const rename = async (text: string) => {
    await name.fill(text);
    await name.press("Enter");
    await rail(page).getByRole("link", { name: text }).waitFor();
  };
  await rename("A name that goes on and on, as the questions do that notebooks are named after");
  const [width, inside] = await rail(page).evaluate((side) => [side.clientWidth, side.scrollWidth]);
  expect(inside).toBe(width);
  await rename(before);

  const cell = await answerOnce(page, question);
  await drawn(cell);
  const tabs = cell.locator(".tab-list");
  await tabs.evaluate((element) => window.scrollBy(0, element.getBoundingClientRect().bottom - window.innerHeight + 120)); // just above the bar
  await cell.getByRole("button", { name: "Table", exact: true }).click();
  await until("the table is seen", () => cell.locator(".rows tbody tr").last().evaluate((row) => row.getBoundingClientRect().bottom < window.innerHeight - 80));
  expect(wrong).toEqual([]);
  await close();
});

test("a notebook prints as a report: all charts, nothing to press, light on paper", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url, { colorScheme: "dark" });
  const last = "number of customers by region";
  for (const next of [question, "revenue by month in 2025", "orders per month in 2025", last]) await drawn(await answerOnce(page, next));
  await page.reload(); // the first ones are far from the window again
  await drawn(answered(page, last));
  await page.evaluate(() => {
    const print = () => { document.title = `${document.querySelectorAll(".chart[data-drawn]").length} of ${document.querySelectorAll("[data-cell]").length}`; };
    Object.assign(window, { print });
  });
  await page.keyboard.press("Control+p");
  await until("it prints", async () => /^\d+ of \d+$/.test(await page.title()));
  const [charts, cells] = (await page.title()).split(" of ");
  expect(charts).toBe(cells);
  await page.emulateMedia({ media: "print" });
  expect(await askBar(page).isVisible()).toBe(false);
  expect(await page.getByRole("button", { name: "SQL", exact: true }).count()).toBe(0);
  expect(await page.getByLabel("Notebook name").isVisible()).toBe(true);
  expect(await page.locator(".lead").first().evaluate((element) => getComputedStyle(element).color)).toBe("rgb(26, 26, 26)");
  expect(wrong).toEqual([]);
  await close();
});

test("fingers find what they press, on a small screen", async () => {
  const { page, close } = await visit(browser, plumb.url, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const cell = await answerOnce(page, question);
  await drawn(cell);
  await page.getByRole("button", { name: "Show sidebar" }).click();
  const small = await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".header button, .tab, .cell-acts button, .rail-open, .schema-open, .schema-insert, .ask-send")]
    .filter((element) => element.offsetWidth > 0 && Math.min(element.offsetWidth, element.offsetHeight) < 36).map((element) => `${element.className} ${element.offsetWidth}×${element.offsetHeight}`));
  expect(small).toEqual([]);
  await close();
});

test("few bars carry their figures, and the measure is named over them, at the edge of the text", async () => {
  const { page, close } = await visit(browser, plumb.url);
  const cell = await answerOnce(page, question);
  await drawn(cell);
  expect(await cell.locator(".chart svg .mark-text.role-mark text").allTextContents()).toHaveLength(5);
  // Where things are, at one moment: the page may scroll to its answer.
  const boxes = (...parts: string[]) => cell.evaluate((element, all) => all.map((part) => element.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()), parts);
  const [name, lead] = await boxes(".chart svg .role-title-text text", ".lead") as [DOMRect, DOMRect];
  expect(name.width).toBeGreaterThan(0);
  expect(Math.abs(name.x - lead.x)).toBeLessThan(3);
  // The card over a bar covers neither the bar with its figure nor the sentence above.
  const bar = ".mark-rect.role-mark path:nth-of-type(3)";
  await cell.locator(bar).hover();
  await cell.locator(".chart-tip").waitFor();
  const [card, mark, text] = await boxes(".chart-tip", bar, ".lead") as [DOMRect, DOMRect, DOMRect];
  expect(card.y + card.height <= mark.y - 16 || card.x >= mark.x + mark.width || card.x + card.width <= mark.x).toBe(true);
  expect(card.y).toBeGreaterThanOrEqual(text.y + text.height);
  await close();
});
