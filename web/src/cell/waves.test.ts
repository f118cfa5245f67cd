import { describe, expect, test } from "vitest";
import { waves } from "./waves";

const step = (number: number, output: string, ...inputs: string[]) => ({ number, goal: output, language: "sql" as const, output, inputs });

describe("waves", () => {
  test("steps stand where they can run", () => {
    const list = waves([step(1, "a"), step(2, "b"), step(3, "c", "a", "b"), step(4, "d", "c", "earlier")]);
    expect(list.map((wave) => wave.map(({ number }) => number))).toEqual([[1, 2], [3], [4]]);
  });

  test("a circle ends all the same", () => {
    expect(waves([step(1, "a", "b"), step(2, "b", "a")]).map((wave) => wave.length)).toEqual([2]);
  });
});
