// A question at work: what is being done, for how long, and the statement as
// soon as there is one.
import { useEffect, useState } from "react";
import { sentence } from "../ui/sentence";
import { ask, cancel, runSQL } from "../store/actions";
import type { Work } from "../store/book";
import { focusNotebook } from "../store/focus";
import { store } from "../store/store";
import { SQLText } from "../sql/SQLText";
import { Bob } from "../ui/Icon";
import { Looks } from "./Looks";
import { attemptOf, endOf, stageOf } from "./outcome";
import { Proposal } from "./Proposal";
import { Question } from "./Question";

export function Running({ work, follower }: { work: Work; follower: boolean }) {
  return (
    <article className={work.ended ? "cell ended" : "cell running"} aria-labelledby={`q-${work.id}`} aria-busy={!work.ended} data-work={work.id} tabIndex={-1}>
      <header className="cell-head"><Question id={work.id} text={work.question} statement={work.asQuestion} follower={follower} /></header>
      {work.ended ? <Ended work={work} /> : <Progress work={work} />}
    </article>
  );
}

const quietFor = 2_000; // milliseconds before the time is shown

export function Progress({ work, brief = false }: { work: Work; brief?: boolean }) {
  const seconds = useSeconds(work.began);
  const attempt = attemptOf(work);
  const statement = work.steps.at(-1);
  return (
    <>
      <p className="stage">
        <span className="pulse"><Bob size={14} /></span>
        <span>{stageOf(work)}{work.drawn && "…"}{attempt > 0 && ` · attempt ${attempt}`}{work.model && ` · ${work.model}`}</span>
        {seconds * 1000 >= quietFor && <span className="numbers elapsed">{elapsed(seconds)}</span>}
        {/* The page grows while it is pressed: captured, the press counts wherever the button has moved. */}
        <button type="button" className="quiet" onPointerDown={(e) => e.currentTarget.setPointerCapture(e.pointerId)} onClick={() => void cancel(work.id)}>Cancel</button>
      </p>
      {!brief && statement?.reason && <p className="tried">{sentence(statement.reason)}</p>}
      {!brief && statement && <pre className="draft"><SQLText sql={statement.sql} /></pre>}
      {!brief && work.proposed && <Proposal work={work} />}
      {!brief && work.looks.length > 0 && <Looks looks={work.looks} />}
    </>
  );
}

/** Why a question has no cell, and what to do about it. A statement for a cell that is there can be looked at in its place. */
export function Ended({ work, onEdit }: { work: Work; onEdit?: (() => void) | undefined }) {
  const { stopped, reason, hint } = endOf(work);
  const again = () => {
    store.dispatch({ type: "dismissed", turn: work.id });
    void ask({ question: work.question, ...(work.parent && { parent: work.parent }), ...(work.replaces && { replaces: work.replaces }), ...(work.looks.length > 0 && { explore: true }) });
  };
  const statement = work.sql || work.steps.at(-1)?.sql;
  const rerun = () => {
    store.dispatch({ type: "dismissed", turn: work.id });
    if (statement) void runSQL(statement, { ...(!work.asQuestion && { question: work.question }), ...(work.replaces && { replaces: work.replaces }) });
  };
  const dismiss = () => {
    store.dispatch({ type: "dismissed", turn: work.id });
    focusNotebook();
  };
  return (
    <div className={stopped ? "notice" : "notice harm"}>
      <span className="sign" aria-hidden="true">{stopped ? "–" : "!"}</span>
      <span>{onEdit && !stopped ? `The edited SQL did not run: ${sentence(reason)}` : sentence(reason)}</span>
      {hint && <span className="hint">{sentence(hint)}</span>}
      <span className="acts">
        {onEdit && <button type="button" className="button" onClick={onEdit}>Show the SQL</button>}
        {work.question && work.sql === "" && <button type="button" className="button" onClick={again}>Ask again</button>}
        {statement && !onEdit && <button type="button" className="button" onClick={rerun}>Run the SQL again</button>}
        <button type="button" className="button" onClick={dismiss}>Dismiss</button>
      </span>
    </div>
  );
}

const elapsed = (seconds: number): string => (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`);

// The clock of this page counts from when it first saw the turn, so that a
// server's clock that differs does no harm.
function useSeconds(began: string): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const told = Date.parse(began);
    const now = Date.now();
    const start = Number.isNaN(told) || told > now || now - told > 3_600_000 ? now : told;
    const tick = () => setSeconds(Math.floor((Date.now() - start) / 1000));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [began]);
  return seconds;
}
