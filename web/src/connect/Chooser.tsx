// Folders and data files of the machine where Plumb runs, to choose from by
// mouse and by keyboard. The list keeps the focus, whatever it shows.
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { api, failureOf, type Failure } from "../api/client";
import type { Folder, FolderEntry, SourceKind } from "../api/types";
import { Icon } from "../ui/Icon";
import { straight } from "../ui/straight";
import { beginAt, bytes, holdsData, isFolder, moved } from "./choose";

interface Props {
  from: string; // what is in the field now
  kind: SourceKind; // whose form it is
  onChoose: (chosen: FolderEntry) => void;
  onClose: () => void;
}

interface Shown {
  folder: Folder | null; // null before the first one is there
  at: number;
  failure: Failure | null;
}

export function Chooser({ from, kind, onChoose, onClose }: Props) {
  const [{ folder, at, failure }, show] = useState<Shown>({ folder: null, at: 0, failure: null });
  const requests = useRef(0); // the last one counts
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const entries = folder?.entries ?? [];
  const active = entries[at];

  async function open(path: string, cameFrom = "", otherwise?: string) {
    const own = ++requests.current;
    try {
      const found = await api.files(path);
      if (own === requests.current) show({ folder: found, at: beginAt(found, cameFrom), failure: null });
    } catch (error) {
      if (own !== requests.current) return;
      if (otherwise !== undefined) await open(otherwise);
      else show((before) => ({ ...before, failure: failureOf(error) }));
    }
  }

  useLayoutEffect(() => list.current?.focus(), []);

  // Only the field's text at the beginning counts: it changes when something is chosen.
  const begin = useEffectEvent(() => void open(from, from, from && ""));
  const ignoreAnswers = useEffectEvent(() => void requests.current++);
  useEffect(() => {
    begin();
    return () => ignoreAnswers();
  }, []);

  useLayoutEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [folder, at]);

  const choose = (entry: FolderEntry) => (isFolder(entry) ? void open(entry.path) : onChoose(entry));
  const up = () => { if (folder?.parent) void open(folder.parent, folder.path); };

  function keys(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = moved(entries, at, event.key);
    if (event.key === "Escape") onClose();
    else if (event.key === "Backspace" || event.key === "ArrowLeft") up();
    else if (event.key === "Enter" || event.key === " ") { if (active) choose(active); }
    else if (event.key === "ArrowRight") { if (active && isFolder(active)) choose(active); }
    else if (to !== undefined) show((before) => ({ ...before, at: to }));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <div className="chooser">
      <div className="chooser-head">
        <button type="button" className="quiet only" aria-label="Up" title="Up" disabled={!folder?.parent} onClick={() => { up(); list.current?.focus(); }}><Icon name="above" /></button>
        <span className="chooser-path" id={`${id}-path`}>{straight(folder?.path ?? "…")}</span>
        {folder && holdsData(folder, kind) && (
          <button type="button" className="button small" onClick={() => onChoose({ name: folder.path, path: folder.path, kind: "folder" })}>Use this folder</button>
        )}
      </div>
      <ul ref={list} className="chooser-list" tabIndex={0} role={entries.length > 0 ? "listbox" : "group"} aria-label="Folders and data files" aria-describedby={`${id}-path`}
        aria-activedescendant={active ? `${id}-${at}` : undefined} aria-busy={folder === null && failure === null} onKeyDown={keys}>
        {entries.map((entry, i) => (
          <li key={entry.path} id={`${id}-${i}`} role="option" aria-selected={i === at} onClick={() => choose(entry)}>
            <Icon name={isFolder(entry) ? "folder" : "file"} />
            <span className="chooser-name">{straight(entry.name)}</span>
            <span className="chooser-size">{isFolder(entry) ? <Icon name="right" /> : bytes(entry.size ?? 0)}</span>
          </li>
        ))}
      </ul>
      {failure ? (
        <p className="chooser-note harm" role="alert">! {failure.message} {failure.hint}</p>
      ) : folder && entries.length === 0 ? (
        <p className="chooser-note" role="status">No folders or data files here.</p>
      ) : folder?.more ? (
        <p className="chooser-note" role="status">Not everything is listed. Type the path of what is missing.</p>
      ) : null}
    </div>
  );
}
