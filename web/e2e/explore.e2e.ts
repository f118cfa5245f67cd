// Questions that a model looks around for before it answers.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { open, shut } from "./support/gate";
import { shop } from "./support/given";
import { answered, ask, askBar, drawn, opened } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: shop() }, model: "explore" })]);
});
beforeEach(() => shut("explore"));
afterEach(() => open("explore"));
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const looks = (page: Page): Locator => page.locator(".cell.running").getByRole("list", { name: "Steps" });

async function explore(page: Page, question: string): Promise<void> {
  await opened(page);
  const toggle = page.getByRole("button", { name: "Explore" });
  await toggle.click();
  expect(await toggle.getAttribute("aria-pressed")).toBe("true");
  await ask(page, question);
}

test("what is looked at is shown in plain words, with its rows, and then the story with its sources", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const question = "Is the tent worth keeping?";
  await explore(page, question);
  const list = looks(page);
  await list.getByText("The tables").waitFor();
  await list.getByText("The columns of sales").waitFor();
  await list.getByText(/What a query finds: .*nope/).waitFor();
  await list.getByText("What a query finds · query 1 · 2 rows").waitFor();
  expect(await list.innerText()).not.toMatch(/list_tables|describe_table|execute_query/);
  const rows = page.locator(".cell.running .partial");
  await rows.getByRole("columnheader", { name: "total" }).waitFor();
  await rows.getByRole("cell", { name: "15150" }).waitFor();
  await open("explore");

  const cell = answered(page, question);
  await cell.getByText("The tent brought in").waitFor();
  await drawn(cell);
  expect(await page.locator(".stage").count()).toBe(0);
  const sources = cell.getByRole("list", { name: "Sources" });
  expect(await sources.getByRole("listitem").allInnerTexts()).toEqual(["[1] 2 rows from products, sales"]);
  await sources.getByText("[1]").click();
  await sources.getByText("GROUP BY").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("looking around is stopped in the middle; asked again, it looks around again", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const question = "Does the stove pay?";
  await explore(page, question);
  await looks(page).getByText("The tables").waitFor();
  await page.locator(".cell.running .partial").getByRole("cell", { name: "15150" }).waitFor(); // from here on it waits, and nothing moves
  await page.locator(".cell.running").getByRole("button", { name: "Cancel" }).hover();
  await page.mouse.down();
  await page.locator("main").evaluate((main) => main.style.setProperty("padding-top", "300px")); // as when something above grows
  await page.mouse.up();
  await page.getByText("Stopped before it finished.").waitFor();
  expect(await page.locator(".stage").count()).toBe(0);
  expect(await answered(page, question).count()).toBe(0);
  await page.getByRole("button", { name: "Explore" }).click(); // off: the question remembers how it was asked
  await page.getByRole("button", { name: "Ask again" }).click();
  await looks(page).getByText("The tables").waitFor();
  await open("explore");
  await answered(page, question).getByRole("list", { name: "Sources" }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a question that is handed over shows its looks in every tab, and after a reload in the middle", async () => {
  const one = await visit(browser, plumb.url);
  const two = await visit(browser, plumb.url);
  await opened(two.page);
  const question = "Which of them should go?";
  await ask(one.page, question);
  await looks(two.page).getByText("The columns of sales").waitFor();
  await looks(one.page).getByText(/query 1/).waitFor();
  await one.page.reload();
  await looks(one.page).getByText("The tables").waitFor();
  await looks(one.page).getByText(/query 1/).waitFor();
  await open("explore");
  for (const { page, wrong } of [one, two]) {
    const cell = answered(page, question);
    await cell.getByRole("list", { name: "Sources" }).getByText("2 rows from products, sales").waitFor();
    expect(await page.getByRole("heading", { name: question }).count()).toBe(1);
    expect(await askBar(page).inputValue()).toBe("");
    expect(wrong).toEqual([]);
  }
  await one.close();
  await two.close();
});
