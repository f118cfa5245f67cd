// What can be done from everywhere, by key and from the palette.
import { draft, duplicate, focusAskBar, refresh } from "../store/actions";
import { goBack } from "../store/back";
import { store, type State } from "../store/store";
import { print } from "./print";
import { focusCell, neighbour, removeCell, shift } from "../notebook/places";

export interface Command {
  id: string;
  title: string;
  group: "Ask" | "Cells" | "Page";
  /** Keys as people read them; a part of KeyboardEvent.key each. */
  keys?: string[];
  /** What it needs: a cell that the keyboard is at, or one with an answer. */
  onCell?: "any" | "answered";
  run: () => void;
}

const overlay = (name: "palette" | "settings" | "connect" | "shortcuts") => () => store.dispatch({ type: "overlay", overlay: name });

/** Whether there is what a command needs. */
export function possible({ onCell }: Command, { focus, book }: Pick<State, "focus" | "book"> = store.get()): boolean {
  return !onCell || (onCell === "answered" ? book?.cells[focus]?.result : book?.cells[focus]) !== undefined;
}

function onFocus(run: (cell: string) => void): () => void {
  return () => {
    const { focus, book } = store.get();
    if (book?.cells[focus]) run(focus);
  };
}

/** Takes the latest offer to take something back. */
function undo(): void {
  const notice = store.get().notices.findLast((known) => known.action);
  if (!notice) return;
  notice.action?.run();
  store.dispatch({ type: "noticed", id: notice.id });
}

/** Opens a tab of the cell that the keyboard is at, as its own button does. */
function tab(name: string): () => void {
  return onFocus((cell) => document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"] [data-tab="${name}"]`)?.click());
}

export const commands: Command[] = [
  { id: "ask", title: "Ask a question", group: "Ask", keys: ["/"], run: focusAskBar },
  { id: "follow", title: "Follow up on this answer", group: "Ask", keys: ["f"], onCell: "answered", run: onFocus((cell) => draft("", { parent: cell })) },
  {
    id: "edit", title: "Edit the question and ask again", group: "Ask", keys: ["e"], onCell: "any",
    run: onFocus((cell) => draft(store.get().book?.cells[cell]?.question ?? "", { replaces: cell })),
  },
  { id: "next", title: "Next cell", group: "Cells", keys: ["↓", "j"], run: () => focusCell(neighbour(1)) },
  { id: "previous", title: "Previous cell", group: "Cells", keys: ["↑", "k"], run: () => focusCell(neighbour(-1)) },
  { id: "table", title: "Show the table", group: "Cells", keys: ["t"], onCell: "any", run: tab("table") },
  { id: "sql", title: "Show the SQL", group: "Cells", keys: ["s"], onCell: "any", run: tab("sql") },
  { id: "refresh", title: "Run this cell again", group: "Cells", keys: ["r"], onCell: "any", run: onFocus((cell) => void refresh([cell])) },
  {
    id: "back", title: "Restore previous answer", group: "Cells", keys: ["b"], onCell: "any",
    run: onFocus((cell) => void (store.get().book?.earlier.includes(cell) && goBack([cell]))),
  },
  { id: "duplicate", title: "Duplicate this cell", group: "Cells", keys: ["d"], onCell: "any", run: onFocus((cell) => void duplicate(cell)) },
  { id: "note", title: "Add a note below", group: "Cells", keys: ["n"], run: () => store.dispatch({ type: "noting", after: store.get().focus }) },
  { id: "up", title: "Move this cell up", group: "Cells", keys: ["Alt ↑"], onCell: "any", run: onFocus((cell) => shift(cell, -1)) },
  { id: "down", title: "Move this cell down", group: "Cells", keys: ["Alt ↓"], onCell: "any", run: onFocus((cell) => shift(cell, 1)) },
  { id: "delete", title: "Delete this cell", group: "Cells", keys: ["⌫"], onCell: "any", run: onFocus(removeCell) },
  { id: "undo", title: "Undo", group: "Cells", keys: ["u"], run: undo },
  { id: "refreshAll", title: "Refresh all answers", group: "Cells", run: () => void refresh() },
  { id: "palette", title: "Find a command", group: "Page", keys: ["Ctrl K"], run: overlay("palette") },
  { id: "rail", title: "Toggle sidebar", group: "Page", keys: ["["], run: () => store.dispatch({ type: "rail", open: !store.get().rail }) },
  { id: "print", title: "Print the notebook", group: "Page", keys: ["Ctrl P"], run: () => void print() },
  { id: "knowledge", title: "What Plumb knows", group: "Page", keys: ["g"], run: () => store.dispatch({ type: "knowledge" }) },
  { id: "documents", title: "Documents: add, refresh, remove", group: "Page", run: () => store.dispatch({ type: "knowledge", tab: "documents" }) },
  { id: "memories", title: "Memories: what Plumb remembers of you", group: "Page", run: () => store.dispatch({ type: "knowledge", tab: "memories" }) },
  { id: "glossary", title: "Glossary: review and edit terms", group: "Page", run: () => store.dispatch({ type: "knowledge", tab: "glossary" }) },
  { id: "learned", title: "Learned: corrections, rules, verified questions", group: "Page", run: () => store.dispatch({ type: "knowledge", tab: "learned" }) },
  { id: "statistics", title: "Statistics: how well questions are answered", group: "Page", run: () => store.dispatch({ type: "knowledge", tab: "statistics" }) },
  { id: "connect", title: "Connect your data", group: "Page", run: overlay("connect") },
  { id: "settings", title: "Settings", group: "Page", run: overlay("settings") },
  { id: "shortcuts", title: "Keyboard shortcuts", group: "Page", keys: ["?"], run: overlay("shortcuts") },
];
