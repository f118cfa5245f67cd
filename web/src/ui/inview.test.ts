import { expect, test } from "vitest";
import { sideOf } from "./inview";

const room = { top: 48, bottom: 700 };

test.each([
  ["below where it fits", 100, 200, false, { above: false, most: 568 }],
  ["above where it fits only there", 600, 200, false, { above: true, most: 540 }],
  ["below where it fits on neither side and there is more room", 200, 900, false, { above: false, most: 468 }],
  ["above where it fits on neither side and there is more room", 500, 900, false, { above: true, most: 440 }],
  ["above where that is wanted", 500, 200, true, { above: true, most: 440 }],
  ["below where it is wanted above and does not fit", 100, 200, true, { above: false, most: 568 }],
] as const)("a card stands %s", (_, top, height, preferAbove, side) => {
  expect(sideOf({ top, bottom: top + 20 }, height, room, preferAbove)).toEqual(side);
});
