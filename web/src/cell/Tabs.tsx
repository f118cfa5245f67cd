// What is needed to doubt an answer: its table, its SQL, its chart's
// specification, and how it was made. All are closed until they are asked for.
import { useEffect, useEffectEvent, useId, useRef, type KeyboardEvent } from "react";
import { sentence } from "../ui/sentence";
import type { Cell } from "../api/types";
import type { Work } from "../store/book";
import { SQLPanel } from "../sql/SQLPanel";
import { SQLText } from "../sql/SQLText";
import { count } from "../table/DataTable";

export type TabName = "table" | "sql" | "spec" | "made";

export interface Details {
  /** Where the cell stands, whichever answer it has. */
  place: string;
  open: TabName | null;
  onOpen: (tab: TabName | null) => void;
  /** The last try at another statement, if it failed. */
  tried: Work | undefined;
  /** Whether something is being done for the cell. */
  busy: boolean;
}

interface Props extends Details {
  cell: Cell;
  table: React.ReactNode | null;
  /** The one tab that there is for now. */
  only?: TabName;
}

export function Tabs({ cell, place, open, onOpen, tried, busy, table, only }: Props) {
  const id = useId();
  const tabs: [TabName, string][] = [];
  if (table) tabs.push(["table", "Table"]);
  if (cell.sql) tabs.push(["sql", "SQL"]);
  if (cell.chart?.spec) tabs.push(["spec", "Chart spec"]);
  if ((cell.metadata.attempts?.length ?? 0) > 0 || cell.metadata.reasoning || cell.what_if) tabs.push(["made", "How it was made"]);
  if (only) tabs.splice(0, tabs.length, ...tabs.filter(([name]) => name === only || (name === "sql" && open === "sql"))); // an open editor stays open
  const shown = tabs.some(([name]) => name === open) ? open : null;

  const close = useEffectEvent(() => onOpen(null));
  useEffect(() => {
    if (open !== null && shown === null) close();
  }, [open, shown]);

  // What was opened below the edge of the window comes into view.
  const root = useRef<HTMLDivElement>(null);
  const before = useRef(shown);
  useEffect(() => {
    if (shown !== null && shown !== before.current) root.current?.scrollIntoView({ block: "nearest" });
    before.current = shown;
  }, [shown]);

  function keys(event: KeyboardEvent<HTMLDivElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("button")];
    all[(all.findIndex((tab) => tab === document.activeElement) + step + all.length) % all.length]?.focus();
    event.preventDefault();
  }

  if (tabs.length === 0) return null;
  return (
    <div className="tabs" ref={root}>
      <div className="tab-list" role="group" aria-label="Details" onKeyDown={keys}>
        {tabs.map(([name, label]) => (
          <button key={name} type="button" className="tab" data-tab={name} aria-expanded={shown === name} aria-controls={shown === name ? id : undefined}
            onClick={() => onOpen(shown === name ? null : name)}>
            {label}
          </button>
        ))}
      </div>
      {shown && (
        <div className="tab-panel" id={id}>
          {shown === "table" && table}
          {shown === "sql" && <SQLPanel cell={cell} place={place} tried={tried} busy={busy} />}
          {shown === "spec" && <pre className="code" tabIndex={0}>{JSON.stringify(cell.chart?.spec, null, 2)}</pre>}
          {shown === "made" && <Made cell={cell} />}
        </div>
      )}
    </div>
  );
}

function Made({ cell }: { cell: Cell }) {
  const { metadata, what_if } = cell;
  const t = metadata.timings_ms;
  const facts: [string, string][] = [];
  if (metadata.reasoning && metadata.reasoning !== cell.reading?.sentence) facts.push(["Reasoning", metadata.reasoning]);
  if (metadata.model) facts.push(["Answered by", metadata.model === "builtin" ? "Plumb (no AI model)" : metadata.model === "you" ? "SQL written by hand" : metadata.model]);
  if (metadata.source) facts.push(["Source", metadata.source]);
  if (metadata.now) facts.push(["Today was", metadata.now]);
  if (t) facts.push(["Took", `${ms(t.total)} · reading ${ms(t.plan)}, checking ${ms(t.check)}, running ${ms(t.execute)}, writing ${ms(t.chart + t.narrate)}`]);
  if (metadata.tokens) facts.push(["Tokens", `${metadata.tokens.input.toLocaleString("en")} read, ${metadata.tokens.output.toLocaleString("en")} written`]);
  if (metadata.cost_usd) facts.push(["Cost", `$${metadata.cost_usd.toFixed(4)}`]);
  if (what_if) facts.push(["Technique", `${what_if.technique}, over ${count(what_if.sample_size, "point")}`]);
  return (
    <div className="made">
      <dl>{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd className="numbers">{value}</dd></div>)}</dl>
      {metadata.attempts && metadata.attempts.length > 0 && (
        <ol className="attempts">
          {metadata.attempts.map((attempt, i) => (
            <li key={i}>
              <p><span className={attempt.status === "ran" ? "ok" : "not"}>{attempt.status === "ran" ? "✓" : "!"} Attempt {i + 1} {attempt.status}</span>{attempt.reason && `: ${sentence(attempt.reason)}`}</p>
              <pre className="code" tabIndex={0}><SQLText sql={attempt.sql} /></pre>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const ms = (time: number): string => (time >= 1000 ? `${(time / 1000).toFixed(1)} s` : time >= 10 ? `${Math.round(time)} ms` : `${time.toFixed(1)} ms`);
