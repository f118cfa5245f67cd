// A notebook on paper. What is far from the window is not drawn, so all of it is
// drawn first, in the light look.
import { useSyncExternalStore } from "react";

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
  // Not every browser waits here until its window is closed.
  window.addEventListener("afterprint", () => set(false), { once: true });
  window.print();
}
