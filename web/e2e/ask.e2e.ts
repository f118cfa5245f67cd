// A question on the demo warehouse, and everything that can be done with its answer.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit, type Visit } from "./support/browser";
import { answer, answered, ask, askBar, drawn, exactly, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

let browser: Browser;
let plumb: Plumb;
let open: Visit;
let page: Page;
const question = "revenue by region in 2025";

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb()]);
  open = await visit(browser, plumb.url);
  page = open.page;
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

test("questions that are offered can be answered", async () => {
  await page.getByRole("heading", { name: "What would you like to know?" }).waitFor();
  const offered = page.locator(".welcome-questions button");
  await offered.first().waitFor();
  const words = (await offered.first().innerText()).trim();
  await offered.first().click();
  const cell = answered(page, words);
  await cell.waitFor();
  expect(await cell.locator(".notice.harm").count()).toBe(0);
});

test("a question brings its stages, then a chart, a story and how it was read", async () => {
  // What is said to those who do not see the page.
  const said: string[] = [];
  await page.exposeFunction("heard", (text: string) => said.push(text));
  await page.evaluate(() => {
    const region = [...document.querySelectorAll("[role=status][aria-live=polite]")].find((element) => element.classList.contains("hidden"));
    if (region) new MutationObserver(() => (globalThis as unknown as { heard: (text: string) => void }).heard(region.textContent ?? "")).observe(region, { childList: true, characterData: true, subtree: true });
  });
  const cell = await answer(page, question);
  await drawn(cell);
  expect(await cell.innerText()).toContain("South");
  expect(await cell.locator(".claim").count()).toBeGreaterThan(2);
  await until("the answer is read out", async () => said.some((text) => text.includes("South had the highest revenue")));
  expect(said.filter((text) => text.startsWith(`${question}:`)).length).toBeGreaterThan(1);
  expect(open.wrong).toEqual([]);
});

test("a figure of the story lights its mark and its row; a mark lights its sentence", async () => {
  const cell = answered(page, question);
  const marks = cell.locator(".chart svg.marks .mark-rect.role-mark path");
  const faded = cell.locator(".chart .faded");
  expect(await faded.count()).toBe(0);
  const claim = cell.locator(".claim", { hasText: "757,346" });
  await claim.hover();
  await until("other marks step back", async () => (await faded.count()) === (await marks.count()) - 1);
  await cell.getByRole("tooltip").getByText("Islands", { exact: true }).waitFor();
  await page.mouse.move(2, 2);
  await until("all marks are back", async () => (await faded.count()) === 0);

  await marks.first().hover();
  await cell.locator(".told").first().waitFor();
  expect(await cell.locator(".told").allInnerTexts().then((texts) => texts.join(" "))).toContain("South");

  // The same by keyboard.
  await page.mouse.move(2, 2);
  await claim.focus();
  await until("a focused figure lights its mark", async () => (await faded.count()) > 0);
  await cell.locator(".chart-canvas").focus();
  await page.keyboard.press("ArrowRight");
  await cell.locator(".told").first().waitFor();
  await page.keyboard.press("Escape");
});

test("the table is sorted, and comes as a file", async () => {
  const cell = answered(page, question);
  await cell.getByRole("button", { name: "Table", exact: true }).click();
  const first = cell.locator("tbody tr:not([aria-hidden]) td").first();
  expect(await first.innerText()).toBe("South");
  await cell.getByRole("columnheader", { name: /Region/ }).getByRole("button").click();
  await until("the table is sorted", async () => (await first.innerText()) === "East");
  const [download] = await Promise.all([page.waitForEvent("download"), cell.getByRole("link", { name: "CSV" }).click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain("Islands,757345.70");
});

test("the statement is changed and run; the difference is shown; it can be reset", async () => {
  const cell = answered(page, question);
  await cell.getByRole("button", { name: "SQL", exact: true }).click();
  const editor = cell.locator(".cm-content");
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nLIMIT 2");
  await cell.getByRole("figure", { name: "Changes from the original" }).getByText("LIMIT 2").waitFor();
  await cell.getByRole("button", { name: "Reset" }).click();
  expect(await cell.getByRole("figure", { name: "Changes from the original" }).count()).toBe(0);
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("\nLIMIT 2");
  await page.keyboard.press("Control+Enter");
  const changed = answered(page, question);
  await changed.getByText("edited by hand", { exact: false }).first().waitFor();
  // It stays open, and the keyboard in it, for the next change.
  await until("the editor has the keyboard again", () => changed.locator(".cm-content").evaluate((content) => {
    const root = content.getRootNode();
    return root instanceof ShadowRoot && document.activeElement === root.host && root.activeElement === content;
  }));
  expect(await changed.locator(".cm-content").innerText()).toContain("LIMIT 2");
  await changed.getByRole("button", { name: "Table", exact: true }).click();
  await changed.getByText("2 rows").first().waitFor();
});

test("a statement that would write is refused, and nothing happens", async () => {
  const cell = answered(page, question);
  if ((await cell.locator(".cm-content").count()) === 0) await cell.getByRole("button", { name: "SQL", exact: true }).click();
  await cell.locator(".cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("DELETE FROM orders");
  await page.keyboard.press("Control+Enter");
  await page.getByText(/only SELECT/i).first().waitFor();
});

test("a follow-up goes on from its answer, in the same thread", async () => {
  await answer(page, "orders per month in 2025");
  await ask(page, "only the North");
  const follower = page.locator(".followers article[data-cell]").filter({ has: page.getByRole("heading", { name: "only the North" }) });
  await follower.waitFor();
  expect(await follower.innerText()).toContain("North");
  expect(await askBar(page).inputValue()).toBe("");
});

test("a chart over time is looked ahead from: drawn dashed, with what it assumes", async () => {
  const cell = await answer(page, "revenue by month in 2024");
  await drawn(cell);
  await cell.getByRole("button", { name: "Forecast" }).click();
  await cell.locator(".ahead-form").getByRole("button", { name: "Forecast" }).click();
  const ahead = page.locator(".followers article[data-cell]").filter({ has: page.locator(".assumed") }).last();
  await ahead.waitFor();
  await drawn(ahead);
  expect(await ahead.locator(".chart svg .role-mark path[stroke-dasharray]").count()).toBeGreaterThan(0);
  await ahead.getByRole("button", { name: "How it was made" }).click();
  await ahead.getByText("Technique").waitFor();
});

test("a question that can be read in several ways is asked back; a reading takes its place", async () => {
  const asked = "compare regions";
  const cell = await answer(page, asked);
  expect(await cell.getByRole("button", { name: "SQL", exact: true }).count()).toBe(0);
  await cell.locator(".offer").first().click();
  await answered(page, asked).getByRole("button", { name: "SQL", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: exactly(asked) }).count()).toBe(1);
});

test("a link within the page leaves the notebook and what is being written as they are", async () => {
  const before = await page.locator("article[data-cell]").count();
  await askBar(page).fill("half a question");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await until("the address says so", async () => new URL(page.url()).hash === "#ask");
  expect(await askBar(page).inputValue()).toBe("half a question");
  expect(await page.locator("article[data-cell]").count()).toBe(before);
  await askBar(page).fill("");
});

test("a question that the data cannot answer is declined with others that it can", async () => {
  const cell = await answer(page, "which supplier delivers late most often?");
  expect(await cell.innerText()).toMatch(/does not record suppliers/i);
  expect(open.wrong).toEqual([]);
});
