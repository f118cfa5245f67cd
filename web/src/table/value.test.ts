import { describe, expect, test } from "vitest";
import type { Result, Value } from "../api/types";
import { figure, formats, grouped, neat, numberIn, plainValue, shown, sorted, tabSeparated, title, widths } from "./value";

const result = (columns: [string, string][], data: Value[][]): Result => ({
  columns: columns.map(([name]) => name), column_types: columns.map(([, type]) => type), row_count: data.length, data_hash: "", data, truncated: false, execution_time_ms: 0,
});

test.each<[Value, string | number | boolean | null]>([
  [null, null],
  [1.5, 1.5],
  ["text", "text"],
  [{ $float: "NaN" }, "NaN"],
  [{ $integer: "7" }, "7"],
  [{ $text: btoa("a\0b") }, "a\0b"],
  [{ $json: btoa("null") }, "null"],
  [{ $text: "not base64!" }, "not base64!"],
  [{ a: 1 }, '{"a":1}'],
  [[1, 2], "[1,2]"],
])("the value %j is %j", (value, expected) => expect(plainValue(value)).toBe(expected));

test.each<[string, string | undefined, boolean]>([
  ["customer_id", undefined, false], ["birthYear", undefined, false], ["orders", undefined, true], ["max(id)", undefined, true],
  ["founded", "time", false], ["shelf", "key", false], ["id", "measure", true], ["code", "detail", false], ["gross", "detail", true],
])("numbers under %s that are a %s have separators: %j", (name, role, expected) => {
  const meaning = role === undefined ? undefined : { row: {}, columns: [{ name, label: name, role }] };
  expect(formats(result([[name, "integer"]], [[1234]]), meaning)[0]?.grouped).toBe(expected);
});

test("an exact amount is written as money is", () => {
  const amounts = result([["paid", "decimal"], ["ratio", "float"], ["rounded", "decimal"]], [[7798514.1, 0.5, 12], [68776, 0.5, 3]]);
  const columns = formats(amounts);
  expect(columns.map((format, i) => shown(amounts.data?.[0]?.[i], format))).toEqual(["7,798,514.10", "0.5", "12"]);
});

describe("a table", () => {
  const money = result([["region", "text"], ["revenue", "decimal"], ["order_id", "integer"], ["orders", "integer"], ["share", "float"]],
    [["South", 353001.3, 12345, 12345, 0.1 + 0.2], ["North", 444672.32, 1, -1200, 1e21], [null, "123456789012345678.25", 2, "9007199254740993", { $float: "NaN" }]]);
  const columns = formats(money);
  test.each<[number, string[]]>([
    [0, ["South", "353,001.30", "12345", "12,345", "0.30000000000000004"]],
    [1, ["North", "444,672.32", "1", "−1,200", "1e+21"]],
    [2, ["–", "123,456,789,012,345,678.25", "2", "9,007,199,254,740,993", "NaN"]],
  ])("shows every digit of row %i", (row, expected) => {
    expect(columns.map((format, i) => shown(money.data?.[row]?.[i], format))).toEqual(expected);
  });

  test("is copied as plain values", () => {
    expect(tabSeparated(result([["a", "text"], ["b", "integer"]], [["x\ty", 1], [null, 2]]), [1, 0])).toBe("a\tb\n\t2\nx y\t1");
  });
});

test.each([["0", "0"], ["-1234.50", "−1,234.50"], ["1000000", "1,000,000"], ["NaN", "NaN"], ["1e+21", "1e+21"]])("%s is written %s", (text, expected) => expect(grouped(text)).toBe(expected));

test.each<[Value, string]>([[2 / 3, "0.6667"], [-1234.5, "−1,234.5"], [0, "0"], [1e-7, "1e-7"], [1e21, "1e+21"]])("the float %d is read as %s", (value, expected) => {
  const [format] = formats(result([["ratio", "float"]], [[value]]));
  expect(format && neat(value, format)).toBe(expected);
});

test.each<[string, Value[], boolean, Value[]]>([
  ["integer", [10, 2, null, 2, -1], false, [-1, 2, 2, 10, null]],
  ["integer", [10, 2, null, -1], true, [10, 2, -1, null]],
  ["decimal", ["10.5", 9, "9.25"], false, [9, "9.25", "10.5"]],
  ["text", ["item 10", "b", "item 2", null, "a"], false, ["a", "b", "item 2", "item 10", null]],
  ["text", [null, "a", "b"], true, ["b", "a", null]],
])("a column of %s: %j down %j is %j", (type, values, down, expected) => {
  const [format] = formats(result([["x", type]], values.map((value) => [value])));
  expect(format && sorted(values, format, down).map((i) => values[i])).toEqual(expected);
});

test("rows that are equal stay in the order of the answer", () => {
  const [format] = formats(result([["x", "text"]], []));
  expect(format && sorted(["b", "a", "b", "a"], format, true)).toEqual([0, 2, 1, 3]);
});

test("columns are as wide as the widest of their rows, within limits", () => {
  const rows = result([["n", "integer"], ["text", "text"]], [[1, "x"], [1234567, "y".repeat(90)]]);
  expect(widths(rows, formats(rows))).toEqual([9, 44]);
});

test.each<[string, Value, object | undefined, string]>([
  ["float", 5.0171, { style: "percent", decimals: 1 }, "5.0%"],
  ["decimal", "-1200.5", { style: "percent" }, "−1,201%"],
  ["float", 0.25, { style: "fraction" }, "25%"],
  ["float", null, { style: "percent" }, "–"],
  ["float", 5.0171, undefined, "5.0171"],
  ["integer", 1200, { style: "short" }, "1,200"],
])("the %s %j in the style %j stands alone as %s", (type, value, style, expected) => {
  const [format] = formats(result([["x", type]], [[value]]));
  expect(format && figure(value, format, style)).toBe(expected);
});

test.each([["order_total", "Order total"], ["x", "X"]])("the column %s is called %s", (name, expected) => expect(title(name)).toBe(expected));
test.each<[Value, number | null]>([["12", 12], ["", null], [true, null], ["x", null], [{ $float: "Infinity" }, Infinity]])("the number in %j is %j", (value, expected) => expect(numberIn(value)).toBe(expected));
