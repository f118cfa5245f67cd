// Asks which answers are stale or outdated: there is no event for that.
import { api } from "../api/client";
import type { OpenBook } from "./book";
import type { Store } from "./store";

const firstWait = 500;
const longestWait = 16_000;

/** Learns which answers of a notebook are stale. Sources that are not open yet or still looked at are waited for a while. */
export async function freshen(store: Store, notebook: string): Promise<void> {
  const here = () => store.get().book?.entry.id === notebook;
  for (let wait = firstWait; wait <= longestWait && here(); wait *= 2) {
    try {
      const asked = store.get().book?.cells ?? {};
      const { stale, outdated = [], unsure } = await api.staleCells(notebook);
      const same = (book: OpenBook, id: string) => book.cells[id]?.created_at === asked[id]?.created_at; // else it was run again meanwhile
      store.dispatch({ type: "changed", notebook, change: (book) => ({
        ...book, stale: stale.filter((id) => same(book, id)), outdated: outdated.filter((id) => same(book, id)),
      }) });
      if (!unsure) return;
    } catch {
      return; // the event stream reports a server that is gone
    }
    await new Promise((done) => setTimeout(done, wait));
  }
}
