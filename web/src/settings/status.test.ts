import { expect, test } from "vitest";
import { costWords, modelsOf } from "./status";

test.each([
  [{ calls: 0, cost_usd: 0, unpriced: 0 }, "Nothing: no model was called."],
  [{ calls: 1, cost_usd: 0.004, unpriced: 0 }, "Under $0.01 for 1 call"],
  [{ calls: 1200, cost_usd: 3.456, unpriced: 0 }, "$3.46 for 1,200 calls"],
  [{ calls: 12, cost_usd: 1, unpriced: 2 }, "$1.00 for 12 calls, and 2 without a known price"],
  [{ calls: 3, cost_usd: 0, unpriced: 3 }, "Unknown for 3 calls: the configuration has no price for this model"],
  [{ calls: 3, cost_usd: 0, unpriced: 0 }, "$0.00 for 3 calls"],
])("%j", (usage, words) => expect(costWords({ tokens: 0, ...usage })).toBe(words));

test("models are read from whatever comes", () => {
  const report = { models: [{ name: "ollama/qwen3:8b", use: "default", problem: { message: "does not answer" } }, { name: "a/b", use: 3 }, { use: "found" }, null, 7] };
  expect(modelsOf(report)).toEqual([
    { name: "ollama/qwen3:8b", use: "default", problem: "does not answer" },
    { name: "a/b", use: "", problem: "" },
  ]);
  expect([modelsOf(null), modelsOf("x"), modelsOf({ models: {} })]).toEqual([[], [], []]);
});
