// Brings what was just asked to the top of the window, and again when its answer
// is there, unless the person has scrolled or gone elsewhere in the meantime.
import type { Turn } from "../api/types";
import type { OpenBook } from "./book";
import { isIn, isNowhere } from "./focus";
import { store } from "./store";

// A press counts where the notebook or its scroll bar is, not in the bar to ask in.
const leaving = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
const isElsewhere = (event: Event): boolean => event.type === "wheel" || event.type === "touchmove" || !(event.target instanceof Element && event.target.closest(".askbar"));

/** A person who waits for something, for as long as nothing else is done. */
export interface Stay {
  /** Shows what comes of a turn. */
  reveal: (turn: Turn) => void;
  end: () => void;
}

/** Begins when something is sent: its reply may take a while. */
export function staying(): Stay {
  let left = false;
  const leave = (event: Event) => {
    if (isElsewhere(event)) end();
  };
  const here = () => !left;
  // The press that sends is past the window already when it gets to what was pressed.
  leaving.forEach((name) => window.addEventListener(name, leave, { passive: true, capture: true }));
  function end() {
    left = true;
    leaving.forEach((name) => window.removeEventListener(name, leave, { capture: true }));
  }
  return { reveal: (turn) => reveal(turn, here, end), end };
}

function reveal({ turn, notebook, replaces = "" }: Turn, here: () => boolean, end: () => void): void {
  const look = () => {
    const book = store.get().book;
    const cell = book?.entry.id === notebook ? cellOf(book, turn) : "";
    if (cell === null && here()) return;
    unsubscribe();
    if (!cell || !here()) {
      end();
      return;
    }
    if (!isIn("[data-cell]")) store.dispatch({ type: "focus", cell }); // the focus continues from it
    void show(`[data-cell="${CSS.escape(cell)}"]`, here).then(end);
  };
  const unsubscribe = store.subscribe(look);
  void show(`[data-work="${CSS.escape(turn)}"], [data-cell="${CSS.escape(replaces)}"]`, here);
  look(); // events may have come before the reply to the request
}

// The cell that a turn has led to; "" if there is none, null as long as it is at work.
function cellOf({ past, works, order }: OpenBook, turn: string): string | null {
  const ended = past.find((known) => known.turn === turn);
  const work = works[turn];
  if (ended || !work) return ended?.cell ?? "";
  if (!work.landed) return null;
  return order.includes(work.replaces) ? work.replaces : work.cell;
}

/** Brings a cell that is about to be there into view, and the keyboard to it, unless that has left what the cell was made in. */
export function goTo(cell: string, madeIn: string): void {
  const notebook = store.get().book?.entry.id;
  const look = () => {
    const book = store.get().book;
    const here = book?.entry.id === notebook;
    if (here && !book?.order.includes(cell)) return;
    stop();
    if (here) void whenThere(`[data-cell="${CSS.escape(cell)}"]`).then((element) => {
      if (!element || !(isNowhere() || isIn(madeIn))) return;
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: "nearest" });
    });
  };
  const stop = store.subscribe(look);
  look();
}

const patience = 60; // frames

/** An element that the page has yet to show, once it does; null if it does not. */
export async function whenThere(selector: string): Promise<HTMLElement | null> {
  for (let frames = 0; frames <= patience; frames++) {
    await new Promise(requestAnimationFrame);
    const element = document.querySelector<HTMLElement>(selector);
    if (element) return element;
  }
  return null;
}

async function show(selector: string, wanted: () => boolean): Promise<void> {
  const element = await whenThere(selector);
  if (!element || !wanted()) return;
  element.scrollIntoView({ block: "start" });
  if (isNowhere()) element.focus({ preventScroll: true }); // what was pressed is gone
}
