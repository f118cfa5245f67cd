import { afterEach, expect, test, vi } from "vitest";
import { api } from "../api/client";
import type { Book, Cell, LogEvent, Staleness } from "../api/types";
import { freshen } from "./freshen";
import { createStore, type Store } from "./store";

const cell = (id: string, created: string) => ({ id, type: "question", question: "revenue", created_at: created, context: {}, metadata: {} }) as unknown as Cell;
const bookOf = (id: string): Book => ({ id, slug: id, name: "Sales", cells: 2, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [cell("a", "1"), cell("b", "1")], stale: [], unsure: false, earlier: [] });

let store: Store;
let reply: (found: Staleness) => void;

function begin(): Promise<void> {
  store = createStore();
  store.dispatch({ type: "opened", book: bookOf("n1") });
  vi.spyOn(api, "staleCells").mockReturnValue(new Promise((resolve) => { reply = resolve; }));
  return freshen(store, "n1");
}

afterEach(() => vi.restoreAllMocks());

test("what was run again before the reply is not marked any more", async () => {
  const asked = begin();
  store.dispatch({ type: "event", event: { id: 11, kind: "notebook.changed", at: "", payload: { change: "replaced", cell: "a", position: 0 }, cell: cell("a", "2") } as unknown as LogEvent });
  reply({ stale: ["a", "b"], unsure: false });
  await asked;
  expect(store.get().book?.stale).toEqual(["b"]);
});

test("a reply that comes when another notebook is open changes nothing in it", async () => {
  const asked = begin();
  store.dispatch({ type: "opening", ref: "n2" });
  store.dispatch({ type: "opened", book: bookOf("n2") }); // a copy has the same cells
  reply({ stale: ["a"], unsure: false });
  await asked;
  expect(store.get().book?.stale).toEqual([]);
});
