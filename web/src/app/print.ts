// A notebook on paper. What is far from the window is not drawn, so all of it is
// drawn first, in the light look. The browser's own command to print waits for
// what its event does at once and for promises that this settles, and for nothing
// else: no timer, no frame, no request.
import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

const listeners = new Set<() => void>();
let printing = false;

function set(on: boolean): void {
  printing = on;
  if (on) document.documentElement.dataset.printing = "";
  else delete document.documentElement.dataset.printing;
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the notebook is being printed. */
export const isPrinting = (): boolean => printing;

/** Lets the browser's own command to print find everything drawn. */
export function watchPrinting(): void {
  window.addEventListener("beforeprint", () => flushSync(() => set(true)));
  window.addEventListener("afterprint", () => set(false));
}

export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => printing);

const pause = 50; // milliseconds
const mostPauses = 200; // in which no chart is drawn; those that are not by then are left out

/** Waits until all charts are drawn, and prints. */
export async function print(): Promise<void> {
  set(true);
  let left = Infinity;
  for (let i = 0; i < mostPauses && left > 0; i++) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const now = document.querySelectorAll(".chart:not([data-drawn])").length;
    if (now !== left) i = 0;
    left = now;
  }
  window.print(); // not every browser waits here until its window is closed
}
