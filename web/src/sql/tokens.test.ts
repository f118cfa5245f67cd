import { expect, test } from "vitest";
import { tokens } from "./tokens";

const marks = { keyword: "K", string: "S", number: "N", comment: "C", plain: "" };
const write = (sql: string) => tokens(sql).map(({ kind, text }) => (marks[kind] ? `${marks[kind]}(${text})` : text)).join("");

test.each([
  ["SELECT a1 FROM t", "K(SELECT) a1 K(FROM) t"],
  ["where x = 'it''s' and y>1.5", "K(where) x = S('it''s') K(and) y>N(1.5)"],
  ['"select" -- from\n1', '"select" C(-- from)\nN(1)'],
  ["/* a\nb */ '", "C(/* a\nb */) S(')"],
  ["", ""],
])("%j", (sql, expected) => expect(write(sql)).toBe(expected));

test("nothing is lost", () => {
  const sql = "SELECT 'a', \"b\", /* c */ d -- e\nFROM f WHERE g > 1e3 ; <script>";
  expect(tokens(sql).map(({ text }) => text).join("")).toBe(sql);
});
