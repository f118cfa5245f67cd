// A chart in its cell. It is drawn when it comes near the window, tells which
// rows are pointed at, and lights the marks of rows that something else names.
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { flushSync } from "react-dom";
import type { Meaning, Result, Spec } from "../api/types";
import { isPrinting, usePrinting } from "../app/print";
import { useShownTheme } from "../app/theme";
import { formats, neat, title } from "../table/value";
import { roomOf } from "../ui/inview";
import { useLoaded } from "../ui/lazy";
import { Unloaded } from "../ui/Unloaded";
import { bind, fitted, heightOf } from "./bind";
import "./chart.css";
import { charting } from "./charting";
import type { Drawing } from "./draw";
import type { Point } from "./points";

interface Props {
  spec: Spec;
  result: Result;
  meaning: Meaning | undefined;
  description: string;
  bars: number;
  /** Rows that are lit from elsewhere. */
  lit: readonly number[];
  onPoint: (rows: readonly number[]) => void;
}

const near = "600px";
const reach = 48; // how close the pointer must be to a point
const settle = 120; // milliseconds without a change before it is drawn again
const mostRings = 60;
const narrowest = 40;
const [barMargins, lineMargins] = [75, 63]; // of the axes, and of figures over bars

export function Chart({ spec, result, meaning, description, bars, lit, onPoint }: Props) {
  const canvas = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const figure = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failure, setFailure] = useState("");
  const [at, setAt] = useState<Point | null>(null);
  const theme = useShownTheme();
  const height = useRef(0); // as it was drawn last, kept while it is out of sight
  const near = useNear(figure);
  const visible = usePrinting() || near;
  const { part, failed, again } = useLoaded(charting, visible);
  const width = useWidth(figure);
  const bound = useMemo(() => bind(spec, result), [spec, result]);
  const columns = useMemo(() => formats(result, meaning), [result, meaning]);

  useEffect(() => {
    const into = picture.current;
    if (!visible) into?.replaceChildren(); // its place is kept
    if (!into || !visible || !part || width < narrowest) return;
    let stopped = false;
    let drawn: Drawing | null = null;
    part.draw(into, fitted(bound, width, bars), theme)
      .then((made) => {
        if (stopped) {
          made.stop();
          return;
        }
        drawn = made;
        height.current = into.offsetHeight;
        const show = () => {
          setDrawing(made);
          setFailure("");
        };
        if (isPrinting()) flushSync(show); // the browser waits for no later turn
        else show();
      })
      .catch((error: unknown) => !stopped && setFailure(error instanceof Error ? error.message.slice(0, 200) : "its specification is invalid"));
    return () => {
      stopped = true;
      drawn?.stop();
      setDrawing(null);
      setAt(null);
    };
  }, [part, bound, bars, visible, width, theme]);

  const marked = at?.rows ?? lit;
  useEffect(() => light(drawing?.points ?? [], marked), [drawing, marked]);

  function point(next: Point | null) {
    if (next === at) return;
    setAt(next);
    onPoint(next?.rows ?? []);
  }

  function move(event: PointerEvent) {
    if (!drawing || event.pointerType === "touch") return;
    point(nearest(drawing.points, event, canvas.current));
  }

  function press(event: KeyboardEvent) {
    const points = drawing?.points ?? [];
    const now = at ? points.indexOf(at) : -1;
    const to = { ArrowRight: now + 1, ArrowLeft: now < 0 ? points.length - 1 : now - 1, Home: 0, End: points.length - 1 }[event.key];
    if (event.key === "Escape" && at) point(null);
    else if (to === undefined || points.length === 0) return;
    else point(points[Math.min(Math.max(to, 0), points.length - 1)] ?? null);
    event.preventDefault();
    event.stopPropagation();
  }

  if (failure !== "") {
    return (
      <div className="notice doubt" role="note">
        <span className="sign" aria-hidden="true">!</span>
        <span>This chart could not be drawn: {failure}</span>
        <span className="hint">The table below has the same rows.</span>
      </div>
    );
  }
  const row = at?.rows[0];
  const details = row === undefined ? [] : result.columns.slice(0, 8).map((name, i) => [title(name), neat(result.data?.[row]?.[i], columns[i] ?? plainFormat)] as const);
  return (
    <div className="chart" ref={figure} data-drawn={drawing ? "yes" : undefined} style={{ minHeight: height.current || heightOf(spec, width) + (bars > 0 ? barMargins : lineMargins) }}>
      <div ref={canvas} className="chart-canvas" role="group" aria-roledescription="chart" tabIndex={0} data-own-keys
        aria-label={`${description}. Use the left and right arrow keys to move between points.`}
        onPointerMove={move} onPointerLeave={() => point(null)} onClick={(event) => point(nearest(drawing?.points ?? [], event, canvas.current))}
        onKeyDown={press} onBlur={() => point(null)}>
        <div ref={picture} aria-hidden="true" />
      </div>
      {failed && <Unloaded what="chart" again={again} />}
      <Rings points={drawing?.points ?? []} rows={marked} />
      <span className="hidden" aria-live="polite">{details.map(([name, value]) => `${name}: ${value}`).join(", ")}</span>
      {at && details.length > 0 && (
        <dl className="chart-tip" aria-hidden="true" style={tipPlace(at, width, details.length, seenOf(figure.current))}>
          {details.map(([name, value]) => (
            <div key={name}><dt>{name}</dt><dd>{value}</dd></div>
          ))}
        </dl>
      )}
    </div>
  );
}

const plainFormat = { type: "text", numeric: false, grouped: false, decimals: 0 };

// The card stands over what it explains, or beside it where it would leave the
// chart; it covers neither the mark nor the words above.
function tipPlace(point: Point, width: number, lines: number, seen: { top: number; bottom: number }) {
  const reach = point.width / 2 + 12;
  const above = point.y - (point.width > 0 ? tipOverFigure : 10);
  const height = lines * tipLine + tipEdges;
  if (above - height >= seen.top) {
    const middle = Math.min(Math.max(point.x, tipHalf), Math.max(width - tipHalf, tipHalf));
    return { left: middle, bottom: `calc(100% - ${Math.round(above)}px)`, transform: "translateX(-50%)" };
  }
  return { top: Math.max(Math.min(point.y - 12, seen.bottom - height), seen.top), ...(point.x > width / 2 ? { right: width - point.x + reach } : { left: point.x + reach }) };
}

// Which part of a chart can be seen: from its top, in pixels.
function seenOf(chart: HTMLElement | null): { top: number; bottom: number } {
  if (!chart) return { top: 0, bottom: Infinity };
  const { top } = chart.getBoundingClientRect();
  const room = roomOf(chart);
  return { top: Math.max(room.top - top, 0), bottom: room.bottom - top };
}

const [tipLine, tipEdges, tipHalf, tipOverFigure] = [18, 18, 96, 26]; // pixels; a bar may have its figure over it

// What is too small to stand out by its colour gets a ring.
function Rings({ points, rows }: { points: Point[]; rows: readonly number[] }) {
  if (rows.length === 0 || rows.length > mostRings) return null;
  const marked = points.filter((point) => point.small && point.rows.some((row) => rows.includes(row)));
  return (
    <svg className="chart-rings" aria-hidden="true">
      {marked.slice(0, mostRings).map((point, i) => <circle key={i} cx={point.x} cy={point.y} r={5} />)}
    </svg>
  );
}

// Marks that are not meant step back.
function light(points: Point[], rows: readonly number[]): () => void {
  const shapes = points.filter((point) => point.element !== null && !point.small);
  const meant = shapes.filter((point) => point.rows.some((row) => rows.includes(row)));
  if (rows.length === 0 || meant.length === 0) return () => {};
  const faded = shapes.filter((point) => !meant.includes(point));
  faded.forEach((point) => point.element?.classList.add("faded"));
  return () => faded.forEach((point) => point.element?.classList.remove("faded"));
}

function nearest(points: Point[], event: { clientX: number; clientY: number; target: EventTarget }, canvas: HTMLElement | null): Point | null {
  const over = points.find((point) => point.element !== null && event.target instanceof Node && point.element.contains(event.target));
  if (over) return over;
  const box = canvas?.getBoundingClientRect();
  if (!box) return null;
  const [x, y] = [event.clientX - box.left, event.clientY - box.top];
  let best: Point | null = null;
  let closest = Infinity;
  for (const point of points) {
    // Along a line the place on its axis counts for more than the height.
    const distance = Math.abs(point.x - x) + Math.abs(point.y - y) / 4;
    if (distance < closest) [best, closest] = [point, distance];
  }
  return closest <= reach ? best : null;
}

// A chart that is there from the start is drawn at once; one that comes near
// by scrolling waits until it stays, so that scrolling past is smooth.
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [is, setIs] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    let timer = 0;
    let first = true;
    const observer = new IntersectionObserver((entries) => {
      const now = entries.at(-1)?.isIntersecting ?? false;
      clearTimeout(timer);
      if (first || !now) setIs(now);
      else timer = window.setTimeout(() => setIs(true), settle);
      first = false;
    }, { rootMargin: near });
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return is;
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(element.current?.clientWidth ?? 0), [element]);
  useEffect(() => {
    if (!element.current) return;
    let timer = 0;
    let first = true;
    const observer = new ResizeObserver((entries) => {
      const now = Math.floor(entries.at(-1)?.contentRect.width ?? 0);
      clearTimeout(timer);
      if (first) setWidth(now);
      else timer = window.setTimeout(() => setWidth(now), settle);
      first = false;
    });
    observer.observe(element.current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [element]);
  return width;
}
