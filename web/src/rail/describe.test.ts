import { describe, expect, test } from "vitest";
import { ago, facts, plural, range, roleMark, size } from "./describe";

test.each([
  [undefined, ""],
  [-1, ""],
  [0, "0"],
  [940, "940"],
  [1000, "1k"],
  [19665, "19.7k"],
  [99960, "100k"],
  [999_960, "1M"],
  [1_240_000, "1.2M"],
  [7.1e9, "7.1B"],
])("%j rows are %j", (rows, words) => expect(size(rows)).toBe(words));

test.each([
  [1, "1 table"],
  [0, "0 tables"],
  [1204, "1,204 tables"],
])("%j", (n, words) => expect(plural(n, "table")).toBe(words));

describe("range", () => {
  const of = (min?: string, max?: string) => range({ ...(min && { min }), ...(max && { max }) });
  test.each([
    [undefined, "3", ""],
    ["1", "8", "1 – 8"],
    ["5", "5", "5"],
    ["1", "19665", "1 – 19,665"],
    ["-1234567.50", "1234567.25", "-1,234,567.50 – 1,234,567.25"],
    ["2023-01-01 00:00:00", "2025-12-31T00:00:00Z", "2023-01-01 – 2025-12-31"],
    ["2023-01-01 08:30:00", "2023-01-02 00:00:00", "2023-01-01 08:30:00 – 2023-01-02"],
    ["<b>a</b>", "z", "<b>a</b> – z"],
  ])("%j to %j", (min, max, words) => expect(of(min, max)).toBe(words));

  test("a long bound is cut", () => expect(of("a".repeat(900), "b").length).toBeLessThan(60));
});

test("facts come in short phrases", () => {
  expect(facts({ primary_key: true, min: "1", max: "8", distinct: 8, nullable: true })).toEqual([
    "primary key",
    "1 – 8",
    "8 values",
    "may be empty",
  ]);
});

test("an unknown role is a plain detail", () => {
  expect(roleMark("measure_candidate").word).toBe("measure");
  expect(roleMark("constructor").word).toBe("text");
  expect(roleMark(undefined).word).toBe("text");
});

test.each([
  ["2026-05-01T12:00:00Z", "just now"],
  ["2026-05-01T11:55:00Z", "5 min"],
  ["2026-05-01T09:00:00Z", "3 h"],
  ["2026-04-29T12:00:00Z", "2 d"],
  ["2026-01-02T12:00:00Z", "2026-01-02"],
  ["2026-05-01T12:00:20Z", "just now"],
  ["never", ""],
])("%s is %s", (at, words) => expect(ago(at, Date.parse("2026-05-01T12:00:30Z"))).toBe(words));
