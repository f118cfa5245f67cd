// Tables that change under answers, and answers under follow-ups: the page says so, and refreshes them.
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { launch, visit } from "./support/browser";
import { answer, answered, openTab, rail, tableInRail, until, write } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumb-stale-"));
  await writeFile(join(folder, "sales.csv"), "region,amount\nNorth,10\nSouth,20\n");
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: join(folder, "sales.csv") } })]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
  await rm(folder, { recursive: true });
});

test("a file gets another column: answers are marked, and one click refreshes them", async () => {
  const { page, wrong } = await visit(browser, plumb.url);
  const question = "total amount by region";
  const cell = await answer(page, question);
  expect(await cell.innerText()).toContain("20");

  await writeFile(join(folder, "new.csv"), "region,amount,channel\nNorth,10,web\nSouth,7300,shop\n");
  await copyFile(join(folder, "new.csv"), join(folder, "sales.csv"));
  await rm(join(folder, "new.csv"));
  const side = rail(page);
  await side.getByRole("button", { name: /^More for sales/ }).click();
  await page.getByRole("menuitem", { name: "Refresh the schema" }).click();
  await tableInRail(page, "sales").click();
  await side.getByText("channel").waitFor();

  await page.reload();
  await page.getByText("tables have changed.").waitFor();
  await page.getByRole("button", { name: "Refresh all" }).click();
  await until("the answer is new", async () => (await answered(page, question).innerText()).includes("7,300"));
  await until("nothing is marked any more", async () => (await page.getByText("tables have changed.").count()) === 0);
  expect(wrong).toEqual([]);
});

test("an answer is edited: what follows it is marked, and one click asks that again", async () => {
  const { page, wrong } = await visit(browser, plumb.url);
  const question = "average amount by region";
  const cell = await answer(page, question);
  // A program asks for the rows in another chart, below the answer.
  const parent = await cell.getAttribute("data-cell");
  await page.evaluate((ask) => fetch("/api/ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...ask, notebook: location.pathname.split("/").pop() }) }),
    { chart: "pie", parent });
  const follower = answered(page, `${question} as a pie chart`);
  await follower.waitFor();
  expect(await page.getByText("follow-up may be out of date").count()).toBe(0);

  await openTab(cell, "SQL");
  await write(cell, "SELECT region, avg(amount) + 91000 AS amount FROM sales GROUP BY region");
  await page.keyboard.press("Control+Enter");
  await page.getByText("1 follow-up may be out of date: the answer it follows has changed.").waitFor();
  const mark = follower.getByRole("button", { name: "Stale" });
  expect(await mark.getAttribute("title")).toContain("The answer that this follows has changed");
  await page.reload();
  await mark.click();
  await until("the follow-up shows what its answer says now", async () => (await follower.innerText()).includes("98,300"));
  await until("nothing is marked any more", async () => (await page.getByText("follow-up may be out of date").count()) === 0);
  expect(wrong).toEqual([]);
});
