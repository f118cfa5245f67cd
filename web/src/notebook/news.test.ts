import { expect, test } from "vitest";
import type { Book, Cell, LogEvent } from "../api/types";
import { accepted, applied, opened, type OpenBook } from "../store/book";
import { newsOf } from "./news";

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({
  id, created_at: "2026-01-01T00:00:00Z", question: "How many?", context: { conversation_position: 0 }, metadata: { agent_steps: 0, retry_count: 0 }, ...more,
});
const snapshot: Book = { id: "n1", slug: "n1", name: "Sales", cells: 1, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [cell("a")], stale: [], unsure: false, earlier: [] };

// What is said after each of some events.
function told(book: OpenBook, ...happened: [string, object, Cell?][]): string[] {
  let now = book;
  return happened.map(([kind, payload, with_], i) => {
    const before = now;
    now = applied(before, { id: 11 + i, kind, at: "", turn: "t1", payload, ...(with_ && { cell: with_ }) } as LogEvent);
    return newsOf(before, now);
  }).filter(Boolean);
}

test("a question is told from its beginning to its answer, each thing once", () => {
  const answer = cell("b", { question: "By region?", narrative: { text: "South leads." } });
  expect(told(opened(snapshot), ["question.asked", { question: "By region?" }], ["stage", { stage: "waiting", ahead: 12 }], ["stage", { stage: "waiting", ahead: 1 }],
    ["stage", { stage: "thinking" }], ["stage", { stage: "narrating" }], ["answer.drawn", {}, answer], ["cell.recorded", { cell: "b" }], ["notebook.changed", { change: "added", cell: "b", position: 1 }, answer],
    ["turn.ended", { outcome: "sure", cell: "b" }]))
    .toEqual(["By region?: waiting.", "By region?: waiting for 12 questions to finish first.", "By region?: waiting for 1 question to finish first.",
      "By region?: reading the question.", "By region?: writing.", "By region?: South leads."]);
});

test("an answer that takes the place of another is told, too", () => {
  const answer = cell("a", { created_at: "2026-01-02T00:00:00Z", narrative: { text: "There are 7." } });
  expect(told(opened(snapshot), ["notebook.changed", { change: "replaced", cell: "a", position: 0 }, answer])).toEqual(["How many?: There are 7."]);
});

test("a statement that failed is told with the reason; a cell that moved is not told", () => {
  const turn = { turn: "t1", notebook: "n1", session: "s1", question: "How many?", source: "db", began_at: "", after: 10, replaces: "a" };
  expect(told(accepted(opened(snapshot), { ...turn, sql: "SELEC 1" }), ["turn.ended", { outcome: "failed", reason: "the database does not understand SELEC" }]))
    .toEqual(["How many?: the SQL did not run. The database does not understand SELEC."]);
  // It is told once, though the answer to the request may come after its end.
  const failed = applied(accepted(opened(snapshot), turn), { id: 11, kind: "turn.ended", at: "", turn: "t1", payload: { outcome: "failed", reason: "no" } } as LogEvent);
  expect(newsOf(failed, accepted(failed, turn))).toBe("");
  expect(told(opened(snapshot), ["notebook.changed", { change: "moved", cell: "a", position: 0 }])).toEqual([]);
});
