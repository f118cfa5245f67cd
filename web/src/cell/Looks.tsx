// What a model has looked at so far: each look in a line, and the rows of the
// latest.
import { begun, sentence } from "../ui/sentence";
import type { Look } from "../store/book";
import { SQLText } from "../sql/SQLText";
import { count } from "../table/DataTable";
import { plainValue } from "../table/value";
import { lookedAt, queryOf } from "./look";
import "./looks.css";

const shownLooks = 6;
const shownRows = 5;

export function Looks({ looks }: { looks: Look[] }) {
  const before = looks.length - shownLooks;
  const latest = looks.findLast((look) => look.done && look.preview.length > 0);
  const statement = latest ? queryOf(latest) : "";
  return (
    <>
      <ol className="looks" aria-label="Steps">
        {before > 0 && <li className="before">{count(before, "earlier step")}</li>}
        {looks.slice(-shownLooks).map((look) => (
          <li key={look.call}>
            <span className={look.ok ? "ok" : "not"} aria-hidden="true">{!look.done ? "·" : look.ok ? "✓" : "!"}</span>
            <span>{begun(lookedAt(look))}{outcome(look)}</span>
          </li>
        ))}
      </ol>
      {statement && <pre className="draft"><SQLText sql={statement} /></pre>}
      {latest && (
        <div className="partial">
          <table>
            <thead><tr>{latest.columns.map((name, i) => <th key={i} scope="col">{name}</th>)}</tr></thead>
            <tbody>{latest.preview.slice(0, shownRows).map((row, i) => <tr key={i}>{row.map((value, j) => <td key={j}>{String(plainValue(value) ?? "–").slice(0, 80)}</td>)}</tr>)}</tbody>
          </table>
        </div>
      )}
    </>
  );
}

function outcome(look: Look): string {
  if (!look.done) return "";
  if (!look.ok) return `: ${sentence(look.reason)}`;
  return look.query > 0 ? ` · query ${look.query} · ${count(look.rows, "row")}` : look.rows > 0 ? ` · ${count(look.rows, "row")}` : "";
}
