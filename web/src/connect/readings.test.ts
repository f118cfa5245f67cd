import { expect, test } from "vitest";
import { choose, keyOf, titleOf } from "./readings";

const amount = { file: "a.csv", column: "amount", as: "number", options: ["text", "number"] };
const wide = { file: "a.csv", as: "rows", options: ["rows", "columns"] };
const encoding = { file: "a.csv", as: "encoding utf-8", options: ["encoding utf-8", "encoding big5"] };

test("the last reading of a column or a file counts", () => {
  let readings = choose([], amount, "text");
  readings = choose(readings, wide, "columns");
  readings = choose(readings, encoding, "encoding big5");
  readings = choose(readings, { ...amount, file: "b.csv" }, "text");
  readings = choose(readings, amount, "date");
  readings = choose(readings, wide, "rows");
  expect(readings).toEqual([
    { file: "a.csv", as: "encoding big5" },
    { file: "b.csv", column: "amount", as: "text" },
    { file: "a.csv", column: "amount", as: "date" },
    { file: "a.csv", as: "rows" },
  ]);
});

test("choices are told apart by what they are about", () => {
  expect(new Set([amount, wide, encoding].map(keyOf)).size).toBe(3);
  expect(keyOf({ ...amount, as: "text", options: ["list", "text"] })).toBe(keyOf(amount));
});

test("readings have names", () => {
  expect(["text", "number 1.234,5", "rows"].map(titleOf)).toEqual(["Text", "Number 1.234,5", "A row for each period"]);
});
