// The SQL of an answer is edited: mistakes cost nothing, and nothing that is written is lost.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, drawn, holdReplies, openTab, until, write } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
let cell: Locator;
let story: string;
let original: string;
const question = "revenue by region in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url);
  page = open.page;
  cell = await answer(page, question);
  await drawn(cell);
  story = await cell.locator(".lead").innerText();
  await openTab(cell, "SQL");
  await cell.locator(".cm-content").waitFor();
  original = await text();
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const text = (): Promise<string> => cell.locator(".cm-content").innerText();
const refusal = (): Locator => cell.locator(".sql > .notice");

async function answerIsThere(): Promise<void> {
  await cell.locator('.chart[data-drawn="yes"]').waitFor();
  expect(await cell.locator(".lead").innerText()).toBe(story);
}

test.each([
  ["a misspelt column", "SELECT regio FROM regions", /regio/],
  ["a misspelt word", "SELEC 1", /SELEC/],
  ["a statement that writes", "DELETE FROM orders", /DELETE|SELECT/],
])("%s leaves the answer, the editor as typed, and is told under it", async (_, statement, reason) => {
  await cell.evaluate((element) => { element.dataset.same = "yes"; });
  await write(cell, statement);
  await page.keyboard.press("Control+Enter");
  await refusal().filter({ hasText: reason }).waitFor();
  await answerIsThere();
  expect(await text()).toBe(statement);
  expect(await cell.locator(".notice").count()).toBe(1);
  expect(await refusal().locator(".hint").innerText()).not.toBe("");
  expect(await cell.getAttribute("data-same")).toBe("yes");
  await until("it stands under the editor, in sight", () => cell.evaluate((element) => {
    const [editor, told] = [".sql-edit", ".sql > .notice"].map((part) => element.querySelector(part)?.getBoundingClientRect());
    return editor !== undefined && told !== undefined && told.y >= editor.bottom && told.bottom < innerHeight;
  }));
  await until("it is said to those who do not see it", async () => /the SQL did not run/.test((await page.locator('div.hidden[aria-live="polite"]').innerText())));
  const audit = await page.evaluate(async () => (await fetch("/api/audit?status=failed")).text());
  expect(audit).toContain(statement);
});

test("another page says so over the answer, and has the statement one click away", async () => {
  const other = await page.context().newPage();
  await other.goto(page.url());
  const there = answered(other, question);
  await there.waitFor();
  await write(cell, "SELECT elsewhere FROM regions");
  await page.keyboard.press("Control+Enter");
  const notice = there.locator(".notice").filter({ hasText: "The edited SQL did not run" });
  await notice.waitFor();
  expect(await notice.innerText()).toContain("elsewhere");
  expect(await there.locator(".sql").count()).toBe(0); // nobody's page is taken over
  await notice.getByRole("button", { name: "Show the SQL" }).click();
  await there.locator(".cm-content").waitFor();
  await notice.waitFor({ state: "detached" });
  await there.getByRole("button", { name: "Edit this statement" }).click();
  expect(await there.locator(".cm-content").innerText()).toBe("SELECT elsewhere FROM regions");
  await there.getByRole("button", { name: "Dismiss" }).click();
  expect(await there.locator(".sql .notice").count()).toBe(0);
  await other.close();
  await refusal().waitFor(); // who wrote it has it as before
});

test("the way back is one click, and takes the refusal along", async () => {
  await cell.getByRole("button", { name: "Reset" }).click();
  await refusal().waitFor({ state: "detached" });
  expect(await text()).toBe(original);
  await answerIsThere();
});

test("what was written is there after a reload, with the answer", async () => {
  await write(cell, "SELECT 1 AS not_yet_done");
  await page.reload();
  cell = answered(page, question);
  await cell.locator(".cm-content").waitFor();
  expect(await text()).toBe("SELECT 1 AS not_yet_done");
  await answerIsThere();
  await cell.getByRole("button", { name: "Reset" }).click();
  await page.reload();
  await cell.waitFor();
  expect(await cell.locator(".sql").count()).toBe(0);
});

test("what ran stays open for the next change, and the heading says that the SQL was edited; reset brings the first answer back", async () => {
  await openTab(cell, "SQL");
  await cell.locator(".cm-content").waitFor();
  await write(cell, `${original}\nLIMIT 2`);
  await page.keyboard.press("Control+Enter");
  const heading = cell.getByRole("heading").first();
  await until("the heading says so", async () => (await heading.innerText()).endsWith(`Asked: ${question} · SQL edited`));
  expect(await text()).toContain("LIMIT 2");
  // A mistake after that costs neither this answer nor the way back.
  await write(cell, "SELECT nope");
  await page.keyboard.press("Control+Enter");
  await refusal().waitFor();
  expect(await heading.innerText()).toMatch(/SQL edited$/);
  await cell.getByRole("button", { name: "Reset" }).click();
  await until("the first answer is back", async () => (await heading.innerText()).toLowerCase() === question.toLowerCase());
  await answerIsThere();
  expect(await text()).toBe(original);
});

test("an answer that is there before the reply to its request: the next statement runs, and the way back is offered", async () => {
  const bars = (number: number) => until(`there are ${number} bars`, async () => (await cell.locator(".chart .mark-rect.role-mark path").count()) === number);
  await page.reload(); // no message of before is left
  await openTab(cell, "SQL");
  await cell.locator(".cm-content").waitFor();
  const replies = await holdReplies(page, "**/api/run-sql");
  for (const [i, rows] of [3, 4].entries()) {
    await write(cell, `${original}\nLIMIT ${rows}`);
    await page.keyboard.press("Control+Enter");
    await until("the statement is sent", async () => replies.held() === i + 1);
    await bars(rows);
  }
  expect(await page.locator(".toast").count()).toBe(0);
  await replies.letGo();
  const offers = page.locator(".toast", { hasText: "Answer replaced." });
  await until("both offers are there", async () => (await offers.count()) === 2); // the first is out of sight then
  await offers.last().getByRole("button", { name: "Undo" }).click();
  await bars(3);
});

test("nothing went wrong on the page", async () => {
  expect(open.wrong).toEqual([]);
});
