// Short messages that go away by themselves. They stand in the header, over
// nothing that is read; the latest is the one that is seen.
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { focusNotebook } from "../store/focus";
import { store, useStore, type Notice } from "../store/store";
import { Icon } from "./Icon";

const shownFor = 7_000; // milliseconds
const longShownFor = 20_000; // where something can be done about it

export function Toasts() {
  const notices = useStore((state) => state.notices);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {notices.map((notice) => <Toast key={notice.id} notice={notice} />)}
    </div>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const element = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false); // by the pointer or the keyboard
  const close = () => store.dispatch({ type: "noticed", id: notice.id });
  const expire = useEffectEvent(close);
  const time = notice.kind === "problem" || notice.action ? longShownFor : shownFor;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => expire(), time);
    return () => clearTimeout(timer);
  }, [notice.id, held, time]);
  // The focus returns to where it was in the notebook.
  const leave = () => {
    if (element.current?.contains(document.activeElement)) focusNotebook();
    close();
  };
  return (
    <div ref={element} className={notice.kind === "problem" ? "toast problem" : "toast"} onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      <div title={notice.kind === "plain" ? notice.text : undefined}>
        {notice.kind === "problem" && <strong>! </strong>}
        {notice.text}
        {notice.hint && <div className="hint">{notice.hint}</div>}
      </div>
      {notice.action && (
        <button type="button" className="button small" onClick={() => { notice.action?.run(); leave(); }}>{notice.action.label}</button>
      )}
      <button type="button" className="quiet only" aria-label="Dismiss" onClick={leave}><Icon name="close" /></button>
    </div>
  );
}
