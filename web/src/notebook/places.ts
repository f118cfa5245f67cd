// Where cells stand: threads of follow-ups, and moving among them.
import { flushSync } from "react-dom";
import type { Cell } from "../api/types";
import { move, remove } from "../store/actions";
import type { OpenBook } from "../store/book";
import { isNowhere } from "../store/focus";
import { store } from "../store/store";

/** A cell with the ones that refine it, however far removed, in their order. */
export interface Thread {
  root: string;
  followers: string[];
}

/** The first cell of a cell's thread. */
export function rootOf(cells: Record<string, Cell>, order: ReadonlySet<string>, id: string): string {
  const seen = new Set<string>();
  for (let at = id; ; ) {
    seen.add(at);
    const before = cells[at]?.context.refinement_of;
    if (!before || !order.has(before)) return at;
    if (seen.has(before)) return id; // they follow each other in a circle
    at = before;
  }
}

export function threads(cells: Record<string, Cell>, order: string[]): Thread[] {
  const roots = rootsOf(cells, order);
  const byRoot = new Map<string, Thread>();
  for (const [id, root] of roots) if (root === id) byRoot.set(id, { root, followers: [] });
  for (const [id, root] of roots) if (root !== id) byRoot.get(root)?.followers.push(id);
  return [...byRoot.values()];
}

/** The order with a cell where it will land: below what it follows and all that follows that, or at the end. */
export function landing(cells: Record<string, Cell>, order: string[], id: string, parent: string): string[] {
  if (!order.includes(parent)) return [...order, id];
  const below = new Set([parent]);
  let last = order.indexOf(parent);
  order.forEach((other, i) => {
    const { refinement_of = "", parent_cell_id = "" } = cells[other]?.context ?? {};
    if (!below.has(refinement_of) && !(cells[other]?.note !== undefined && below.has(parent_cell_id))) return;
    below.add(other);
    last = Math.max(last, i);
  });
  return order.toSpliced(last + 1, 0, id);
}

// The thread of each cell. A note between two cells of one belongs to it: it
// stays where it was written, here as in what is exported.
function rootsOf(cells: Record<string, Cell>, order: string[]): Map<string, string> {
  const present = new Set(order);
  const roots = new Map(order.map((id) => [id, rootOf(cells, present, id)]));
  const isNote = (id: string) => cells[id]?.note !== undefined && cells[id]?.question === "";
  let below = "";
  const next = new Map<string, string>(); // the thread of the first answer below a note
  for (const id of order.toReversed()) {
    if (isNote(id)) next.set(id, below);
    else below = roots.get(id) ?? "";
  }
  let above = "";
  for (const id of order) {
    if (above !== "" && next.get(id) === above) roots.set(id, above);
    above = roots.get(id) ?? "";
  }
  return roots;
}

/** Cells in the order in which they are read. */
export function reading(book: OpenBook): string[] {
  return threads(book.cells, book.order).flatMap(({ root, followers }) => [root, ...followers]);
}

export function neighbour(step: 1 | -1): string {
  const { book, focus } = store.get();
  if (!book) return "";
  const all = reading(book);
  const at = all.indexOf(focus);
  if (at < 0) return (step > 0 ? all[0] : all.at(-1)) ?? "";
  return all[Math.min(Math.max(at + step, 0), all.length - 1)] ?? "";
}

export function focusCell(id: string): void {
  const element = document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`);
  if (!element) return;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

/** What can change places with a cell: threads as a whole, or the follow-ups of one. */
export interface Siblings {
  all: string[];
  /** The cells that move together with one of them. */
  block: (id: string) => string[];
}

export function siblingsOf(list: Thread[], id: string): Siblings {
  const own = list.find(({ root, followers }) => root === id || followers.includes(id));
  if (own && own.root !== id) return { all: own.followers, block: (cell) => [cell] };
  const blocks = new Map(list.map(({ root, followers }) => [root, [root, ...followers]]));
  return { all: [...blocks.keys()], block: (cell) => blocks.get(cell) ?? [cell] };
}

/** Puts a cell, with what moves with it, before or after a sibling. */
export function put(order: string[], { block }: Siblings, id: string, beside: string, below: boolean): Promise<boolean> {
  const moved = block(id);
  const others = order.filter((other) => !moved.includes(other));
  const neighbours = block(beside).map((other) => others.indexOf(other));
  return move(moved, below ? Math.max(...neighbours) + 1 : Math.min(...neighbours));
}

/** Moves a cell past its neighbour. */
export function shift(id: string, step: 1 | -1): void {
  const { book } = store.get();
  if (!book) return;
  const siblings = siblingsOf(threads(book.cells, book.order), id);
  const other = siblings.all[siblings.all.indexOf(id) + step];
  if (other === undefined) return;
  const goOn = () => isNowhere() && focusCell(id); // what is moved in the page may let go of the keyboard
  flushSync(() => void put(book.order, siblings, id, other, step > 0).then(goOn));
  focusCell(id);
}

/** Deletes a cell; a keyboard that was in it goes on at its neighbour. */
export function removeCell(id: string): void {
  const { book } = store.get();
  const all = book ? reading(book) : [];
  const at = all.indexOf(id);
  const next = all[at + 1] ?? all[at - 1] ?? "";
  void remove(id).then((done) => done && isNowhere() && focusCell(next));
}
