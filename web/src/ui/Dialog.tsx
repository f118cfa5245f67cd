// A window over the page. The browser keeps the focus in it and gives it back.
import { useId, useLayoutEffect, useRef, type ReactNode } from "react";
import { Icon } from "./Icon";
import "./dialog.css";

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  wide?: boolean;
  bare?: boolean; // without a visible title
}

export function Dialog({ title, onClose, children, wide = false, bare = false }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  // It closes before it leaves the page, or the browser gives no focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog ref={dialog} className={wide ? "dialog wide" : "dialog"} aria-labelledby={id} onCancel={(event) => { event.preventDefault(); onClose(); }}
      onPointerDown={(event) => { if (event.target === dialog.current) onClose(); }}>
      <div className="dialog-body">
        <header className={bare ? "hidden" : "dialog-head"}>
          <h2 id={id}>{title}</h2>
          <button type="button" className="quiet only" aria-label="Close" title="Close" onClick={onClose}><Icon name="close" /></button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
