import { useId, useMemo, useState } from "react";
import type { Relation } from "../api/types";
import { plural } from "./describe";
import { around, layout, type Bracket } from "./diagram";

// One row of the diagram and one lane of brackets, in pixels.
const row = 26;
const lane = 9;
const first = 12;

/** Of more related tables than this, those around one are drawn: nobody would find a line among all. */
const most = 40;

interface Props {
  relations: readonly Relation[];
  /** Called with a table's name when it is chosen. */
  onOpen: (table: string) => void;
}

/**
 * How tables hang together: their names in a list, and beside it a bracket for
 * each relation, from the table that refers (a dot) to the one that is referred
 * to (a ring). Relations that nobody declared are dashed.
 */
export function Relations({ relations: all, onOpen }: Props) {
  const [lit, setLit] = useState<string | null>(null);
  const [centre, setCentre] = useState("");
  const about = useId();
  const known = useMemo(() => new Set(all.flatMap((r) => [r.from_table, r.to_table])).size, [all]);
  const part = useMemo(() => (known > most ? around(all, centre, most) : null), [all, known, centre]);
  const relations = part?.relations ?? all;
  const tables = useMemo(() => [...new Set(relations.flatMap((r) => [r.from_table, r.to_table]))], [relations]);
  const drawn = useMemo(() => {
    const at = new Map(tables.map((t, i) => [t, i]));
    return layout(tables.length, relations.map((r) => ({ from: at.get(r.from_table) ?? -1, to: at.get(r.to_table) ?? -1 })));
  }, [tables, relations]);
  if (relations.length === 0) return <p className="rail-empty">No relationships between these tables are known.</p>;
  const touches = (b: Bracket): boolean => lit === tables[b.from] || lit === tables[b.to];
  const near = new Set(drawn.brackets.filter(touches).flatMap((b) => [b.from, b.to]));
  const width = first + drawn.lanes * lane + 4;
  const rows = new Map(drawn.order.map((t, i) => [t, i]));
  return (
    <div className="relations" onMouseLeave={() => setLit(null)}>
      <ul aria-describedby={about}>
        {drawn.order.map((t) => (
          <li key={t}>
            <button
              type="button"
              className={lit !== null && !near.has(t) && tables[t] !== lit ? "relations-table dim" : "relations-table"}
              title={tables[t]}
              onClick={() => {
                setCentre(tables[t] ?? "");
                onOpen(tables[t] ?? "");
              }}
              onMouseEnter={() => setLit(tables[t] ?? null)}
              onFocus={() => setLit(tables[t] ?? null)}
              onBlur={() => setLit(null)}
            >
              {tables[t]}
            </button>
          </li>
        ))}
      </ul>
      <svg width={width} height={drawn.order.length * row} aria-hidden="true" focusable="false">
        {[...drawn.brackets]
          .sort((a, b) => Number(touches(a)) - Number(touches(b)))
          .map((b) => {
            const relation = relations[b.link];
            if (!relation) return null;
            const from = middle(rows.get(b.from) ?? 0);
            const to = middle(rows.get(b.to) ?? 0);
            const state = lit === null ? "" : touches(b) ? " lit" : " dim";
            return (
              <g key={b.link} className={`bracket${state}${relation.declared ? "" : " inferred"}`}>
                <path d={path(from, to, first + b.lane * lane)} />
                <circle className="many" cx={3.5} cy={from} r={2.5} />
                <circle className="one" cx={3.5} cy={to} r={3} />
              </g>
            );
          })}
      </svg>
      <p id={about} className="relations-words">
        {lit !== null ? words(relations, lit) : part
          ? `Tables related to ${part.centre} (${tables.length} of ${known}). Choose another table to see its relationships.`
          : `${plural(relations.length, "relation")} between ${plural(tables.length, "table")}.`}
      </p>
    </div>
  );
}

const middle = (i: number): number => i * row + row / 2;

// Out to the lane, along it, and back, with rounded corners.
function path(from: number, to: number, x: number): string {
  const r = Math.min(5, Math.abs(to - from) / 2);
  const down = to > from ? 1 : -1;
  return `M6.5 ${from}H${x - r}Q${x} ${from} ${x} ${from + down * r}V${to - down * r}Q${x} ${to} ${x - r} ${to}H6.5`;
}

/** The relations of a table in words: "orders.customer_id = customers.customer_id". */
function words(relations: readonly Relation[], table: string): string {
  const own = relations.filter((r) => r.from_table === table || r.to_table === table);
  const said = own.slice(0, 6).map((r) => `${side(r.from_table, r.from_columns)} = ${side(r.to_table, r.to_columns)}${r.declared ? "" : " (inferred)"}`);
  return said.join("; ") + (own.length > said.length ? `; and ${own.length - said.length} more` : "");
}

const side = (table: string, columns: readonly string[]): string =>
  columns.length === 0 ? table : columns.length === 1 ? `${table}.${columns[0]}` : `${table} (${columns.join(", ")})`;

const mostLines = 20;

/** What a table refers to, and what refers to it; each leads to the other table. */
export function RelatedTables({ relations, table, onOpen }: Props & { table: string }) {
  const lines = relations.flatMap((r) => [
    ...(r.from_table === table ? [{ other: r.to_table, own: r.from_columns, out: true, declared: r.declared }] : []),
    ...(r.to_table === table && r.from_table !== table ? [{ other: r.from_table, own: r.from_columns, out: false, declared: r.declared }] : []),
  ]);
  if (lines.length === 0) return null;
  return (
    <ul className="related" aria-label={`Relationships of ${table}`}>
      {lines.slice(0, mostLines).map(({ other, own, out, declared }, i) => (
        <li key={i}>
          <button type="button" title={declared ? undefined : "Inferred from names and values; the database does not declare it"} onClick={() => onOpen(other)}>
            <span aria-hidden="true">{out ? "→" : "←"}</span>
            <span className="hidden">{out ? "refers to " : "is referred to by "}</span>
            <span>{other}</span> <span className="related-by">by {own.join(", ")}{declared ? "" : ", inferred"}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
