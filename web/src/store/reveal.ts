// Brings what was just asked to the top of the window, and again when its answer
// is there, unless the person has scrolled or gone elsewhere in the meantime.
import type { Turn } from "../api/types";
import { isNowhere } from "./focus";
import { store } from "./store";

// A press counts where the notebook or its scroll bar is, not in the bar to ask in.
const leaving = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
const isElsewhere = (event: Event): boolean => event.type === "wheel" || event.type === "touchmove" || !(event.target instanceof Element && event.target.closest(".askbar"));

export function reveal({ turn, notebook, replaces = "" }: Turn): void {
  const look = () => {
    const book = store.get().book;
    const landed = book?.past.find((known) => known.turn === turn);
    if (book?.entry.id === notebook && !landed && book.works[turn]) return;
    stop();
    if (!landed?.cell) return;
    if (!document.activeElement?.closest("[data-cell]")) store.dispatch({ type: "focus", cell: landed.cell }); // the keyboard goes on from it
    show(`[data-cell="${CSS.escape(landed.cell)}"]`);
  };
  const unsubscribe = store.subscribe(look);
  function stop() {
    unsubscribe();
    leaving.forEach((name) => window.removeEventListener(name, leave));
  }
  function leave(event: Event) {
    if (isElsewhere(event)) stop();
  }
  leaving.forEach((name) => window.addEventListener(name, leave, { passive: true }));
  show(`[data-work="${CSS.escape(turn)}"], [data-cell="${CSS.escape(replaces)}"]`);
  look(); // events may have come before the answer to the request
}

/** Brings a cell that is about to be there into view, and the keyboard to it. */
export function goTo(cell: string): void {
  const notebook = store.get().book?.entry.id;
  const look = () => {
    const book = store.get().book;
    const here = book?.entry.id === notebook;
    if (here && !book?.order.includes(cell)) return;
    stop();
    if (here) whenThere(`[data-cell="${CSS.escape(cell)}"]`, (element) => {
      element.focus({ preventScroll: true });
      element.scrollIntoView({ block: "nearest" });
    });
  };
  const stop = store.subscribe(look);
  look();
}

const patience = 60; // frames

// The page has yet to show what the store knows already.
function whenThere(selector: string, then: (element: HTMLElement) => void, frames = patience): void {
  requestAnimationFrame(() => {
    const element = document.querySelector<HTMLElement>(selector);
    if (element) then(element);
    else if (frames > 0) whenThere(selector, then, frames - 1);
  });
}

const show = (selector: string): void => whenThere(selector, (element) => {
  element.scrollIntoView({ block: "start" });
  if (isNowhere()) element.focus({ preventScroll: true }); // what was pressed is gone
});
