import { describe, expect, test } from "vitest";
import type { Book, Cell, LogEvent } from "../api/types";
import { accepted, applied, dismissed, opened, placed, type OpenBook } from "./book";

const cell = (id: string, more: Partial<Cell> = {}): Cell => ({
  id, created_at: "2026-01-01T00:00:00Z", question: `question of ${id}`, context: { conversation_position: 0 }, metadata: { agent_steps: 0, retry_count: 0 }, ...more,
});

const snapshot = (more: Partial<Book> = {}): Book => ({
  id: "n1", slug: "n1", name: "Sales", cells: 2, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [cell("a"), cell("b")], stale: [], unsure: false, earlier: [], ...more,
});

let next = 10;
const event = (kind: string, payload: unknown, more: { id?: number; cell?: Cell; turn?: string } = {}): LogEvent =>
  ({ id: ++next, kind, at: "2026-01-01T00:00:01Z", payload, turn: "t1", ...more }) as LogEvent;

function after(book: OpenBook, ...events: LogEvent[]): OpenBook {
  return events.reduce(applied, book);
}

const asked = (more: object = {}) => event("question.asked", { question: "How many?", query: "q1", ...more });
const statement = (kind: string, more: object = {}) => event(kind, { step: "generate", sql: "SELECT 1", ok: true, ...more });

const turn = { turn: "t1", notebook: "n1", session: "s1", question: "How many?", source: "db", began_at: "2026-01-01T00:00:00Z", after: 10 };

describe("a question at work", () => {
  test("is shown from its first event to its cell", () => {
    let book = after(opened(snapshot()), asked(), event("stage", { stage: "thinking" }), statement("sql.drafted"), statement("sql.checked"));
    expect(book.works.t1).toMatchObject({ question: "How many?", stage: "thinking", steps: [{ sql: "SELECT 1", state: "checked" }] });
    book = after(book, statement("sql.ran", { rows: 3 }), event("cell.recorded", { cell: "c" }),
      event("notebook.changed", { change: "added", cell: "c", position: 2 }, { cell: cell("c") }));
    expect(book.works.t1?.landed).toBe(true); // it stands in its place
    book = after(book, event("turn.ended", { outcome: "sure", cell: "c" }));
    expect(book.works).toEqual({});
    expect(book.order).toEqual(["a", "b", "c"]);
  });

  test("of a statement that was sent from here is known as one, whichever comes first", () => {
    const start = opened(snapshot());
    const failing = [asked({ replaces: "a", sql: "SELECT x" }), event("diagnostic", { severity: "error", message: "no such column" }), event("turn.ended", { outcome: "failed", reason: "no such column" })];
    const early = after(accepted(start, { ...turn, replaces: "a", sql: "SELECT x" }), ...failing);
    const late = accepted(after(start, ...failing), { ...turn, replaces: "a", sql: "SELECT x" });
    expect(after(start, ...failing).works.t1).toMatchObject({ sql: "SELECT x", here: false }); // of another page
    expect(opened(snapshot({ running: [{ ...turn, sql: "SELECT x" }] })).works.t1).toMatchObject({ sql: "SELECT x", here: false });
    for (const book of [early, late]) {
      expect(book.works.t1).toMatchObject({ sql: "SELECT x", here: true, ended: { reason: "no such column" } });
      expect(book.cells).toBe(start.cells); // the answer stays
    }
    // The next try at the same place, or another answer there, takes the failure away.
    expect(Object.keys(after(early, event("question.asked", { question: "How many?", replaces: "a" }, { turn: "t2" })).works)).toEqual(["t2"]);
    expect(after(early, event("notebook.changed", { change: "replaced", cell: "a", position: 0 }, { cell: cell("a"), turn: "t3" })).works).toEqual({});
    expect(Object.keys(after(early, event("question.asked", { question: "Other?" }, { turn: "t2" })).works)).toEqual(["t1", "t2"]);
  });

  test("keeps its place on the page when the notebook is loaded again", () => {
    const drawn = after(opened(snapshot()), asked(), event("answer.drawn", {}, { cell: cell("t1") }), event("cell.recorded", { cell: "c" }),
      event("notebook.changed", { change: "added", cell: "c", position: 2 }, { cell: cell("c") }));
    expect(drawn.shown.c?.place).toBe("t1");
    expect(opened(snapshot({ contents: [cell("c")] }), drawn).shown).toEqual(drawn.shown);
    expect(opened(snapshot({ contents: [cell("c", { created_at: "2026-02-01T00:00:00Z" })] }), drawn).shown).toEqual({});
    expect(opened(snapshot({ id: "n2", contents: [cell("c")] }), drawn).shown).toEqual({});
  });

  test("keeps each statement that was tried", () => {
    const book = after(opened(snapshot()), asked(), statement("sql.drafted"), statement("sql.checked", { ok: false, reason: "no such column" }),
      event("stage", { stage: "correcting" }), statement("sql.drafted", { sql: "SELECT 2" }));
    expect(book.works.t1?.steps).toMatchObject([{ state: "refused", reason: "no such column" }, { sql: "SELECT 2", state: "drafted" }]);
  });

  test("stays with its reason when it ends without a cell", () => {
    const book = after(opened(snapshot()), asked(), event("turn.ended", { outcome: "canceled", reason: "stopped" }));
    expect(book.works.t1?.ended).toEqual({ outcome: "canceled", reason: "stopped", after: "b" }); // what comes later stands below it
    expect(dismissed(book, "t1").works).toEqual({});
  });

  test("is in the snapshot of a page that is opened later", () => {
    const book = after(opened(snapshot({ running: [turn] })), event("stage", { stage: "executing" }));
    expect(book.works.t1).toMatchObject({ question: "How many?", stage: "executing" });
  });

  test("is told from its beginning to a page that is opened in the middle, and nothing else is told again", () => {
    const opening = opened(snapshot({ last_event: next + 6, running: [{ ...turn, after: next }] }));
    const first = next;
    const book = after(opening, asked(), event("stage", { stage: "executing" }), event("tool.called", { call: 1, tool: "list_tables", arguments: "{}" }),
      event("notebook.changed", { change: "removed", cell: "a", position: 0 }), event("question.asked", { question: "Other?", query: "q2" }, { turn: "t2" }),
      event("tool.answered", { call: 1, tool: "list_tables", ok: true, rows: 3, columns: ["n"], preview: [[1]] }));
    expect(opening.lastEvent).toBe(first);
    expect(book).toMatchObject({ lastEvent: first + 6, order: ["a", "b"], works: { t1: { stage: "executing", looks: [{ tool: "list_tables", done: true, rows: 3 }] } } });
    expect(Object.keys(book.works)).toEqual(["t1"]);
    expect(after(book, event("notebook.changed", { change: "removed", cell: "a", position: 0 })).order).toEqual(["b"]);
  });

  test("appears once, whether the request or the event is answered first", () => {
    const first = accepted(after(opened(snapshot()), asked()), turn);
    const second = after(accepted(opened(snapshot()), turn), asked());
    for (const book of [first, second]) expect(Object.keys(book.works)).toEqual(["t1"]);
  });

  test("does not come back when the request is answered after its end", () => {
    const book = after(opened(snapshot()), asked(), event("turn.ended", { outcome: "sure", cell: "c" }));
    expect(accepted(book, turn).works).toEqual({});
  });

  test("of another notebook is left alone", () => {
    expect(accepted(opened(snapshot()), { ...turn, notebook: "n2" }).works).toEqual({});
  });

  test("with a plan that goes on keeps what was finished, until the plan is another one", () => {
    const plan = (...goals: string[]) => event("plan.proposed", { plan: { title: "", steps: goals.map((goal, i) => ({ number: i + 1, goal })) }, waves: [] });
    const cut = after(opened(snapshot()), asked(), plan("read", "add up"), event("step.started", { step: 1 }), event("step.finished", { step: 1, rows: 7 }), event("step.started", { step: 2 }));
    expect(after(cut, plan("read", "add up")).works.t1?.plan).toMatchObject([{ state: "done", rows: 7 }, { state: "waiting" }]);
    expect(after(cut, plan("read less", "add up")).works.t1?.plan).toMatchObject([{ state: "waiting" }, { state: "waiting" }]);
  });

  test("shows what a model looks at", () => {
    const book = after(opened(snapshot()), asked(), event("tool.called", { call: 1, tool: "run_sql", arguments: "{}" }),
      event("tool.answered", { call: 1, tool: "run_sql", ok: true, rows: 2, columns: ["n"], preview: [[1], [2]] }));
    expect(book.works.t1?.looks).toMatchObject([{ tool: "run_sql", done: true, ok: true, rows: 2, preview: [[1], [2]] }]);
  });
});

describe("the notebook", () => {
  test("takes every event once", () => {
    const add = event("notebook.changed", { change: "added", cell: "c", position: 1 }, { cell: cell("c") });
    const once = after(opened(snapshot()), add);
    expect(once.order).toEqual(["a", "c", "b"]);
    expect(applied(once, add)).toBe(once);
  });

  test("shows a new answer in the place of the old one, under its name", () => {
    const book = after(opened(snapshot({ stale: ["a"] })), asked({ replaces: "a" }), event("cell.recorded", { cell: "c" }),
      event("notebook.changed", { change: "replaced", cell: "a", recorded: "c", position: 0 }, { cell: cell("a", { question: "new" }) }), event("turn.ended", { outcome: "sure", cell: "a" }));
    expect(book.order).toEqual(["a", "b"]);
    expect(book.cells.a).toMatchObject({ id: "a", question: "new" });
    expect(book.stale).toEqual([]);
    expect(book.past).toEqual([{ turn: "t1", cell: "a" }]);
  });

  test("an answer that takes its own place is as new, whoever asked for it", () => {
    const book = after(opened(snapshot({ stale: ["a", "b"] })), event("notebook.changed", { change: "replaced", cell: "a", position: 0 }, { cell: cell("a", { question: "new" }) }));
    expect(book.stale).toEqual(["b"]);
    expect(book.cells.a?.question).toBe("new");
  });

  test("waits for the place of what nobody asked for", () => {
    const note = cell("n", { note: "mind this", question: "" });
    const book = after(opened(snapshot()), event("cell.recorded", { cell: "n" }, { cell: note }), event("notebook.changed", { change: "noted", cell: "n", position: 1 }, { cell: note }));
    expect(book.order).toEqual(["a", "n", "b"]);
  });

  test.each<[string, object, Cell | undefined, string[]]>([
    ["removed", { cell: "a" }, undefined, ["b"]],
    ["restored", { cell: "x", position: 0 }, cell("x"), ["x", "a", "b"]],
    ["moved", { cell: "a", position: 1 }, undefined, ["b", "a"]],
    ["moved", { cell: "unknown", position: 0 }, undefined, ["a", "b"]],
    ["added", { cell: "x", position: 2 }, cell("x"), ["a", "b", "x"]],
    ["replaced", { cell: "x", position: 1 }, cell("x"), ["a", "x"]],
    ["noted", { cell: "b", position: 1 }, cell("b", { note: "mind this" }), ["a", "b"]],
    ["something new", { cell: "a" }, undefined, ["a", "b"]],
  ])("%s %j", (change, payload, brought, order) => {
    const book = after(opened(snapshot()), event("notebook.changed", { change, ...payload }, brought ? { cell: brought } : {}));
    expect(book.order).toEqual(order);
    if (brought) expect(book.cells[brought.id]).toEqual(brought);
  });

  test("is renamed", () => {
    expect(after(opened(snapshot()), event("notebook.changed", { change: "renamed", name: "Costs" })).entry.name).toBe("Costs");
  });

  test("remembers how far it has come, whatever the event", () => {
    expect(after(opened(snapshot()), event("from.the.future", null, { id: 99 })).lastEvent).toBe(99);
  });
});

test.each<[string[], string, number, string[]]>([
  [["a", "b", "c"], "a", 2, ["b", "c", "a"]],
  [["a", "b", "c"], "c", 0, ["c", "a", "b"]],
  [["a", "b"], "x", -1, ["a", "b", "x"]],
  [["a", "b"], "a", 9, ["b", "a"]],
])("%j with %s at %i", (order, id, position, expected) => expect(placed(order, id, position)).toEqual(expected));

test("a cell knows whether another answer stood there before", () => {
  const replaced = (earlier: boolean) => event("notebook.changed", { change: "replaced", cell: "a", position: 0, hash: "h", earlier }, { cell: cell("a") });
  let book = after(opened(snapshot({ earlier: ["b"] })), replaced(true));
  expect(book.earlier).toEqual(["b", "a"]);
  book = after(book, replaced(false));
  expect(book.earlier).toEqual(["b"]);
});

describe("an answer whose story is being written", () => {
  const result = { columns: ["n"], column_types: ["integer"], row_count: 1, data: [[1]], data_hash: "h", execution_time_ms: 1, truncated: false };
  const drawn = (more: Partial<Cell> = {}) => event("answer.drawn", { chart: "bar", rows: 1 }, { cell: cell("t1", { result, chart: { kind: "bar", auto_detected: true, spec: { mark: "bar" } }, ...more }) });
  const told = (id: string) => cell(id, { result: structuredClone(result), chart: { kind: "bar", auto_detected: true, spec: { mark: "bar" } }, narrative: { text: "One." }, created_at: "2026-01-01T00:00:02Z" });

  test("stays as it was drawn when the story comes", () => {
    next = 10;
    let book = after(opened(snapshot()), asked(), drawn());
    const before = book.works.t1?.drawn;
    expect(before).toMatchObject({ result });
    book = after(book, event("cell.recorded", { cell: "c" }), event("notebook.changed", { change: "added", cell: "c", position: 2 }, { cell: told("c") }));
    expect(book.works.t1).toMatchObject({ drawn: null, landed: true });
    expect(book.cells.c?.narrative?.text).toBe("One.");
    expect(book.cells.c?.result).toBe(before?.result); // the same, so nothing is drawn again
    expect(book.cells.c?.chart).toBe(before?.chart);
    expect(book.shown.c).toEqual({ place: "t1", turn: "t1", created: "2026-01-01T00:00:02Z" });
  });

  test("keeps the place of the answer that it replaces", () => {
    next = 10;
    const book = after(opened(snapshot()), asked({ replaces: "a" }), drawn(), event("cell.recorded", { cell: "c" }),
      event("notebook.changed", { change: "replaced", cell: "a", recorded: "c", position: 0 }, { cell: told("a") }));
    expect(book.shown.a).toMatchObject({ place: "a", turn: "t1" });
  });

  test("is dropped when the turn ends without it", () => {
    next = 10;
    const book = after(opened(snapshot()), asked(), drawn(), event("turn.ended", { outcome: "canceled", reason: "stopped" }));
    expect(book.works.t1).toMatchObject({ drawn: null, ended: { outcome: "canceled" } });
    expect(book.order).toEqual(["a", "b"]);
  });

  test("is in the snapshot of a page that is opened later", () => {
    const book = opened(snapshot({ running: [{ ...turn, drawn: cell("t1", { result }) }] }));
    expect(book.works.t1?.drawn?.result).toEqual(result);
  });

  test("another cell that comes at the same time is another cell", () => {
    next = 10;
    const book = after(opened(snapshot()), asked(), drawn(), event("cell.recorded", { cell: "c" }), event("notebook.changed", { change: "added", cell: "x", position: 0 }, { cell: cell("x") }));
    expect(book.order).toEqual(["x", "a", "b"]);
    expect(book.works.t1).toMatchObject({ landed: false });
    expect(book.works.t1?.drawn).not.toBeNull();
  });
});
