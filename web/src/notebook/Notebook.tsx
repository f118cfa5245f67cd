// The notebook: a column of threads, and the bar to ask in.
import { useEffect, useMemo } from "react";
import { Running } from "../cell/Running";
import { CellView } from "../cell/CellView";
import { NoteEditor } from "../cell/Note";
import { Welcome } from "../connect/Welcome";
import { addNote, refresh } from "../store/actions";
import type { OpenBook } from "../store/book";
import { store, useStore } from "../store/store";
import { count } from "../table/DataTable";
import { Icon } from "../ui/Icon";
import { AskBar } from "./AskBar";
import { useDragging } from "./dragging";
import { LiveRegion } from "./LiveRegion";
import "./notebook.css";
import { rootOf, threads, type Thread } from "./places";

export function Notebook() {
  const book = useStore((state) => state.book);
  const failure = useStore((state) => state.failure);
  return (
    <>
      <main className="notebook" id="notebook" aria-label="Notebook" aria-busy={!book && !failure}>
        {book && <Column book={book} />}
        {!book && failure && (
          <div className="notice harm">
            <span className="sign" aria-hidden="true">!</span>
            <span>{failure.message}</span>
            {failure.hint && <span className="hint">{failure.hint}</span>}
            <span className="acts"><a className="button" href="/">Open the latest notebook</a></span>
          </div>
        )}
      </main>
      <AskBar />
      <LiveRegion />
    </>
  );
}

function Column({ book }: { book: OpenBook }) {
  const { cells, order, works, stale } = book;
  const all = useMemo(() => threads(cells, order), [cells, order]);
  const noting = useStore((state) => state.noting);
  const drag = useDragging(all);

  // A link to a cell leads to it.
  useEffect(() => {
    const id = location.hash.slice(1);
    if (id) document.getElementById(id)?.scrollIntoView({ block: "start" });
  }, [book.entry.id]);

  // What takes the place of a cell is shown in it; the rest stands in the thread
  // that it may continue.
  const present = new Set(order);
  const loose = Object.values(works).filter((work) => !present.has(work.replaces));
  const threadOf = (parent: string) => (present.has(parent) ? rootOf(cells, present, parent) : "");
  const inThread = (thread: Thread) => loose.filter((work) => work.parent !== "" && threadOf(work.parent) === thread.root);
  const atEnd = loose.filter((work) => work.parent === "" || threadOf(work.parent) === "");

  if (all.length === 0 && loose.length === 0 && noting === null) return <Welcome />;
  return (
    <>
      {stale.length > 0 && <Stale number={stale.length} />}
      {all.map((thread) => {
        const running = inThread(thread);
        return (
          <section key={thread.root} className={drag.classOf(thread.root, "thread")} {...drag.target(thread.root)}>
            <CellView id={thread.root} follower={false} onDragStart={drag.start} onDragEnd={drag.end} />
            {noting === thread.root && <NewNote after={thread.root} />}
            {(thread.followers.length > 0 || running.length > 0) && (
              <div className="followers">
                {thread.followers.map((id) => (
                  <div key={id} className={drag.classOf(id, "follower")} {...drag.target(id)}>
                    <CellView id={id} follower onDragStart={drag.start} onDragEnd={drag.end} />
                    {noting === id && <NewNote after={id} />}
                  </div>
                ))}
                {running.map((work) => <Running key={work.id} work={work} follower />)}
              </div>
            )}
          </section>
        );
      })}
      {atEnd.map((work) => <section key={work.id} className="thread"><Running work={work} follower={false} /></section>)}
      {noting !== null && !present.has(noting) && <NewNote after="" />}
    </>
  );
}

function Stale({ number }: { number: number }) {
  return (
    <div className="notice doubt stale-all">
      <span className="sign" aria-hidden="true">~</span>
      <span>The tables of {count(number, "answer")} have changed since.</span>
      <span className="acts"><button type="button" className="button" onClick={() => void refresh(store.get().book?.stale ?? [])}><Icon name="again" /> Refresh all</button></span>
    </div>
  );
}

function NewNote({ after }: { after: string }) {
  const close = () => store.dispatch({ type: "noting", after: null });
  return (
    <div className="new-note">
      <NoteEditor text="" onCancel={close} onSave={async (text) => {
        if (await addNote(text, after || undefined)) close();
      }} />
    </div>
  );
}
