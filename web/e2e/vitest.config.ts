import { defineConfig } from "vitest/config";

// The tests of the page in a real browser, against the real program. Go's test
// of cmd/plumb prepares what they need and runs them; see support/given.ts.
// Screenshots and figures are taken in the same way.
const { PLUMB_E2E_SHOTS: shots, PLUMB_E2E_FIGURES: figures } = process.env;

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: [shots ? "screenshots.ts" : figures ? "figures.ts" : "*.e2e.ts"],
    // Screenshots and figures are of programs that know nothing yet.
    globalSetup: shots || figures ? [] : ["support/cache.ts"],
    // Two browsers at a time: the tests share the machine with other tests.
    maxWorkers: 2,
    // Longer than any one wait of support/patience.ts, which says what did not come.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
