import { expect, test } from "vitest";
import { likely } from "./outcome";

test("an answer that is wrong as often as right is not called likely", () => {
  expect([0.49, 0.5, 0.9, undefined].map(likely)).toEqual([false, true, true, true]);
});
