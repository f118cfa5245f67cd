// Where one is in a notebook. Loading the page again, or coming back to a
// notebook, leads to the same place; a link to a cell leads to that cell and marks it.
import { useEffect } from "react";
import { isNowhere } from "../store/focus";
import { inThisTab } from "../store/kept";
import { whenThere } from "../store/reveal";

/** The cell at the top of what is seen, and how far below the header it begins. */
interface Place {
  cell: string;
  offset: number;
}

const places = inThisTab("place");
const pause = 100; // milliseconds without scrolling after which the place is kept
const settling = 90; // frames in which what is above may still change its height

const headerEnd = (): number => document.querySelector(".header")?.getBoundingClientRect().bottom ?? 0;
const find = (cell: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`);

/** A place that was written down as JSON; null if it is none. */
export function readPlace(text: string | undefined): Place | null {
  try {
    const { cell, offset } = JSON.parse(text ?? "") as Partial<Record<keyof Place, unknown>>;
    return typeof cell === "string" && typeof offset === "number" && Number.isFinite(offset) ? { cell, offset } : null;
  } catch {
    return null;
  }
}

function placeNow(): Place | null {
  const top = headerEnd();
  for (const element of document.querySelectorAll<HTMLElement>("[data-cell]")) {
    const box = element.getBoundingClientRect();
    if (box.bottom > top) return { cell: element.dataset.cell ?? "", offset: Math.round(box.top - top) };
  }
  return null;
}

const leaving = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

// Keeps a cell where it is wanted until what is around it has its height, or the
// person does something.
function hold(element: HTMLElement, offset: number): void {
  let frames = 0;
  const end = () => {
    frames = settling;
    leaving.forEach((name) => window.removeEventListener(name, end, { capture: true }));
  };
  leaving.forEach((name) => window.addEventListener(name, end, { capture: true, passive: true }));
  const align = () => {
    if (frames++ >= settling || !element.isConnected) return end();
    const over = element.getBoundingClientRect().top - headerEnd() - offset;
    if (Math.abs(over) > 1) window.scrollBy({ top: over, behavior: "instant" });
    requestAnimationFrame(align);
  };
  align();
}

const margin = 16; // below the header

/** Brings a cell to the top and marks it until the person does something. */
async function seek(cell: string): Promise<void> {
  const element = await whenThere(`[data-cell="${CSS.escape(cell)}"]`);
  if (!element || location.hash.slice(1) !== cell) return;
  hold(element, margin);
  element.dataset.sought = "";
  if (isNowhere()) element.focus({ preventScroll: true });
  const unmark = () => {
    delete element.dataset.sought;
    leaving.forEach((name) => window.removeEventListener(name, unmark, { capture: true }));
  };
  leaving.forEach((name) => window.addEventListener(name, unmark, { capture: true, passive: true }));
}

// Whether the page was left and is shown again, so that its place counts for more
// than the cell of its address.
const isReturn = (): boolean => performance.getEntriesByType("navigation").some((entry) => ["reload", "back_forward"].includes((entry as PerformanceNavigationTiming).type));
let first = true; // no notebook was shown since the page was loaded

/** Keeps the place in a notebook, and goes to where its address or the last visit leads. */
export function usePlace(notebook: string): void {
  useEffect(() => {
    const kept = readPlace(places.get(notebook));
    const returns = first && isReturn();
    first = false;
    const linked = () => {
      const cell = location.hash.slice(1);
      if (cell) void seek(cell);
      return cell !== "";
    };
    const element = kept && find(kept.cell);
    if ((returns && element) || !linked()) {
      if (kept && element) hold(element, kept.offset);
    }

    let timer = 0;
    const keep = () => {
      clearTimeout(timer);
      const place = placeNow();
      if (place) places.keep(notebook, JSON.stringify(place));
    };
    const soon = () => {
      clearTimeout(timer);
      timer = window.setTimeout(keep, pause);
    };
    window.addEventListener("scroll", soon, { passive: true });
    window.addEventListener("pagehide", keep);
    window.addEventListener("popstate", linked);
    window.addEventListener("hashchange", linked);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("scroll", soon);
      window.removeEventListener("pagehide", keep);
      window.removeEventListener("popstate", linked);
      window.removeEventListener("hashchange", linked);
    };
  }, [notebook]);
}
