import { expect, test } from "vitest";
import { lookedAt, queryOf } from "./look";

test.each([
  ["list_tables", "{}", "the tables"],
  ["describe_table", '{"table": "main.sales"}', "the columns of sales"],
  ["get_sample_values", '{"table": "sales", "column": "channel"}', "values of channel in sales"],
  ["search_tables", '{"words": "who buys"}', "tables about “who buys”"],
  ["describe_table", '{"table": "sal', "the columns of …"],
  ["describe_table", '{"table": 7}', "the columns of …"],
  ["describe_table", "null", "the columns of …"],
  ["send_mail", "{}", "send mail"],
])("%s %s", (tool, input, expected) => expect(lookedAt({ tool, input })).toBe(expected));

test("a query has its statement", () => {
  expect(queryOf({ tool: "execute_query", input: '{"sql": "SELECT 1"}' })).toBe("SELECT 1");
  expect(queryOf({ tool: "execute_query", input: '{"sql": "SELECT' })).toBe("");
  expect(queryOf({ tool: "describe_table", input: '{"sql": "SELECT 1"}' })).toBe("");
});
