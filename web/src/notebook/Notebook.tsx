// The notebook: a column of threads, and the bar to ask in.
import { useEffect, useMemo, type ReactNode } from "react";
import { Running } from "../cell/Running";
import { canDraw } from "../chart/bind";
import { charting } from "../chart/charting";
import { Welcome } from "../connect/Welcome";
import { sentence } from "../ui/sentence";
import { refresh } from "../store/actions";
import type { OpenBook, Work } from "../store/book";
import { useStore } from "../store/store";
import { count } from "../table/DataTable";
import { Icon } from "../ui/Icon";
import { AskBar } from "./AskBar";
import { useDragging } from "./dragging";
import { LiveRegion } from "./LiveRegion";
import "./notebook.css";
import { usePlace } from "./place";
import { landing, rootOf, threads, type Thread } from "./places";
import { NewNote, ThreadView } from "./ThreadView";

export function Notebook() {
  const book = useStore((state) => state.book);
  const failure = useStore((state) => state.failure);
  const asked = book !== null && (book.past.length > 0 || Object.keys(book.works).length > 0);
  return (
    <>
      <main className={asked ? "notebook asked" : "notebook"} id="notebook" tabIndex={-1} aria-label="Notebook" aria-busy={!book && !failure}>
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
  const { cells, order, works, stale, outdated } = book;
  const all = useMemo(() => threads(cells, order), [cells, order]);
  const visible = useWithWorks(book, all);
  const noting = useStore((state) => state.noting);
  const drag = useDragging(all);
  useCharting(cells);

  usePlace(book.entry.id);

  // What takes the place of a cell is shown in it; the rest stands in the thread
  // that it may continue.
  const present = useMemo(() => new Set(order), [order]);
  const loose = Object.values(works).filter((work) => !work.landed && !work.drawn && !present.has(work.replaces));
  const threadOf = (parent: string) => (present.has(parent) ? rootOf(cells, present, parent) : "");
  const inThread = ({ followers }: Thread) => (loose.length === 0 ? nothing : orNothing(loose.filter((work) => followers.includes(work.id))));
  const notedIn = ({ root, followers }: Thread) => (noting !== null && (noting === root || followers.includes(noting)) ? noting : "");
  const alone = loose.filter((work) => !present.has(work.parent));
  // What ended without a cell stays where it ended: later answers stand below it.
  const below = ({ root }: Thread) => alone.filter((work) => work.ended && threadOf(work.ended.after) === root);
  const first = alone.filter((work) => work.ended?.after === "");
  const atEnd = alone.filter((work) => !work.ended || (work.ended.after !== "" && threadOf(work.ended.after) === ""));
  const block = (work: Work) => <section key={work.id} className="thread"><Running work={work} follower={false} /></section>;

  if (visible.length === 0 && loose.length === 0 && noting === null) return <Welcome />;
  return (
    <>
      {book.entry.problem && <Problem problem={book.entry.problem} />}
      {stale.length > 0 && <Stale cells={stale}>{count(stale.length, "answer")} may be out of date: {stale.length === 1 ? "its" : "their"} tables have changed.</Stale>}
      {outdated.length > 0 && <Stale cells={outdated}>{count(outdated.length, "follow-up")} may be out of date: the answer {outdated.length === 1 ? "it follows" : "they follow"} has changed.</Stale>}
      {first.map(block)}
      {visible.flatMap((thread) => [
        <ThreadView key={book.shown[thread.root]?.place ?? thread.root} thread={thread} works={inThread(thread)} noting={notedIn(thread)} drag={drag} />,
        ...below(thread).map(block),
      ])}
      {atEnd.map(block)}
      {noting !== null && !present.has(noting) && <NewNote after="" />}
    </>
  );
}

// Threads with follow-ups that are at work, and with the answers whose story is
// still being written, where they will stand.
function useWithWorks({ cells, order, works }: OpenBook, all: Thread[]): Thread[] {
  const present = new Set(order);
  const coming = Object.values(works).filter((work) => !work.landed && !present.has(work.replaces) && (work.drawn || present.has(work.parent)));
  const names = coming.map((work) => `${work.id}${work.drawn ? "!" : ""}`).join(" ");
  return useMemo(() => {
    let [known, places] = [cells, order];
    for (const work of coming) {
      const context = { conversation_position: 0, ...(work.parent && { refinement_of: work.parent }) };
      known = { ...known, [work.id]: work.drawn ?? { id: work.id, created_at: "", question: work.question, context, metadata: { agent_steps: 0, retry_count: 0 } } };
      places = landing(known, places, work.id, work.parent);
    }
    return coming.length === 0 ? all : threads(known, places);
    // The threads change with cells and order, and the names stand for what is coming: progress alone makes no new list.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [all, names]);
}

// The chart library is there before a chart comes into view: printing would not wait for it.
function useCharting(cells: OpenBook["cells"]): void {
  const wanted = Object.values(cells).some(canDraw);
  useEffect(() => {
    if (!wanted) return;
    const timer = setTimeout(() => void charting.load().catch(() => {}), pause); // a chart in view reports a failure
    return () => clearTimeout(timer);
  }, [wanted]);
}

const pause = 500; // milliseconds, in which the page shows itself

const nothing: Work[] = []; // the same one each time, so that what has none stays as it is
const orNothing = (works: Work[]): Work[] => (works.length === 0 ? nothing : works);

// A file that was damaged or changed by another hand is shown as far as it goes.
function Problem({ problem }: { problem: NonNullable<OpenBook["entry"]["problem"]> }) {
  return (
    <div className="notice doubt" role="note">
      <span className="sign" aria-hidden="true">!</span>
      <span>{sentence(problem.message)}</span>
      {problem.hint && <span className="hint">{sentence(problem.hint)}</span>}
    </div>
  );
}

function Stale({ cells, children }: { cells: string[]; children: ReactNode }) {
  return (
    <div className="notice doubt stale-all">
      <span className="sign" aria-hidden="true">~</span>
      <span>{children}</span>
      <span className="acts"><button type="button" className="button" onClick={() => void refresh(cells)}><Icon name="again" /> Refresh all</button></span>
    </div>
  );
}
