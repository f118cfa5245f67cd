// The statement of an answer: to read, to change and to run again.
import { useEffect, useRef, useState } from "react";
import type { Cell } from "../api/types";
import { runSQL } from "../store/actions";
import { attempt, notify } from "../store/attempt";
import { copyText } from "../ui/copy";
import { Icon } from "../ui/Icon";
import { useLoaded } from "../ui/lazy";
import { Unloaded } from "../ui/Unloaded";
import { difference } from "./diff";
import { editing } from "./editing";
import type { Editor } from "./editor";
import "./sql.css";
import { SQLText } from "./SQLText";

const statementOf = (cell: Cell): string => cell.sql?.user_sql_override || (cell.sql?.query ?? "");

export function SQLPanel({ cell }: { cell: Cell }) {
  const original = cell.sql?.query ?? "";
  const ran = statementOf(cell);
  const [text, setText] = useState(ran);
  const [waiting, setWaiting] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor | null>(null);
  const run = useRef(() => {});

  run.current = () => {
    const statement = text.trim();
    if (statement === "" || waiting) return;
    setWaiting(true);
    void runSQL(statement, { replaces: cell.id, question: cell.question }).finally(() => setWaiting(false));
  };

  const { part, failed, again } = useLoaded(editing, true);
  useEffect(() => {
    if (!part || !host.current) return;
    const made = part.edit(host.current, {
      text: ran, label: `SQL of ${cell.question}`, onChange: setText, onRun: () => run.current(),
      onLeave: () => host.current?.closest<HTMLElement>("[data-cell]")?.focus(),
    });
    editor.current = made;
    return () => {
      made.stop();
      editor.current = null;
    };
  }, [part]);

  // Another answer brings its own statement.
  const before = useRef(ran);
  useEffect(() => {
    if (before.current === ran) return;
    before.current = ran;
    if (text === ran) return; // it was written here
    setText(ran);
    editor.current?.set(ran);
  }, [ran]);

  const changed = text.trim() !== original.trim();
  const copy = () => attempt(async () => {
    await copyText(text);
    notify("Statement copied.");
  });

  return (
    <div className="sql">
      <div className="sql-edit" ref={host} data-own-keys>
        <pre className="sql-plain"><SQLText sql={ran} /></pre>
      </div>
      {failed && <Unloaded what="editor" again={again} />}
      <div className="sql-acts">
        <button type="button" className="button main" disabled={text.trim() === "" || waiting} onClick={() => run.current()}>
          {text.trim() === ran.trim() ? "Run again" : "Run"} <kbd>{modifier} ⏎</kbd>
        </button>
        {changed && <button type="button" className="button" onClick={() => editor.current?.set(original)}><Icon name="undo" /> Reset</button>}
        <button type="button" className="quiet" onClick={() => void copy()}><Icon name="copy" /> Copy</button>
        <span className="sql-by">{cell.sql?.edited_by_user ? "edited by hand" : cell.sql?.generated_by === "builtin" ? "written by the built-in brain" : cell.sql?.generated_by ? `written by ${cell.sql.generated_by}` : ""}</span>
      </div>
      {changed && <Difference before={original} after={text} />}
    </div>
  );
}

const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

function Difference({ before, after }: { before: string; after: string }) {
  const signs = { same: " ", added: "+", removed: "−" } as const;
  return (
    <figure className="sql-diff" aria-label="Difference to the original">
      <figcaption>Difference to the original</figcaption>
      <pre>
        {difference(before, after).map((line, i) => (
          <div key={i} className={line.kind}><span aria-label={line.kind === "same" ? undefined : line.kind}>{signs[line.kind]}</span>{line.text}</div>
        ))}
      </pre>
    </figure>
  );
}
