// Connecting a real PostgreSQL, with a login that reads and one that could write.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { postgres } from "./support/given";
import { answer, rail, tableInRail } from "./support/notebook";
import { configOf, startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

async function fill(page: Page, login: "reader" | "writer", password?: string): Promise<Locator> {
  const address = postgres(login);
  await page.getByRole("complementary").getByRole("button", { name: "Connect data" }).click();
  const window = page.getByRole("dialog", { name: "Connect your data" });
  await window.getByRole("button", { name: /PostgreSQL/ }).click();
  await window.getByLabel("Host").fill(address.hostname);
  await window.getByLabel("Port").fill(address.port);
  await window.getByLabel("Database").fill(address.pathname.slice(1));
  await window.getByLabel("User").fill(decodeURIComponent(address.username));
  await window.getByLabel("Password").fill(password ?? decodeURIComponent(address.password));
  await window.getByLabel("Encryption").selectOption("disable");
  await window.getByLabel("Name", { exact: true }).fill(`shop-${login}`);
  await window.getByRole("button", { name: "Test the connection" }).click();
  return window;
}

test("a wrong password is told as such", async () => {
  const { page, close } = await visit(browser, plumb.url);
  const window = await fill(page, "reader", "not it");
  await window.getByText("Failed: Connect").waitFor();
  expect(await window.innerText()).toMatch(/password/i);
  expect(await window.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);
  await close();
});

test("a login that reads is proven to, connected and asked; its password is in no file", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const window = await fill(page, "reader");
  await window.getByText("Nothing can be written through this connection.").waitFor();
  await window.getByText("PLUMB_SHOP_READER_PASSWORD").waitFor();
  await window.getByRole("button", { name: "Connect", exact: true }).click();
  await window.waitFor({ state: "hidden" });
  await tableInRail(page, "orders").waitFor();
  await page.getByRole("button", { name: /Asking shop-reader/ }).waitFor();
  const cell = await answer(page, "total by region");
  expect(await cell.innerText()).toContain("North");
  const config = await configOf(plumb);
  expect(config).toContain("PLUMB_SHOP_READER_PASSWORD");
  expect(config + plumb.said()).not.toContain("sesame");
  expect(wrong).toEqual([]);
  await close();
});

test("an address that is pasted whole fills in the form", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await page.getByRole("complementary").getByRole("button", { name: "Connect data" }).click();
  const window = page.getByRole("dialog", { name: "Connect your data" });
  await window.getByRole("button", { name: /PostgreSQL/ }).click();
  const address = postgres("reader");
  address.searchParams.set("sslmode", "disable");
  await window.getByLabel("Host").evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, address.href);
  await window.getByLabel("Name", { exact: true }).fill("pasted");
  expect(await window.getByLabel("Host").inputValue()).toBe(address.hostname);
  expect(await window.getByLabel("Database").inputValue()).toBe(address.pathname.slice(1));
  await window.getByRole("button", { name: "Test the connection" }).click();
  await window.getByText("Nothing can be written through this connection.").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a login that could write is held up, until the person accepts it", async () => {
  const { page, close } = await visit(browser, plumb.url);
  const window = await fill(page, "writer");
  await window.getByText("Failed: Read-only check").waitFor();
  expect(await window.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);
  await window.getByLabel("Use this login anyway").check();
  await window.getByRole("button", { name: "Continue" }).click();
  await window.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: /Asking shop-writer/ }).waitFor();

  // Back to the other one, and this one is let go.
  const side = rail(page);
  await side.getByRole("button", { name: /shop-reader/ }).first().click();
  await page.getByRole("button", { name: /Asking shop-reader/ }).waitFor();
  await side.getByRole("button", { name: "More for shop-writer" }).click();
  await page.getByRole("menuitem", { name: "Disconnect" }).click();
  await side.getByRole("group", { name: "Disconnect shop-writer?" }).getByRole("button", { name: "Disconnect" }).click();
  await page.getByText("shop-writer is disconnected.").waitFor();
  expect(await side.getByText("shop-writer", { exact: true }).count()).toBe(0);
  await close();
});
