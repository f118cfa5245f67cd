// An analysis in several steps: the checklist while it runs, and its steps under
// the answer.
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from "react";
import { api } from "../api/client";
import type { AnalysisPlan, Cell, Meaning, Result } from "../api/types";
import { SQLText } from "../sql/SQLText";
import { savePlan } from "../store/actions";
import type { PlanStep } from "../store/book";
import { useStore } from "../store/store";
import { count, DataTable } from "../table/DataTable";
import { begun, sentence } from "../ui/sentence";
import { Graph } from "./Graph";
import "./looks.css";
import "./plan.css";

const none: readonly number[] = [];
const signs = { waiting: "·", running: "…", done: "✓", failed: "!" } as const;

export function Checklist({ steps }: { steps: PlanStep[] }) {
  return (
    <ol className="looks" aria-label="Plan">
      {steps.map(({ number, goal, state, rows }) => (
        <li key={number}>
          <span className={state === "done" ? "ok" : state === "failed" ? "not" : undefined} aria-label={state}>{signs[state]}</span>
          <span>{number}. {goal}{state === "done" && <span className="numbers"> · {count(rows, "row")}</span>}</span>
        </li>
      ))}
    </ol>
  );
}

type Step = AnalysisPlan["steps"][number];

const languages: Record<Step["language"], string> = { read: "SQL", sql: "SQL on the tables of other steps", compute: "a method of Plumb’s own", starlark: "Starlark, in the sandbox", python: "Python, in the sandbox" };

/** Rows of a step that a figure of the story comes from. Each click is another one. */
export interface Pointed {
  step: number;
  rows: readonly number[];
}

/** The code of a step, folded until it is pointed at. */
export function Code({ step, told, pointed, children }: { step: Step; told?: string; pointed?: Pointed | undefined; children?: ReactNode }) {
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (!pointed || !fold.current) return;
    fold.current.open = true;
    fold.current.scrollIntoView({ block: "nearest" });
  }, [pointed]);
  const language = `${languages[step.language]}${step.method ? `: ${step.method}` : ""}${step.source ? ` on ${step.source}` : ""}`;
  return (
    <details ref={fold}>
      <summary><span className="numbers">[{step.number}]</span> {told ?? language}</summary>
      {step.code ? <pre className="code" tabIndex={0}>{step.language === "read" || step.language === "sql" ? <SQLText sql={step.code} /> : step.code}</pre> : <p className="meta">{begun(language)}</p>}
      {children}
    </details>
  );
}

export function Steps({ cell, of, pointed }: { cell: Cell; of: NonNullable<Cell["analysis"]>; pointed: Pointed | null }) {
  const last = of.plan.steps.at(-1)?.number;
  const made = new Map((of.steps ?? []).map((step) => [step.number, step]));
  const evidence = new Map((cell.sources ?? []).map((source) => [source.number, source.result]));
  const stored = of.plan.steps.some(({ language }) => language !== "read" && language !== "compute");
  return (
    <div className="sources">
      <p className="meta">Steps</p>
      {of.plan.steps.length > 2 && <Graph plan={of.plan} />}
      <ol aria-label="Steps">
        {of.plan.steps.map((step) => {
          const rows = made.get(step.number)?.row_count;
          const told = `${step.goal}${rows === undefined ? "" : ` · ${count(rows, "row")}`}`;
          const at = pointed?.step === step.number ? pointed : undefined;
          const kept = step.number === last && cell.result?.data ? cell.result : evidence.get(step.number);
          const shown = rows !== undefined && <Rows name={step.output} kept={kept} meaning={step.number === last ? cell.meaning : undefined} stored={stored} lit={at?.rows ?? none} />;
          return (
            <li key={step.number}>{step.code || step.number === last
              ? <Code step={step} told={told} pointed={at}>{shown}</Code>
              : <p><span className="numbers">[{step.number}]</span> {told}</p>}</li>
          );
        })}
      </ol>
      {of.assumptions && of.assumptions.length > 0 && <p className="meta assumed">Assumes: {of.assumptions.map(sentence).join(" ")}</p>}
      <SavePlan cell={cell} />
    </div>
  );
}

// What a step made: kept in the cell, or in the data store of the notebook.
function Rows({ name, kept, meaning, stored, lit }: { name: string; kept: Result | undefined; meaning: Meaning | undefined; stored: boolean; lit: readonly number[] }) {
  const notebook = useStore((state) => state.book?.entry.id);
  const [rows, setRows] = useState<Result | null>(null);
  const [missing, setMissing] = useState(false);
  const there = kept?.data ? kept : rows;
  if (there?.data) return <DataTable result={there} meaning={meaning} lit={lit} label={`Rows of ${name}`} />;
  if (missing) return <p className="meta">The rows are not kept any more; run the plan again to see them.</p>;
  if (!stored || !notebook) return null;
  return <button type="button" className="quiet" onClick={() => api.tableRows(notebook, name).then(setRows, () => setMissing(true))}>Show the rows</button>;
}

function SavePlan({ cell }: { cell: Cell }) {
  const [naming, setNaming] = useState(false);
  const [name, setName] = useState("");
  if (!naming) return <button type="button" className="quiet" onClick={() => setNaming(true)}>Save this plan</button>;
  async function save(event: FormEvent) {
    event.preventDefault();
    if (name.trim() !== "" && (await savePlan(cell.id, name.trim()))) setNaming(false);
  }
  return (
    <form className="plan-approval" onSubmit={(event) => void save(event)}>
      <input className="field" aria-label="Name of the plan" placeholder="Name of the plan" maxLength={80} autoFocus value={name}
        onChange={(event) => setName(event.target.value)} onKeyDown={(event) => event.key === "Escape" && setNaming(false)} />
      <button type="submit" className="button main" disabled={name.trim() === ""}>Save</button>
      <button type="button" className="button" onClick={() => setNaming(false)}>Cancel</button>
    </form>
  );
}
