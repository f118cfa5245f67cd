// A plan while it runs. One that waits for approval can be run, left or changed in
// place.
import { useId, useState, type FormEvent } from "react";
import { decide } from "../store/actions";
import type { Work } from "../store/book";
import { Checklist, Code } from "./Analysis";
import { Graph } from "./Graph";
import { sentence } from "../ui/sentence";

export function Proposal({ work }: { work: Work }) {
  const { proposed, plan } = work;
  if (!proposed) return null;
  return (
    <section className="plan-card" aria-label="Plan">
      <p className="plan-title">{sentence(proposed.title)}</p>
      {proposed.steps.length > 2 && <Graph plan={proposed} states={new Map(plan.map((step) => [step.number, step.state]))} />}
      <Checklist steps={plan} />
      {proposed.parameters && proposed.parameters.length > 0 && <p className="meta">With {proposed.parameters.map(({ name, value }) => `${name} = ${value}`).join(", ")}</p>}
      {work.waits && (
        <>
          <ol className="plan-code" aria-label="Code">{proposed.steps.map((step) => step.code && <li key={step.number}><Code step={step} /></li>)}</ol>
          <Approval turn={work.id} key={JSON.stringify(proposed)} />
        </>
      )}
    </section>
  );
}

function Approval({ turn }: { turn: string }) {
  const [words, setWords] = useState("");
  const [sent, setSent] = useState(false);
  const id = useId();
  async function say(run: boolean, feedback = "") {
    setSent(true);
    if (!(await decide(turn, run, feedback))) setSent(false);
  }
  function change(event: FormEvent) {
    event.preventDefault();
    if (words.trim() !== "") void say(false, words.trim());
  }
  return (
    <form className="plan-approval" onSubmit={change}>
      <button type="button" className="button main" disabled={sent} onClick={() => void say(true)}>Run the plan</button>
      <button type="button" className="button" disabled={sent} onClick={() => void say(false)}>Don’t run it</button>
      <label htmlFor={id} className="hidden">What should be different?</label>
      <input id={id} className="field" value={words} maxLength={1000} disabled={sent} placeholder="Or say what should be different" onChange={(event) => setWords(event.target.value)} />
      <button type="submit" className="button" disabled={sent || words.trim() === ""}>Change it</button>
    </form>
  );
}
