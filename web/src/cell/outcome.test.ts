import { expect, test } from "vitest";
import { likely } from "./outcome";

test("an answer that is often wrong is not called likely", () => {
  expect([0.64, 0.65, 0.9, undefined].map(likely)).toEqual([false, true, true, true]);
});
