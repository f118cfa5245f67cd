// An analysis in several steps: the checklist while it runs, and its steps under
// the answer.
import type { Cell } from "../api/types";
import { SQLText } from "../sql/SQLText";
import type { PlanStep } from "../store/book";
import { count } from "../table/DataTable";
import { sentence } from "../ui/sentence";
import "./looks.css";

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

export function Steps({ of }: { of: NonNullable<Cell["analysis"]> }) {
  const made = new Map((of.steps ?? []).map((step) => [step.number, step]));
  return (
    <div className="sources">
      <p className="meta">Steps</p>
      <ol aria-label="Steps">
        {of.plan.steps.map((step) => {
          const rows = made.get(step.number)?.row_count;
          const told = `${step.goal}${rows === undefined ? "" : ` · ${count(rows, "row")}`}`;
          return (
            <li key={step.number}>{step.code ? (
              <details>
                <summary><span className="numbers">[{step.number}]</span> {told}</summary>
                <pre className="code" tabIndex={0}><SQLText sql={step.code} /></pre>
              </details>
            ) : <p><span className="numbers">[{step.number}]</span> {told}</p>}</li>
          );
        })}
      </ol>
      {of.assumptions && of.assumptions.length > 0 && <p className="meta assumed">Assumes: {of.assumptions.map(sentence).join(" ")}</p>}
    </div>
  );
}
