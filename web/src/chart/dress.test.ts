import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";
import { describe, expect, test } from "vitest";
import type { Spec } from "../api/types";
import { dressed } from "./dress";

const measure = { field: "revenue", type: "quantitative", title: "Revenue", axis: { labelExpr: "format(datum.value, '.3~s')" } };
const regions = { field: "region", type: "nominal", title: "Region" };

const chart = (parts: Spec, values: (number | null)[] = [3, 2, 1]): Spec =>
  ({ datasets: { result: values.map((revenue, i) => ({ __row: i, region: `R${i}`, month: `2025-0${(i % 9) + 1}`, revenue })) }, ...parts });

describe("bars", () => {
  const bars = (values?: (number | null)[], lying = false) => dressed(chart({ mark: { type: "bar" }, encoding: lying ? { x: measure, y: regions } : { x: regions, y: measure } }, values), 800);
  test("that are few have their figures at them, in the format of their axis", () => {
    expect(bars()).toMatchObject({
      title: { text: "Revenue" },
      encoding: { x: { title: "Region" }, y: { axis: null } },
      transform: [{ calculate: "format(datum[\"revenue\"], '.3~s')" }],
      layer: [{ mark: { type: "bar" } }, { mark: { type: "text" } }],
    });
  });
  test("of a column with any name have it as text in their expression", () => {
    const name = '$& "x" \\ y';
    const { transform } = dressed({ datasets: { result: [{ region: "R", [name]: 1 }] }, mark: "bar", encoding: { x: regions, y: { ...measure, field: name.replaceAll("\\", "\\\\") } } }, 800) as { transform: { calculate: string }[] };
    expect(transform[0]?.calculate).toBe(`format(datum[${JSON.stringify(name)}], '.3~s')`);
  });
  test("that lie leave room for the figures behind them", () => {
    expect(bars([10, 5], true)).toMatchObject({ encoding: { x: { axis: null, scale: { domainMax: 10 * (1 + 56 / 560) } } } });
  });
  test.each<[string, (number | null)[]]>([["many", Array.from({ length: 13 }, (_, i) => i)], ["missing", [1, null]]])("that are %s keep their axis", (_, values) => {
    expect(bars(values)).toMatchObject({ mark: { type: "bar" }, encoding: { y: { axis: { labelExpr: measure.axis.labelExpr } } } });
  });
  test("on both sides of zero stand on its line", () => {
    expect(bars([-1, 2])).toMatchObject({ mark: { type: "bar" }, encoding: { x: { axis: { domain: false } }, y: { axis: { gridDash: { condition: { test: "datum.value === 0", value: [] } } } } } });
  });
  test("of several series keep their axis, and the title says what the colours are", () => {
    const view = dressed(chart({ mark: "bar", encoding: { x: regions, y: measure, color: { field: "month", type: "nominal", title: "Channel" } } }), 800);
    expect(view).toMatchObject({ mark: "bar", title: { text: "Revenue by channel" }, encoding: { color: { title: null } } });
  });
});

test.each<[number, string | undefined]>([[12, undefined], [50, "top"]])("%i bars that lie and keep their axis have it at: %j", (count, orient) => {
  const values = Array.from({ length: count }, (_, i) => (i === 0 ? -1 : i));
  const { encoding } = dressed(chart({ mark: "bar", encoding: { x: measure, y: regions } }, values), 800) as { encoding: { x: { axis: { orient?: string } } } };
  expect(encoding.x.axis.orient).toBe(orient);
});

test.each<[string, string, string, string]>([
  ["2010-01-01", "2024-12-28", "%-d %b %Y", "%Y"], ["2010-01", "2024-12", "%b %Y", "%Y"], ["2023-01-01", "2025-12-28", "%-d %b %Y", "%b %Y"],
  ["2023-01", "2025-12", "%b %Y", "%b %Y"], ["2025-01-01", "2025-12-28", "%-d %b %Y", "%-d %b %Y"], ["2001", "2025", "%Y", "%Y"],
])("an axis from %s to %s that is written as %s is written as %s", (from, to, format, expected) => {
  const rows = [from, to].map((month, i) => ({ __row: i, month, revenue: i }));
  const view = dressed({ datasets: { result: rows }, mark: "line", encoding: { x: { field: "month", type: "temporal", axis: { format } }, y: measure } }, 800);
  expect(view).toMatchObject({ encoding: { x: { axis: { format: expected } } } });
});

test("bars whose names do not fit side by side lie down", () => {
  const bars = (room: number) => dressed(chart({ mark: "bar", encoding: { x: { ...regions, axis: { labelAngle: 0 } }, y: { ...measure, stack: null } } }, [5, 4, 3, 2, 1]), room);
  expect(bars(800)).toMatchObject({ encoding: { x: { field: "region" } } });
  expect(bars(100)).toMatchObject({ height: { step: 24 }, encoding: { x: { field: "revenue" }, y: { field: "region", axis: { title: null, labelLimit: 40 } } } });
});

test("an axis of time has no name, the measure stands over the chart", () => {
  const view = dressed(chart({ mark: "line", encoding: { x: { field: "month", type: "temporal", title: "Month", axis: { format: "%Y" } }, y: measure } }), 800);
  expect(view).toMatchObject({ title: { text: "Revenue", frame: "bounds" }, encoding: { x: { title: null, axis: { format: "%Y", title: null } }, y: { title: null } } });
});

test("layers lose the name of the measure, too", () => {
  const view = dressed(chart({ layer: [{ mark: "area", encoding: { y: measure } }, { mark: "line", encoding: { y: measure } }], encoding: { x: { field: "month", type: "temporal" } } }), 800);
  expect(view).toMatchObject({ title: { text: "Revenue" }, layer: [{ encoding: { y: { title: null } } }, { encoding: { y: { title: null } } }] });
});

test("a scatter plot keeps the name of its second axis", () => {
  const view = dressed(chart({ mark: "point", encoding: { x: { ...measure, title: "Visits" }, y: measure } }), 800);
  expect(view).toMatchObject({ title: { text: "Revenue" }, encoding: { x: { title: "Visits" } } });
});

test.each<[number, number | undefined]>([[800, undefined], [120, 2]])("a legend in %i pixels has columns: %j", (room, columns) => {
  const { encoding } = dressed(chart({ mark: "line", encoding: { color: { field: "region", type: "nominal" } } }), room) as { encoding: { color: { legend?: { columns?: number } } } };
  expect(encoding.color.legend?.columns).toBe(columns);
});

test("one area alone is a line on a light ground", () => {
  expect(dressed(chart({ mark: { type: "area" }, encoding: { y: measure } }), 800)).toMatchObject({ mark: { line: true } });
});

// What Vega makes of a specification: the names along an axis.
async function domainOf(spec: Spec, scale: "x" | "y"): Promise<unknown[]> {
  const view = new View(parse(compile(spec as unknown as TopLevelSpec).spec), { renderer: "none" });
  await view.runAsync();
  return (view.scale(scale) as unknown as { domain: () => unknown[] }).domain();
}

test.each(["standing", "lying"])("bars with figures at them stay in their order when %s", async (how) => {
  const rows = ([["Alps", 1], ["East", 3], ["North", 2]] as const).map(([region, revenue], i) => ({ __row: i, region, revenue }));
  const sorted = { ...regions, sort: { field: "revenue", op: "sum", order: "descending" } };
  const spec = { data: { name: "result" }, datasets: { result: rows }, mark: { type: "bar" }, encoding: how === "lying" ? { x: measure, y: sorted } : { x: sorted, y: measure } };
  const view = dressed(spec, 800);
  expect(view).toHaveProperty("layer");
  expect(await domainOf(view, how === "lying" ? "y" : "x")).toEqual(["East", "North", "Alps"]);
});
