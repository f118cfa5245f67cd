// Plans: those of a model wait for approval, and are changed in place; all show their
// steps, and can be saved and run again.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { open, shut } from "./support/gate";
import { shop } from "./support/given";
import { answered, ask, opened } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: { file: shop() }, model: "plan" })]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

const question = "Which products are far above the mean?";

async function plan(page: Page): Promise<void> {
  await opened(page);
  await page.getByRole("button", { name: "Plan", exact: true }).click();
  await ask(page, question);
  await page.getByText("Waiting for your approval", { exact: true }).waitFor();
}

test("a plan waits, is changed, runs, and is saved and run again", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await plan(page);
  const card = page.getByRole("region", { name: "Plan" });
  await card.getByText("How far each product is from the mean").waitFor();
  expect(await card.getByRole("list", { name: "Plan" }).getByRole("listitem").count()).toBe(2);
  await card.getByPlaceholder("Or say what should be different").fill("only the tent");
  await card.getByRole("button", { name: "Change it" }).click();
  await card.getByText("How far the tent is from the mean").waitFor();
  await card.getByRole("img", { name: "Graph of 3 steps" }).waitFor();
  await card.getByRole("button", { name: "Run the plan" }).click();

  const cell = answered(page, question);
  await cell.getByText("15,150").first().waitFor();
  const steps = cell.getByRole("list", { name: "Steps" });
  expect(await steps.getByRole("listitem").count()).toBe(3);
  await steps.getByText("[2]").click();
  await steps.getByText("avg").waitFor();
  await steps.getByRole("cell", { name: "15,075" }).waitFor();

  await cell.getByRole("button", { name: "Save this plan" }).click();
  await cell.getByRole("textbox", { name: "Name of the plan" }).fill("tent");
  await cell.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("The plan is saved as tent.").first().waitFor();
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("run tent");
  await page.getByRole("option", { name: /Run tent/ }).click();
  await page.getByText("Waiting for your approval", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Run the plan" }).click();
  await page.getByRole("list", { name: "Steps" }).nth(1).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a plan that is not wanted does not run", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await plan(page);
  await page.getByRole("button", { name: "Don’t run it" }).click();
  await page.getByText("The plan was not run.", { exact: true }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

test("a plan that a crash cuts off waits for approval again, and goes on after its finished steps", async () => {
  const { page, close } = await visit(browser, plumb.url);
  await plan(page);
  await plumb.crash();
  await page.reload(); // what is said while the connection is lost is not heard
  await page.getByText("Waiting for your approval", { exact: true }).waitFor();
  const card = page.getByRole("region", { name: "Plan" });
  await card.getByPlaceholder("Or say what should be different").fill("write it later");
  await card.getByRole("button", { name: "Change it" }).click();
  await card.getByText("in three steps").waitFor();
  await shut("plan");
  await card.getByRole("button", { name: "Run the plan" }).click();
  const first = card.getByRole("list", { name: "Plan" }).getByRole("listitem").first();
  await first.getByLabel("done").waitFor();
  await plumb.crash();
  await page.getByText("Connection to Plumb lost.").waitFor({ state: "detached" });
  await first.getByLabel("done").waitFor(); // it is not run again
  await open("plan");
  const cell = answered(page, question);
  await cell.getByText("15,150").first().waitFor();
  expect(await cell.getByRole("list", { name: "Steps" }).getByRole("listitem").count()).toBe(3);
  await close();
});
