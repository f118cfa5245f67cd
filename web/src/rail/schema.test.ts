import { describe, expect, test } from "vitest";
import type { Column, Table } from "../api/types";
import { search, shortened, spokenNames } from "./schema";

const column = (name: string, description = ""): Column => ({ name, type: "TEXT", kind: "text", role: "other", nullable: false, primary_key: false, description, samples: [] });

const table = (name: string, description: string, columns: Column[]): Table => ({ schema: "main", name, kind: "table", description, rows: 1, columns });

const tables = [
  table("customers", "Who buys.", [column("customer_id"), column("city")]),
  table("orders", "One row an order.", [column("order_id"), column("customer_id"), column("dt_ord", "Day of the purchase.")]),
  table("cities", "", []),
];

describe("search", () => {
  test("without words everything is shown, closed", () => {
    const found = search(tables, " ");
    expect(found.map((f) => f.table.name)).toEqual(["customers", "orders", "cities"]);
    expect(found.some((f) => f.open)).toBe(false);
  });

  test("a table found by its name has all its columns", () => {
    const [first] = search(tables, "order");
    expect(first?.table.name).toBe("orders");
    expect(first?.columns.length).toBe(3);
  });

  test("tables found by a column are open and show only what was found", () => {
    const found = search(tables, "city");
    expect(found.map((f) => [f.table.name, f.open, f.columns.map((c) => c.column.name)])).toEqual([["customers", true, ["city"]]]);
  });

  test("documents count", () => {
    expect(search(tables, "purchase").map((f) => f.columns[0]?.column.name)).toEqual(["dt_ord"]);
    expect(search(tables, "pu")).toEqual([]);
  });
});

test("a column's name carries its table only where it must", () => {
  const [customers, orders] = tables as [Table, Table];
  const spoken = spokenNames(tables);
  expect(spoken(customers, customers.columns[1]!)).toBe("city");
  expect(spoken(orders, orders.columns[1]!)).toBe("orders.customer_id");
});

test("relations name tables without their schema, unless two are called the same", () => {
  const twice = [...tables, { ...table("cities", "", []), schema: "old" }];
  const relation = { from_table: "main.orders", from_columns: ["city"], to_table: "old.cities", to_columns: ["name"], declared: true };
  expect(shortened(twice, [relation, { ...relation, to_table: "gone.away" }]).map((r) => [r.from_table, r.to_table])).toEqual([
    ["orders", "old.cities"],
    ["orders", "gone.away"],
  ]);
});
