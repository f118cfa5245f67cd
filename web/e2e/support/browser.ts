// A real Chromium. Pages may ask the loopback only, and what goes wrong on them
// is remembered.
import { join } from "node:path";
import { afterEach } from "vitest";
import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { chromiumFolder } from "./given";
import { patience } from "./patience";

export function launch(): Promise<Browser> {
  const folder = chromiumFolder();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    timeout: 0, // whoever waits for it has a limit
    // The sandbox needs rights that root, containers and some systems do not
    // give; the pages are Plumb's own.
    chromiumSandbox: false,
    args: [
      "--disable-background-networking",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE [::1], EXCLUDE localhost",
    ],
    env: { ...process.env as Record<string, string>, FONTCONFIG_FILE: join(folder, "fonts.conf"), LD_LIBRARY_PATH: join(folder, "al2023", "lib") },
  });
}

/** A page with what went wrong on it: exceptions, breaches of its policy, requests to elsewhere, windows that opened. */
export interface Visit {
  page: Page;
  wrong: string[];
  close: () => Promise<void>;
}

export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(patience);
  const wrong: string[] = [];
  await context.route((address) => !isOurs(address), (route) => {
    wrong.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
  // What the page's policy stops is told with the element that it stopped. Where
  // text is edited, the browser itself tries to keep the style of what it replaces.
  await context.addInitScript(() => document.addEventListener("securitypolicyviolation", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.effectiveDirective === "style-src-attr" && target?.matches(".sql-edit")) return;
    console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${target?.outerHTML.slice(0, 200) ?? ""}`);
  }));
  const page = await context.newPage();
  page.on("pageerror", (error) => wrong.push(`exception: ${error}`));
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    // The browser logs requests that Plumb refuses and connections that are
    // lost, which the page shows, and breaches of the policy, which are told above.
    if (message.type() === "error" && !/Failed to load resource|WebSocket connection to|Content Security Policy/.test(message.text())) wrong.push(`console: ${message.text()}`);
  });
  visits.push({ page, wrong });
  await page.goto(url);
  return { page, wrong, close: () => context.close() };
}

// What stood on the pages when a test failed says more than what did not come.
// They may have been opened for all tests of a file.
const visits: Pick<Visit, "page" | "wrong">[] = [];
afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  for (const { page, wrong } of visits) {
    if (page.isClosed()) continue;
    const parts = await page.locator(".header, main, .askbar, dialog").all(); // all but the side
    const texts = await Promise.all(parts.map((part) => part.ariaSnapshot({ timeout: 10_000 }).catch((error: unknown) => `cannot be read: ${error}`)));
    console.error(`${page.url()} when the test failed${wrong.map((what) => `\n! ${what}`).join("")}\n${texts.join("\n").slice(0, 12_000)}`);
  }
});

const isOurs = ({ protocol, hostname }: URL): boolean =>
  !/^(http|ws)s?:$/.test(protocol) || ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
