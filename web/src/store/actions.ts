// What people do, as requests to the server. The result comes back as events;
// only what must be felt at once is shown before.
import { flushSync } from "react-dom";
import { api } from "../api/client";
import type { Question, Statement, Turn } from "../api/types";
import { attempt, notify, open } from "./attempt";
import { offerBack } from "./back";
import { goTo, staying } from "./reveal";
import { emptyDraft, store, type Draft } from "./store";

export function ask(question: Question): Promise<boolean> {
  return attempt(() => taken(() => api.ask({ notebook: open().entry.id, ...question }), true));
}

export function runSQL(sql: string, more: Omit<Statement, "notebook" | "sql">): Promise<boolean> {
  return attempt(() => taken(() => api.runSQL({ notebook: open().entry.id, sql, ...more }), !more.replaces));
}

// Sends a question or a statement. The outcome is shown if the notebook is still open.
async function taken(send: () => Promise<Turn>, shown: boolean): Promise<void> {
  const stay = staying();
  try {
    const turn = await send();
    store.dispatch({ type: "accepted", turn });
    if (shown) stay.reveal(turn);
    else stay.end();
    offerBack([turn]);
  } catch (error) {
    stay.end();
    throw error;
  }
}

export const cancel = (turn: string) => attempt(() => api.cancel(turn));

/** What the person says to a plan that waits: run it, leave it, or change it first. */
export const decide = (turn: string, run: boolean, feedback = "") => attempt(() => api.decide(turn, run, feedback));

export function savePlan(cell: string, name: string): Promise<boolean> {
  return attempt(async () => {
    await api.savePlan(open().entry.id, cell, name);
    notify(`The plan is saved as ${name}.`, { hint: "Find it in the palette to run it again." });
  });
}

export function refresh(cells: string[] = []): Promise<boolean> {
  return attempt(async () => {
    const { turns } = await api.refresh(open().entry.id, cells);
    turns.forEach((turn) => store.dispatch({ type: "accepted", turn }));
    offerBack(turns);
  });
}

export function remove(cell: string): Promise<boolean> {
  return attempt(async () => {
    const { entry: { id: notebook }, order } = open();
    const position = order.indexOf(cell);
    await api.removeCell(notebook, cell);
    store.dispatch({ type: "changed", notebook, change: (now) => ({ ...now, order: now.order.filter((id) => id !== cell) }) });
    const restore = () => void attempt(async () => {
      await api.restoreCell(notebook, cell, position);
    });
    notify("Cell deleted.", { action: { label: "Undo", run: restore } });
  });
}

/** Moves cells together, so that the first of them comes to stand at a position among the others. */
export function move(cells: string[], position: number): Promise<boolean> {
  const { entry: { id: notebook }, order: before } = open();
  const others = before.filter((id) => !cells.includes(id));
  const place = (order: string[]) => store.dispatch({ type: "changed", notebook, change: (book) => ({ ...book, order }) });
  place(others.toSpliced(position, 0, ...cells));
  // Going down, each cell leaves its place above the ones that went before it.
  const down = before.indexOf(cells[0] ?? "") < position;
  return attempt(async () => {
    try {
      for (const [i, cell] of cells.entries()) await api.moveCell(notebook, cell, down ? position + cells.length - 1 : position + i);
    } catch (error) {
      place(before);
      throw error;
    }
  });
}

export function duplicate(cell: string): Promise<boolean> {
  return attempt(async () => {
    await api.duplicateCell(open().entry.id, cell);
  });
}

/** Adds a note, and goes to it. */
export function addNote(text: string, after?: string): Promise<boolean> {
  return attempt(async () => {
    const { id } = await api.addNote(open().entry.id, text, after);
    goTo(id, ".new-note");
  });
}

export function changeNote(cell: string, text: string): Promise<boolean> {
  return attempt(async () => {
    await api.changeNote(open().entry.id, cell, text);
  });
}

export function rename(name: string): Promise<boolean> {
  return attempt(async () => {
    const entry = await api.renameNotebook(open().entry.id, name);
    store.dispatch({ type: "changed", notebook: entry.id, change: (book) => ({ ...book, entry }) });
  });
}

/** Puts words into the ask bar, for the person to finish. */
export function draft(text: string, more: { parent?: string | null; replaces?: string } = {}): void {
  write({ ...emptyDraft, text, ...more });
}

/** Adds a name at the caret of the ask bar. */
export function insert(name: string): void {
  const field = askField();
  const { text } = store.get().draft;
  const from = field?.selectionStart ?? text.length;
  const to = field?.selectionEnd ?? from;
  const gap = (side: string) => (side === "" || /\s$|^\s/.test(side) ? "" : " ");
  const before = text.slice(0, from);
  const after = text.slice(to);
  write({ text: before + gap(before.slice(-1)) + name + gap(after.slice(0, 1)) + after });
}

// The field has its words, and the caret behind them, before anyone types into it.
function write(draft: Partial<Draft>): void {
  flushSync(() => store.dispatch({ type: "draft", draft }));
  focusAskBar();
}

const askField = () => document.querySelector<HTMLTextAreaElement>("#ask");

/** A narrow page is opened to read; a wide one to ask. */
export const isWide = (): boolean => window.matchMedia("(min-width: 901px) and (hover: hover)").matches;

export function focusAskBar(): void {
  const field = askField();
  if (!field || field === document.activeElement) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
