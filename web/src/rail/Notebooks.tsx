// The notebooks, the open one marked: searched, opened, made, renamed and deleted.
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { api } from "../api/client";
import type { Entry } from "../api/types";
import { cellPath, pathOf } from "../app/route";
import { rank } from "../palette/match";
import { isNowhere } from "../store/focus";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";
import { ago, count, plural } from "./describe";
import { meanwhile } from "./load";
import { Marked } from "./Marked";

// From this many on, there is a field to search them.
const searchable = 5;

// So many are shown until the rest is asked for.
const few = 6;

interface Props {
  entries: readonly Entry[];
  current: string; // the open notebook
  now: number;
  /** Opens a notebook, at the cell that a search found in it if it did. */
  onOpen: (id: string, cell: string) => void;
  onCreate: () => void;
  onRename: (id: string, name: string) => void;
  onCopy: (entry: Entry) => void;
  onDelete: (id: string) => void;
}

export function Notebooks({ entries, current, now, onOpen, onCreate, onRename, onCopy, onDelete }: Props) {
  const [asked, setAsked] = useState("");
  const [editing, setEditing] = useState<{ id: string; what: "name" | "delete" } | null>(null);
  const [all, setAll] = useState(false);
  const inside = useInside(asked);
  const named = rank(asked, entries, (entry) => entry.name);
  const found = [...named, ...entries.filter((entry) => inside.has(entry.id) && !named.some(({ thing }) => thing.id === entry.id)).map((thing) => ({ thing, match: null }))];
  const shown = all || asked.trim() || found.length <= few + 1 ? found : found.filter(({ thing }, i) => i < few || thing.id === current);

  // What was being edited gives the focus back to its notebook, unless it has gone elsewhere.
  const list = useRef<HTMLUListElement>(null);
  const stop = () => {
    const id = editing?.id ?? "";
    setEditing(null);
    requestAnimationFrame(() => isNowhere() && list.current?.querySelector<HTMLElement>(`[data-notebook="${CSS.escape(id)}"]`)?.focus());
  };

  const items = (entry: Entry): MenuItem[] => [
    { label: "Rename", icon: "edit", run: () => setEditing({ id: entry.id, what: "name" }) },
    { label: "Duplicate", icon: "copy", run: () => onCopy(entry) },
    { label: "Export as a web page", icon: "download", ruled: true, href: api.exportPath(entry.id, "html") },
    { label: "Export as Markdown", icon: "download", href: api.exportPath(entry.id, "md") },
    { label: "Export for Jupyter", icon: "download", href: api.exportPath(entry.id, "ipynb") },
    { label: "Delete", icon: "delete", harm: true, ruled: true, run: () => setEditing({ id: entry.id, what: "delete" }) },
  ];

  return (
    <section className="rail-section" aria-labelledby="rail-notebooks">
      <header className="rail-head">
        <h2 id="rail-notebooks">Notebooks</h2>
        <button type="button" className="quiet only" aria-label="New notebook" title="New notebook" onClick={onCreate}>
          <Icon name="add" />
        </button>
      </header>
      {entries.length >= searchable && (
        <input className="rail-search" type="search" placeholder="Find a notebook" aria-label="Find a notebook" value={asked}
          onChange={(event) => setAsked(event.target.value)} />
      )}
      <ul className="notebooks" ref={list}>
        {shown.map(({ thing: entry, match }) => {
          const what = editing?.id === entry.id ? editing.what : null;
          return (
            <li key={entry.id} className={entry.id === current ? "rail-row current" : "rail-row"}>
              {what === "name" && <Rename name={entry.name} onDone={(name) => { stop(); if (name && name !== entry.name) onRename(entry.id, name); }} />}
              {what === "delete" && <Delete entry={entry} onKeep={stop} onDelete={() => { stop(); onDelete(entry.id); }} />}
              {what === null && (
                <>
                  <a href={inside.get(entry.id) ? cellPath(entry.id, inside.get(entry.id) ?? "") : pathOf(entry.id)} className="rail-open" data-notebook={entry.id} aria-current={entry.id === current ? "page" : undefined}
                    title={`${entry.name} · ${entry.problem?.message ?? plural(entry.cells, "cell")}`}
                    onClick={(event) => { if (plain(event)) { event.preventDefault(); onOpen(entry.id, inside.get(entry.id) ?? ""); } }}>
                    <span className="rail-name"><Marked text={entry.name} at={match?.at ?? []} /></span>
                    <span className="rail-aside">{entry.problem ? "!" : match ? ago(entry.updated_at, now) : "in a question"}</span>
                  </a>
                  <Menu label={`More for ${entry.name}`} items={items(entry)} className="quiet only rail-more"><Icon name="more" /></Menu>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {shown.length < found.length && <button type="button" className="rail-all" onClick={() => setAll(true)}>Show all {count(found.length)}</button>}
      {found.length === 0 && <p className="rail-empty">{asked.trim() ? `No notebook mentions “${asked.trim()}”.` : "Your first question starts a notebook."}</p>}
    </section>
  );
}

const pause = 200; // milliseconds without a key before notebooks are looked into

/** Notebooks in which the words were asked or noted, as far as Plumb has answered, with the cell that has them; "" if their name does. */
function useInside(asked: string): ReadonlyMap<string, string> {
  const [found, setFound] = useState<{ asked: string; cells: ReadonlyMap<string, string> }>({ asked: "", cells: none });
  const words = asked.trim();
  useEffect(() => {
    if (!words) return;
    let gone = false;
    const timer = setTimeout(() => void meanwhile(async () => {
      const { notebooks } = await api.notebooks(words);
      if (!gone) setFound({ asked: words, cells: new Map(notebooks.map((entry) => [entry.id, entry.found ?? ""])) });
    }), pause);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [words]);
  return found.asked === words && words ? found.cells : none;
}

const none: ReadonlyMap<string, string> = new Map();

// A click that is not meant for a new tab or window.
const plain = (event: MouseEvent) => !event.metaKey && !event.ctrlKey && !event.shiftKey && event.button === 0;

function Rename({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const [text, setText] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  // Enter takes the field away, which also leaves it.
  function finish(value: string) {
    if (done.current) return;
    done.current = true;
    onDone(value.trim());
  }

  function keys(event: KeyboardEvent) {
    if (event.key === "Enter") finish(text);
    if (event.key === "Escape") finish(name);
    event.stopPropagation();
  }

  return (
    <input ref={field} className="rail-rename" aria-label="Notebook name" maxLength={120} value={text}
      onChange={(event) => setText(event.target.value)} onKeyDown={keys} onBlur={() => finish(text)} />
  );
}

function Delete({ entry, onKeep, onDelete }: { entry: Entry; onKeep: () => void; onDelete: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div className="rail-confirm" role="group" aria-label={`Delete ${entry.name}?`} onKeyDown={(event) => { if (event.key === "Escape") onKeep(); }}>
      <p>Delete “{entry.name}” and {entry.cells === 1 ? "its cell" : `its ${plural(entry.cells, "cell")}`}?</p>
      <button type="button" className="button small harm" onClick={onDelete}>Delete</button>
      <button type="button" className="button small" ref={keep} onClick={onKeep}>Cancel</button>
    </div>
  );
}
