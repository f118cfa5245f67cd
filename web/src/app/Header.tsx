import { useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../api/client";
import { Status } from "../settings/Status";
import { refresh, rename } from "../store/actions";
import { attempt } from "../store/attempt";
import { store, useStore } from "../store/store";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";
import { Toasts } from "../ui/Toasts";
import { print } from "./print";
import { go } from "./route";

export function Header() {
  const rail = useStore((state) => state.rail);
  const entry = useStore((state) => state.book?.entry ?? null);
  return (
    <header className="header">
      <button type="button" className="quiet only" aria-label={rail ? "Hide sidebar" : "Show sidebar"} aria-expanded={rail} title="Notebooks and data  ["
        onClick={() => store.dispatch({ type: "rail", open: !rail })}>
        <Icon name="rail" />
      </button>
      {entry ? <Title key={entry.id} name={entry.name} /> : <div className="title" />}
      <Toasts />
      <Status />
      {entry && <Menu label="Notebook" items={items(entry.id, entry.name)}><Icon name="more" /></Menu>}
    </header>
  );
}

function items(id: string, name: string): MenuItem[] {
  const fork = () => attempt(async () => {
    const book = await api.forkNotebook(id, `${name} (copy)`);
    go(book.id);
  });
  return [
    { label: "Refresh all answers", icon: "again", run: () => void refresh() },
    { label: "Add a note", icon: "note", run: () => store.dispatch({ type: "noting", after: "" }) },
    { label: "Duplicate notebook", icon: "copy", run: () => void fork() },
    { label: "Print", icon: "print", keys: "Ctrl P", run: () => void print(), ruled: true },
    { label: "Export as a web page", icon: "download", href: api.exportPath(id, "html") },
    { label: "Export as Markdown", icon: "download", href: api.exportPath(id, "md") },
    { label: "Export for Jupyter", icon: "download", href: api.exportPath(id, "ipynb") },
    { label: "Export as JSON", icon: "download", href: api.exportPath(id, "json") },
  ];
}

// The name is edited where it stands, as it was when the keyboard came to it:
// one that is given elsewhere meanwhile is shown afterwards.
function Title({ name }: { name: string }) {
  const [edit, setEdit] = useState<{ text: string; was: string } | null>(null);
  const finish = () => {
    const chosen = edit?.text.trim();
    setEdit(null);
    if (chosen && chosen !== edit?.was) void rename(chosen);
  };
  return (
    <h1 className="title">
      <input aria-label="Notebook name" value={edit?.text ?? name} maxLength={200} spellCheck={false}
        onFocus={() => setEdit({ text: name, was: name })} onChange={(event) => setEdit({ text: event.target.value, was: edit?.was ?? name })} onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === "Escape") flushSync(() => setEdit(null));
          if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        }} />
    </h1>
  );
}
