// Where the rows of a chart stand in what Vega has drawn.
import type { View } from "vega";
import type { Spec } from "../api/types";
import { rowField } from "./bind";

/** Something drawn that stands for rows of the data. */
export interface Point {
  rows: number[];
  x: number;
  y: number;
  /** The drawn element, where the point has one of its own. */
  element: Element | null;
  /** How wide it is; its place is the middle of its top. */
  width: number;
  /** Whether it is too small to be lit by its colour alone. */
  small: boolean;
}

type Datum = Record<string, unknown>;

// What is read of the tree of drawn things.
interface Mark {
  marktype: string;
  role?: string;
  items: Drawn[];
}

interface Drawn {
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  startAngle?: number;
  endAngle?: number;
  innerRadius?: number;
  outerRadius?: number;
  datum?: Datum;
  items?: Mark[]; // of a group
  _svg?: Element;
}

const deepest = 12;

export function pointsOf(view: View, spec: Spec): Point[] {
  const rows = ((spec.datasets as { result?: Datum[] } | undefined)?.result ?? []);
  const [left, top] = view.origin();
  const padding = view.padding();
  const margin = typeof padding === "number" ? { left: padding, top: padding } : padding;
  const points: Point[] = [];

  function walk(mark: Mark, x: number, y: number, depth: number) {
    if (depth > deepest) return;
    for (const item of mark.items) {
      if (mark.marktype === "group") {
        for (const inner of item.items ?? []) walk(inner, x + (item.x ?? 0), y + (item.y ?? 0), depth + 1);
      } else if (mark.role === "mark" && mark.marktype !== "text") {
        const found = rowsOf(item.datum, rows);
        if (found.length > 0) points.push(pointOf(mark.marktype, item, found, x, y));
      }
    }
  }

  const { root } = view.scenegraph() as unknown as { root: Mark };
  walk(root, left + (margin.left ?? 0), top + (margin.top ?? 0), 0);
  return distinct(points).sort((a, b) => (a.rows[0] ?? 0) - (b.rows[0] ?? 0));
}

// A line with dots has each point twice: the dot is the one to point at.
function distinct(points: Point[]): Point[] {
  const byPlace = new Map<string, Point>();
  for (const point of points) {
    const place = `${point.rows.join()} ${Math.round(point.x)} ${Math.round(point.y)}`;
    if (!byPlace.get(place)?.element) byPlace.set(place, point);
  }
  return [...byPlace.values()];
}

function pointOf(type: string, item: Drawn, rows: number[], x: number, y: number): Point {
  const own = type === "rect" || type === "symbol" || type === "arc" || type === "rule";
  return { rows, ...placeOf(type, item, x, y), width: type === "rect" ? (item.width ?? 0) : 0, element: own ? (item._svg ?? null) : null, small: type !== "rect" && type !== "arc" };
}

function placeOf(type: string, item: Drawn, x: number, y: number): { x: number; y: number } {
  const at = { x: x + (item.x ?? 0), y: y + (item.y ?? 0) };
  if (type === "rect") return { x: at.x + (item.width ?? 0) / 2, y: at.y };
  if (type === "arc") {
    const angle = ((item.startAngle ?? 0) + (item.endAngle ?? 0)) / 2;
    const radius = ((item.innerRadius ?? 0) + (item.outerRadius ?? 0)) / 2;
    return { x: at.x + radius * Math.sin(angle), y: at.y - radius * Math.cos(angle) };
  }
  return at;
}

// A mark knows its row, unless it sums up several: then those that agree with
// it on all columns that both have.
function rowsOf(datum: Datum | undefined, rows: Datum[]): number[] {
  if (!datum) return [];
  const row = datum[rowField];
  if (typeof row === "number") return [row];
  const same = (a: unknown, b: unknown) => a === b || String(a) === String(b) || Number(a) === Date.parse(String(b));
  return rows.flatMap((candidate, number) => {
    const shared = Object.keys(candidate).filter((key) => key in datum);
    return shared.length > 0 && shared.every((key) => same(datum[key], candidate[key])) ? [number] : [];
  });
}
