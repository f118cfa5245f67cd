// Analyses by Plumb's own plans: their figures lead to their steps, and they are run again
// and exported.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { answer, answered, ask } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

// What an item of a menu downloads.
async function downloaded(page: Page, name: string): Promise<{ file: string; text: string }> {
  const href = await page.getByRole("menuitem", { name, exact: true }).getAttribute("href");
  const response = await page.request.get(`${plumb.url}${href}`);
  expect(response.status()).toBe(200);
  return { file: response.headers()["content-disposition"] ?? "", text: (await response.body()).toString("latin1") };
}

test("an analysis leads to its steps, is run again, and is exported", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const cell = await answer(page, "why did revenue drop in March 2025?");
  const figure = cell.locator(".claim").first();
  await figure.hover();
  await cell.getByRole("tooltip").getByText(/· step 4$/).waitFor();
  await figure.click();
  const steps = cell.getByRole("list", { name: "Steps" }).getByRole("listitem");
  const last = steps.last();
  await last.locator("details[open] tr.lit").first().waitFor();
  expect(await steps.first().locator("details[open]").count()).toBe(0);

  await cell.getByRole("button", { name: "More" }).click();
  const plan = await downloaded(page, "Export the plan");
  expect(plan.file).toContain("why-did-revenue-drop-in-march-2025.plan.json");
  expect(JSON.parse(plan.text)).toMatchObject({ by: "builtin", question: "why did revenue drop in March 2025?" });
  expect((await downloaded(page, "Export its code")).text).toContain("SELECT");
  const parquet = await downloaded(page, "Export rows as Parquet");
  expect(parquet.file).toContain(".parquet");
  expect([parquet.text.slice(0, 4), parquet.text.slice(-4)]).toEqual(["PAR1", "PAR1"]);
  expect((await downloaded(page, "Export rows as Excel")).text.slice(0, 2)).toBe("PK");
  await page.getByRole("menuitem", { name: "Run again" }).click();
  await cell.getByText("Run again: the data give the same as on").waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("what is not done of a message is said", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await ask(page, "which supplier delivers late most often? Export it as csv.");
  const cell = answered(page, "which supplier delivers late most often?");
  await cell.getByText(/Not done: .*because the part before it has no answer/).waitFor();
  expect(wrong).toEqual([]);
  await close();
});
