// What a program finds out about the demo warehouse (its index, and questions
// that can be answered) takes seconds. One does so before the tests; those that
// the tests start get its cache.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlumb } from "./plumb";

export default async function makeCache(): Promise<() => Promise<void>> {
  const plumb = await startPlumb();
  const response = await fetch(`${plumb.url}/api/suggestions`);
  if (!response.ok) throw new Error(`no questions are suggested: ${await response.text()}`);
  await plumb.end(); // it may be writing the cache
  const folder = await mkdtemp(join(tmpdir(), "plumb-cache-"));
  await cp(join(plumb.home, ".plumb", "cache"), folder, { recursive: true });
  await plumb.stop();
  process.env.PLUMB_E2E_DEMO_CACHE = folder; // the processes that run the tests inherit it
  return () => rm(folder, { recursive: true, force: true });
}
