// One cell of a notebook, in whichever state it is.
import { memo, useEffect, useRef, useState, type DragEvent } from "react";
import type { Cell } from "../api/types";
import { sqlDrafts } from "../sql/drafts";
import { useKeptFocus } from "../store/focus";
import { store, useStore } from "../store/store";
import { Boundary } from "../ui/Boundary";
import { straight } from "../ui/straight";
import { Answer } from "./Answer";
import "./cell.css";
import { Head } from "./Head";
import { Note } from "./Note";
import { kindOf } from "./outcome";
import { Question } from "./Question";
import { Ended, Progress } from "./Running";
import type { TabName } from "./Tabs";
import { Declined, Failed, Unsure } from "./Unanswered";

interface Props {
  id: string;
  follower: boolean;
  /** Whether all of it is shown, or only its words. */
  full: boolean;
  onDragStart: (id: string, event: DragEvent) => void;
  onDragEnd: () => void;
}

export const CellView = memo(function CellView({ id, follower, full, onDragStart, onDragEnd }: Props) {
  const kept = useStore((state) => state.book?.cells[id]);
  const stale = useStore((state) => state.book?.stale.includes(id) ?? false);
  const outdated = useStore((state) => state.book?.outdated.includes(id) ?? false);
  const earlier = useStore((state) => state.book?.earlier.includes(id) ?? false);
  const shown = useStore((state) => state.book?.shown[id]);
  // A new answer is on its way: to this place, or to one of its own.
  const own = useStore((state) => state.book?.works[id]);
  const replacing = useStore((state) => Object.values(state.book?.works ?? {}).findLast((known) => known.replaces === id && !known.landed));
  const work = own ?? replacing;
  const busy = work !== undefined && !work.ended;
  const drawn = work?.drawn;
  const cell = drawn ?? kept;
  const body = useRef<HTMLDivElement>(null);
  const inert = busy && !drawn;
  useKeptFocus(body, inert);
  // A statement that was begun before the page was loaded again is gone on with.
  const [tab, setTab] = useState<TabName | null>(() => (sqlDrafts.has(id) ? "sql" : null));
  // A failed statement is reported where it was written, and the answer stays.
  // Other pages say so, and have it one click away.
  const tried = work?.ended && work.sql !== "" && cell?.sql ? work : undefined;
  const here = tried?.here ?? false;
  useEffect(() => {
    if (here) setTab("sql");
  }, [tried?.id, here]);
  if (!cell) return null;
  const kind = kindOf(cell);
  const details = { place: id, open: tab, onOpen: setTab, tried, busy };
  const answer = drawn ? work.id : shown?.created === cell.created_at ? shown.turn : cell.created_at;
  return (
    <article className={`cell ${kind}${drawn ? " running" : busy ? " renewing" : ""}`} id={kept && id} data-cell={kept && id} data-work={drawn && work.id}
      tabIndex={-1} aria-busy={busy} aria-labelledby={kind === "note" ? undefined : `q-${id}`} aria-label={kind === "note" ? "Note" : undefined}
      onFocus={() => kept && store.dispatch({ type: "focus", cell: id })}>
      {!full && <Words id={id} cell={cell} follower={follower} />}
      {full && (drawn
        ? <header className="cell-head"><Question id={id} text={cell.question} follower={follower} cell={cell} /></header>
        : <Head cell={cell} follower={follower} stale={stale} outdated={outdated} earlier={earlier} onDragStart={(event) => onDragStart(id, event)} onDragEnd={onDragEnd} />)}
      {work && !drawn && busy && <Progress work={work} brief />}
      {work?.ended && !(tried && (here || tab === "sql")) && <Ended work={work} onEdit={tried && (() => setTab("sql"))} />}
      {full && <div className="cell-body" ref={body} inert={inert}><Boundary of={answer} what="This cell">
        {kind === "note" && <Note cell={cell} />}
        {kind === "answered" && <Answer cell={cell} version={answer} writing={drawn && <Progress work={work} brief />} details={details} />}
        {kind === "unsure" && <Unsure cell={cell} />}
        {kind === "declined" && <Declined cell={cell} />}
        {kind === "failed" && <Failed cell={cell} details={details} />}
      </Boundary></div>}
    </article>
  );
});

// A cell far from the window: what can be searched for and read out.
function Words({ id, cell, follower }: { id: string; cell: Cell; follower: boolean }) {
  return (
    <>
      {cell.question && <Question id={id} text={cell.question} follower={follower} cell={cell} />}
      <p className="lead">{straight(cell.note ?? cell.narrative?.text ?? "")}</p>
    </>
  );
}
