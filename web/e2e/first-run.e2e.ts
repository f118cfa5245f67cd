// A person who has never seen Plumb: nothing is connected.
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { launch, visit } from "./support/browser";
import { shop } from "./support/given";
import { answer, askBar, rail, tableInRail, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  browser = await launch();
});
beforeEach(async () => {
  plumb = await startPlumb({ data: "none" });
});
afterEach(() => plumb?.stop());
afterAll(() => browser?.close());

test("the demo is made, and asked", async () => {
  const { page, wrong } = await visit(browser, plumb.url);
  await page.getByRole("button", { name: "Use the demo" }).click();
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor({ timeout: 0 }); // all of its rows are made first
  await tableInRail(page, "orders").waitFor();
  const cell = await answer(page, "revenue by region in 2025");
  expect(await cell.innerText()).toContain("Islands");
  expect(wrong).toEqual([]);
});

test("nothing is connected: the page says how to begin, a file is connected, and it answers", async () => {
  const { page, wrong } = await visit(browser, plumb.url);
  await page.getByRole("heading", { name: "Ask your data in plain words" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "Connect your data" }).click();

  const window = page.getByRole("dialog", { name: "Connect your data" });
  await window.getByRole("button", { name: /SQLite/ }).click();

  // A form that is not filled in says so, and sends nothing.
  await window.getByRole("button", { name: "Test the connection" }).click();
  await window.getByText("Enter the file").waitFor();

  // A file that is not there: what happened, and what to do.
  await window.getByLabel("File", { exact: true }).fill("/nowhere/at/all.db");
  await window.getByRole("button", { name: "Test the connection" }).click();
  await window.getByText("Failed: Connect").waitFor();

  // What was said of another file is gone once the form has changed.
  await window.getByLabel("File", { exact: true }).fill(shop());
  expect(await window.getByText("Failed: Connect").count()).toBe(0);
  await window.getByRole("button", { name: "Test the connection" }).click();
  await window.getByText("Nothing can be written through this connection.").waitFor();
  expect(await window.getByText("a test write was refused, as it should be", { exact: false }).count()).toBe(1);
  expect(await window.getByText("2 tables, 6 columns ready").count()).toBe(1);
  await window.getByRole("button", { name: "Connect", exact: true }).click();

  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  const side = rail(page);
  await tableInRail(page, "products").waitFor();
  // The notebook that was open is the one to ask in.
  expect(await side.locator("[data-notebook]").count()).toBe(1);
  await until("the question can be typed", () => askBar(page).evaluate((element) => element === document.activeElement));

  // A name goes from the rail into the question.
  await tableInRail(page, "products").click();
  await side.getByRole("button", { name: "Insert price into the question" }).click();
  expect(await askBar(page).inputValue()).toBe("price");
  const cell = await answer(page, "How many sales are there?");
  expect(await cell.innerText()).toContain("200");
  expect(wrong).toEqual([]);
});

test("a file is chosen from a list, and what is said of its columns is read before it is connected", async () => {
  await mkdir(join(plumb.folder, "exports"));
  await writeFile(join(plumb.folder, "exports", "prices.csv"), "item;price\nTent;1.200,50\nLamp;19,90\n");
  await symlink(shop(), join(plumb.folder, "shop.db"));
  const { page, wrong } = await visit(browser, plumb.url);
  await page.getByRole("main").getByRole("button", { name: "Connect your data" }).click();
  const window = page.getByRole("dialog", { name: "Connect your data" });
  const list = window.getByRole("listbox", { name: "Folders and data files" });
  const option = (name: string, selected = false) => list.getByRole("option", { name, ...(selected && { selected }) });
  const choose = window.getByRole("button", { name: "Choose", exact: true });

  // By mouse; a database is asked for in its own form.
  await window.getByRole("button", { name: /^Files/ }).click();
  await choose.click();
  await option("shop.db").click();
  await until("the database's form has it", async () => /.shop\.db$/.test(await window.getByLabel("File", { exact: true }).inputValue()));
  await window.getByRole("button", { name: "Back" }).click();

  // By keyboard: into a folder, up again, and back.
  await window.getByRole("button", { name: /^Files/ }).click();
  const field = window.getByLabel("File or folder");
  await choose.press("Enter");
  await option("exports", true).waitFor();
  await page.keyboard.press("Enter");
  await option("prices.csv", true).waitFor();
  await page.keyboard.press("Backspace");
  await option("shop.db").waitFor();
  await option("exports", true).waitFor();
  await page.keyboard.press("Enter");
  await option("prices.csv", true).waitFor();
  await page.keyboard.press("Enter");
  await list.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toMatch(/.exports.prices\.csv$/);
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);

  // It opens where that file is; Escape leaves the list, and not the form.
  await choose.click();
  await option("prices.csv", true).waitFor();
  await window.getByRole("button", { name: "Use this folder" }).waitFor();
  await list.press("Escape");
  await list.waitFor({ state: "hidden" });
  expect(await field.inputValue()).toMatch(/.exports.prices\.csv$/);

  await window.getByRole("button", { name: "Test the connection" }).click();
  await window.getByText("price of prices.csv is read as numbers: 1.200,50 → 1200.50").waitFor();
  await window.getByRole("button", { name: "Connect", exact: true }).click();
  await tableInRail(page, "prices").waitFor();
  expect(wrong).toEqual([]);
});
