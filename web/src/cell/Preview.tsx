// The first rows of a reading that is offered, by which readings can be distinguished.
// Only of a question that was asked while the page looked on: what stands in a
// notebook from elsewhere is not run by looking at it.
import { useEffect, useState } from "react";
import { api } from "../api/client";
import type { Cell, Result } from "../api/types";
import { useStore } from "../store/store";
import { formats, shown, title } from "../table/value";
import "./looks.css";

const mostColumns = 5;

export function Preview({ cell, reading }: { cell: Cell; reading: number }) {
  const notebook = useStore((state) => (state.book?.past.some((turn) => turn.cell === cell.id) ? state.book.entry.id : undefined));
  const [rows, setRows] = useState<Result | null>(null);
  useEffect(() => {
    let wanted = true;
    setRows(null);
    if (notebook) {
      // A reading that does not run is offered without its rows.
      api.preview(notebook, cell.id, reading).then((found) => wanted && setRows(found), () => undefined);
    }
    return () => {
      wanted = false;
    };
  }, [notebook, cell.id, cell.created_at, reading]);
  if (!rows?.data) return null;
  if (rows.data.length === 0) return <p className="meta">No rows.</p>;
  const columns = formats(rows).slice(0, mostColumns);
  return (
    <div className="partial">
      <table>
        <thead><tr>{columns.map((_, i) => <th key={i} scope="col">{title(rows.columns[i] ?? "")}</th>)}</tr></thead>
        <tbody>{rows.data.map((row, i) => <tr key={i}>{columns.map((format, j) => <td key={j}>{shown(row[j], format)}</td>)}</tr>)}</tbody>
      </table>
    </div>
  );
}
