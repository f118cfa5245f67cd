// A question without an answer: what is missing, why, and what to do next.
import { sentence } from "../ui/sentence";
import type { Cell } from "../api/types";
import { ask, draft, runSQL } from "../store/actions";
import { Cautions, Readings } from "./Foot";
import { failureOf, leftOf } from "./outcome";
import { Tabs, type Details } from "./Tabs";
import { Unsaid } from "./Unsaid";

export function Unsure({ cell }: { cell: Cell }) {
  if (cell.reading?.unsaid?.some((one) => !one.said && !one.obvious)) {
    return (
      <>
        <p className="lead">Before Plumb answers:</p>
        <Unsaid cell={cell} />
        <Cautions list={leftOf(cell)} />
        <EditQuestion cell={cell} />
      </>
    );
  }
  return (
    <>
      <p className="lead">{sentence(cell.reading?.question || "I'm not sure how to read this. Did you mean one of these?")}</p>
      <Readings cell={cell} intro="" previews={!cell.reading?.question} />
      <Cautions list={leftOf(cell)} />
      <Suggested cell={cell} intro="Or ask" />
      <EditQuestion cell={cell} />
    </>
  );
}

export function Declined({ cell }: { cell: Cell }) {
  return (
    <>
      <p className="lead">{sentence(cell.reading?.missing || "The data cannot answer this")}</p>
      <Cautions list={leftOf(cell)} />
      <Suggested cell={cell} intro="You could ask" />
      <EditQuestion cell={cell} />
    </>
  );
}

export function Failed({ cell, details }: { cell: Cell; details: Details }) {
  const { message, hint } = failureOf(cell);
  return (
    <>
      <div className="notice harm">
        <span className="sign" aria-hidden="true">!</span>
        <span>{sentence(message)}</span>
        {hint && <span className="hint">{sentence(hint)}</span>}
        <span className="acts">
          <button type="button" className="button" onClick={() => void tryAgain(cell)}>Try again</button>
          <button type="button" className="button" onClick={() => draft(cell.question, { replaces: cell.id })}>Edit the question</button>
          {cell.sql && <button type="button" className="button" onClick={() => details.onOpen("sql")}>Edit the SQL</button>}
        </span>
      </div>
      <Cautions list={leftOf(cell)} />
      <Suggested cell={cell} intro="You could ask" />
      <Tabs cell={cell} {...details} table={null} />
    </>
  );
}

// A statement that a person wrote runs again unchanged: its question was never parsed.
const tryAgain = (cell: Cell): Promise<boolean> =>
  cell.sql?.generated_by === "you" ? runSQL(cell.sql.user_sql_override || cell.sql.query, { replaces: cell.id }) : ask({ question: cell.question, replaces: cell.id });

function Suggested({ cell, intro }: { cell: Cell; intro: string }) {
  const list = cell.reading?.suggested ?? [];
  if (list.length === 0) return null;
  return (
    <>
      <p className="meta">{intro}</p>
      <ul className="offers">
        {list.map((question) => (
          <li key={question}><button type="button" className="offer" onClick={() => void ask({ question, replaces: cell.id })}>{question}</button></li>
        ))}
      </ul>
    </>
  );
}

function EditQuestion({ cell }: { cell: Cell }) {
  return <button type="button" className="quiet" onClick={() => draft(cell.question, { replaces: cell.id })}>Ask it another way</button>;
}
