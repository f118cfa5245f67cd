import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api } from "../api/client";
import type { Book, Overview, SourceList, Turn } from "../api/types";
import { store } from "../store/store";
import { choose } from "./act";

const bookOf = (id: string): Book => ({ id, slug: id, name: "Notebook", source: "shop", cells: 0, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [], stale: [], unsure: false, earlier: [] });
const turn = { turn: "t1", notebook: "n1", question: "revenue", source: "shop", began_at: "", after: 10 } as unknown as Turn;

let made: (book: Book) => void;
let making: Promise<void>; // until a notebook is asked for

beforeEach(() => {
  vi.stubGlobal("history", { pushState: () => {} });
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("PopStateEvent", Event);
  store.dispatch({ type: "opened", book: bookOf("n1") });
  vi.spyOn(api, "useSource").mockResolvedValue();
  vi.spyOn(api, "deleteNotebook").mockResolvedValue();
  vi.spyOn(api, "notebooks").mockResolvedValue({ notebooks: [] });
  making = new Promise((asked) => vi.spyOn(api, "createNotebook").mockImplementation(() => new Promise((resolve) => {
    made = resolve;
    asked();
  })));
  vi.stubGlobal("fetch", async (path: string) => new Response(JSON.stringify(path === "/api/config" ? { source: "other" } as Overview : { sources: [], kinds: [] } as unknown as SourceList)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.each([["goes", false], ["stays where something was asked in it meanwhile", true]])("an empty notebook that other data was chosen in %s", async (_, asked) => {
  const chosen = choose("other");
  await making;
  if (asked) store.dispatch({ type: "accepted", turn });
  made(bookOf("n2"));
  expect(await chosen).toBe(true);
  expect(api.deleteNotebook).toHaveBeenCalledTimes(asked ? 0 : 1);
});
