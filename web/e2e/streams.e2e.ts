// Answers that take their time: cancel, a connection that breaks, a second tab.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { launch, visit } from "./support/browser";
import { shop } from "./support/given";
import { answered, ask, until } from "./support/notebook";
import { proxyTo, type Proxy } from "./support/proxy";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let proxy: Proxy;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: shop() }, model: "slow" })]);
  proxy = await proxyTo(plumb.port);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await plumb?.stop();
});

test("a question at work can be stopped, and asked again", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await ask(page, "Is the tent worth keeping?");
  const running = page.locator(".cell.running");
  await running.getByRole("button", { name: "Cancel" }).click();
  await page.getByText(/stopped/i).first().waitFor();
  expect(await page.locator(".stage").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("a page that loses Plumb in the middle of an answer says so, and has the whole answer once", async () => {
  const { page, close } = await visit(browser, `http://127.0.0.1:${proxy.port}`);
  await page.getByLabel("Ask a question about your data").waitFor();
  await ask(page, "Does the tent pay?");
  await page.locator(".cell.running .stage").waitFor();
  proxy.cut();
  await page.getByText("The connection to Plumb is lost.").waitFor();
  proxy.mend();
  const cell = answered(page, "Does the tent pay?");
  await cell.getByText("15,150").first().waitFor();
  expect(await page.getByText("The connection to Plumb is lost.").count()).toBe(0);
  expect(await page.getByRole("heading", { name: "Does the tent pay?" }).count()).toBe(1);
  await close();
});

test("a second tab shows the same as it happens, and a closed tab stops nothing", async () => {
  const one = await visit(browser, plumb.url);
  await one.page.getByLabel("Ask a question about your data").waitFor();
  const two = await visit(browser, plumb.url);
  await two.page.getByLabel("Ask a question about your data").waitFor();
  await ask(one.page, "And the stove?");
  await two.page.locator(".cell.running").getByRole("heading", { name: "And the stove?" }).waitFor();
  await one.close();
  await answered(two.page, "And the stove?").getByText("15,000").first().waitFor();

  // A name that is given in one is there in the other.
  const three = await visit(browser, plumb.url);
  await three.page.getByRole("textbox", { name: "Name of the notebook" }).fill("Worth keeping");
  await three.page.keyboard.press("Enter");
  await until("the other tab has the name", async () => (await two.page.getByRole("textbox", { name: "Name of the notebook" }).inputValue()) === "Worth keeping");
  await two.close();
  await three.close();
});
