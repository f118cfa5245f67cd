import { expect, test } from "vitest";
import { sentence } from "./client";

test.each([
  ["no rows", "No rows."],
  ["Is it?", "Is it?"],
  [" ", ""],
  ["docs.md defines revenue", "docs.md defines revenue."],
  ["order_total is not known", "order_total is not known."],
])("%j is told as %j", (text, expected) => expect(sentence(text)).toBe(expected));
