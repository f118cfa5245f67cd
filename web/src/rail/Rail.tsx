// The left of the page: notebooks, data, what is in it, and how it hangs together.
import { useEffect, useMemo, useState } from "react";
import type { Failure } from "../api/client";
import { go } from "../app/route";
import { ask, insert } from "../store/actions";
import { store, useStore } from "../store/store";
import { Bob, Icon } from "../ui/Icon";
import { choose, copy, create, disconnect, erase, rename } from "./act";
import { count, plural } from "./describe";
import { loadNotebooks, loadOverview, loadSchema, loadSources, meanwhile } from "./load";
import { KnowledgeRow } from "./KnowledgeRow";
import { Notebooks } from "./Notebooks";
import { Relations } from "./Relations";
import { shortened } from "./schema";
import { SchemaTree } from "./SchemaTree";
import { Sources } from "./Sources";
import "./rail.css";

export function Rail() {
  const { entries, sources, schema, suggestions, overview } = useStore((state) => state.library);
  const book = useStore((state) => state.book?.entry ?? null);
  const cells = useStore((state) => state.book?.order.length ?? 0);
  const live = useStore((state) => state.link === "live");
  const [chosen, setChosen] = useState<{ table: string; n: number } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const source = book?.source || overview?.source || "";
  const known = overview !== null;
  const now = useMinutes();

  // Read at the start, and again when a lost connection is back.
  useEffect(() => {
    void meanwhile(async () => { await Promise.all([loadOverview(), loadSources()]); });
  }, [live]);

  // The list tells names and how many cells there are.
  useEffect(() => {
    void meanwhile(loadNotebooks);
  }, [book?.id, book?.name, cells, live]);

  const read = (name: string, fresh = false) => void loadSchema(name, fresh).then((failed) => { if (failed !== undefined) setFailure(failed); });
  useEffect(() => {
    if (source && known) read(source);
  }, [source, known]);

  const openTable = (table: string) => setChosen((was) => ({ table, n: (was?.n ?? 0) + 1 }));
  const readAnew = (name: string) => read(name, true);
  const opened = schema && schema.source === source ? schema : null;

  const relations = useMemo(() => (opened ? shortened(opened.tables, opened.relations) : []), [opened]);

  return (
    <nav className="rail-inside" aria-label="Notebooks and tables">
      <div className="rail-top">
        <Bob size={18} />
        <span className="rail-brand">Plumb</span>
        <button type="button" className="quiet only" aria-label="Find a command, a notebook or a table" title="Find anything  Ctrl K"
          onClick={() => store.dispatch({ type: "overlay", overlay: "palette" })}>
          <Icon name="search" />
        </button>
      </div>
      <Notebooks entries={entries ?? []} current={book?.id ?? ""} now={now} onOpen={(id, cell) => { go(id, cell); leave(); }} onCreate={() => { void create(); leave(); }}
        onRename={(id, name) => void rename(id, name)} onCopy={(entry) => void copy(entry)} onDelete={(id) => void erase(id)} />
      {sources && (
        <Sources sources={sources} current={source} onChoose={(name) => void choose(name)} onReadAnew={readAnew}
          onRemove={(name) => void disconnect(name)} onConnect={() => store.dispatch({ type: "overlay", overlay: "connect" })} />
      )}
      <KnowledgeRow />
      {source && (
        <section className="rail-section" aria-labelledby="rail-tables">
          <header className="rail-head">
            <h2 id="rail-tables">Tables</h2>
            {opened && <span className="rail-aside" title={plural(opened.tables.length, "table")}>{count(opened.tables.length)}</span>}
          </header>
          {opened ? (
            <SchemaTree key={source} tables={opened.tables} relations={relations} chosen={chosen} onOpen={openTable}
              onInsert={(name) => { insert(name); leave(); }} />
          ) : failure ? (
            <div className="rail-problem" role="alert">
              <strong>! </strong>{failure.message} {failure.hint}
              <button type="button" className="button small" onClick={() => readAnew(source)}><Icon name="again" size={14} />Try again</button>
            </div>
          ) : (
            <p className="rail-empty" role="status">Reading the schema…</p>
          )}
        </section>
      )}
      {relations.length > 0 && (
        <details className="rail-section rail-fold">
          <summary><h2>Relationships</h2></summary>
          <Relations relations={relations} onOpen={openTable} />
        </details>
      )}
      {suggestions && suggestions.length > 0 && (
        <details className="rail-section rail-fold" open>
          <summary><h2>Try asking</h2></summary>
          <ul className="suggestions">
            {suggestions.slice(0, 6).map((question) => (
              <li key={question}>
                <button type="button" onClick={() => { void ask({ question }); leave(); }}>{question}</button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

// Over a narrow page the rail is in the way of what was just done.
function leave() {
  if (window.matchMedia("(max-width: 900px)").matches) store.dispatch({ type: "rail", open: false });
}

// The present to the minute, for how long ago things were.
function useMinutes(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
