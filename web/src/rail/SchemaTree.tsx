import { Fragment, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { Column, Relation, Table } from "../api/types";
import { Icon } from "../ui/Icon";
import { facts, plural, roleMark, size } from "./describe";
import { Marked } from "./Marked";
import { RelatedTables } from "./Relations";
import { fullName, search, shortNames, spokenNames, type Found } from "./schema";

/** Tables shown at once; a search reaches the rest. */
const most = 200;

interface Props {
  tables: readonly Table[];
  relations: readonly Relation[];
  /** The table to show open, as it was chosen elsewhere; n tells one choice from the next. */
  chosen: { table: string; n: number } | null;
  onOpen: (table: string) => void;
  onInsert: (name: string) => void;
}

/** The tables of a source with their columns: searched, opened, and put into a question. */
export function SchemaTree({ tables, relations, chosen, onOpen, onInsert }: Props) {
  const [asked, setAsked] = useState("");
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const list = useRef<HTMLUListElement>(null);
  const later = useDeferredValue(asked);
  const found = useMemo(() => search(tables, later), [tables, later]);
  const names = useMemo(() => ({ short: shortNames(tables), spoken: spokenNames(tables) }), [tables]);
  const toggle = (key: string): void => setOpen((was) => without(was, key) ?? new Set([...was, key]));

  const shown = useRef(chosen?.n ?? 0);
  useEffect(() => {
    if (!chosen || chosen.n === shown.current) return;
    shown.current = chosen.n;
    const table = tables.find((t) => t.name === chosen.table || fullName(t) === chosen.table);
    if (!table) return;
    setAsked("");
    setOpen((was) => new Set([...was, fullName(table)]));
    requestAnimationFrame(() => {
      const button = list.current?.querySelector<HTMLElement>(`[data-table="${CSS.escape(fullName(table))}"]`);
      button?.scrollIntoView({ block: "nearest" });
      button?.focus();
    });
  }, [chosen, tables]);

  return (
    <div className="schema">
      {tables.length > 3 && (
        <input
          className="rail-search"
          type="search"
          placeholder="Find a table or column"
          aria-label="Find a table or column"
          value={asked}
          onChange={(e) => setAsked(e.target.value)}
        />
      )}
      <p className="hidden" role="status">
        {asked.trim() ? plural(found.length, "table") + " found" : ""}
      </p>
      <ul className="schema-tables" ref={list}>
        {found.slice(0, most).map((f) => (
          <TableItem
            key={fullName(f.table)}
            found={f}
            names={names}
            relations={relations}
            open={f.open !== open.has(fullName(f.table))}
            isOpen={(key) => open.has(key)}
            onToggle={toggle}
            onOpen={onOpen}
            onInsert={onInsert}
          />
        ))}
      </ul>
      {found.length > most && <p className="rail-empty">{plural(found.length - most, "more table")}: search to see them.</p>}
      {found.length === 0 && <p className="rail-empty">{asked.trim() ? `No table or column matches “${asked.trim()}”.` : "No tables yet."}</p>}
    </div>
  );
}

interface ItemProps {
  found: Found;
  names: { short: (full: string) => string; spoken: (table: Table, column: Column) => string };
  relations: readonly Relation[];
  open: boolean;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  onOpen: (table: string) => void;
  onInsert: (name: string) => void;
}

function TableItem({ found, names, relations, open, isOpen, onToggle, onOpen, onInsert }: ItemProps) {
  const { table } = found;
  const name = fullName(table);
  return (
    <li>
      <div className="schema-row">
        <button type="button" className="schema-open" aria-expanded={open} data-table={name} title={table.name} onClick={() => onToggle(name)}>
          <span className="schema-twist" aria-hidden="true" />
          <span className="schema-name">
            <Marked text={table.name} at={found.at} />
          </span>
          <span className="schema-aside">
            {table.kind === "view" ? "view " : ""}
            <Size rows={table.rows} />
          </span>
        </button>
        <Insert name={table.name} onInsert={onInsert} />
      </div>
      {open && (
        <div className="schema-inside">
          {table.description && <p className="schema-about">{table.description}</p>}
          {table.unreadable && <p className="rail-problem"><strong>! </strong>No permission to read this table: {table.unreadable}</p>}
          <ul>
            {found.columns.map(({ column, at }) => (
              <ColumnItem
                key={column.name}
                column={column}
                at={at}
                open={isOpen(`${name}\n${column.name}`)}
                onToggle={() => onToggle(`${name}\n${column.name}`)}
                spoken={names.spoken(table, column)}
                onInsert={onInsert}
              />
            ))}
          </ul>
          <RelatedTables relations={relations} table={names.short(name)} onOpen={onOpen} />
        </div>
      )}
    </li>
  );
}

interface ColumnProps {
  column: Column;
  at: readonly number[];
  open: boolean;
  spoken: string;
  onToggle: () => void;
  onInsert: (name: string) => void;
}

function ColumnItem({ column, at, open, spoken, onToggle, onInsert }: ColumnProps) {
  const mark = roleMark(column.role);
  const known = facts(column);
  return (
    <li>
      <div className="schema-row">
        <button type="button" className="schema-open schema-column" aria-expanded={open} title={`${column.name} · ${column.type.toLowerCase()}`} onClick={onToggle}>
          <span className={`schema-role role-${mark.word}`} title={`${mark.word}: ${mark.about}`}>
            <span aria-hidden="true">{mark.sign}</span>
            <span className="hidden">{mark.word} </span>
          </span>
          <span className="schema-name">
            <Marked text={column.name} at={at} />
          </span>
          <span className="schema-aside schema-type">{column.type.toLowerCase()}</span>
        </button>
        <Insert name={spoken} onInsert={onInsert} />
      </div>
      {open && (
        <div className="schema-facts">
          {column.description && <p>{column.description}</p>}
          <p className="schema-known">
            {mark.word}
            {known.map((fact) => <Fragment key={fact}> · <span>{fact}</span></Fragment>)}
          </p>
          {column.samples.length > 0 && (
            <ul className="schema-samples" aria-label={`Values of ${column.name}`}>
              {column.samples.slice(0, 8).map((value, i) => (
                <li key={i}>
                  <button type="button" onClick={() => onInsert(quoted(value))} title="Insert into the question">
                    {value.length > 60 ? value.slice(0, 59) + "…" : value || "(empty)"}
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </li>
  );
}

// A value of several words stands in quotes, so that it is read as one.
const quoted = (value: string): string => (/^[\p{L}\p{N}.-]+$/u.test(value) ? value : `"${value}"`);

function Insert({ name, onInsert }: { name: string; onInsert: (name: string) => void }) {
  return (
    <button type="button" className="schema-insert" aria-label={`Insert ${name} into the question`} title="Insert into the question" onClick={() => onInsert(name)}>
      <Icon name="add" size={14} />
    </button>
  );
}

function Size({ rows }: { rows: number | undefined }) {
  const short = size(rows);
  return short ? <span title={plural(rows ?? 0, "row")}>{short}</span> : null;
}

function without(set: ReadonlySet<string>, key: string): ReadonlySet<string> | null {
  if (!set.has(key)) return null;
  const rest = new Set(set);
  rest.delete(key);
  return rest;
}
