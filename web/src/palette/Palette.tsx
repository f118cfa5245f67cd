// Everything that can be done or gone to, by typing a few letters of it.
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { commands, possible, type Command } from "../app/commands";
import { go } from "../app/route";
import { setTheme } from "../app/theme";
import { choose, create } from "../rail/act";
import { loadNotebooks, loadPlans, meanwhile } from "../rail/load";
import { Marked } from "../rail/Marked";
import { Keys } from "../settings/Keys";
import { ask, insert } from "../store/actions";
import { useStore, type State } from "../store/store";
import { Dialog } from "../ui/Dialog";
import { Icon, type IconName } from "../ui/Icon";
import { rank } from "./match";
import "./palette.css";

interface Entry {
  id: string;
  title: string;
  group: string;
  icon: IconName;
  keys?: string | undefined;
  /** Words that it is found by, too. */
  also?: string;
  /** Shown only when it is searched for. */
  deep?: boolean;
  run: () => void;
}

// More than this are not looked at; another letter narrows them.
const most = 40;

export function Palette({ onClose }: { onClose: () => void }) {
  const [asked, setAsked] = useState("");
  const [at, setAt] = useState(0);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const library = useStore((state) => state.library);
  const focus = useStore((state) => state.focus);
  const book = useStore((state) => state.book);
  const current = book?.entry.id ?? "";
  useEffect(() => {
    field.current?.focus();
    void meanwhile(loadNotebooks);
    void meanwhile(loadPlans);
  }, []);

  const all = useMemo(() => entries(library, commands.filter((command) => possible(command, { focus, book })), current), [library, focus, book, current]);
  const found = useMemo(() => {
    const text = asked.trim();
    const hits = text ? rank(text, all, (entry) => (entry.also ? `${entry.title} ${entry.also}` : entry.title)) : all.filter((entry) => !entry.deep).map((thing) => ({ thing, match: { score: 0, at: [] } }));
    const shown = hits.slice(0, most);
    // What is no command is a question.
    if (text.length > 2) shown.push({ thing: { id: "ask-this", title: `Ask “${text}”`, group: "Ask", icon: "ask", run: () => void ask({ question: text }) }, match: { score: 0, at: [] } });
    return shown;
  }, [all, asked]);

  const chosen = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  function run(entry: Entry | undefined) {
    if (!entry) return;
    flushSync(onClose); // it gives the focus back; the command may then take it, before the next key is pressed
    entry.run();
  }

  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1 + found.length, Home: 0, End: found.length - 1 }[event.key];
    if (event.key === "Enter") run(found[chosen]?.thing);
    else if (to !== undefined && found.length > 0 && !((event.key === "Home" || event.key === "End") && asked)) setAt(to % found.length);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Find a command, a notebook or a table" onClose={onClose} bare>
      <div className="palette">
        <div className="palette-field">
          <Icon name="search" />
          <input ref={field} role="combobox" aria-expanded="true" aria-controls={id} aria-autocomplete="list" aria-label="Find a command, a notebook or a table"
            aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined} placeholder="Find anything, or ask" spellCheck={false} autoComplete="off"
            value={asked} onChange={(event) => { setAsked(event.target.value); setAt(0); }} onKeyDown={keys} />
        </div>
        <ul ref={list} id={id} role="listbox" aria-label="Results">
          {found.map(({ thing, match }, i) => (
            <li key={thing.id} id={`${id}-${i}`} role="option" aria-selected={i === chosen} onPointerMove={() => setAt(i)} onClick={() => run(thing)}>
              <Icon name={thing.icon} />
              <span className="palette-title" title={thing.title}><Marked text={thing.title} at={match.at} /></span>
              <span className="palette-aside">{thing.keys ? <Keys keys={thing.keys} /> : thing.group}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="palette-none">No matches.</p>}
      </div>
    </Dialog>
  );
}

function entries({ entries, sources, schema, suggestions, plans }: State["library"], can: Command[], current: string): Entry[] {
  return [
    ...can.filter((command) => command.id !== "palette")
      .map((command): Entry => ({ id: command.id, title: command.title, group: command.group, icon: icons.get(command.id) ?? "right", keys: command.keys?.[0], run: command.run })),
    { id: "new", title: "New notebook", group: "Notebook", icon: "add", run: () => void create() },
    ...(["light", "dark", "auto"] as const).map((theme): Entry =>
      ({ id: `theme-${theme}`, title: theme === "auto" ? "Match the system theme" : `Use the ${theme} theme`, group: "Page", icon: "settings", deep: true, run: () => setTheme(theme) })),
    ...(entries ?? []).filter((entry) => entry.id !== current)
      .map((entry, i): Entry => ({ id: `notebook-${entry.id}`, title: entry.name, group: "Notebook", icon: "note", deep: i > 4, run: () => go(entry.id) })),
    ...(sources ?? []).filter((source) => source.name !== schema?.source)
      .map((source): Entry => ({ id: `source-${source.name}`, title: `Ask ${source.name}`, group: "Data", icon: "data", run: () => void choose(source.name) })),
    ...plans.map(({ name, plan }): Entry =>
      ({ id: `plan-${name}`, title: `Run ${name}`, also: plan.title, group: "Plan", icon: "again", run: () => void ask({ replay: name }) })),
    ...(suggestions ?? []).map((question, i): Entry => ({ id: `question-${i}`, title: question, group: "Question", icon: "ask", deep: true, run: () => void ask({ question }) })),
    ...(schema?.tables ?? []).flatMap((table): Entry[] => [
      { id: `table-${table.schema}.${table.name}`, title: table.name, group: "Table", icon: "table", deep: true, run: () => insert(table.name) },
      ...table.columns.map((column): Entry =>
        ({ id: `column-${table.schema}.${table.name}.${column.name}`, title: column.name, also: table.name, group: table.name, icon: "note", deep: true, run: () => insert(column.name) })),
    ]),
  ];
}

const icons = new Map<string, IconName>(Object.entries({
  ask: "ask", follow: "follow", edit: "edit", next: "down", previous: "up", table: "table", sql: "note", refresh: "again", refreshAll: "again",
  duplicate: "copy", note: "note", up: "up", down: "down", delete: "delete", undo: "undo", rail: "rail", print: "print", connect: "data", knowledge: "book", documents: "book", memories: "book", glossary: "book", learned: "book", statistics: "chart", settings: "settings", shortcuts: "more",
}));
