import { expect, test } from "vitest";
import { begun, headed, sentence } from "./sentence";

test.each([
  ["no rows", "No rows."],
  ["Is it?", "Is it?"],
  ["did you mean region?", "Did you mean region?"],
  [" ", ""],
  ["it is empty", "It is empty."],
  ["there is no table orders", "There is no table orders."],
  ["the file sales.csv is empty", "The file sales.csv is empty."],
  ["no model was detected", "No model was detected."],
  ["read-only sessions write nothing", "Read-only sessions write nothing."],
  ["ask again", "Ask again."],
  ["stopped", "Stopped."],
  ["write numbers as 1200.50", "Write numbers as 1200.50."],
  ["some values of march.csv are text", "Some values of march.csv are text."],
  ["columns: region_id, region_name", "Columns: region_id, region_name."],
])("%j is told as %j", (text, expected) => expect(sentence(text)).toBe(expected));

test.each([
  "docs.md defines revenue", "empty.csv is empty", "order_total is not known", "exports/empty.csv is empty", "~/data/x.db is not a file", "sales2024 holds nothing",
  "orders contains East, which is not among the accepted values", "my-shop is already the connection to shop.db", "orders.total cannot refer to items.id",
  "anthropic declined to answer", "plumb connect adds one", "été is empty", "sales of march.csv is empty", "z of march.csv stays text: 1,200 may be either", "unit price, net (new) of march.csv are read as numbers", "iPhone is not a column",
])("the name in %j stays as it is", (text) => expect(sentence(text)).toBe(`${text}.`));

test("what begins a line has no full stop", () => expect([begun("total by region"), begun("order_total by region")]).toEqual(["Total by region", "order_total by region"]));

test.each([
  ["revenue by region", "Revenue by region"], ["orders has 3 what?", "Orders has 3 what?"], ["top 5?", "Top 5?"], ["écoles par ville", "Écoles par ville"], ["order_total by month", "order_total by month"],
  ["iPhone sales", "iPhone sales"], ["docs.md", "docs.md"], ["2025 revenue", "2025 revenue"], ["", ""],
])("%j as a heading is %j", (given, shown) => expect(headed(given)).toBe(shown));
