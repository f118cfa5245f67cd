// Drives Chromium for the Go tests: one JSON request on standard input, one
// JSON answer on standard output. See browsertest.go for their meaning.
import { lchown, readdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";

// Milliseconds to wait for a page or an element. Reaching them means that it
// never comes: a machine that is busy with other tests takes its time.
const elementLimit = 180_000;

// Unpacks the browser, its libraries and a font into the temporary directory,
// which is the request's folder.
async function unpack(dir) {
  const { default: chromium, inflate } = await import("@sparticuz/chromium");
  await chromium.executablePath();
  const require = createRequire(import.meta.url);
  const packed = join(dirname(require.resolve("@sparticuz/chromium")), "..", "bin");
  await inflate(join(packed, "al2023.tar.br"));
  // As root, unpacking keeps the owner that the archive names.
  for (const entry of await readdir(dir, { recursive: true })) {
    await lchown(join(dir, entry), process.getuid(), process.getgid());
  }
  await writeFile(join(dir, "fonts.conf"), `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`);
}

const isLoopback = (address) => {
  const { protocol, hostname } = new URL(address);
  return !/^(http|ws)s?:$/.test(protocol) || ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
};

async function visit({ browser: dir, url, width, height, selectors, screenshot }) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({
    timeout: elementLimit,
    executablePath: join(dir, "chromium"),
    // The sandbox needs rights that root, containers and some systems do not
    // give; the pages are Plumb's own.
    chromiumSandbox: false,
    args: [
      "--disable-background-networking",
      "--disable-gpu",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE [::1], EXCLUDE localhost",
    ],
    env: {
      ...process.env,
      FONTCONFIG_FILE: join(dir, "fonts.conf"),
      LD_LIBRARY_PATH: join(dir, "al2023", "lib"),
    },
  });
  try {
    const context = await browser.newContext({ viewport: { width: width || 1280, height: height || 800 } });
    context.setDefaultTimeout(elementLimit);
    const errors = [];
    const refused = [];
    await context.route((address) => !isLoopback(address), (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    const page = await context.newPage();
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(url);
    const texts = [];
    for (const selector of selectors ?? []) {
      texts.push(await page.locator(selector).first().innerText());
    }
    const image = screenshot ? (await page.screenshot({ fullPage: true })).toString("base64") : null;
    return { title: await page.title(), texts, screenshot: image, errors, refused };
  } finally {
    await browser.close();
  }
}

const request = JSON.parse(await text(process.stdin));
if (request.unpack) {
  await unpack(request.unpack);
} else {
  process.stdout.write(JSON.stringify(await visit(request)));
}
