// How a chart is dressed for the page: its measure is named over it, figures
// stand at the bars, zero is seen where values lie on both sides of it, and
// nothing is repeated.
import type { Spec } from "../api/types";
import { timeOf } from "./time";

type Datum = Record<string, string | number | boolean | null>;

interface Channel {
  field?: unknown;
  type?: unknown;
  title?: unknown;
  timeUnit?: unknown;
  stack?: unknown;
  axis?: Record<string, unknown> | null;
  legend?: Record<string, unknown> | null;
  [more: string]: unknown;
}

type Encoding = Record<string, Channel>;

interface View {
  mark?: unknown;
  encoding?: Encoding;
  layer?: unknown;
  [more: string]: unknown;
}

/** A view with its rows, dressed; `room` is how wide it is drawn. */
export function dressed(spec: Spec, room: number): Spec {
  const steps = [levelled, spanned, turned, shortened, zeroed, plainArea, labelled, raised, wrapped, titled];
  return steps.reduce((view, step) => step(view, room), spec as View);
}

const rowsOf = (view: View): Datum[] => (view.datasets as { result?: Datum[] } | undefined)?.result ?? [];
const layersOf = (view: View): View[] => (Array.isArray(view.layer) ? (view.layer as View[]) : []);
const unescaped = (field: unknown): string => (typeof field === "string" ? field.replace(/\\(.)/g, "$1") : "");
const markOf = (view: View): string => (typeof view.mark === "object" && view.mark !== null ? String((view.mark as { type?: unknown }).type) : String(view.mark ?? ""));

/** What a field of all rows holds. */
const valuesOf = (view: View, channel: Channel | undefined): (Datum[string] | undefined)[] => {
  const name = unescaped(channel?.field);
  return name === "" ? [] : rowsOf(view).map((row) => row[name]);
};

const withChannel = (view: View, name: string, more: Channel): View => ({ ...view, encoding: { ...view.encoding, [name]: { ...view.encoding?.[name], ...more } } });
const withAxis = (view: View, name: string, more: Record<string, unknown>): View => withChannel(view, name, { axis: { ...view.encoding?.[name]?.axis, ...more } });

// Periods along an axis are read without turning the head: some are left out
// instead.
function levelled(view: View): View {
  const { x } = view.encoding ?? {};
  const values = valuesOf(view, x);
  const periods = x?.type === "ordinal" && values.length > 0 && values.every((value) => timeOf(value ?? null) !== null);
  return periods ? withAxis(view, "x", { labelAngle: 0, labelOverlap: "parity", labelSeparation: 12 }) : view;
}

const year = 366 * 24 * 3600 * 1000; // milliseconds

// Over many years, the days and months of an axis are noise.
function spanned(view: View): View {
  const { x } = view.encoding ?? {};
  const format = x?.axis?.format;
  if (x?.type !== "temporal" || typeof format !== "string" || !/%-?d|%b/.test(format)) return view;
  const times = valuesOf(view, x).map((value) => timeOf(value ?? null)).filter((time) => time !== null);
  const span = times.reduce((last, time) => Math.max(last, time), -Infinity) - times.reduce((first, time) => Math.min(first, time), Infinity);
  if (span >= 6 * year) return withAxis(view, "x", { format: "%Y" });
  return span >= year && /%-?d/.test(format) ? withAxis(view, "x", { format: "%b %Y" }) : view;
}

const letter = 7; // pixels, about
const isName = (channel: Channel | undefined): channel is Channel => channel?.type === "nominal" || channel?.type === "ordinal";

// Bars whose names do not fit side by side lie down, with a line for each.
function turned(view: View, room: number): View {
  const { x, y, xOffset } = view.encoding ?? {};
  if (markOf(view) !== "bar" || !isName(x) || y?.type !== "quantitative" || xOffset || bearsTime(view, x)) return view;
  const words = [...new Set(valuesOf(view, x).map(String))];
  const longest = Math.max(0, ...words.map((word) => word.length));
  if (words.length === 0 || words.length > mostLying || (longest + 1) * letter * words.length <= room) return view;
  const { labelAngle: _, ...axis } = x.axis ?? {};
  return { ...view, height: { step: 24 }, encoding: { ...view.encoding, x: y, y: { ...x, axis: { ...axis, title: null } } } };
}

// Names beside bars leave most of the room to the bars.
const named = (room: number): number => Math.min(240, Math.floor(room * 0.4));

function shortened(view: View, room: number): View {
  const { x, y } = view.encoding ?? {};
  return markOf(view) === "bar" && isName(y) && x?.type === "quantitative" && y.axis !== null ? withAxis(view, "y", { labelLimit: named(room) }) : view;
}

const measures = ["y", "x"] as const;
const [zero, faint] = ["#8c8f96", "#8c8f9640"]; // seen on light and on dark

// Where bars go both ways, they stand on the line of zero.
function zeroed(view: View): View {
  if (markOf(view) !== "bar") return view;
  const name = measures.find((channel) => view.encoding?.[channel]?.type === "quantitative");
  const values = valuesOf(view, name && view.encoding?.[name]);
  if (!name || !values.some((value) => Number(value) < 0)) return view;
  const other = name === "y" ? "x" : "y";
  const atZero = (yes: unknown, no: unknown) => ({ condition: { test: "datum.value === 0", value: yes }, value: no });
  return withAxis(withAxis(view, name, { gridColor: atZero(zero, faint), gridDash: atZero([], [2, 4]) }), other, { domain: false });
}

// One area alone is a line with a light ground.
function plainArea(view: View): View {
  if (markOf(view) !== "area" || view.encoding?.color !== undefined) return view;
  const mark = typeof view.mark === "object" ? (view.mark as object) : { type: "area" };
  return { ...view, mark: { ...mark, line: true, fillOpacity: 0.16 } };
}

const mostStanding = 12; // bars side by side that have room for their figures
const mostLying = 40;
const figure = 8 * letter;

// The figures of a few bars are written at them, and then no axis is needed.
function labelled(view: View, room: number): View {
  const { x, y, color, xOffset, yOffset } = view.encoding ?? {};
  const lying = x?.type === "quantitative";
  const [measure, name] = lying ? [x, y] : [y, x];
  const values = valuesOf(view, measure);
  const most = lying ? mostLying : Math.min(mostStanding, Math.floor(room / figure));
  const plain = markOf(view) === "bar" && measure?.type === "quantitative" && isName(name) && !color && !xOffset && !yOffset;
  if (!plain || measure.aggregate !== undefined || values.length === 0 || values.length > most || new Set(valuesOf(view, name)).size !== values.length) return view;
  if (!values.every((value) => typeof value === "number" && Number.isFinite(value) && value >= 0)) return view;

  const { labelExpr, format } = measure.axis ?? {};
  const value = `datum[${JSON.stringify(unescaped(measure.field))}]`;
  const text = typeof labelExpr === "string" ? labelExpr.replaceAll("datum.value", () => value) : `format(${value}, ${JSON.stringify(typeof format === "string" ? format : ",.6~g")})`;
  const { mark, encoding, ...rest } = view;
  const longest = Math.max(...(values as number[]), 0);
  const scale = lying && longest > 0 ? { scale: { ...(measure.scale as object | undefined), nice: false, domainMax: longest * (1 + figure / Math.max(room - named(room), figure)) } } : {};
  const place = lying ? { align: "left", baseline: "middle", dx: 6 } : { align: "center", baseline: "bottom", dy: -4 };
  return {
    ...rest,
    // Made for both layers: names sorted by rows that are not the same in all
    // layers would fall back to the alphabet.
    transform: [...(Array.isArray(rest.transform) ? (rest.transform as unknown[]) : []), { calculate: text, as: label }],
    encoding: { ...encoding, [lying ? "x" : "y"]: { ...measure, ...scale, axis: null } },
    layer: [{ mark }, { mark: { type: "text", ...place }, encoding: { text: { field: label, type: "nominal" } } }],
  };
}

const label = "__label";
const manyLying = 16;

// The figures of a long list of bars are read from its top.
function raised(view: View): View {
  const { x, y } = view.encoding ?? {};
  if (markOf(view) !== "bar" || x?.type !== "quantitative" || !isName(y) || x.axis === null) return view;
  return new Set(valuesOf(view, y)).size > manyLying ? withAxis(view, "x", { orient: "top" }) : view;
}

// A legend that does not fit into one line has columns.
function wrapped(view: View, room: number): View {
  const { color } = view.encoding ?? {};
  if (!color?.field || color.legend === null || color.type === "quantitative") return view;
  const words = [...new Set(valuesOf(view, color).map(String))];
  const widest = Math.min(Math.max(...words.map((word) => word.length), 1), 24) * letter + 32;
  const title = typeof color.title === "string" ? color.title.length * letter : 0;
  if (title + words.length * widest <= room) return view;
  return withChannel(view, "color", { legend: { ...color.legend, columns: Math.max(1, Math.floor(room / widest)), titleOrient: "top" } });
}

const bearsTime = (view: View, channel: Channel | undefined): boolean =>
  channel?.type === "temporal" || channel?.timeUnit !== undefined || (channel?.type === "ordinal" && valuesOf(view, channel).every((value) => timeOf(value ?? null) !== null));

// The measure is named over the chart, at the edge of the text, with what its
// colours mean; an axis of time says itself what it is.
function titled(view: View): View {
  const all = [view, ...layersOf(view)];
  const name = measures.find((channel) => all.some((part) => part.encoding?.[channel]?.type === "quantitative" && !bearsTime(view, part.encoding[channel])));
  const both = all.some((part) => part.encoding?.x?.type === "quantitative") && all.some((part) => part.encoding?.y?.type === "quantitative");
  const title = name && all.map((part) => part.encoding?.[name]?.title).find((text) => typeof text === "string" && text !== "");
  const series = title !== undefined && layersOf(view).length === 0 && view.encoding?.color?.field !== undefined && typeof view.encoding.color.title === "string" ? view.encoding.color.title : "";
  const untitled = (part: View): View => {
    const { encoding } = part;
    if (!encoding) return part;
    const next = { ...encoding };
    if (name && title && next[name]) next[name] = unnamed(next[name]);
    if (next.x && !both && bearsTime(view, next.x)) next.x = unnamed(next.x);
    if (series && next.color) next.color = { ...next.color, title: null };
    return { ...part, encoding: next };
  };
  const bare = untitled(view);
  const layers = layersOf(view);
  return { ...bare, ...(layers.length > 0 && { layer: layers.map(untitled) }), ...(title !== undefined && { title: { text: series ? `${title} by ${series.toLowerCase()}` : title, frame: "bounds" } }) };
}

const unnamed = (channel: Channel): Channel => ({ ...channel, title: null, ...(channel.axis && { axis: { ...channel.axis, title: null } }) });
