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
const mostPauses = 200; // a chart that is not drawn by then is left out

/** Waits until all charts are drawn, and prints. */
export async function print(): Promise<void> {
  set(true);
  for (let i = 0; i < mostPauses; i++) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    if (document.querySelector(".chart:not([data-drawn])") === null) break;
  }
  // Not every browser waits here until its window is closed.
  window.addEventListener("afterprint", () => set(false), { once: true });
  window.print();
}
