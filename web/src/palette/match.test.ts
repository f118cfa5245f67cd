import { describe, expect, test } from "vitest";
import { match, rank } from "./match";

describe("match", () => {
  test.each([
    ["", "orders", []],
    ["ord", "orders", [0, 1, 2]],
    ["total", "order_total", [6, 7, 8, 9, 10]],
    ["TOTAL order", "order_total", [0, 1, 2, 3, 4, 6, 7, 8, 9, 10]],
    ["cstm", "customers", [0, 2, 3, 5]],
    ["der", "orders", [2, 3, 4]],
  ])("%j in %j marks %j", (search, text, at) => {
    expect(match(search, text)?.at).toEqual(at);
  });

  test.each([
    ["orders x", "orders"],
    ["rdr", "orders"],
    ["cd", "customer of the house that stands"],
  ])("%j is not in %j", (search, text) => {
    expect(match(search, text)).toBeNull();
  });

  test("a very long text costs no more than a short one and is read to its cut", () => {
    expect(match("needle", "x".repeat(1e6) + "needle")).toBeNull();
  });
});

describe("rank", () => {
  test("starts of names come before starts of words, insides and scattered letters", () => {
    const names = ["reorder_level", "od_r", "last_order", "orders"];
    expect(rank("order", names, (n) => n).map((f) => f.thing)).toEqual(["orders", "last_order", "reorder_level"]);
  });

  test("without a search the order stays", () => {
    expect(rank(" ", ["b", "aaa", "c"], (n) => n).map((f) => f.thing)).toEqual(["b", "aaa", "c"]);
  });
});
