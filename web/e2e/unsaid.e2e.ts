// What a question leaves open: asked in one round, skipped or answered in place, remembered.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { seriousFindings } from "./support/axe";
import { launch, visit } from "./support/browser";
import { answered, ask } from "./support/notebook";
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

test("by what and how many are asked at once, and remembered", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await ask(page, "top customers");
  const cell = answered(page, "top customers");
  const by = cell.getByRole("group", { name: "By what are the top customers found?" });
  const many = cell.getByRole("group", { name: "How many of them?" });
  await by.waitFor();
  expect(await cell.getByRole("group").count()).toBe(2); // the period is obvious, and not asked
  expect(await by.getByRole("radio", { name: "Revenue" }).isChecked()).toBe(true);
  expect(await seriousFindings(page)).toEqual([]);
  await by.getByRole("radio", { name: "Number of orders" }).check();
  await many.getByRole("radio", { name: "The first 10" }).check();
  await cell.getByRole("button", { name: "Answer", exact: true }).click();
  await cell.getByText("Top by number of orders, as you said").waitFor();

  // It holds for the next question, and can be changed where it is stated.
  await cell.getByRole("button", { name: "Choose otherwise" }).click();
  await many.getByRole("radio", { name: "The first 20" }).check();
  await cell.getByRole("button", { name: "Answer", exact: true }).click();
  await cell.getByText("the first 20").first().waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a question back can be skipped", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await ask(page, "how many large orders were there in 2025?");
  const cell = answered(page, "how many large orders were there in 2025?");
  await cell.getByRole("group", { name: "Which orders count as large?" }).waitFor();
  await cell.getByRole("button", { name: "Skip" }).click();
  await cell.getByText(/large is taken for total at least .*, since the question does not say/i).first().waitFor();
  expect(wrong).toEqual([]);
  await close();
});
