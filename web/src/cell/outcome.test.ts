import { expect, test } from "vitest";
import { likely } from "./outcome";

test("an answer that is wrong as often as right is not called likely", () => {
  expect([0.54, 0.55, 0.9, undefined].map(likely)).toEqual([false, true, true, true]);
});
