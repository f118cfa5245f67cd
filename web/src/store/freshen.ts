// Asks which answers are stale: no event says so.
import { api } from "../api/client";
import type { Store } from "./store";

export async function freshen(store: Store, notebook: string): Promise<void> {
  try {
    const { stale } = await api.notebook(notebook);
    if (store.get().book?.entry.id === notebook) store.dispatch({ type: "changed", change: (book) => ({ ...book, stale }) });
  } catch {
    // The line of events says so if the server is gone.
  }
}
