// Answers that take their time: cancel, a connection that breaks, a second tab.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { launch, visit } from "./support/browser";
import { open, shut } from "./support/gate";
import { shop } from "./support/given";
import { answered, ask, until } from "./support/notebook";
import { proxyTo, type Proxy } from "./support/proxy";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
const proxies: Partial<Record<"socket" | "stream", Proxy>> = {};

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: shop() }, model: "slow" })]);
  proxies.socket = await proxyTo(plumb.port, "socket");
  proxies.stream = await proxyTo(plumb.port, "stream");
});
afterEach(() => open("slow"));
afterAll(async () => {
  await browser?.close();
  await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
  await plumb?.stop();
});

test("a question at work can be stopped, and asked again", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await shut("slow");
  await ask(page, "Is the tent worth keeping?");
  const running = page.locator(".cell.running");
  await running.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/stopped/i).first().waitFor();
  expect(await page.locator(".stage").count()).toBe(0);
  await page.getByText("It was not saved").waitFor();
  await open("slow");
  // It stays where it was stopped, and what is asked next stands below it.
  await ask(page, "Does the tent sell?");
  await answered(page, "Does the tent sell?").getByText("15,150").first().waitFor();
  expect(await page.locator(".question").allInnerTexts()).toEqual(["Is the tent worth keeping?", "Does the tent sell?"]);
  await page.getByRole("button", { name: "Ask again" }).click();
  await answered(page, "Is the tent worth keeping?").getByText("15,150").first().waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test.each(["socket", "stream"] as const)("over a %s: a page that loses Plumb in the middle of an answer says so, and has the whole answer once", async (way) => {
  const proxy = proxies[way];
  if (!proxy) throw new Error("there is no proxy");
  const { page, close } = await visit(browser, "about:blank");
  const used = new Set<string>();
  page.on("websocket", (socket) => socket.on("framereceived", () => used.add("socket")));
  page.on("response", (response) => { if (response.ok() && response.url().includes("/events?")) used.add("stream"); });
  await page.goto(`http://127.0.0.1:${proxy.port}`);
  const question = `Does the tent pay, told by ${way}?`;
  await shut("slow");
  await ask(page, question);
  await page.locator(".cell.running .stage").waitFor();
  proxy.cut();
  await page.getByText("Connection to Plumb lost.").waitFor();
  proxy.fix();
  await open("slow");
  const cell = answered(page, question);
  await cell.getByText("15,150").first().waitFor();
  await until("the page is at rest", async () => (await page.getByText("Connection to Plumb lost.").count()) === 0);
  expect(await page.getByRole("heading", { name: question }).count()).toBe(1);
  expect([...used]).toEqual([way]);
  await close();
});

test("more tabs than a browser has connections all ask, and all see every answer", async () => {
  const first = await visit(browser, plumb.url);
  const pages = [first.page];
  while (pages.length < 8) {
    const page = await first.page.context().newPage();
    await page.goto(plumb.url);
    pages.push(page);
  }
  const question = (i: number) => `Is number ${i + 1} worth keeping?`;
  await shut("slow");
  for (const [i, page] of pages.entries()) await ask(page, question(i));
  await open("slow");
  for (const page of pages) {
    for (const i of pages.keys()) await answered(page, question(i)).getByText("15,150").first().waitFor();
    expect(await page.locator("article .question", { hasText: "Is number" }).count()).toBe(pages.length);
  }
  expect(first.wrong).toEqual([]);
  await first.close();
});

test("a second tab shows the same as it happens, and a closed tab stops nothing", async () => {
  const one = await visit(browser, plumb.url);
  await one.page.getByLabel("Ask a question about your data").waitFor();
  const two = await visit(browser, plumb.url);
  await two.page.getByLabel("Ask a question about your data").waitFor();
  await shut("slow");
  await ask(one.page, "And the stove?");
  await two.page.locator(".cell.running").getByRole("heading", { name: "And the stove?" }).waitFor();
  await one.close();
  await open("slow");
  await answered(two.page, "And the stove?").getByText("15,000").first().waitFor();

  // A name that is given in one is there in the other.
  const three = await visit(browser, plumb.url);
  await three.page.getByRole("textbox", { name: "Notebook name" }).fill("Worth keeping");
  await three.page.keyboard.press("Enter");
  await until("the other tab has the name", async () => (await two.page.getByRole("textbox", { name: "Notebook name" }).inputValue()) === "Worth keeping");
  await two.close();
  await three.close();
});
