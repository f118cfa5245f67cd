import { expect, test } from "vitest";
import type { Book, Cell, LogEvent, Turn } from "../api/types";
import { offerBack } from "./back";
import { store } from "./store";

const cell = { id: "a", type: "question", question: "revenue", created_at: "1", context: {}, metadata: {} } as unknown as Cell;
const book: Book = { id: "n1", slug: "n1", name: "Sales", cells: 1, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [cell], stale: [], unsure: false, earlier: [] };

let events = 10;
const happens = (kind: string, turn: string, payload: object) =>
  store.dispatch({ type: "event", event: { id: ++events, kind, turn, at: "", payload, ...(kind === "notebook.changed" && { cell: { ...cell, created_at: turn } }) } as unknown as LogEvent });

const runs = (turn: string) => {
  happens("question.asked", turn, { question: "revenue", replaces: "a" });
  happens("cell.recorded", turn, { cell: "c" });
  happens("notebook.changed", turn, { change: "replaced", cell: "a", recorded: "c", position: 0, earlier: true });
  happens("turn.ended", turn, { outcome: "answered", cell: "c" });
};

const turnOf = (turn: string): Turn => ({ turn, notebook: "n1", question: "revenue", source: "shop", replaces: "a", began_at: "", after: 10 }) as unknown as Turn;

test("the way back is offered once, whether the answer comes before or after the reply to its request", () => {
  store.dispatch({ type: "opened", book });
  const said = () => store.get().notices.map(({ text }) => text);
  store.dispatch({ type: "accepted", turn: turnOf("t1") });
  offerBack([turnOf("t1")]);
  expect(said()).toEqual([]);
  runs("t1");
  expect(said()).toEqual(["Answer replaced."]);
  runs("t2");
  store.dispatch({ type: "accepted", turn: turnOf("t2") });
  offerBack([turnOf("t2")]);
  expect(said()).toEqual(["Answer replaced.", "Answer replaced."]);
});
