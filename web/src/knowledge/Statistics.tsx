// How well questions are answered: verdicts, retries, times, memories, costs.
import { useState } from "react";
import { api } from "../api/client";
import type { Stats } from "../api/types";
import { count } from "../table/DataTable";
import { useFetched } from "./fetched";
import { typeNames } from "./Memories";
import { duration, percent, Problem } from "./Parts";

const spans: [number, string][] = [[7, "7 days"], [30, "30 days"], [0, "All"]];
const pathNames: Record<string, string> = { data: "Data", analysis: "Analysis in steps", documents: "Documents", both: "Data and documents", general: "General talk" };
const reasons: Record<string, string> = {
  not_there: "asks for what is not there", not_a_question: "is no question", other_role: "a number was taken for an amount", left_out: "left something out", other_reading: "read as something else",
  false_figure: "a figure is wrong", no_source: "a sentence cites nothing", not_in_source: "the passage does not say it", contradicted: "the passage says the opposite", off_topic: "off the topic",
  unanswered: "a part is unanswered", invented: "figures of nowhere", objection: "a model objects",
};

export function Statistics() {
  const [days, setDays] = useState(30);
  const { value, failure, again } = useFetched(String(days), () => api.stats(days));
  return (
    <>
      <div className="choice" role="radiogroup" aria-label="Period">
        {spans.map(([span, title]) => (
          <label key={span} className={days === span ? "chosen" : ""}>
            <input type="radio" name="stats-days" value={span} checked={days === span} onChange={() => setDays(span)} />
            {title}
          </label>
        ))}
      </div>
      {failure && !value && <Problem failure={failure} onAgain={again} />}
      {!failure && !value && <p className="meta" role="status">Counting…</p>}
      {value && <Figures of={value} />}
    </>
  );
}

function Figures({ of }: { of: Stats }) {
  const judged = of.paths.reduce((sum, path) => sum + path.judged, 0);
  const accepted = of.paths.reduce((sum, path) => sum + path.accepted, 0);
  const retried = of.paths.reduce((sum, path) => sum + path.retried, 0);
  const { memory, usage } = of;
  const rejected = of.verdicts.filter((verdict) => verdict.decision !== "accept");
  if (of.answers === 0) return <p className="empty">Nothing was answered in this time.</p>;
  return (
    <>
      <dl className="stat-figures">
        <Figure title="Answers" text={of.answers.toLocaleString("en")} more={`in ${count(of.sessions, "conversation")}`} />
        <Figure title="Accepted" text={percent(accepted, judged)} more={`of ${judged.toLocaleString("en")} that the critic read`} />
        <Figure title="Tried again" text={percent(retried, of.answers)} more={count(retried, "answer")} />
        <Figure title="Models" text={usage.calls === 0 ? "none" : `$${usage.cost_usd.toFixed(2)}`}
          more={usage.calls === 0 ? "no model was asked" : `${count(usage.calls, "call")}, ${(usage.input_tokens + usage.output_tokens).toLocaleString("en")} tokens${usage.unpriced > 0 ? `, ${usage.unpriced} unpriced` : ""}`} />
      </dl>
      {of.bounded && <p className="meta">Of the newest 50,000 answers.</p>}
      <h3>By the way they were found</h3>
      <div className="grid-scroll" tabIndex={0} role="group" aria-label="Answers by path">
        <table className="stat-table">
          <thead><tr><th>Path</th><th className="number">Answers</th><th className="number">Accepted</th><th className="number">Rejected</th><th className="number">Tried again</th><th className="number">Median</th><th className="number">95 of 100</th></tr></thead>
          <tbody>
            {of.paths.map((path) => (
              <tr key={path.path}>
                <th scope="row">{pathNames[path.path] ?? path.path}</th>
                <td className="number">{path.answers.toLocaleString("en")}</td>
                <td className="number">{percent(path.accepted, path.judged)}</td>
                <td className="number">{percent(path.rejected, path.judged)}</td>
                <td className="number">{percent(path.retried, path.answers)}</td>
                <td className="number">{duration(path.median_ms)}</td>
                <td className="number">{duration(path.p95_ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rejected.length > 0 && (
        <>
          <h3>Why answers did not stand</h3>
          <Bars rows={rejected.map((verdict) => ({ label: `${pathNames[verdict.path] ?? verdict.path}: ${reasons[verdict.reason ?? ""] ?? verdict.reason ?? verdict.decision}`, n: verdict.answers }))} />
        </>
      )}
      <h3>Memories</h3>
      <dl className="stat-figures">
        <Figure title="Kept" text={memory.kept.toLocaleString("en")} more={memory.by_type.map((type) => `${type.memories} ${(typeNames[type.type] ?? type.type).toLowerCase()}`).join(", ")} />
        <Figure title="Came to mind" text={percent(memory.recalled, of.answers)} more="of all answers" />
        <Figure title="Used" text={percent(memory.used, memory.kept)} more={`${memory.helped} said to be right, ${memory.wrong} wrong`} />
        <Figure title="Accepted with" text={percent(memory.accepted_with, 1)} more={`${percent(memory.accepted_without, 1)} without`} />
      </dl>
      <p className="meta">{memory.per_session.toFixed(1)} memories in a conversation on average. {count(memory.followed, "answer")} followed something that was known before.</p>
      {memory.growth.length > 1 && <><h3>Memories added by day</h3><Bars rows={memory.growth.slice(-14).map((one) => ({ label: one.day, n: one.added }))} /></>}
      {of.by_day.length > 1 && <><h3>Answers by day</h3><Bars rows={of.by_day.slice(-14).map((one) => ({ label: one.day, n: one.answers }))} /></>}
    </>
  );
}

function Figure({ title, text, more }: { title: string; text: string; more: string }) {
  return <div><dt>{title}</dt><dd><strong>{text}</strong><span className="meta">{more}</span></dd></div>;
}

function Bars({ rows }: { rows: { label: string; n: number }[] }) {
  const most = Math.max(1, ...rows.map((row) => row.n));
  return (
    <ul className="bars">
      {rows.map((row) => (
        <li key={row.label}><span>{row.label}</span><meter min={0} max={most} value={row.n} aria-label={row.label}>{row.n}</meter><span className="number">{row.n.toLocaleString("en")}</span></li>
      ))}
    </ul>
  );
}
