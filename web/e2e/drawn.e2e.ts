// Answers whose story takes a while: rows and chart are there before it.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { open, shut } from "./support/gate";
import { shop } from "./support/given";
import { answered, ask, drawn, openTab, opened, until, write } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: shop() }, model: "unhurried" })]);
});
beforeEach(() => shut("unhurried"));
afterEach(() => open("unhurried"));
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const told = "15,150"; // only the story writes it so
const writing = (page: Page, question: string): Locator => page.locator(".cell.running").filter({ has: page.getByRole("heading", { name: question, exact: true }) });

// The chart is there, and its story is not.
async function expectDrawn(page: Page, question: string): Promise<Locator> {
  const cell = writing(page, question);
  await drawn(cell);
  await cell.getByText("Writing…").waitFor();
  expect(await cell.locator(".lead, .story").count()).toBe(0);
  expect(await answered(page, question).count()).toBe(0);
  return cell;
}

test("the chart is there while the story is written: here, in another tab, and after a reload", async () => {
  const one = await visit(browser, plumb.url);
  const two = await visit(browser, plumb.url);
  await opened(two.page);
  const question = "Is the tent worth keeping?";
  await ask(one.page, question);
  const cell = await expectDrawn(one.page, question);
  await cell.getByRole("button", { name: "Table", exact: true }).click();
  await cell.getByRole("cell", { name: "stove" }).waitFor();
  expect(await cell.getByRole("button", { name: "SQL", exact: true }).count()).toBe(0);
  await cell.getByText(/^\d+ s$/).waitFor(); // how long it takes

  const other = await expectDrawn(two.page, question);
  await other.locator(".chart svg").first().evaluate((svg) => svg.setAttribute("data-kept", "yes"));
  const before = await other.locator(".chart").boundingBox();

  await one.page.reload();
  await expectDrawn(one.page, question);
  await open("unhurried");

  for (const { page, wrong } of [one, two]) {
    const whole = answered(page, question);
    await whole.locator(".lead").getByText(told).waitFor();
    await drawn(whole);
    await until("the work is over", async () => (await page.locator(".stage").count()) === 0);
    expect(await page.getByRole("heading", { name: question }).count()).toBe(1);
    expect(wrong).toEqual([]);
  }
  // The chart was neither drawn again nor moved by more than a line.
  const after = answered(two.page, question).locator(".chart");
  expect(await after.locator('svg[data-kept="yes"]').count()).toBe(1);
  expect(Math.abs(((await after.boundingBox())?.height ?? 0) - (before?.height ?? -1))).toBeLessThan(2);
  await one.close();
  await two.close();
});

test("what is drawn goes when the question is stopped; what it was to replace stays", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const question = "Does the stove pay?";
  await ask(page, question);
  await (await expectDrawn(page, question)).getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Stopped before it finished.").waitFor();
  expect(await page.locator(".cell.ended .chart").count()).toBe(0);
  await page.getByRole("button", { name: "Dismiss" }).click();

  const kept = answered(page, "Is the tent worth keeping?");
  await kept.hover();
  await kept.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit the question" }).click();
  await page.getByLabel("Edit the question").fill("And the tent?");
  await page.keyboard.press("Enter");
  await drawn(writing(page, "And the tent?"));
  await writing(page, "And the tent?").getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Stopped before it finished.").waitFor();
  await answered(page, "Is the tent worth keeping?").getByText(told).first().waitFor();
  expect(await page.getByRole("heading", { name: "And the tent?" }).count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("who edits the SQL goes on with it while the story of the last run is written", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const question = "Is the tent worth keeping?";
  const cell = answered(page, question);
  await openTab(cell, "SQL");
  await cell.locator(".cm-content").waitFor();
  const statement = "SELECT name, price FROM products ORDER BY name";
  await write(cell, statement);
  await page.keyboard.press("Control+Enter");
  await cell.getByText("Writing…").waitFor();
  const editor = cell.locator(".cm-content");
  expect(await editor.innerText()).toBe(statement);
  await editor.evaluate((element) => { element.dataset.same = "yes"; });
  expect(await cell.getByRole("button", { name: /^Run/ }).isDisabled()).toBe(true);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" LIMIT 1");
  await open("unhurried");
  await until("the next one can be run", () => cell.getByRole("button", { name: /^Run/ }).isEnabled());
  expect(await cell.getByText("Writing…").count()).toBe(0);
  expect(await editor.innerText()).toBe(`${statement} LIMIT 1`);
  expect(await editor.getAttribute("data-same")).toBe("yes");
  expect(wrong).toEqual([]);
  await close();
});

test("a statement that is sent while the story of the last one is written runs next", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const cell = answered(page, "Is the tent worth keeping?");
  await openTab(cell, "SQL");
  await cell.locator(".cm-content").waitFor();
  await write(cell, "SELECT name, price FROM products ORDER BY price");
  await page.keyboard.press("Control+Enter");
  await cell.getByText("Writing…").waitFor();
  await write(cell, "SELECT name, price FROM products ORDER BY price LIMIT 1");
  await page.keyboard.press("Control+Enter");
  await cell.getByText("runs next").waitFor();
  await open("unhurried");
  await cell.locator(".figures").waitFor(); // one row is no chart
  expect(await cell.getByText("runs next").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});
