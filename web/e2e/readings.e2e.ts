// A file that can be read in several ways: the page shows how, and people choose.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Browser } from "playwright-core";
import { seriousFindings } from "./support/axe";
import { launch, visit } from "./support/browser";
import { answer } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

const orders = 'Order No,ZIP,Amount,Booked on\n1001,10115,"1,200",03/04/2025\n1002,20095,"2,450",05/04/2025\n1003,80331,"3,100",07/04/2025\n';

let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  [browser, plumb] = await Promise.all([launch(), startPlumb({ data: "none", files: { "orders.csv": orders } })]);
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
});

test("how a file is read is shown with an example, changed, and kept", async () => {
  const { page, wrong, close } = await visit(browser, plumb.url);
  await page.getByRole("main").getByRole("button", { name: "Connect your data" }).click();
  const window = page.getByRole("dialog", { name: "Connect your data" });
  await window.getByRole("button", { name: /^Files/ }).click();
  await window.getByLabel("File or folder").fill("orders.csv");
  await window.getByRole("button", { name: "Test the connection" }).click();

  // What could be read in two ways is at hand, the rest a click away.
  const readings = window.getByRole("region", { name: "Change how the data is read" });
  const booked = readings.getByLabel("Read Booked on as");
  await readings.getByText("03/04/2025 → 2025-03-04").waitFor();
  expect(await booked.inputValue()).toBe("date month first");
  expect(await readings.getByLabel("Read Amount as").inputValue()).toBe("number 1,234.5");
  expect(await readings.getByLabel("Read ZIP as").isVisible()).toBe(false);
  expect(await seriousFindings(page)).toEqual([]);

  await booked.focus();
  await booked.selectOption("date day first");
  await readings.getByText("03/04/2025 → 2025-04-03").waitFor();
  expect(await booked.evaluate((select) => select === document.activeElement)).toBe(true);
  await readings.getByText("2 other columns").click();
  await readings.getByLabel("Read ZIP as").selectOption("text");
  await readings.getByLabel("Read Amount as").selectOption("number 1.234,5");
  await readings.getByText("1,200 → 1.200").waitFor();
  expect(await booked.inputValue()).toBe("date day first");

  // Nothing is written before the data is connected.
  const kept = join(plumb.folder, "plumb.files.yaml");
  await expect(readFile(kept, "utf8")).rejects.toThrow("ENOENT");
  await window.getByRole("button", { name: "Connect", exact: true }).click();
  await window.waitFor({ state: "hidden" });
  const text = await readFile(kept, "utf8");
  for (const line of ["format: day first", "ZIP:\n        type: text", "format: 1.234,5"]) expect(text).toContain(line);
  const cell = await answer(page, "total amount");
  expect(await cell.innerText()).toContain("6.75");
  expect(wrong).toEqual([]);
  await close();
});
