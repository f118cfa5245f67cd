// The open notebook as a projection: a snapshot, and then the events of its
// log. The same events give the same state in every tab.
import type { AnalysisPlan, Book, Cell, Diagnostic, Entry, LogEvent, Turn, Value } from "../api/types";
import { same } from "./same";

export interface Step {
  step: string;
  sql: string;
  state: "drafted" | "checked" | "ran" | "refused" | "failed";
  reason: string;
  rows: number;
}

/** Something that a model looked at while it explored. */
export interface Look {
  call: number;
  tool: string;
  /** What it was asked for, as JSON that may be cut. */
  input: string;
  done: boolean;
  ok: boolean;
  reason: string;
  /** The number of its query among the sources; 0 if it is none. */
  query: number;
  rows: number;
  columns: string[];
  preview: Value[][];
}

/** A step of an analysis that runs. */
export interface PlanStep {
  number: number;
  goal: string;
  state: "waiting" | "running" | "done" | "failed";
  rows: number;
}

const planStates = { "step.started": "running", "step.finished": "done", "step.failed": "failed" } as const;

/** A question at work, or one that ended without a cell. */
export interface Work {
  id: string;
  question: string;
  source: string;
  parent: string;
  replaces: string;
  /** The statement that was written for it; "" if Plumb is to write one. */
  sql: string;
  /** Nothing was asked in words: the question is how the statement begins. */
  asQuestion: boolean;
  /** Whether it was sent from this page. */
  here: boolean;
  began: string;
  stage: string;
  /** How many questions wait before it, while it waits. */
  ahead: number;
  steps: Step[];
  looks: Look[];
  /** The plan of an analysis, and how far it is; empty for other questions. */
  plan: PlanStep[];
  /** The plan as it was proposed, with its code. */
  proposed: AnalysisPlan | null;
  /** Whether it waits for the person's approval. */
  waits: boolean;
  diagnostics: Diagnostic[];
  /** The model that the question went to, when the built-in brain gave it on. */
  model: string;
  /** The answer without its story, while that is being written. */
  drawn: Cell | null;
  /** The cell of the session that it has led to; "" before. */
  cell: string;
  /** Whether that cell has its place in the notebook. */
  landed: boolean;
  /** How it ended without a cell, and the last cell then, "" if there was none: later ones stand below it. */
  ended: null | { outcome: string; reason: string; after: string };
}

export interface OpenBook {
  entry: Entry;
  session: string;
  lastEvent: number;
  /** Events up to this one are in the snapshot. What they say of works that are still going on is not. */
  known: number;
  cells: Record<string, Cell>;
  order: string[];
  works: Record<string, Work>;
  /** Turns that have ended and the cells they led to, the latest last. */
  past: { turn: string; cell: string }[];
  stale: string[];
  /** Follow-ups of answers that have changed since. */
  outdated: string[];
  /** Cells that can go back to the answer before. */
  earlier: string[];
  /** Cells that were shown before they were whole, and stay the same on the page when they are. */
  shown: Record<string, Shown>;
}

/** Where a cell was shown first, and the turn that its present answer was drawn by. */
export interface Shown {
  place: string;
  turn: string;
  created: string;
}

const rememberedTurns = 200;

/** A notebook as it is now. Of what was open before, the page goes on showing in the same place what is still the same answer. */
export function opened(book: Book, before: OpenBook | null = null): OpenBook {
  const { session, last_event, running, contents, stale, outdated, unsure: _, earlier, ...entry } = book;
  const cells: Record<string, Cell> = {};
  for (const cell of contents ?? []) cells[cell.id] = cell;
  const works: Record<string, Work> = {};
  for (const turn of running ?? []) works[turn.turn] = begun(turn);
  const after = Math.min(last_event, ...(running ?? []).map((turn) => turn.after));
  return { entry, session, lastEvent: after, known: last_event, cells, order: (contents ?? []).map((cell) => cell.id), works, past: [], stale: stale ?? [], outdated: outdated ?? [], earlier: earlier ?? [], shown: before?.entry.id === book.id ? stillShown(before.shown, cells) : {} };
}

const stillShown = (shown: Record<string, Shown>, cells: Record<string, Cell>): Record<string, Shown> =>
  Object.fromEntries(Object.entries(shown).filter(([id, { created }]) => cells[id]?.created_at === created));

function begun(turn: Pick<Turn, "turn" | "question" | "source" | "began_at"> & { parent?: string; replaces?: string; sql?: string; as_question?: boolean; drawn?: Cell }): Work {
  return {
    id: turn.turn, question: turn.question, source: turn.source, parent: turn.parent ?? "", replaces: turn.replaces ?? "", sql: turn.sql ?? "", asQuestion: turn.as_question ?? false, here: false,
    began: turn.began_at, stage: "", ahead: 0, steps: [], looks: [], plan: [], proposed: null, waits: false, diagnostics: [], model: "", drawn: turn.drawn ?? null, cell: "", landed: false, ended: null,
  };
}

/** Whether nothing was asked or written in a notebook yet. */
export const isUnused = ({ order, works }: OpenBook): boolean => order.length === 0 && Object.keys(works).length === 0;

/** The answer to a request may come before or after the first event of its turn. */
export function accepted(book: OpenBook, turn: Turn): OpenBook {
  if (turn.notebook !== book.entry.id) return book;
  const known = book.works[turn.turn];
  if (known) return withWork(book, { ...known, here: true });
  if (book.past.some((ended) => ended.turn === turn.turn)) return book;
  return withNew(book, { ...begun(turn), here: true });
}

export function dismissed(book: OpenBook, turn: string): OpenBook {
  const { [turn]: _, ...works } = book.works;
  return { ...book, works };
}

// Events that only tell how far a question is.
const ofWork: ReadonlySet<LogEvent["kind"]> = new Set<LogEvent["kind"]>([
  "stage", "sql.drafted", "sql.checked", "sql.ran", "tool.called", "tool.answered", "diagnostic", "model.escalated", "answer.drawn", "answer.judged", "cell.recorded",
  "phase", "plan.proposed", "step.started", "step.finished", "step.failed",
]);

/** Applies one event. One that was applied before changes nothing. */
export function applied(book: OpenBook, event: LogEvent): OpenBook {
  if (event.id <= book.lastEvent) return book;
  const next = { ...book, lastEvent: event.id };
  if (event.id <= book.known && !ofWork.has(event.kind)) return next;
  switch (event.kind) {
    case "question.asked": {
      if (!event.turn || next.works[event.turn]) return next;
      const { question, source = "", parent = "", replaces = "", sql = "", as_question = false } = event.payload;
      return withNew(next, begun({ turn: event.turn, question, source, parent, replaces, sql, as_question, began_at: event.at }));
    }
    case "stage":
      return changeWork(next, event, (work) => ({ ...work, stage: event.payload.stage, ahead: event.payload.ahead ?? 0 }));
    case "sql.drafted":
    case "sql.checked":
    case "sql.ran":
      return changeWork(next, event, (work) => ({ ...work, steps: stepped(work.steps, event.kind, event.payload) }));
    case "tool.called": {
      const { call, tool, arguments: input } = event.payload;
      const look: Look = { call, tool, input, done: false, ok: true, reason: "", query: 0, rows: 0, columns: [], preview: [] };
      return changeWork(next, event, (work) => ({ ...work, looks: [...work.looks, look] }));
    }
    case "tool.answered":
      return changeWork(next, event, (work) => ({ ...work, looks: work.looks.map((look) => looked(look, event.payload)) }));
    case "diagnostic":
      return changeWork(next, event, (work) => ({ ...work, diagnostics: [...work.diagnostics, event.payload] }));
    case "model.escalated":
      return changeWork(next, event, (work) => ({ ...work, model: event.payload.to }));
    case "phase":
      return changeWork(next, event, (work) => ({ ...work, waits: event.payload.phase === "awaiting_approval" }));
    case "plan.proposed": {
      // Of a plan that goes on after Plumb was started again, what was finished stays so.
      const plan = (before: PlanStep[]) => event.payload.plan.steps.map(({ number, goal }): PlanStep =>
        before.find((known) => known.number === number && known.goal === goal && known.state === "done") ?? { number, goal, state: "waiting", rows: 0 });
      return changeWork(next, event, (work) => ({ ...work, plan: plan(work.plan), proposed: event.payload.plan }));
    }
    case "step.started":
    case "step.finished":
    case "step.failed": {
      const { step, rows = 0 } = event.payload;
      const state = planStates[event.kind];
      return changeWork(next, event, (work) => ({ ...work, plan: work.plan.map((one) => (one.number === step ? { ...one, state, rows } : one)) }));
    }
    case "answer.drawn":
      return changeWork(next, event, (work) => ({ ...work, drawn: event.cell ?? work.drawn }));
    case "cell.recorded":
      return changeWork(next, event, (work) => ({ ...work, cell: event.payload.cell }));
    case "turn.ended":
      return ended(next, event.turn, event.payload);
    case "notebook.changed":
      return landed(withEarlier(event.payload.change === "replaced" ? withoutTries(next, event.payload.cell ?? "") : next, event.payload), event);
    default:
      return next;
  }
}

function withWork(book: OpenBook, work: Work): OpenBook {
  return { ...book, works: { ...book.works, [work.id]: work } };
}

// What came of earlier tries at a place matters no more once there is a new one.
function withNew(book: OpenBook, work: Work): OpenBook {
  return withWork(withoutTries(book, work.replaces), work);
}

function withoutTries(book: OpenBook, place: string): OpenBook {
  const over = Object.values(book.works).filter((work) => place !== "" && work.replaces === place && work.ended);
  return over.reduce((left, work) => dismissed(left, work.id), book);
}

function changeWork(book: OpenBook, event: LogEvent, change: (work: Work) => Work): OpenBook {
  const work = event.turn ? book.works[event.turn] : undefined;
  return work ? withWork(book, change(work)) : book;
}

type Payload<Kind extends LogEvent["kind"]> = Extract<LogEvent, { kind: Kind }>["payload"];

// A statement is drafted once, then checked, then run; a corrected one is a
// new step.
function stepped(steps: Step[], kind: "sql.drafted" | "sql.checked" | "sql.ran", { step, sql, ok, reason = "", rows = 0 }: Payload<"sql.ran">): Step[] {
  const states = { "sql.drafted": ["drafted", "failed"], "sql.checked": ["checked", "refused"], "sql.ran": ["ran", "failed"] } as const;
  const now: Step = { step, sql, state: states[kind][ok ? 0 : 1], reason, rows };
  const at = kind === "sql.drafted" ? -1 : steps.findLastIndex((known) => known.sql === sql);
  return at < 0 ? [...steps, now] : steps.with(at, now);
}

function looked(look: Look, { call, ok, reason = "", query = 0, rows = 0, columns = [], preview }: Payload<"tool.answered">): Look {
  if (look.call !== call) return look;
  return { ...look, done: true, ok, reason, query, rows, columns, preview: Array.isArray(preview) ? preview.filter((row): row is Value[] => Array.isArray(row)) : [] };
}

// The change that gives a turn's cell its place. What was drawn of it before stays
// as it is, so that nothing is drawn twice.
function landed(book: OpenBook, { turn, payload, cell }: Extract<LogEvent, { kind: "notebook.changed" }>): OpenBook {
  const work = turn ? book.works[turn] : undefined;
  if (!work || !cell || work.cell === "" || work.cell !== (payload.recorded || payload.cell)) return changed(book, payload, cell);
  const next = changed(book, payload, work.drawn ? sharing(cell, work.drawn) : cell);
  const shown = work.drawn
    ? { ...next.shown, [cell.id]: { place: next.shown[cell.id]?.place ?? (payload.change === "added" ? work.id : cell.id), turn: work.id, created: cell.created_at } }
    : next.shown;
  return withWork({ ...next, shown }, { ...work, drawn: null, landed: true });
}

function sharing(cell: Cell, drawn: Cell): Cell {
  return {
    ...cell,
    ...(cell.result && same(cell.result, drawn.result) && { result: drawn.result }),
    ...(cell.chart && same(cell.chart, drawn.chart) && { chart: drawn.chart }),
    ...(cell.what_if && same(cell.what_if, drawn.what_if) && { what_if: drawn.what_if }),
  };
}

function ended(book: OpenBook, turn: string | undefined, { outcome, cell, reason = "" }: Payload<"turn.ended">): OpenBook {
  if (!turn) return book;
  const work = book.works[turn];
  const shown = cell && work && book.order.includes(work.replaces) ? work.replaces : (cell ?? "");
  const next = { ...book, past: [...book.past.slice(1 - rememberedTurns), { turn, cell: shown }] };
  if (!work) return next;
  return cell ? dismissed(next, turn) : withWork(next, { ...work, drawn: null, ended: { outcome, reason, after: book.order.at(-1) ?? "" } });
}

const without = (ids: string[], id: string) => ids.filter((other) => other !== id);

function changed(book: OpenBook, { change, cell: named = "", position, name }: Payload<"notebook.changed">, cell: Cell | undefined): OpenBook {
  const id = cell?.id ?? named;
  const cells = cell ? { ...book.cells, [cell.id]: cell } : book.cells;
  switch (change) {
    case "renamed":
      return { ...book, entry: { ...book.entry, name: name || book.entry.name } };
    case "removed":
      return { ...book, order: book.order.filter((other) => other !== id), stale: without(book.stale, id), outdated: without(book.outdated, id) };
    case "replaced": {
      if (book.order.includes(id)) return { ...book, cells, stale: without(book.stale, id), outdated: without(book.outdated, id) };
      const order = position >= 0 && position < book.order.length ? book.order.with(position, id) : [...book.order, id];
      return { ...book, cells, order, stale: book.stale.filter((other) => order.includes(other)) };
    }
    case "added":
    case "restored":
    case "moved":
    case "noted":
      return cells[id] ? { ...book, cells, order: placed(book.order, id, position) } : book;
    default:
      return { ...book, cells };
  }
}

function withEarlier(book: OpenBook, { change, cell = "", earlier = false }: Payload<"notebook.changed">): OpenBook {
  if (change !== "replaced" || book.earlier.includes(cell) === earlier) return book;
  return { ...book, earlier: earlier ? [...book.earlier, cell] : book.earlier.filter((id) => id !== cell) };
}

/** The order with a cell at a position; below zero means at the end. */
export function placed(order: string[], id: string, position: number): string[] {
  const others = order.filter((other) => other !== id);
  return position < 0 ? [...others, id] : others.toSpliced(position, 0, id);
}
