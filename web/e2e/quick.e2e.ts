// People who are quicker than Plumb's replies and the page's frames: what they type goes where they type it, once.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, ask, askBar, holdReplies, rail, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const first = "How many orders were there in 2025?";
const second = "How many customers are there?";
const third = "How many products are there?";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url);
  page = open.page;
  await answer(page, first);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const isTyped = async (words: string) => {
  await page.keyboard.type(words);
  expect(await askBar(page).inputValue()).toBe(words);
};
// The page has had its frames for what it wants to do after a reply.
const frames = () => page.evaluate(async () => {
  for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
});
const headings = (): Promise<string[]> => page.locator("article[data-cell] .question").allInnerTexts();

test("the next question is typed before the reply to the one that was sent", async () => {
  const replies = await holdReplies(page, "**/api/ask");
  await ask(page, second);
  await isTyped("and then");
  await answered(page, second).waitFor();
  await replies.letGo();
  await frames();
  expect(await askBar(page).inputValue()).toBe("and then");
  await askBar(page).fill("");
});

test("a question that is not taken is in the bar again, or one click away", async () => {
  await page.route("**/api/ask", (route) => route.abort());
  await ask(page, third);
  await until("the words are back", async () => (await askBar(page).inputValue()) === third);
  await page.unroute("**/api/ask");

  let refuse = () => {};
  const told = new Promise<void>((resolve) => { refuse = resolve; });
  await page.route("**/api/ask", async (route) => {
    await told;
    await route.abort();
  });
  await ask(page, third);
  await isTyped("other words");
  refuse();
  await page.locator(".toast", { hasText: `Not sent: ${third}` }).getByRole("button", { name: "Restore" }).click();
  expect(await askBar(page).inputValue()).toBe(third);
  await page.unroute("**/api/ask");
  await askBar(page).press("Enter");
  await answered(page, third).waitFor();
});

test("who scrolls back before the reply is left there", async () => {
  const replies = await holdReplies(page, "**/api/ask");
  const last = "revenue by region in 2025";
  await ask(page, last);
  await answered(page, last).waitFor();
  await answered(page, first).getByRole("heading").click();
  const place = await page.evaluate(() => window.scrollY);
  await replies.letGo();
  await frames();
  expect(await page.evaluate(() => window.scrollY)).toBe(place);
});

test("a key for the next thing is pressed before the reply to the last", async () => {
  const replies = await holdReplies(page, "**/cells/*");
  await answered(page, second).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await until("it has moved", async () => (await headings()).indexOf(second) === 2);
  await page.keyboard.press("/");
  await isTyped("while it is moved");
  await until("it is sent", async () => replies.held() === 1);
  await replies.letGo();
  await frames();
  await page.keyboard.type(".");
  expect(await askBar(page).inputValue()).toBe("while it is moved.");
  await askBar(page).fill("");

  const others = await holdReplies(page, "**/cells/*");
  await answered(page, second).focus();
  await page.keyboard.press("Backspace");
  await until("it is gone", async () => !(await headings()).includes(second));
  await page.keyboard.press("/");
  await isTyped("while it is deleted");
  await others.letGo();
  await page.locator(".toast", { hasText: "Cell deleted." }).waitFor();
  await frames();
  await page.keyboard.type(".");
  expect(await askBar(page).inputValue()).toBe("while it is deleted.");
  await askBar(page).fill("");
});

test("a note that is saved twice is there once, and takes the keyboard from nobody", async () => {
  const replies = await holdReplies(page, "**/notes");
  await answered(page, first).focus();
  await page.keyboard.press("n");
  await page.getByLabel("Note, in Markdown").fill("Once.");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.press("Control+Enter");
  await page.locator("article.note").waitFor();
  await askBar(page).focus();
  await isTyped("while it is saved");
  await replies.letGo();
  await page.getByLabel("Note, in Markdown").waitFor({ state: "detached" });
  await frames();
  await page.keyboard.type(".");
  expect(await askBar(page).inputValue()).toBe("while it is saved.");
  expect(await page.locator("article.note").count()).toBe(1);
  await askBar(page).fill("");
});

test("a command is chosen and gone on with before the next frame", async () => {
  await page.evaluate(() => Object.assign(globalThis, { frame: requestAnimationFrame, requestAnimationFrame: () => 0 }));
  await answered(page, first).focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("ask a question");
  await page.keyboard.press("Enter");
  await isTyped("done");
  await page.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: (globalThis as unknown as { frame: unknown }).frame }));
  await askBar(page).fill("");
  expect(await page.locator("article.note").count()).toBe(1); // no letter was taken for a key of the notebook
});

test("a name that is given elsewhere moves nothing under who writes another", async () => {
  const name = page.getByRole("textbox", { name: "Notebook name" });
  const rename = (text: string) => page.evaluate((chosen) => fetch(`/api/notebooks/${location.pathname.split("/").pop()}`, { method: "PATCH", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: chosen }) }), text);
  const before = await name.inputValue();
  await name.focus();
  await rename("Elsewhere");
  await rail(page).getByRole("link", { name: "Elsewhere" }).waitFor();
  expect(await name.inputValue()).toBe(before);
  await page.keyboard.press("Escape");
  expect(await name.inputValue()).toBe("Elsewhere");
  await name.fill("Mine");
  await page.keyboard.press("Enter");
  await rail(page).getByRole("link", { name: "Mine" }).waitFor();
  expect(open.wrong).toEqual([]);
});
