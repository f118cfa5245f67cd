// Writing: notes where they belong, questions that are begun and left, pasted, too long, or asked in two tabs at once.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, ask, askBar, holdReplies, opened, rail, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const first = "orders per month in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ files: { "empty.csv": "", "docs.md": "words" } })]);
  open = await visit(browser, plumb.url);
  page = open.page;
  await answer(page, first);
  await ask(page, "only the North");
  await answered(page, "only the North").waitFor();
});
afterAll(async () => {
  expect(open.wrong).toEqual([]);
  await browser?.close();
  await plumb?.stop();
});

test("a note below the first answer of a thread stands there, in sight and with the keyboard, as in the export", async () => {
  const cell = answered(page, first);
  await cell.hover();
  await cell.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Add a note below" }).click();
  const field = page.getByLabel("Note, in Markdown");
  await until("the field has the keyboard", () => field.evaluate((element) => element === document.activeElement));
  await page.keyboard.type("March was odd.");
  await page.keyboard.press("Control+Enter");
  const note = page.locator("article.note");
  await note.waitFor();
  await until("the note has the keyboard", () => note.evaluate((element) => element === document.activeElement));
  const box = await note.boundingBox();
  const bar = await page.locator(".ask").boundingBox();
  expect(box?.y).toBeGreaterThan(48);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  const order = ["March was odd.", "Only the North"];
  const shown = await page.locator("main").innerText();
  const exported = await page.evaluate(async () => (await fetch(`/api/notebooks/${location.pathname.split("/").pop()}/export?format=md`)).text());
  for (const text of [shown, exported]) expect(order.map((words) => text.indexOf(words)).every((at, i, all) => at > (all[i - 1] ?? 0))).toBe(true);
  // A follow-up comes below, and the note stays where it is after a reload.
  await page.reload();
  await note.waitFor();
  expect(await page.locator("article[data-cell]").evaluateAll((all) => all.findIndex((element) => element.classList.contains("note")))).toBe(1);
});

test("messages stand in the header, over nothing", async () => {
  const cell = answered(page, "only the North");
  const toast = page.locator(".toast", { hasText: "Cell deleted." });
  // After the reload charts are still being drawn, and a menu closes when what is below it moves.
  await page.waitForLoadState("networkidle");
  for (let tries = 0; tries < 5 && !(await toast.isVisible()); tries++) {
    await cell.hover();
    await cell.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Delete" }).click({ timeout: 5000 }).catch(() => undefined);
    await toast.waitFor({ timeout: 5000 }).catch(() => undefined);
  }
  await toast.waitFor();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const [box, header] = await Promise.all([toast.boundingBox(), page.locator(".header").boundingBox()]);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("button", { name: "Undo" }).click();
  await cell.waitFor();
});

test("a question that is begun is there after a reload, and after a look at another notebook, back and forward", async () => {
  await opened(page);
  const begun = page.url();
  await askBar(page).fill("revenue by");
  await page.reload();
  await opened(page);
  await until("the words are back", async () => (await askBar(page).inputValue()) === "revenue by");
  await rail(page).getByRole("button", { name: /New notebook/ }).click();
  await page.waitForURL((url) => url.href !== begun);
  await until("another notebook is empty", async () => (await page.locator("main article").count()) === 0 && (await askBar(page).inputValue()) === "");
  await opened(page);
  await askBar(page).fill("other words");
  await page.goBack();
  await answered(page, first).waitFor();
  await until("the words are back", async () => (await askBar(page).inputValue()) === "revenue by");
  await page.goForward();
  await until("the other words are back", async () => (await askBar(page).inputValue()) === "other words");
  await askBar(page).fill("");
  await page.goBack();
  await answered(page, first).waitFor();
  await until("the words are back", async () => (await askBar(page).inputValue()) === "revenue by");
  await askBar(page).fill("");
  await page.reload();
  await opened(page);
  expect(await askBar(page).inputValue()).toBe("");
});

test("lines that are pasted are one question; one that is too long is not cut, and says so", async () => {
  await askBar(page).focus();
  await page.keyboard.insertText("How many orders\nwere there\n\nin 2025?");
  await page.keyboard.press("Enter");
  await answered(page, "How many orders were there in 2025?").waitFor();
  const long = "word ".repeat(900).trim();
  await askBar(page).fill(long);
  expect(await askBar(page).inputValue()).toBe(long);
  await page.getByText("4,499 characters; a question can have at most 4,000").waitFor();
  expect(await page.getByRole("button", { name: "Ask", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("Enter");
  const statement = `SELECT count(*) AS n, ${"'words' AS w, ".repeat(100)}1 AS one FROM orders`;
  await askBar(page).fill(statement);
  await page.getByText("Runs as SQL").waitFor();
  expect(await askBar(page).inputValue()).toBe(statement);
  await askBar(page).fill("");
});

test("two tabs that ask at once get both answers, in the same order", async () => {
  const other = await visit(browser, page.url());
  await opened(other.page);
  const questions = ["How many customers are there?", "revenue by category in 2024"] as const;
  await Promise.all([ask(page, questions[0]), ask(other.page, questions[1])]);
  for (const tab of [page, other.page]) for (const question of questions) await answered(tab, question).waitFor();
  const headings = (tab: Page) => tab.locator("article[data-cell] .question").allInnerTexts();
  expect(await headings(page)).toEqual(await headings(other.page));
  expect(await page.locator("article[data-work]").count()).toBe(0);
  expect(other.wrong).toEqual([]);
  await other.close();
});

test("an answer that is there before the reply to its request keeps nobody from the next question", async () => {
  const replies = await holdReplies(page, "**/api/ask");
  for (const [i, question] of ["How many regions are there?", "How many products are there?"].entries()) {
    await ask(page, question);
    await until("the question is sent", async () => replies.held() === i + 1);
    await answered(page, question).waitFor();
  }
  await replies.letGo();
  await until("the bar is empty", async () => (await askBar(page).inputValue()) === "");
});

test("the form for files says whose files it means, and names them as they are", async () => {
  await rail(page).getByRole("button", { name: "Connect data" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect your data" });
  await dialog.getByRole("button", { name: /CSV/ }).click();
  await dialog.getByText("on the machine that runs Plumb", { exact: false }).waitFor();
  await dialog.getByLabel("File or folder").fill("empty.csv");
  await dialog.getByRole("button", { name: "Test the connection" }).click();
  await dialog.getByText("empty.csv is empty.").waitFor();
  await page.keyboard.press("Escape");
});
