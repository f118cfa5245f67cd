// Parts of the page that are loaded when they are needed, and do not come.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { answer, drawn } from "./support/notebook";
import { proxyTo, type Proxy } from "./support/proxy";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let proxy: Proxy;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  proxy = await proxyTo(plumb.port);
});
afterAll(async () => {
  await browser?.close();
  await proxy?.close();
  await plumb?.stop();
});

// A part of the page does not come, until the returned function is called.
async function withhold(page: Page, part: RegExp): Promise<() => void> {
  let withheld = true;
  await page.route(part, (route) => (withheld ? route.abort() : route.continue()));
  return () => { withheld = false; };
}

test("a chart whose script did not come is drawn when the connection is back", async () => {
  const { page, wrong, close } = await visit(browser, "about:blank");
  const comes = await withhold(page, /assets\/draw-/);
  await page.goto(`http://127.0.0.1:${proxy.port}`);
  const cell = await answer(page, "revenue by region in 2025");
  await cell.getByText("The chart could not be loaded.").waitFor();
  expect(await cell.innerText()).toContain("South"); // the story is there all the same
  proxy.cut();
  await page.getByText("Connection to Plumb lost.").waitFor();
  comes();
  proxy.fix();
  await drawn(cell);
  expect(await cell.getByText("could not be loaded").count()).toBe(0);
  expect(wrong).toEqual([]);
  await close();
});

test("an editor that did not come is tried again by a button, and by itself", async () => {
  const { page, wrong, close } = await visit(browser, "about:blank");
  await page.clock.install();
  const comes = await withhold(page, /assets\/editor-/);
  await page.goto(plumb.url);
  const cell = await answer(page, "revenue by month in 2025");
  await drawn(cell);
  // The button alone: nothing is tried by itself while the clock stands still.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 10_000)); // still ahead when it gets there
  await cell.getByRole("button", { name: "SQL", exact: true }).click();
  await cell.getByText("The editor could not be loaded.").waitFor();
  await cell.locator(".sql-plain").getByText("SELECT").first().waitFor();
  comes();
  await cell.getByRole("button", { name: "Try now" }).click();
  await page.clock.resume();
  await cell.locator(".cm-content").waitFor();
  await close();

  const other = await visit(browser, "about:blank");
  const itComes = await withhold(other.page, /assets\/editor-/);
  await other.page.goto(plumb.url);
  const same = await answer(other.page, "orders by region in 2025");
  await same.getByRole("button", { name: "SQL", exact: true }).click();
  await same.getByText("The editor could not be loaded.").waitFor();
  itComes();
  await same.locator(".cm-content").waitFor();
  expect([...wrong, ...other.wrong]).toEqual([]);
  await other.close();
});
