import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { print } from "./print";

let undrawn: number;
const printed = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { dataset: {} }, querySelectorAll: () => ({ length: undrawn }) });
  vi.stubGlobal("window", { addEventListener: () => {}, print: printed });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  printed.mockClear();
});

test("charts are waited for as long as they come, on any machine", async () => {
  undrawn = 30;
  const printing = print();
  for (; undrawn > 0; undrawn--) {
    await vi.advanceTimersByTimeAsync(5_000);
    expect(printed).not.toHaveBeenCalled();
  }
  await vi.advanceTimersByTimeAsync(100);
  await printing;
  expect(printed).toHaveBeenCalledOnce();
});

test("a chart that never comes keeps nobody from printing", async () => {
  undrawn = 1;
  const printing = print();
  await vi.runAllTimersAsync();
  await printing;
  expect(printed).toHaveBeenCalledOnce();
});
