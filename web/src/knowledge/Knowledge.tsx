// What is known beside the data: documents, memories, terms, what corrections
// taught, and how well all of that works.
import { useId, useRef, type KeyboardEvent } from "react";
import { store, useStore, type KnowledgeTab } from "../store/store";
import { Dialog } from "../ui/Dialog";
import { Documents } from "./Documents";
import { Glossary } from "./Glossary";
import "./knowledge.css";
import { Learned } from "./Learned";
import { Memories } from "./Memories";
import { Statistics } from "./Statistics";

const tabs: { name: KnowledgeTab; title: string; show: () => React.ReactNode }[] = [
  { name: "documents", title: "Documents", show: () => <Documents /> },
  { name: "memories", title: "Memories", show: () => <Memories /> },
  { name: "glossary", title: "Glossary", show: () => <Glossary /> },
  { name: "learned", title: "Learned", show: () => <Learned /> },
  { name: "statistics", title: "Statistics", show: () => <Statistics /> },
];

export function Knowledge({ onClose }: { onClose: () => void }) {
  const at = useStore((state) => state.tab);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const open = (tab: KnowledgeTab) => store.dispatch({ type: "knowledge", tab });

  function keys(event: KeyboardEvent) {
    const now = tabs.findIndex(({ name }) => name === at);
    const to = { ArrowRight: now + 1, ArrowLeft: now - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs[to % tabs.length];
    if (!next) return;
    event.preventDefault();
    open(next.name);
    list.current?.querySelector<HTMLElement>(`[data-part="${next.name}"]`)?.focus();
  }

  const shown = tabs.find(({ name }) => name === at) ?? tabs[0];
  return (
    <Dialog title="Knowledge" onClose={onClose} wide>
      <div className="knowledge">
        <div className="knowledge-tabs" role="tablist" aria-label="Knowledge" ref={list} onKeyDown={keys}>
          {tabs.map(({ name, title }) => (
            <button key={name} type="button" role="tab" id={`${id}-${name}`} data-part={name} aria-selected={name === at} aria-controls={`${id}-panel`} tabIndex={name === at ? 0 : -1} onClick={() => open(name)}>{title}</button>
          ))}
        </div>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${at}`} className="knowledge-panel" key={at}>{shown?.show()}</div>
      </div>
    </Dialog>
  );
}
