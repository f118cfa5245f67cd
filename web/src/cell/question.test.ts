import { expect, test } from "vitest";
import type { Cell } from "../api/types";
import { isOwn } from "./Question";

const sql = (query: string, generated_by: string): Cell["sql"] => ({ query, generated_by, edited_by_user: true });

test.each<[string, Cell["sql"], boolean]>([
  ["SELECT total FROM orders", sql("SELECT total\n  FROM orders", "you"), true],
  ["SELECT total, region…", sql("SELECT total, region_name FROM orders", "you"), true],
  ["orders by region", sql("SELECT total FROM orders", "you"), false],
  ["SELECT total FROM orders", sql("SELECT total FROM orders", "builtin"), false],
  ["", sql("SELECT 1", "you"), false],
  ["orders by region", undefined, false],
])("%j is a statement that was written: %#", (text, statement, expected) => expect(isOwn(text, statement)).toBe(expected));
