// The statement of an answer: to read, to change and to run again.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { sentence } from "../ui/sentence";
import type { Cell } from "../api/types";
import { endOf } from "../cell/outcome";
import { runSQL } from "../store/actions";
import { attempt, notify } from "../store/attempt";
import type { Work } from "../store/book";
import { store } from "../store/store";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/Icon";
import { useLoaded } from "../ui/lazy";
import { Unloaded } from "../ui/Unloaded";
import { difference } from "./diff";
import { authorOf } from "./author";
import { sqlDrafts } from "./drafts";
import { editing } from "./editing";
import type { Editor } from "./editor";
import "./sql.css";
import { SQLText } from "./SQLText";

const statementOf = (cell: Cell): string => cell.sql?.user_sql_override || (cell.sql?.query ?? "");

interface Props {
  cell: Cell;
  place: string;
  tried: Work | undefined;
  busy: boolean;
}

// What is written is kept until it is what the answer rests on.
function keepDraft(place: string, written: string, ran: string): void {
  if (written.trim() === ran.trim()) sqlDrafts.drop(place);
  else sqlDrafts.keep(place, written);
}

export function SQLPanel({ cell, place, tried, busy }: Props) {
  const original = cell.sql?.query ?? "";
  const ran = statementOf(cell);
  const [text, setText] = useState(() => sqlDrafts.get(place) ?? ran);
  const [sending, setSending] = useState(""); // the statement that is on its way
  const [next, setNext] = useState(""); // the statement that runs when the cell is free
  const sent = useRef(""); // the statement that the cell is busy with
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);

  const send = (written: string) => {
    const statement = written.trim();
    if (statement === "" || statement === sending) return;
    if (busy) {
      setNext(statement === sent.current ? "" : statement);
      return;
    }
    sent.current = statement;
    setSending(statement);
    void runSQL(statement, { replaces: place, question: cell.question }).finally(() => setSending((now) => (now === statement ? "" : now)));
  };
  useEffect(() => {
    if (!busy) sent.current = "";
  }, [busy]);
  const run = useEffectEvent(send);
  useEffect(() => {
    if (busy || next === "") return;
    setNext("");
    run(next);
  }, [busy, next]);
  useEffect(() => keepDraft(place, text, ran), [place, text, ran]);

  // The editor is ahead of what is shown here: it says what is written in it.
  const written = useRef(text);
  const change = useEffectEvent((statement: string) => {
    written.current = statement;
    setText(statement);
    keepDraft(place, statement, ran);
  });
  const label = useEffectEvent(() => `SQL of ${cell.question}`);

  const { part, failed, again } = useLoaded(editing, true);
  useEffect(() => {
    if (!part || !host.current) return;
    const made = part.edit(host.current, {
      text: written.current, label: label(), onRun: (statement) => run(statement), onChange: (statement) => change(statement),
      onLeave: () => host.current?.closest<HTMLElement>("[data-cell]")?.focus(),
    });
    editor.current = made;
    return () => {
      made.stop();
      editor.current = null;
    };
  }, [part]);

  // Another answer brings its own statement, unless one is being written.
  const before = useRef(ran);
  useEffect(() => {
    const untouched = written.current.trim() === before.current.trim() && written.current.trim() !== ran.trim();
    before.current = ran;
    if (!untouched) return;
    written.current = ran;
    setText(ran);
    editor.current?.set(ran);
  }, [ran]);

  // Back to the statement, and to the answer, that there was at first.
  const reset = () => {
    if (tried) store.dispatch({ type: "dismissed", turn: tried.id });
    editor.current?.set(original);
    if (ran.trim() !== original.trim()) send(original);
  };

  const changed = text.trim() !== original.trim();
  const copy = () => attempt(async () => {
    await copyText(text);
    notify("Statement copied.");
  });

  return (
    <div className="sql">
      <div className="sql-edit" ref={host} data-own-keys>
        <pre className="sql-plain"><SQLText sql={text} /></pre>
      </div>
      {tried && <Tried key={tried.id} work={tried} shown={text} onTake={() => editor.current?.set(tried.sql)} />}
      {failed && <Unloaded what="editor" again={again} />}
      <div className="sql-acts">
        <button type="button" className="button main" disabled={text.trim() === "" || text.trim() === sending || busy} onClick={() => send(text)}>
          {text.trim() === ran.trim() ? "Run again" : "Run"} <kbd>{modifier} ⏎</kbd>
        </button>
        {changed && <button type="button" className="button" disabled={busy} onClick={reset}><Icon name="undo" /> Reset</button>}
        <button type="button" className="quiet" onClick={() => void copy()}><Icon name="copy" /> Copy</button>
        {next !== "" && <span className="sql-by" role="status">Runs next</span>}
        <span className="sql-by">{authorOf(cell.sql, text)}</span>
      </div>
      {changed && <Difference before={original} after={text} />}
    </div>
  );
}

// Why a statement did not run, where it was written. One that was written in
// another page is shown too, and can be gone on with.
function Tried({ work, shown, onTake }: { work: Work; shown: string; onTake: () => void }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => void element.current?.scrollIntoView({ block: "nearest" }), []);
  const { stopped, reason, hint } = endOf(work);
  return (
    <div ref={element} className={stopped ? "notice" : "notice harm"}>
      <span className="sign" aria-hidden="true">{stopped ? "–" : "!"}</span>
      <span>{sentence(reason)}</span>
      {hint && <span className="hint">{sentence(hint)}</span>}
      {!work.here && (
        <>
          {shown.trim() !== work.sql.trim() && <pre className="tried-sql"><SQLText sql={work.sql} /></pre>}
          <span className="acts">
            {shown.trim() !== work.sql.trim() && <button type="button" className="button" onClick={onTake}>Edit this statement</button>}
            <button type="button" className="button" onClick={() => store.dispatch({ type: "dismissed", turn: work.id })}>Dismiss</button>
          </span>
        </>
      )}
    </div>
  );
}

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

function Difference({ before, after }: { before: string; after: string }) {
  const signs = { same: " ", added: "+", removed: "−" } as const;
  return (
    <figure className="sql-diff" aria-label="Changes from the original">
      <figcaption>Changes from the original</figcaption>
      <pre>
        {difference(before, after).map((line, i) => (
          <div key={i} className={line.kind}><span aria-label={line.kind === "same" ? undefined : line.kind}>{signs[line.kind]}</span>{line.text}</div>
        ))}
      </pre>
    </figure>
  );
}
