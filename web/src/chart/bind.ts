// Puts the rows of a cell into its chart's specification, and fits it to the
// page.
import type { Cell, Result, Spec } from "../api/types";
import { isNumeric, numberIn, plainValue } from "../table/value";
import { straight } from "../ui/straight";
import { dressed } from "./dress";
import { axisFormat, timeOf } from "./time";

/** The column that says which row a mark stands for. */
export const rowField = "__row";

/** More rows than these are not drawn. */
const mostRows = 20_000;

type Datum = Record<string, string | number | boolean | null>;

/** The rows that the chart shows: those of a what-if have the observed ones among them. */
export const drawnResult = (cell: Cell): Result | undefined => cell.what_if?.result ?? cell.result;

export function canDraw(cell: Cell): boolean {
  const data = drawnResult(cell)?.data;
  return cell.chart?.spec !== undefined && data !== undefined && data.length > 0 && data.length <= mostRows;
}

export function bind(given: Spec, result: Result): Spec {
  const spec = timed(given, result);
  const times = new Set<string>();
  const figures = new Set<string>();
  findFields(spec, times, figures);
  const rows = (result.data ?? []).map((row, number) => {
    const datum: Datum = { [rowField]: number };
    result.columns.forEach((name, i) => {
      if (name in datum) return; // a later column of the same name
      const value = plainValue(row[i]);
      if (times.has(name)) {
        const time = timeOf(value);
        datum[name] = time === null ? null : new Date(time).toISOString();
      } else if (isNumeric(result.column_types[i]) || (figures.has(name) && typeof value === "string")) {
        datum[name] = numberIn(row[i]);
      } else {
        datum[name] = typeof value === "string" ? straight(value) : value;
      }
    });
    return datum;
  });
  return { ...spec, datasets: { result: rows } };
}

// Lines over periods run along an axis of time, however their specification
// writes it.
function timed(spec: Spec, result: Result): Spec {
  const { encoding } = spec as { encoding?: { x?: { type?: unknown; field?: unknown; axis?: object; scale?: object } } };
  const x = encoding?.x;
  const column = result.columns.indexOf(typeof x?.field === "string" ? unescaped(x.field) : "");
  const values = (result.data ?? []).map((row) => plainValue(row[column]));
  const format = axisFormat(values[0] ?? null);
  if (x?.type !== "ordinal" || column < 0 || format === "" || hasBars(spec) || !values.every((value) => timeOf(value) !== null)) return spec;
  return { ...spec, encoding: { ...encoding, x: { ...x, type: "temporal", scale: { ...x.scale, type: "utc" }, axis: { ...x.axis, format } } } };
}

const hasBars = (spec: Spec): boolean => [spec, ...(Array.isArray(spec.layer) ? (spec.layer as Spec[]) : [])]
  .some(({ mark }) => (typeof mark === "object" && mark !== null ? (mark as { type?: unknown }).type : mark) === "bar");

const deepest = 40;

// Which columns are drawn as time, and which as figures.
function findFields(part: unknown, times: Set<string>, figures: Set<string>, depth = 0): void {
  if (typeof part !== "object" || part === null || depth > deepest) return;
  if (!Array.isArray(part)) {
    const { field, type, timeUnit } = part as { field?: unknown; type?: unknown; timeUnit?: unknown };
    if (typeof field === "string") {
      const name = unescaped(field);
      if (type === "temporal" || timeUnit !== undefined) times.add(name);
      else if (type === "quantitative") figures.add(name);
    }
  }
  for (const inner of Object.values(part)) findFields(inner, times, figures, depth + 1);
}

const widestBar = 168; // a few bars do not become walls
const narrowest = 360;

/** A chart of one view fills the column; others have the size they ask for. The question is the title already. */
export function fitted(spec: Spec, room: number, bars = 0): Spec {
  const width = bars > 0 ? Math.min(room, Math.max(bars * widestBar, narrowest)) : room;
  const { title: _, ...rest } = spec;
  if (!("mark" in spec) && !("layer" in spec)) return rest;
  const view = dressed(rest, width);
  return { ...view, width, height: stepped(view) ? view.height : heightOf(spec, room), autosize: { type: "fit-x", contains: "padding" } };
}

// A chart whose rows of bars decide its height.
const stepped = (spec: Spec): boolean => typeof spec.height === "object" && spec.height !== null;

const usual = 320;
const [narrow, low, tallest] = [480, 260, 640];

/** How high a chart is drawn in a column; of one that is as high as its bars, a guess. */
export function heightOf(spec: Spec, room: number): number {
  const height = typeof spec.height === "number" ? spec.height : usual;
  return room > 0 && room < narrow ? Math.min(height, low) : Math.min(height, tallest);
}

/** What the lines and bands of a chart mean, in words. */
export function captionOf(spec: Spec): string {
  const { title } = spec as { title?: { subtitle?: unknown } | string };
  const subtitle = typeof title === "object" ? title.subtitle : "";
  return typeof subtitle === "string" ? subtitle : "";
}

const unescaped = (field: string): string => field.replace(/\\(.)/g, "$1");

/** How many bars stand side by side in a chart; 0 if none do. */
export function barsOf({ chart }: Pick<Cell, "chart">): number {
  return chart?.kind === "bar" && !chart.plan?.horizontal ? (chart.plan?.x_count ?? 0) : 0;
}

const fewest = 4; // points to look ahead from

/** Whether the chart has an axis of time with one figure, which can be looked ahead from. */
export function overTime({ chart, result, what_if }: Cell): boolean {
  const { period, series, y } = chart?.plan ?? {};
  return !what_if && chart?.kind !== "pie" && period !== undefined && series === undefined && y?.length === 1 && (result?.data?.length ?? 0) >= fewest;
}
