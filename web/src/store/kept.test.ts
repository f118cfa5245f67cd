import { expect, test } from "vitest";
import { keptTexts } from "./kept";

function shelf(text: string | null = null) {
  const items = new Map<string, string>(text === null ? [] : [["x", text]]);
  return { getItem: (name: string) => items.get(name) ?? null, setItem: (name: string, value: string) => void items.set(name, value) };
}

test("a text is there until it is dropped", () => {
  const kept = keptTexts("x", () => storage);
  const storage = shelf();
  kept.keep("a", "SELECT 1");
  kept.keep("b", "SELECT 2");
  kept.keep("a", "SELECT 3");
  expect([kept.get("a"), kept.get("b"), kept.get("c")]).toEqual(["SELECT 3", "SELECT 2", undefined]);
  kept.drop("a");
  expect(kept.get("a")).toBeUndefined();
});

test("only the latest are kept, and none that is too long", () => {
  const storage = shelf();
  const kept = keptTexts("x", () => storage);
  for (let i = 0; i < 40; i++) kept.keep(`${i}`, "text");
  expect([kept.get("9"), kept.get("10")]).toEqual([undefined, "text"]);
  kept.keep("39", "x".repeat(100_001));
  expect(kept.get("39")).toBeUndefined();
});

test.each([["not JSON"], ["{}"], ["[[1,2],3]"]])("what others left there (%s) does no harm", (text) => {
  const storage = shelf(text);
  const kept = keptTexts("x", () => storage);
  expect(kept.get("1")).toBeUndefined();
  kept.keep("1", "one");
  expect(kept.get("1")).toBe("one");
});

test("without a storage nothing is kept", () => {
  const kept = keptTexts("x", () => { throw new Error("blocked"); });
  kept.keep("a", "text");
  kept.drop("a");
  expect(kept.get("a")).toBeUndefined();
});
