// Addresses: / is the current notebook, /n/ID is one of them, #CELL a cell in it.
import { useEffect } from "react";
import { follow } from "../store/follow";
import { store, useStore } from "../store/store";

const notebookOf = (path: string): string => /^\/n\/([^/]+)\/?$/.exec(path)?.[1] ?? "";

export const pathOf = (notebook: string): string => `/n/${encodeURIComponent(notebook)}`;

/** Goes to a notebook; "" means the current one. */
export function go(notebook: string): void {
  history.pushState(null, "", notebook === "" ? "/" : pathOf(notebook));
  store.dispatch({ type: "opening", ref: notebook });
  restart();
}

let restart: () => void = () => {};

/** Follows the notebook of the address for as long as the page is open. */
export function useNotebookOfAddress(): void {
  useEffect(() => {
    let stop = () => {};
    restart = () => {
      stop();
      const ref = decodeURIComponent(notebookOf(location.pathname));
      store.dispatch({ type: "opening", ref });
      stop = follow(store, ref);
    };
    window.addEventListener("popstate", restart);
    restart();
    return () => {
      window.removeEventListener("popstate", restart);
      stop();
    };
  }, []);

  // The current notebook gets its own address once it is known.
  const entry = useStore((state) => state.book?.entry ?? null);
  const busy = useStore((state) => Object.values(state.book?.works ?? {}).some((work) => !work.ended));
  useEffect(() => {
    if (!entry) return;
    document.title = `${busy ? "… " : ""}${entry.name} · Plumb`;
    if (location.pathname !== pathOf(entry.id)) history.replaceState(null, "", pathOf(entry.id) + location.hash);
  }, [entry, busy]);
}
