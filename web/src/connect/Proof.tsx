// What a test found, step by step, and whether anything could be written.
import { sentence } from "../ui/sentence";
import type { ReadChoice, SourceTest } from "../api/types";
import { plural } from "../rail/describe";
import { Readings } from "./Readings";

// What the steps are called here.
const titles = new Map([
  ["connect", "Connect"],
  ["read-only", "Read-only check"],
  ["schema", "Read the schema"],
]);

interface Props {
  test: SourceTest | null; // null while it runs
  again: boolean; // it runs again, since something is to be read in another way
  first: readonly string[]; // the choices that are shown at once
  onChoose: (choice: ReadChoice, as: string) => void;
  name: string;
  accepted: boolean;
  onAccept: (accepted: boolean) => void;
}

export function Proof({ test, again, first, onChoose, name, accepted, onAccept }: Props) {
  const writable = test?.steps.some((step) => step.name === "read-only" && !step.ok) ?? false;
  return (
    <section className="proof" aria-label="Connection test" role="status" aria-busy={test === null || again}>
      {test === null && <p className="proof-wait"><span className="proof-pulse" aria-hidden="true" />Connecting, checking that writes are refused, reading the schema…</p>}
      {test && (
        <>
          <ol>
            {test.steps.map((step, i) => (
              <li key={i} className={step.ok ? "ok" : "bad"}>
                <span className="proof-sign" aria-hidden="true">{step.ok ? "✓" : "✗"}</span>
                <span><span className="hidden">{step.ok ? "Passed: " : "Failed: "}</span>{titles.get(step.name) ?? step.name}</span>
                {step.detail && !(step.ok && step.name === "schema") && <span className="proof-detail">{sentence(step.detail)}</span>}
                {step.hint && <span className="proof-hint">{sentence(step.hint)}</span>}
              </li>
            ))}
          </ol>
          {test.ok && test.read_only && <p className="proof-sum">Nothing can be written through this connection. {plural(test.tables, "table")}, {plural(test.columns, "column")} ready.</p>}
          {test.notes.length > 0 && (
            <section className="proof-notes" aria-label="How the data is read">
              <ul>
                {test.notes.map((note, i) => (
                  <li key={i} className={note.severity === "info" ? "" : "doubt"}>
                    <span className="proof-sign" aria-hidden="true">{note.severity === "info" ? "·" : "!"}</span>
                    <span>{note.severity !== "info" && <span className="hidden">Warning: </span>}{sentence(note.message)}</span>
                    {note.hint && <span className="proof-hint">{sentence(note.hint)}</span>}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {test.choices.length > 0 && <Readings choices={test.choices} first={first} onChoose={onChoose} />}
          {again && <p className="proof-wait"><span className="proof-pulse" aria-hidden="true" />Reading the data again…</p>}
          {writable && (
            <label className="proof-accept">
              <input type="checkbox" checked={accepted} onChange={(event) => onAccept(event.target.checked)} />
              Use this login anyway. Plumb still only reads.
            </label>
          )}
          {test.ok && test.variables.length > 0 && (
            <p className="proof-note">
              The password stays in memory and is never saved to a file. To open “{name}” after a restart, set {test.variables.map((variable, i) => (
                <span key={variable}>{i > 0 && " and "}<code>{variable}</code></span>
              ))} in the environment or in <code>.env</code>.
            </p>
          )}
        </>
      )}
    </section>
  );
}
