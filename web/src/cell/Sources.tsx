// The queries that an explored answer rests on, as the program counted them.
import { useState } from "react";
import type { Evidence } from "../api/types";
import { SQLText } from "../sql/SQLText";
import { count } from "../table/DataTable";
import { shortName } from "./look";
import "./looks.css";

const fewest = 4; // shown at once

export function Sources({ list }: { list: Evidence[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? list : list.slice(0, fewest);
  return (
    <div className="sources">
      <p className="meta">Sources</p>
      <ol aria-label="Sources">
        {shown.map((source) => <li key={source.number}>{source.sql ? (
          <details>
            <summary><span className="numbers">[{source.number}]</span> {told(source)}</summary>
            <pre className="code" tabIndex={0}><SQLText sql={source.sql} /></pre>
          </details>
        ) : <p><span className="numbers">[{source.number}]</span> {told(source)}</p>}</li>)}
      </ol>
      {list.length > shown.length && <button type="button" className="quiet" onClick={() => setAll(true)}>{count(list.length - shown.length, "more source")}</button>}
    </div>
  );
}

function told({ row_count, truncated, tables }: Evidence): string {
  const from = (tables ?? []).map(shortName);
  return `${truncated ? "the first " : ""}${count(row_count, "row")}${from.length > 0 ? ` from ${from.join(", ")}` : ""}`;
}
