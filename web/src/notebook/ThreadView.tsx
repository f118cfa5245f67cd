// An answer with its follow-ups. Far from the window only its words are there.
import { memo, useEffect, useRef } from "react";
import { usePrinting } from "../app/print";
import { CellView } from "../cell/CellView";
import { NoteEditor } from "../cell/Note";
import { Running } from "../cell/Running";
import { addNote } from "../store/actions";
import type { Work } from "../store/book";
import { focusNotebook } from "../store/focus";
import { store, useStore } from "../store/store";
import type { Dragging } from "./dragging";
import { useReached } from "./near";
import type { Thread } from "./places";

interface Props {
  thread: Thread;
  /** Follow-ups among them that are at work. */
  works: Work[];
  /** The cell of this thread after which a note is written; "" if there is none. */
  noting: string;
  drag: Dragging;
}

export const ThreadView = memo(function ThreadView({ thread, works, noting, drag }: Props) {
  const section = useRef<HTMLElement>(null);
  const reached = useReached(section, () => isNew(thread.root));
  const full = usePrinting() || reached;
  const shown = useStore((state) => state.book?.shown);
  return (
    <section ref={section} className={drag.classOf(thread.root, "thread")} {...drag.target(thread.root)}>
      <CellView id={thread.root} follower={false} full={full} onDragStart={drag.start} onDragEnd={drag.end} />
      {noting === thread.root && <NewNote after={thread.root} />}
      {thread.followers.length > 0 && (
        <div className="followers">
          {thread.followers.map((id) => {
            const work = works.find((known) => known.id === id);
            if (work) return <div key={id} className="follower"><Running work={work} follower /></div>;
            return (
              <div key={shown?.[id]?.place ?? id} className={drag.classOf(id, "follower")} {...drag.target(id)}>
                <CellView id={id} follower full={full} onDragStart={drag.start} onDragEnd={drag.end} />
                {noting === id && <NewNote after={id} />}
              </div>
            );
          })}
        </div>
      )}
    </section>
  );
});

// An answer that has just come is being waited for: it is shown whole.
function isNew(cell: string): boolean {
  const { works = {}, past = [] } = store.get().book ?? {};
  return past.at(-1)?.cell === cell || Object.values(works).some((work) => work.landed && work.cell === cell);
}

export function NewNote({ after }: { after: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => void element.current?.scrollIntoView({ block: "nearest" }), []);
  const close = () => store.dispatch({ type: "noting", after: null });
  const cancel = () => {
    close();
    focusNotebook();
  };
  return (
    <div ref={element} className="new-note">
      <NoteEditor text="" onCancel={cancel} onSave={async (text) => {
        if (await addNote(text, after || undefined)) close();
      }} />
    </div>
  );
}
