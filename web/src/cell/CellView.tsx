// One cell of a notebook, in whichever state it is.
import { memo, type DragEvent } from "react";
import type { Cell } from "../api/types";
import { store, useStore } from "../store/store";
import { Boundary } from "../ui/Boundary";
import { Answer } from "./Answer";
import "./cell.css";
import { Head } from "./Head";
import { Note } from "./Note";
import { kindOf } from "./outcome";
import { Question } from "./Question";
import { Ended, Progress } from "./Running";
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
  const cell = useStore((state) => state.book?.cells[id]);
  const stale = useStore((state) => state.book?.stale.includes(id) ?? false);
  const earlier = useStore((state) => state.book?.earlier.includes(id) ?? false);
  // A new answer is on its way to take this place.
  const work = useStore((state) => Object.values(state.book?.works ?? {}).findLast((known) => known.replaces === id));
  const busy = work !== undefined && !work.ended;
  if (!cell) return null;
  const kind = kindOf(cell);
  return (
    <article className={`cell ${kind}${busy ? " renewing" : ""}`} id={cell.id} data-cell={cell.id} tabIndex={-1} aria-busy={busy}
      aria-labelledby={kind === "note" ? undefined : `q-${cell.id}`} aria-label={kind === "note" ? "Note" : undefined}
      onFocus={() => store.dispatch({ type: "focus", cell: cell.id })}>
      {!full && <Words cell={cell} follower={follower} />}
      {full && <Head cell={cell} follower={follower} stale={stale} earlier={earlier} onDragStart={(event) => onDragStart(id, event)} onDragEnd={onDragEnd} />}
      {work && (busy ? <Progress work={work} brief /> : <Ended work={work} />)}
      {full && <div className="cell-body" inert={busy}><Boundary key={cell.created_at} what="This cell">
        {kind === "note" && <Note cell={cell} />}
        {kind === "answered" && <Answer key={cell.id} cell={cell} />}
        {kind === "unsure" && <Unsure cell={cell} />}
        {kind === "declined" && <Declined cell={cell} />}
        {kind === "failed" && <Failed cell={cell} />}
      </Boundary></div>}
    </article>
  );
});

// A cell far from the window: what can be searched for and read out.
function Words({ cell, follower }: { cell: Cell; follower: boolean }) {
  return (
    <>
      {cell.question && <Question id={cell.id} text={cell.question} follower={follower} sql={cell.sql} />}
      <p className="lead">{cell.note ?? cell.narrative?.text}</p>
    </>
  );
}
