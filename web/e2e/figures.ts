// How fast the page is, as a person feels it. Written as JSON for `make bench`.
import { writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, test } from "vitest";
import type { Browser, Page } from "playwright-core";
import { launch } from "./support/browser";
import { figures } from "./support/given";
import { answer, askBar, drawn, opened, until } from "./support/notebook";
import { startPlumb, type Plumb } from "./support/plumb";

interface Cell {
  id: string;
  metadata: { timings_ms?: { total: number } };
}

const found: Record<string, number> = {};
let browser: Browser;
let plumb: Plumb;

beforeAll(async () => {
  browser = await launch();
  plumb = await startPlumb();
});
afterAll(async () => {
  await browser?.close();
  await plumb?.stop();
  await writeFile(figures(), JSON.stringify(found));
});

// A page in a browser that has seen nothing yet.
async function fresh(url: string, before: (page: Page) => void = () => {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  before(page);
  await page.goto(url, { waitUntil: "commit" });
  return page;
}

const sinceStart = (page: Page): Promise<number> => page.evaluate(() => performance.now());

// Within how many milliseconds 95% of the frames come while something is
// scrolled by so many pixels each, from its end back to its beginning.
async function frames(page: Page, what: string, by: number): Promise<number> {
  const gaps = await page.evaluate(({ what, by }) => new Promise<number[]>((resolve) => {
    const scrolled = document.querySelector(what);
    const gaps: number[] = [];
    let last = performance.now();
    const step = (now: number) => {
      gaps.push(now - last);
      last = now;
      if (scrolled && scrolled.scrollTop + scrolled.clientHeight >= scrolled.scrollHeight) scrolled.scrollTop = 0;
      else scrolled?.scrollBy(0, by);
      if (gaps.length < 240) requestAnimationFrame(step);
      else resolve(gaps.slice(1));
    };
    requestAnimationFrame(step);
  }), { what, by });
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length * 0.95)] ?? 0;
}

const median = (list: number[]): number => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;

test("from a cold start: what is painted, when it can be used, how much script it takes", async () => {
  let script = 0;
  const page = await fresh(plumb.url, (blank) => blank.on("response", (response) => void (async () => {
    if (response.request().resourceType() === "script") script += gzipSync(await response.body()).length;
  })()));
  await opened(page);
  await askBar(page).fill("x");
  found.interactive_ms = await sinceStart(page);
  await page.waitForLoadState("load");
  found.paint_ms = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0);
  found.script_bytes = script;
  await page.context().close();
});

test("from Enter to the drawn chart, beyond the brain's own time", async () => {
  const page = await fresh(plumb.url);
  await opened(page);
  const times: number[] = [];
  for (const question of ["revenue by region in 2025", "orders per month in 2025", "revenue by month in 2025", "number of customers by region", "revenue by month in 2024", "orders per month in 2024"]) {
    await askBar(page).fill(question);
    const watched = page.evaluate(() => new Promise<{ cell: string; took: number }>((resolve) => {
      let entered = 0;
      document.addEventListener("keydown", () => { entered = performance.now(); }, { once: true, capture: true });
      const known = new Set([...document.querySelectorAll("[data-cell] .chart[data-drawn]")].map((chart) => chart.closest("[data-cell]")?.id));
      const watch = new MutationObserver(() => {
        const cell = [...document.querySelectorAll("[data-cell] .chart[data-drawn]")].map((chart) => chart.closest("[data-cell]")?.id ?? "").find((id) => !known.has(id));
        if (!cell) return;
        watch.disconnect();
        requestAnimationFrame(() => resolve({ cell, took: performance.now() - entered }));
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-drawn"] });
    }));
    await askBar(page).press("Enter");
    const { cell, took } = await watched;
    const whole = (await (await fetch(`${plumb.url}/api/notebook/${cell}`)).json()) as Cell;
    times.push(took - (whole.metadata.timings_ms?.total ?? 0));
  }
  // The first brings the chart library.
  found.first_chart_ms = times[0] ?? 0;
  found.chart_ms = median(times.slice(1));
  await page.context().close();
});

test("a notebook of a thousand cells: opening it, and frames while it scrolls", async () => {
  const page = await fresh(plumb.url);
  await opened(page);
  const cell = await answer(page, "revenue by region in 2025");
  await drawn(cell);
  const { contents: [one], ...rest } = (await (await fetch(`${plumb.url}/api/notebook`)).json()) as { contents: Cell[] };
  await page.context().close();
  if (!one) throw new Error("there is no cell");

  // The page's own share is measured, so the thousand are made on their way to it.
  const contents = Array.from({ length: 1000 }, (_, i) => ({ ...one, id: `cell_${i}` }));
  const large = await fresh(plumb.url, (blank) => void blank.route(/\/api\/notebook\?own=true$/, (route) => route.fulfill({ json: { ...rest, contents } })));
  await opened(large);
  found.large_ms = await sinceStart(large);
  await until("the last cell is there", async () => (await large.locator("[data-cell]").count()) >= 1000 || (await large.evaluate(() => document.documentElement.scrollHeight)) > 100_000);
  found.frame_ms = await frames(large, "html", 200);
  await large.context().close();
}, 600_000);

test("a table of a hundred thousand rows, beside one of a hundred: until it shows, sorting it, and frames while it scrolls", async () => {
  const page = await fresh(plumb.url);
  await opened(page);
  await drawn(await answer(page, "revenue by region in 2025"));
  const { contents: [one], ...rest } = (await (await fetch(`${plumb.url}/api/notebook`)).json()) as { contents: (Cell & { result: object })[] };
  await page.context().close();
  if (!one) throw new Error("there is no cell");

  // The page's own share is measured, so the rows are made on their way to it.
  const shape = { columns: ["order_no", "customer", "city", "placed_on", "channel", "total"], column_types: ["integer", "text", "text", "date", "text", "decimal"] };
  async function measured(count: number): Promise<{ shown: number; sorted: number; frame: number }> {
    const result = { ...one?.result, ...shape, row_count: count, data: undefined, truncated: false };
    const data = Array.from({ length: count }, (_, i) => [i, `Customer ${(i * 7919) % count}`, `City ${i % 997}`, `2025-0${1 + (i % 9)}-1${i % 10}`, i % 3 ? "web" : "store", ((i * 7919) % 100_000) / 100]);
    const table = await fresh(plumb.url, (blank) => {
      void blank.route(/\/api\/notebook\?own=true$/, (route) => route.fulfill({ json: { ...rest, contents: [{ ...one, chart: undefined, result }] } }));
      void blank.route("**/rows", (route) => route.fulfill({ json: { ...result, data } }));
    });
    await table.locator(".rows td", { hasText: "City 3" }).first().waitFor();
    const shown = await sinceStart(table);
    const sorted = await table.evaluate(() => new Promise<number>((resolve) => {
      const head = [...document.querySelectorAll<HTMLElement>(".rows th button")].find((button) => button.textContent?.startsWith("Customer"));
      const began = performance.now();
      head?.click();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
    }));
    const frame = await frames(table, ".rows-scroll", 900);
    await table.context().close();
    return { shown, sorted, frame };
  }
  const few = await measured(100);
  const many = await measured(100_000);
  Object.assign(found, { few_rows_ms: few.shown, rows_ms: many.shown, sort_ms: many.sorted, few_rows_frame_ms: few.frame, rows_frame_ms: many.frame });
}, 600_000);
