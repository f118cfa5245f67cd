// The page as people use it: what they see and do, in their words.
import { expect } from "vitest";
import type { Locator, Page } from "playwright-core";
import { patience } from "./patience";

export const askBar = (page: Page): Locator => page.getByLabel("Ask a question about your data");

/** The left of the page. */
export const rail = (page: Page): Locator => page.getByRole("complementary", { name: "Notebooks and data" });

/** A table in the rail. */
export const tableInRail = (page: Page, name: string): Locator => rail(page).locator(`[data-table="${name}"], [data-table$=".${name}"]`);

/** Waits until the notebook is there. */
export const opened = (page: Page): Promise<void> => page.locator('main[aria-busy="false"]').waitFor();

/** Types a question and sends it. */
export async function ask(page: Page, question: string): Promise<void> {
  await opened(page);
  await askBar(page).fill(question);
  await askBar(page).press("Enter");
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** A heading that is a question and nothing else. */
export const exactly = (question: string): RegExp => new RegExp(`^${literally(question)}$`, "i");

/** The cell of a question, once its answer is there; whoever wrote its SQL. */
export function answered(page: Page, question: string): Locator {
  const words = literally(question);
  const heading = new RegExp(`^${words}$|Asked: ${words} · SQL edited$`, "i"); // a heading begins with a capital letter
  return page.locator("article[data-cell]").filter({ has: page.getByRole("heading", { name: heading }) }).last();
}

/** Puts a statement in the place of the one in an editor that is open. */
export async function write(cell: Locator, statement: string): Promise<void> {
  const { keyboard } = cell.page();
  await cell.locator(".cm-content").click();
  await keyboard.press("Control+A");
  await keyboard.insertText(statement);
}

/** Opens a tab of a cell. */
export const openTab = (cell: Locator, name: string): Promise<void> => cell.getByRole("button", { name, exact: true }).click();

/** Asks something that has nothing to do with what stands there, and waits for the answer. */
export async function answer(page: Page, question: string): Promise<Locator> {
  await opened(page);
  await askBar(page).fill(question);
  const alone = page.getByRole("button", { name: "Ask as a new question" });
  if ((await alone.count()) > 0) await alone.click();
  await askBar(page).press("Enter");
  const cell = answered(page, question);
  await cell.waitFor();
  await until("the answer is laid out", async () => (await cell.innerText()) !== ""); // what is not in sight yet has no text
  return cell;
}

/** The answer to a question that may have been asked before. */
export async function answerOnce(page: Page, question: string): Promise<Locator> {
  await opened(page);
  return (await answered(page, question).count()) > 0 ? answered(page, question) : answer(page, question);
}

/** Waits until a chart is drawn. */
export const drawn = (cell: Locator): Promise<void> => cell.locator('.chart[data-drawn="yes"]').waitFor();

/** The page is never wider than its window. */
export async function expectNoSideways(page: Page): Promise<void> {
  const { page: wide, window: width } = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }));
  expect(wide, "the page scrolls sideways").toBeLessThanOrEqual(width);
}

/** Waits until something holds: the page shows it when it has it. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const give = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > give) throw new Error(`${what} did not happen`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Holds the replies to requests back that the server has answered, until they are let go; what came of them is there before. */
export async function holdReplies(page: Page, path: string): Promise<{ held: () => number; letGo: () => Promise<void> }> {
  const held: Promise<void>[] = [];
  let go = () => {};
  const told = new Promise<void>((resolve) => { go = resolve; });
  await page.route(path, async (route) => {
    const response = await route.fetch();
    held.push(told.then(() => route.fulfill({ response })));
  });
  return {
    held: () => held.length,
    letGo: async () => {
      go();
      await Promise.all(held);
      await page.unroute(path);
    },
  };
}
