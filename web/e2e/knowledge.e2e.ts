// What is known beside the data: a document that is dropped is read, answers cite
// it, and a click opens the passage; what was said is remembered, shown and
// forgotten; a term is approved; an answer is kept as verified.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Locator, Page } from "playwright-core";
import { seriousFindings } from "./support/axe";
import { launch, visit } from "./support/browser";
import { answer, ask, opened, rail } from "./support/notebook";
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

async function knowledge(page: Page, part: string): Promise<Locator> {
  await rail(page).getByRole("button", { name: part, exact: true }).click();
  const window = page.getByRole("dialog", { name: "Knowledge" });
  await window.getByRole("tab", { name: part, selected: true }).waitFor();
  return window;
}

test("what was said in one notebook shows in the viewer, and is forgotten", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await ask(page, "the fiscal year starts in April");
  await page.getByRole("main").getByText(/Remembered:/).waitFor();
  await rail(page).getByRole("button", { name: "New notebook" }).click();
  await opened(page);
  const window = await knowledge(page, "Memories");
  const memory = window.getByRole("list", { name: "Memories" }).getByRole("listitem").filter({ hasText: /fiscal year/i });
  await memory.waitFor();
  await window.getByRole("radio", { name: "Conversations" }).check({ force: true });
  await memory.waitFor({ state: "detached" });
  await window.getByRole("radio", { name: "All" }).check({ force: true });
  expect(await memory.locator(".effect").innerText()).not.toBe("");
  expect(await seriousFindings(page)).toEqual([]);
  await memory.getByRole("button", { name: "Forget" }).click();
  await memory.waitFor({ state: "detached" });
  expect(wrong).toEqual([]);
  await close();
});

test("a term is added, approved and rejected again", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await opened(page);
  const window = await knowledge(page, "Glossary");
  await window.getByRole("button", { name: "Add a term" }).click();
  const form = window.getByRole("form", { name: "Add a term" });
  await form.getByLabel("Name").fill("<b>big</b> order");
  await form.getByLabel("Definition").fill("an order above 1000");
  await form.getByRole("button", { name: "Save and approve" }).click();
  const approved = window.getByRole("region", { name: "Approved" }).getByRole("listitem").filter({ hasText: "<b>big</b> order" });
  await approved.waitFor();
  await approved.getByRole("button", { name: "Reject" }).click();
  const rejected = window.getByRole("region", { name: "Rejected" }).getByRole("listitem").filter({ hasText: "big" });
  await rejected.getByRole("button", { name: "Approve" }).click();
  await approved.getByRole("button", { name: /Version/ }).click();
  expect(await approved.getByRole("list", { name: /^History/ }).getByRole("listitem").count()).toBeGreaterThan(1);
  expect(await seriousFindings(page)).toEqual([]);
  expect(wrong).toEqual([]);
  await close();
});

test("an answer is kept as verified, and counted", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  const cell = await answer(page, "revenue by region in 2025");
  await cell.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Keep as verified" }).click();
  await page.getByText("Kept as verified.").waitFor();
  const window = await knowledge(page, "Learned");
  await window.getByRole("region", { name: "Verified questions" }).getByText("revenue by region in 2025").waitFor();
  await window.getByRole("tab", { name: "Learned" }).press("ArrowRight");
  await window.getByRole("table").getByRole("row").filter({ hasText: "Data" }).first().waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const again = await answer(page, "revenue by region in 2025");
  await again.getByRole("list", { name: "Known before" }).getByText("verified", { exact: true }).waitFor();
  expect(wrong).toEqual([]);
  await close();
});

const handbook = `# Handbook <script>alert(1)</script>

## Refunds

Customers may return goods within 30 days of delivery. Refunds are paid within 14 days after the goods arrive.

## Travel

Trips abroad are approved by the head of the department.
`;

// Drops a file on the page, as a person does.
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(([file, content]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content ?? ""], file ?? ""));
    for (const kind of ["dragenter", "dragover", "drop"]) document.body.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }, [name, text]);
}

test("a document that is dropped answers questions, and a citation opens its passage", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await opened(page);
  await drop(page, "handbook.md", handbook);
  await page.getByText("handbook.md is being read as a document.").waitFor();
  const window = await knowledge(page, "Documents");
  const source = window.getByRole("list", { name: "Documents", exact: true }).getByRole("listitem").filter({ hasText: "Dropped files" });
  await source.getByText(/1 document/).waitFor();
  await source.getByRole("button", { name: "Show" }).click();
  await source.getByText("Handbook alert(1)").waitFor(); // what is no text is left out
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await ask(page, "What is our refund policy?");
  const cell = page.locator("article", { hasText: "What is our refund policy?" });
  await cell.getByRole("button", { name: /^Source 1/ }).first().click();
  const passage = page.getByRole("dialog").getByRole("group", { name: "Passage in its document" });
  await passage.getByText(/within 14 days/).waitFor();
  expect(await passage.locator(".cited").count()).toBeGreaterThan(0);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");

  // It is gone with its file.
  const again = await knowledge(page, "Documents");
  await again.getByRole("listitem").filter({ hasText: "Dropped files" }).getByRole("button", { name: "Remove", exact: true }).first().click();
  await again.getByRole("group", { name: /^Remove all dropped files/ }).getByRole("button", { name: "Remove" }).click();
  await again.getByText("No documents yet.").waitFor();
  expect(wrong).toEqual([]);
  await close();
});
