import { expect, test } from "vitest";
import { quoted } from "./quoted";

test.each([
  ["Refunds take 14 days. Then money comes.", "Refunds take 14 days.", ["", "Refunds take 14 days.", " Then money comes."]],
  ["First.\nRefunds  take\n14 days.", "Refunds take 14 days.", ["First.\n", "Refunds  take\n14 days.", ""]],
  ["a+b (c) costs $5", "a+b (c)", ["", "a+b (c)", " costs $5"]],
  ["Refunds take 14 days.", "Refunds take 15 days.", ["Refunds take 14 days.", "", ""]],
  ["anything", "", ["anything", "", ""]],
  ["Fees\nRegion | Fee\nSouth | 5\nNorth | 7\n", "Region | Fee\nNorth | 7", ["Fees\nRegion | Fee\nSouth | 5\n", "North | 7", "\n"]],
])("%j quotes %j", (text, quote, parts) => {
  expect(quoted(text, quote)).toEqual(parts);
});
