// Short messages that go away by themselves, unless something can still be
// done about them.
import { useEffect } from "react";
import { store, useStore, type Notice } from "../store/store";
import { Icon } from "./Icon";

const shownFor = 7_000;

export function Toasts() {
  const notices = useStore((state) => state.notices);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {notices.map((notice) => <Toast key={notice.id} notice={notice} />)}
    </div>
  );
}

function Toast({ notice }: { notice: Notice }) {
  const close = () => store.dispatch({ type: "noticed", id: notice.id });
  useEffect(() => {
    const timer = setTimeout(close, notice.kind === "problem" ? 2 * shownFor : shownFor);
    return () => clearTimeout(timer);
  }, [notice.id]);
  return (
    <div className={notice.kind === "problem" ? "toast problem" : "toast"}>
      <div>
        {notice.kind === "problem" && <strong>! </strong>}
        {notice.text}
        {notice.hint && <div className="hint">{notice.hint}</div>}
      </div>
      {notice.action && (
        <button type="button" className="button small" onClick={() => { notice.action?.run(); close(); }}>{notice.action.label}</button>
      )}
      <button type="button" className="quiet only" aria-label="Dismiss" onClick={close}><Icon name="close" /></button>
    </div>
  );
}
