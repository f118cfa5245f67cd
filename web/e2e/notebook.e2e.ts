// Notebooks: cells that are moved, removed and restored, notes, names, many of them, and exports.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, rail, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const first = "How many orders were there in 2025?";
const second = "Revenue by month in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url);
  page = open.page;
  await answer(page, first);
  await answer(page, second);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const headings = (): Promise<string[]> => page.locator("article[data-cell] .question").allInnerTexts();
const more = (question: string, what: string): Promise<void> => (async () => {
  const cell = answered(page, question);
  await cell.hover();
  await cell.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: what }).click();
})();

test("a single figure stands large, and is no chart", async () => {
  const cell = answered(page, first);
  expect(await cell.locator(".chart").count()).toBe(0);
});

test("a cell is deleted, and undone", async () => {
  await more(first, "Delete");
  await until("the cell is gone", async () => !(await headings()).includes(first));
  await page.getByRole("button", { name: "Undo" }).click();
  await until("the cell is back where it was", async () => (await headings())[0] === first);
});

test("an answer that another took the place of comes back: from the toast, and from the menu after a reload", async () => {
  const other = "Revenue by quarter in 2025";
  const toast = (text: string) => page.locator(".toast").filter({ hasText: text });
  await more(second, "Edit the question");
  await page.getByLabel("Edit the question").fill(other);
  await page.keyboard.press("Enter");
  await answered(page, other).waitFor();
  expect(await answered(page, second).count()).toBe(0);
  await toast("Answer replaced.").getByRole("button", { name: "Undo" }).click();
  await until("the answer before is back", async () => (await headings()).join("|") === [first, second].join("|"));
  await toast("Previous answer restored.").getByRole("button", { name: "Undo" }).click();
  await until("the new answer is back", async () => (await headings()).join("|") === [first, other].join("|"));

  await page.reload();
  await more(other, "Restore previous answer");
  await until("the answer before is back", async () => (await headings()).join("|") === [first, second].join("|"));
  const cell = answered(page, second);
  await cell.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit the question" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "Restore previous answer" }).count()).toBe(0); // it was the first
  await page.keyboard.press("Escape");
});

test("cells change places, and stay so after a reload", async () => {
  const kept = page.waitForResponse((response) => response.request().method() === "PATCH"); // it is shown before
  await more(first, "Move down");
  await until("they have changed places", async () => (await headings()).join("|") === [second, first].join("|"));
  await kept;
  await page.reload();
  await answered(page, first).waitFor();
  expect(await headings()).toEqual([second, first]);
});

test("a note is written in Markdown, shown and changed", async () => {
  await more(second, "Add a note below");
  await page.getByLabel("Note, in Markdown").fill("The **summer** carries the year.");
  await page.getByRole("button", { name: "Save" }).click();
  await page.locator(".note-text strong", { hasText: "summer" }).waitFor();
});

test("an answer is duplicated and run again", async () => {
  await more(second, "Duplicate");
  await until("there are two", async () => (await headings()).filter((text) => text === second).length === 2);
  await more(second, "Run again");
  await page.locator(".toast", { hasText: "Answer replaced." }).waitFor();
  expect(await page.locator(".stage").count()).toBe(0);
});

test("notebooks are made, renamed, found and deleted", async () => {
  const side = rail(page);
  await page.getByRole("textbox", { name: "Notebook name" }).fill("The year 2025");
  await page.keyboard.press("Enter");
  await side.getByRole("link", { name: /The year 2025/ }).waitFor();
  await side.getByRole("button", { name: "New notebook" }).click();
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  await side.getByRole("link", { name: /^Notebook/ }).first().hover();
  await side.getByRole("button", { name: /^More for Notebook/ }).first().click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await side.getByLabel("Notebook name").fill("Scratch");
  await page.keyboard.press("Enter");
  await side.getByRole("link", { name: /Scratch/ }).waitFor();

  // Through the palette back to the other one.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("year 2025");
  await page.getByRole("option", { name: /The year 2025/ }).waitFor();
  await page.keyboard.press("Enter");
  await answered(page, second).waitFor();

  await side.getByRole("button", { name: "More for Scratch" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await side.getByRole("group", { name: "Delete Scratch?" }).getByRole("button", { name: "Delete" }).click();
  await until("it is gone", async () => (await side.getByRole("link", { name: /Scratch/ }).count()) === 0);
  await page.locator(".toast", { hasText: "Notebook deleted." }).getByRole("button", { name: "Undo" }).click();
  await side.getByRole("link", { name: /Scratch/ }).waitFor();
  await until("it is open", async () => (await page.getByRole("textbox", { name: "Notebook name" }).inputValue()) === "Scratch");
  await page.goBack();
  await answered(page, second).waitFor();
});

test("an export opens in a fresh browser, from a file and without a network", async () => {
  await page.getByRole("button", { name: "Notebook", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name: "Export as a web page" }).click()]);
  const folder = await mkdtemp(join(tmpdir(), "plumb-export-"));
  const file = join(folder, "export.html");
  await download.saveAs(file);
  const fresh = await launch();
  try {
    const there = await visit(fresh, pathToFileURL(file).href, { offline: true });
    await there.page.getByRole("heading", { name: second }).first().waitFor();
    await there.page.locator("svg, canvas").first().waitFor();
    expect(await there.page.getByText("carries the year").count()).toBe(1);
    expect(there.wrong).toEqual([]);
  } finally {
    await fresh.close();
    await rm(folder, { recursive: true });
  }
  expect(open.wrong).toEqual([]);
});
