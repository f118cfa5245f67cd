// Pictures of the main states, for people to look at and for the README.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, test } from "vitest";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { open, shut } from "./support/gate";
import { postgres, shop, shots } from "./support/given";
import { answer, answerOnce, ask, drawn, opened, rail, tableInRail } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let demo: Plumb;

beforeAll(async () => {
  await mkdir(shots(), { recursive: true });
  [browser, demo] = await Promise.all([launch(), startPlumb()]);
});
afterAll(async () => {
  await browser?.close();
  await demo?.stop();
});

const desk: BrowserContextOptions = { viewport: { width: 1280, height: 860 }, deviceScaleFactor: 2 };
const phone: BrowserContextOptions = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };

async function picture(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await part.screenshot({ path: join(shots(), `${name}.png`), animations: "disabled" });
}

// Brings the top of a cell under the header.
const top = (page: Page, id: string): Promise<void> =>
  page.evaluate((cell) => { document.getElementById(cell)?.scrollIntoView({ block: "start" }); }, id);

test("first run and connecting", async () => {
  const empty = await startPlumb({ data: "none" });
  try {
    const { page, close } = await visit(browser, empty.url, desk);
    await page.getByRole("heading", { name: "Ask your data in plain words" }).waitFor();
    await picture(page, "first-run");
    await page.getByRole("main").getByRole("button", { name: "Connect your data" }).click();
    const window = page.getByRole("dialog", { name: "Connect your data" });
    await window.getByRole("button", { name: /PostgreSQL/ }).waitFor();
    await picture(page, "connect");
    const address = postgres("reader");
    await window.getByRole("button", { name: /PostgreSQL/ }).click();
    await window.getByLabel("Port").fill(address.port);
    await window.getByLabel("Database").fill(address.pathname.slice(1));
    await window.getByLabel("User").fill(decodeURIComponent(address.username));
    await window.getByLabel("Password").fill(decodeURIComponent(address.password));
    await window.getByLabel("Encryption").selectOption("disable");
    await window.getByLabel("Name", { exact: true }).fill("shop");
    await window.getByRole("button", { name: "Test the connection" }).click();
    await window.getByText("Nothing can be written through this connection.").scrollIntoViewIfNeeded();
    await window.getByRole("button", { name: "Connect", exact: true }).scrollIntoViewIfNeeded();
    await picture(page, "connect-proof");
    await close();
  } finally {
    await empty.stop();
  }
});

const regions = "revenue by region in 2025";
const months = "revenue by month in 2025";

test("an empty notebook", async () => {
  const { page, close } = await visit(browser, demo.url, desk);
  await page.locator(".welcome-questions").waitFor();
  await picture(page, "welcome");
  await close();
});

test.each(["light", "dark"] as const)("answers: %s", async (colorScheme) => {
  const { page, close } = await visit(browser, demo.url, { ...desk, colorScheme });
  const cell = await answerOnce(page, regions);
  await drawn(cell);
  await top(page, (await cell.getAttribute("id")) ?? "");
  await page.mouse.move(2, 400);
  await picture(page, `answer-${colorScheme}`);
  await cell.locator(".claim", { hasText: "757,346" }).hover();
  await picture(page, `linked-${colorScheme}`);
  await page.mouse.move(2, 400);
  await cell.getByRole("button", { name: "SQL", exact: true }).click();
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nLIMIT 3");
  await cell.getByRole("figure", { name: "Changes from the original" }).scrollIntoViewIfNeeded();
  await picture(page, `sql-${colorScheme}`);
  await page.keyboard.press("Escape");

  const series = await answerOnce(page, months);
  await drawn(series);
  await series.getByRole("button", { name: "Table", exact: true }).click();
  await top(page, (await series.getAttribute("id")) ?? "");
  await picture(page, `table-${colorScheme}`);
  await series.getByRole("button", { name: "Table", exact: true }).click();

  await tableInRail(page, "orders").click();
  await rail(page).locator(".schema-inside .schema-column").nth(5).click();
  await rail(page).locator("summary", { hasText: "Relationships" }).click();
  await rail(page).locator(".relations-table", { hasText: /^orders$/ }).focus();
  await picture(page, `schema-${colorScheme}`);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("ord");
  await picture(page, `palette-${colorScheme}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Open the settings/ }).click();
  await page.getByRole("dialog", { name: "Settings" }).waitFor();
  await picture(page, `settings-${colorScheme}`);
  await close();
});

test("questions that lead elsewhere", async () => {
  const { page, close } = await visit(browser, demo.url, desk);
  await opened(page);
  await answer(page, "which supplier delivers late most often?");
  await picture(page, "declined");
  const cell = await answer(page, "compare regions");
  await top(page, (await cell.getAttribute("id")) ?? "");
  await picture(page, "readings");
  await close();
});

test("a model at work", async () => {
  const plumb = await startPlumb({ data: { file: shop() }, model: "slow" });
  try {
    const { page, close } = await visit(browser, plumb.url, desk);
    await shut("slow");
    await ask(page, "Is the tent worth keeping?");
    await page.locator(".cell.running .elapsed").waitFor();
    await picture(page, "running");
    await open("slow");
    await close();
  } finally {
    await plumb.stop();
  }
});

test("plans", async () => {
  const plumb = await startPlumb({ data: { file: shop() }, model: "plan" });
  try {
    const { page, close } = await visit(browser, plumb.url, desk);
    await opened(page);
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await ask(page, "Which products are far above the mean?");
    const card = page.getByRole("region", { name: "Plan" });
    await card.getByPlaceholder("Or say what should be different").fill("write it later");
    await card.getByRole("button", { name: "Change it" }).click();
    await card.getByText("in three steps").waitFor();
    await picture(page, "plan-proposal", page.locator("article.running"));
    await shut("plan");
    await card.getByRole("button", { name: "Run the plan" }).click();
    await card.getByRole("listitem").first().getByLabel("done").waitFor();
    await card.getByRole("listitem").nth(1).getByLabel("running").waitFor();
    await picture(page, "plan-running", page.locator("article.running"));
    await open("plan");
    await close();
  } finally {
    await plumb.stop();
  }
  const tall: BrowserContextOptions = { ...desk, viewport: { width: 1280, height: 1500 } }; // all of the cell is in sight
  const { page, close } = await visit(browser, demo.url, tall);
  const cell = await answer(page, "why did revenue drop in March 2025?");
  await cell.locator(".claim").first().click();
  await page.mouse.move(2, 400);
  await cell.getByRole("list", { name: "Steps" }).locator("tr.lit").first().waitFor();
  await drawn(cell);
  await picture(page, "plan-finished", cell);
  await close();
});

test.each(["light", "dark"] as const)("a small screen: %s", async (colorScheme) => {
  const { page, close } = await visit(browser, demo.url, { ...phone, colorScheme });
  const cell = await answerOnce(page, regions);
  await drawn(cell);
  await top(page, (await cell.getAttribute("id")) ?? "");
  await picture(page, `phone-${colorScheme}`);
  await page.getByRole("button", { name: "Show sidebar" }).click();
  await rail(page).getByRole("button", { name: "New notebook" }).waitFor();
  await picture(page, `phone-side-${colorScheme}`);
  await close();
});

test("a notebook with nothing that Plumb can reach", async () => {
  const { page, close } = await visit(browser, demo.url, desk);
  await drawn(await answerOnce(page, regions));
  await demo.stop();
  await page.getByText("Connection to Plumb lost.").waitFor();
  await picture(page, "lost");
  await close();
});
