import { describe, expect, test } from "vitest";
import type { Cell, Result } from "../api/types";
import { barsOf, bind, canDraw, captionOf, fitted, overTime, rowField } from "./bind";
import { axisFormat, timeOf } from "./time";

const rows: Result = {
  columns: ["month", "revenue", "note.x", "month"], column_types: ["text", "decimal", "text", "text"], row_count: 2, data_hash: "", truncated: false, execution_time_ms: 0,
  data: [["2025-01", "1234567890123456.50", "7", "later"], ["2025-02", null, "<b>", "later"]],
};

test("rows are bound as the chart draws them, and know their number", () => {
  const spec = bind({ encoding: { x: { field: "month", type: "temporal" }, y: { field: "revenue", type: "quantitative" }, size: { field: "note\\.x", type: "quantitative" } } }, rows);
  expect(spec.datasets).toEqual({
    result: [
      { [rowField]: 0, month: "2025-01-01T00:00:00.000Z", revenue: 1234567890123456.5, "note.x": 7 },
      { [rowField]: 1, month: "2025-02-01T00:00:00.000Z", revenue: null, "note.x": null },
    ],
  });
});

test("a line over periods has an axis of time, bars have not", () => {
  const spec = (mark: string) => bind({ layer: [{ mark: { type: mark } }], encoding: { x: { field: "month", type: "ordinal" } } }, rows);
  expect(spec("line").encoding).toMatchObject({ x: { type: "temporal", axis: { format: "%b %Y" } } });
  expect(spec("bar").encoding).toMatchObject({ x: { type: "ordinal" } });
});

test.each([["2025", "%Y"], ["2025-03", "%b %Y"], ["2025-Q3", "Q%q %Y"], ["2025-03-04", "%-d %b %Y"], ["2025-W07", ""], ["South", ""]])("the period %s is written %j on an axis", (value, expected) => {
  expect(axisFormat(value)).toBe(expected);
});

test("a specification of any depth is read in bounded steps", () => {
  let deep: object = { field: "month", type: "temporal" };
  for (let i = 0; i < 5_000; i++) deep = { layer: [deep] };
  expect(bind(deep as Record<string, unknown>, rows).datasets).toBeDefined();
});

describe("a chart", () => {
  test("of one view fills the column and leaves the title to the question", () => {
    expect(fitted({ mark: "bar", title: "Revenue", height: 900 }, 800)).toMatchObject({ mark: "bar", width: 800, height: 640 });
    expect(fitted({ mark: "bar", title: "Revenue" }, 800)).not.toHaveProperty("title");
    expect(fitted({ mark: "bar" }, 320)).toMatchObject({ height: 260 });
    expect(fitted({ mark: "bar", height: { step: 18 } }, 320)).toMatchObject({ height: { step: 18 } });
  });
  test("keeps the words that explain its lines", () => {
    expect(captionOf({ layer: [], title: { text: "Revenue", subtitle: "Dashed: forecast." } })).toBe("Dashed: forecast.");
    expect(captionOf({ title: "Revenue" })).toBe("");
  });
  test("writes periods level, and names as it likes", () => {
    const spec = (type: string) => fitted(bind({ mark: "bar", encoding: { x: { field: "month", type, axis: { grid: true } } } }, rows), 800);
    expect(spec("ordinal").encoding).toMatchObject({ x: { axis: { grid: true, labelAngle: 0 } } });
    expect(spec("nominal").encoding).toEqual({ x: { field: "month", type: "nominal", axis: { grid: true } } });
  });
  test("of several views keeps its size", () => {
    expect(fitted({ hconcat: [], width: 10 }, 800)).toEqual({ hconcat: [], width: 10 });
  });

  const cell = (more: Partial<Cell>): Cell => ({ id: "c", created_at: "", question: "", context: { conversation_position: 0 }, metadata: { agent_steps: 0, retry_count: 0 }, ...more });
  test("is drawn when it has rows", () => {
    expect(canDraw(cell({ chart: { spec: {}, auto_detected: true }, result: rows }))).toBe(true);
    expect(canDraw(cell({ chart: { spec: {}, auto_detected: true }, result: { ...rows, data: [] } }))).toBe(false);
    expect(canDraw(cell({ result: rows }))).toBe(false);
  });
  const four: Result = { ...rows, data: [[], [], [], []] };
  test.each<[string, Partial<Cell>, boolean]>([
    ["of months", { result: four, chart: { auto_detected: true, plan: { kind: "line", period: "month", y: ["revenue"] } } }, true],
    ["of regions", { result: four, chart: { auto_detected: true, plan: { kind: "bar", y: ["revenue"] } } }, false],
    ["of months and regions", { result: four, chart: { auto_detected: true, plan: { kind: "line", period: "month", series: "region", y: ["revenue"] } } }, false],
    ["that is a pie", { result: four, chart: { kind: "pie", auto_detected: true, plan: { kind: "pie", period: "month", y: ["revenue"] } } }, false],
    ["of two months", { result: rows, chart: { auto_detected: true, plan: { kind: "line", period: "month", y: ["revenue"] } } }, false],
    ["without a plan", { result: four, chart: { auto_detected: false } }, false],
  ])("%s can be looked ahead from or not", (_, parts, expected) => expect(overTime(cell(parts))).toBe(expected));

  test.each<[boolean, number]>([[false, 3], [true, 0]])("whose bars lie down (%s) has %i side by side", (horizontal, bars) => {
    expect(barsOf(cell({ chart: { kind: "bar", auto_detected: true, plan: { kind: "bar", x_count: 3, horizontal } } }))).toBe(bars);
  });
});

test.each<[string | number, string | null]>([
  ["2025", "2025-01-01T00:00:00.000Z"], [2025, "2025-01-01T00:00:00.000Z"], ["2025-03", "2025-03-01T00:00:00.000Z"], ["2025-Q3", "2025-07-01T00:00:00.000Z"],
  ["Q1 2025", "2025-01-01T00:00:00.000Z"], ["2025-W07", "2025-02-10T00:00:00.000Z"], ["2025-03-04", "2025-03-04T00:00:00.000Z"], ["2025/3/4", "2025-03-04T00:00:00.000Z"],
  ["2025-03-04 05:06:07", "2025-03-04T05:06:07.000Z"], ["2025-03-04T05:06:07.5+02:00", "2025-03-04T03:06:07.500Z"], ["2025-03-04 05:06:07+02", "2025-03-04T03:06:07.000Z"],
  ["March 2025", "2025-03-01T00:00:00.000Z"], ["4 Mar 2025", "2025-03-04T00:00:00.000Z"], ["South", null], ["1234567", null], [7, null], ["2025-13-40", null],
])("%j is %j", (value, expected) => {
  const time = timeOf(value);
  expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
});
