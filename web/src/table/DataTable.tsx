// The rows of an answer. Only those in view are in the page, so that a hundred
// thousand scroll as a hundred do.
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Meaning, Result } from "../api/types";
import { attempt, notify } from "../store/attempt";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/Icon";
import "./table.css";
import { formats, missing, neat, shown, sorted, tabSeparated, title, widths } from "./value";

interface Props {
  result: Result;
  meaning: Meaning | undefined;
  label: string;
  lit: readonly number[];
  csv?: string; // where the rows can be had as a file
  onPoint?: (rows: readonly number[]) => void;
}

interface Sort {
  column: number;
  down: boolean;
}

const rowHeight = 32;
const tallest = 420;
const mostAtOnce = 24; // rows that are there at once; more come and go
const overscan = 8;
const mostColumns = 6; // of more, the first stays while the others scroll
const mostShown = 64; // above what is there with what is near it; a row that goes gives its place in the page to one that comes

export function DataTable({ result, meaning, label, lit, csv, onPoint }: Props) {
  const [sort, setSort] = useState<Sort | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = result.data ?? [];
  const columns = useMemo(() => formats(result, meaning), [result, meaning]);
  const wide = useMemo(() => ((result.data?.length ?? 0) > mostAtOnce ? widths(result, columns) : null), [result, columns]);
  const order = useMemo(() => ordered(result, columns, sort), [result, columns, sort]);
  const virtual = useVirtualizer({
    count: order.length, getScrollElement: () => scroller.current, estimateSize: () => rowHeight, overscan,
    initialRect: { width: 800, height: tallest },
  });
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);

  // The first lit row comes into view, the page itself stays where it is.
  const first = lit.length > 0 && lit.length < order.length ? order.indexOf(lit[0] ?? -1) : -1;
  const bringIntoView = useEffectEvent((row: number) => virtual.scrollToIndex(row, { align: "auto" }));
  useEffect(() => {
    if (first >= 0) bringIntoView(first);
  }, [first]);

  const copy = () => attempt(async () => {
    await copyText(tabSeparated(result, order));
    notify(`${count(order.length, "row")} copied.`);
  });

  return (
    <div className={columns.length > mostColumns ? "rows many" : "rows"}>
      <div className="rows-head">
        <span className="numbers">{sizeOf(result)}</span>
        <button type="button" className="quiet" onClick={() => void copy()}><Icon name="copy" /> Copy</button>
        {csv && <a className="quiet" href={csv} download><Icon name="download" /> CSV</a>}
      </div>
      <div className="rows-scroll" ref={scroller} tabIndex={0} role="region" aria-label={label}>
        <table aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {result.columns.map((name, i) => (
                <th key={i} scope="col" style={wide ? { minWidth: `calc(${wide[i] ?? 0}ch + 24px)` } : undefined} className={columns[i]?.numeric ? "number" : undefined}
                  aria-sort={sort?.column !== i ? "none" : sort.down ? "descending" : "ascending"}>
                  <button type="button" title={`${name} · ${result.column_types[i] ?? ""}`} onClick={() => setSort(nextSort(sort, i, columns[i]?.numeric ?? false))}>
                    <span className="name">{title(name)}</span>
                    <span className="sorted" aria-hidden="true">{sort?.column !== i ? "" : sort.down ? "↓" : "↑"}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden="true" style={{ height: above }}><td colSpan={columns.length} /></tr>}
            {items.map((item) => {
              const number = order[item.index] ?? 0;
              return (
                <tr key={item.index % mostShown} aria-rowindex={item.index + 2} className={lit.includes(number) ? "lit" : undefined}
                  onPointerEnter={() => onPoint?.([number])} onPointerLeave={() => onPoint?.([])}>
                  {columns.map((format, i) => {
                    const value = rows[number]?.[i];
                    const [text, exact] = [neat(value, format), shown(value, format)];
                    const kind = `${format.numeric ? "number" : ""}${text === missing ? " missing" : ""}`;
                    return <td key={i} className={kind || undefined} title={text !== exact || text.length > 40 ? exact.slice(0, 2000) : undefined}>{text.slice(0, 500)}</td>;
                  })}
                </tr>
              );
            })}
            {below > 0 && <tr aria-hidden="true" style={{ height: below }}><td colSpan={columns.length} /></tr>}
          </tbody>
        </table>
      </div>
    </div>
  );
}

export const count = (n: number, what: string): string => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

function sizeOf(result: Result): string {
  const kept = result.data?.length ?? 0;
  if (kept < result.row_count) return `${kept.toLocaleString("en")} of ${count(result.row_count, "row")}`;
  return (result.truncated ? "the first " : "") + count(result.row_count, "row");
}

// Figures begin with the largest, words with A; the third click gives the
// order of the answer back.
function nextSort(sort: Sort | null, column: number, numeric: boolean): Sort | null {
  if (sort?.column !== column) return { column, down: numeric };
  return sort.down === numeric ? { column, down: !numeric } : null;
}

function ordered(result: Result, columns: ReturnType<typeof formats>, sort: Sort | null): number[] {
  const rows = result.data ?? [];
  const format = sort && columns[sort.column];
  return sort && format ? sorted(rows.map((row) => row[sort.column]), format, sort.down) : rows.map((_, i) => i);
}
