// Markup and scripts in names, values, questions, notes, stories and
// specifications stay text; nothing is asked of anybody else.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch, visit } from "./support/browser";
import { shop } from "./support/given";
import { answer, answered, ask, drawn, rail, tableInRail } from "./support/notebook";
import { startPlumb } from "./support/plumb";

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
});

const attack = "<img src=x onerror=alert(1)>";

// Nothing but Plumb's own elements is in the page.
async function expectText(page: Page): Promise<void> {
  expect(await page.locator("img, iframe, object, embed, form[action], base, a[href^='javascript:'], body script, svg script, [onerror], [onload], [onmouseover]").count()).toBe(
    await page.locator("body > script[src]").count(),
  );
}

test("names and values of a file, a question, a note and a name", async () => {
  const file = "planted.csv";
  const rows = ["Boots", attack, "<script>alert(2)</script>", "<a href='javascript:alert(3)'>x</a>"].map((name, i) => `"${name}",${(i + 1) * 10}`);
  const plumb = await startPlumb({ data: { file }, files: { [file]: `"product ${attack}",amount\n${rows.join("\n")}\n` } });
  try {
    const { page, wrong } = await visit(browser, plumb.url);
    const side = rail(page);
    await tableInRail(page, "planted").click();
    await side.getByText(`product ${attack}`).first().click();
    await expectText(page);

    const question = `amount by product ${attack}`;
    const cell = await answer(page, question);
    await expectText(page);
    if ((await cell.getByRole("button", { name: "SQL", exact: true }).count()) > 0) await cell.getByRole("button", { name: "SQL", exact: true }).click();
    await expectText(page);

    await page.getByRole("textbox", { name: "Notebook name" }).fill(attack);
    await page.keyboard.press("Enter");
    await side.getByRole("link", { name: attack }).waitFor();
    await cell.hover();
    await cell.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Add a note below" }).click();
    await page.getByLabel("Note, in Markdown").fill(`${attack} [here](javascript:alert(4)) <script>alert(5)</script>`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator(".note-text", { hasText: "<script>alert(5)</script>" }).waitFor();
    await expectText(page);

    // Links to elsewhere in what is searched for, too.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type("planted");
    await page.getByRole("option").first().waitFor();
    await expectText(page);
    expect(wrong).toEqual([]);
  } finally {
    await plumb.stop();
  }
});

test("signs that turn the direction of text turn nothing", async () => {
  const file = "turned.csv";
  const plumb = await startPlumb({ data: { file }, files: { [file]: "product,amount\n\u202eevil,30\nעברית,20\nBoots,10\n" } });
  try {
    const { page, wrong } = await visit(browser, plumb.url);
    const cell = await answer(page, "amount by product");
    await drawn(cell);
    await cell.getByRole("button", { name: "Table", exact: true }).click();
    const text = await cell.innerText();
    expect(text).toContain("\ufffdevil");
    expect(text).toContain("עברית");
    expect(await page.locator("body").textContent()).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(wrong).toEqual([]);
  } finally {
    await plumb.stop();
  }
});

test("a model's story, reasoning and specification", async () => {
  const plumb = await startPlumb({ data: { file: shop() }, model: "attack" });
  try {
    const { page, wrong } = await visit(browser, plumb.url);
    await ask(page, "Which product is dear?");
    const cell = answered(page, "Which product is dear?");
    await cell.waitFor();
    await expectText(page);
    for (const name of await cell.locator(".tab").allInnerTexts()) {
      await cell.getByRole("button", { name, exact: true }).click();
      await expectText(page);
    }
    for (const mark of await cell.locator(".chart svg [href], .chart svg image").all()) expect(await mark.getAttribute("href")).toBeNull();
    expect(wrong).toEqual([]);
  } finally {
    await plumb.stop();
  }
});

test("the page's own policy stops scripts and requests that got in", async () => {
  const plumb = await startPlumb();
  try {
    const { page } = await visit(browser, plumb.url);
    const stopped = await page.evaluate(async () => {
      const stops = (directive: string) => new Promise<void>((resolve) => document.addEventListener("securitypolicyviolation", (event) => {
        if (event.effectiveDirective === directive) resolve();
      }));
      const all = Promise.all(["script-src-elem", "img-src", "connect-src"].map(stops));
      const script = document.createElement("script");
      script.textContent = "globalThis.hit = true";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "http://127.0.0.1:9/x.png";
      document.body.append(image);
      await fetch("http://127.0.0.1:9/").catch(() => undefined);
      await all;
      return !("hit" in globalThis);
    });
    expect(stopped).toBe(true);
  } finally {
    await plumb.stop();
  }
});
