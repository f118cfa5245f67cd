// The question of a cell, and what can be done with it.
import type { DragEvent } from "react";
import { api } from "../api/client";
import type { Cell } from "../api/types";
import { cellPath } from "../app/route";
import { removeCell, shift } from "../notebook/places";
import { ask, draft, duplicate, refresh } from "../store/actions";
import { attempt, notify } from "../store/attempt";
import { goBack } from "../store/back";
import { store } from "../store/store";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";
import { Question } from "./Question";

interface Props {
  cell: Cell;
  follower: boolean;
  stale: boolean;
  /** Whether the answer that it follows has changed since. */
  outdated: boolean;
  /** Whether another answer stood here before. */
  earlier: boolean;
  onDragStart: (event: DragEvent) => void;
  onDragEnd: () => void;
}

export function Head({ cell, follower, stale, outdated, earlier, onDragStart, onDragEnd }: Props) {
  return (
    <header className="cell-head">
      <span className="drag" draggable title="Drag to move" onDragStart={onDragStart} onDragEnd={onDragEnd}><Icon name="drag" size={14} /></span>
      {cell.note === undefined && <Question id={cell.id} text={cell.question} follower={follower} cell={cell} />}
      <div className="cell-acts">
        {(stale || outdated) && (
          <button type="button" className="stale" title={outdated ? "The answer that this follows has changed. Run it again" : "The tables have changed since this was answered. Run it again"} onClick={() => void refresh([cell.id])}>
            <Icon name="again" size={14} /> Stale
          </button>
        )}
        {cell.result && (
          <button type="button" className="quiet only" aria-label="Follow up" title="Follow up  f" onClick={() => draft("", { parent: cell.id })}>
            <Icon name="follow" />
          </button>
        )}
        <Menu label="More" items={items(cell, earlier)}><Icon name="more" /></Menu>
      </div>
    </header>
  );
}

function items(cell: Cell, earlier: boolean): MenuItem[] {
  const link = () => attempt(async () => {
    await copyText(`${location.origin}${cellPath(store.get().book?.entry.id ?? "", cell.id)}`);
    notify("Link copied.");
  });
  const list: MenuItem[] = [];
  if (cell.question) list.push({ label: "Edit the question", icon: "edit", keys: "e", run: () => draft(cell.question, { replaces: cell.id }) });
  if (cell.sql || (cell.analysis && cell.result)) list.push({ label: "Run again", icon: "again", keys: "r", run: () => void refresh([cell.id]) });
  if (earlier) list.push({ label: "Restore previous answer", icon: "undo", keys: "b", run: () => void goBack([cell.id]) });
  if (cell.result && cell.chart?.kind !== "value" && !cell.what_if && !cell.analysis) {
    for (const [kind, label] of shapes) {
      if (kind !== cell.chart?.kind) list.push({ label: `Show as ${label}`, icon: "chart", run: () => void ask({ replaces: cell.id, chart: kind }) });
    }
  }
  return [
    ...list,
    { label: "Add a note below", icon: "note", keys: "n", ruled: true, run: () => store.dispatch({ type: "noting", after: cell.id }) },
    ...(cell.sql && cell.result ? [{ label: "Keep as verified", icon: "check" as const, run: () => void verify(cell) }] : []),
    { label: "Duplicate", icon: "copy", keys: "d", run: () => void duplicate(cell.id) },
    ...exportsOf(cell),
    { label: "Copy link", icon: "link", run: () => void link() },
    { label: "Move up", icon: "up", keys: "Alt ↑", run: () => shift(cell.id, -1) },
    { label: "Move down", icon: "down", keys: "Alt ↓", run: () => shift(cell.id, 1) },
    { label: "Delete", icon: "delete", keys: "⌫", harm: true, ruled: true, run: () => removeCell(cell.id) },
  ];
}

// The same question is answered by this statement from now on.
const verify = (cell: Cell): Promise<boolean> => attempt(async () => {
  await api.verifyAnswer(store.get().book?.entry.id ?? "", cell.id);
  notify("Kept as verified.", { hint: "The same question is answered by this SQL from now on.", action: { label: "Show", run: () => store.dispatch({ type: "knowledge", tab: "learned" }) } });
});

const formats = [["csv", "CSV"], ["xlsx", "Excel"], ["json", "JSON"], ["md", "Markdown"], ["parquet", "Parquet"]] as const;

// What can be had as a file: the chart, the rows, and the plan with its code.
function exportsOf(cell: Cell): MenuItem[] {
  const book = store.get().book?.entry.id ?? "";
  const list: MenuItem[] = [];
  if (cell.chart?.spec) list.push({ label: "Export the chart", icon: "download", href: api.chartPath(book, cell.id, "light"), file: `${fileName(cell)}.svg` });
  if (cell.result && cell.result.columns.length > 0) {
    for (const [format, label] of formats) list.push({ label: `Export rows as ${label}`, icon: "download", href: api.dataPath(book, cell.id, format) });
  }
  if (cell.analysis) {
    list.push({ label: "Export the plan", icon: "download", href: api.planPath(book, cell.id, "json") });
    list.push({ label: "Export its code", icon: "download", href: api.planPath(book, cell.id, "sql") });
  }
  const [first, ...more] = list;
  return first ? [{ ...first, ruled: true }, ...more] : [];
}

// A chart is called after its question, as the server calls rows.
const fileName = (cell: Cell): string => cell.question.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").slice(0, 60) || "chart";

const shapes = [["bar", "bars"], ["line", "a line"], ["area", "an area"], ["pie", "a pie"]] as const;
