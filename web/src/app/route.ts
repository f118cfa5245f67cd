// Addresses: / is the current notebook, /n/ID is one of them, #CELL a cell in it.
import { useEffect } from "react";
import { follow } from "../store/follow";
import { store, useStore } from "../store/store";

function notebookOf(path: string): string {
  const found = /^\/n\/([^/]+)\/?$/.exec(path)?.[1] ?? "";
  try {
    return decodeURIComponent(found);
  } catch {
    return found; // not written by this page: the server says that there is no such notebook
  }
}

export const pathOf = (notebook: string): string => `/n/${encodeURIComponent(notebook)}`;

/** The address of a cell. */
export const cellPath = (notebook: string, cell: string): string => `${pathOf(notebook)}#${encodeURIComponent(cell)}`;

/** Goes to a notebook, or to a cell in it; "" means the current notebook. */
export function go(notebook: string, cell = ""): void {
  history.pushState(null, "", notebook === "" ? "/" : cell === "" ? pathOf(notebook) : cellPath(notebook, cell));
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** Follows the notebook of the address for as long as the page is open. */
export function useNotebookOfAddress(): void {
  useEffect(() => {
    let stop = () => {};
    const open = () => {
      stop();
      const ref = notebookOf(location.pathname);
      store.dispatch({ type: "opening", ref });
      stop = follow(store, ref);
    };
    // A link within the page changes the address, too, but not the notebook.
    const moved = () => {
      const { ref, failure } = store.get();
      if (notebookOf(location.pathname) !== ref || failure) open();
    };
    window.addEventListener("popstate", moved);
    open();
    return () => {
      window.removeEventListener("popstate", moved);
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
