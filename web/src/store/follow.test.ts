import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Book } from "../api/types";
import { follow } from "./follow";
import { createStore, type Store } from "./store";

// The streams that were opened, the latest last.
let streams: Stream[] = [];

class Stream extends EventTarget {
  onopen: (() => void) | null = null;
  onerror: ((event?: Event) => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    super();
    streams.push(this);
  }
  close() {
    this.closed = true;
  }
  say(id: number, kind: string, payload: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify({ id, kind, at: "", payload }) }));
  }
}

const latest = () => streams.at(-1) as Stream;

const book: Book = { id: "n1", slug: "n1", name: "Sales", cells: 0, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [], stale: [] };

let answers: Record<string, () => Promise<Response>>;
let store: Store;
let stop: () => void;

const ok = (body: unknown) => () => Promise.resolve(Response.json(body));
const refused = (status: number) => () => Promise.resolve(Response.json({ error: { code: "NOT_FOUND", message: "there is no such notebook" } }, { status }));

beforeEach(() => {
  vi.useFakeTimers();
  streams = [];
  answers = { "/api/notebooks/n1": ok(book), "/api/notebook": ok(book), "/api/health": ok({ ok: true }) };
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("fetch", (path: string) => (answers[path] ?? refused(404))());
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  store = createStore();
});

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test("the events are followed from where the snapshot ends", async () => {
  stop = follow(store, "n1");
  await settle();
  expect(latest().url).toBe("/api/notebooks/n1/events?after=10");
  latest().onopen?.();
  latest().say(11, "notebook.changed", { change: "renamed", name: "Costs", position: 0 });
  expect(store.get()).toMatchObject({ link: "live", book: { lastEvent: 11, entry: { name: "Costs" } } });
});

test("the current notebook is followed by its own id", async () => {
  stop = follow(store, "");
  await settle();
  expect(latest().url).toBe("/api/notebooks/n1/events?after=10");
});

test("a stream that breaks is opened again after the last event", async () => {
  stop = follow(store, "n1");
  await settle();
  latest().onopen?.();
  latest().say(12, "session.started", {});
  latest().onerror?.();
  expect(store.get().link).toBe("lost");
  expect(latest().closed).toBe(true);
  await settle(500);
  expect(streams).toHaveLength(2);
  expect(latest().url).toBe("/api/notebooks/n1/events?after=12");
  latest().onopen?.();
  expect(store.get().link).toBe("live");
});

test("a page that lags goes on where it was", async () => {
  stop = follow(store, "n1");
  await settle();
  latest().say(15, "session.started", {});
  latest().dispatchEvent(new MessageEvent("lagging", { data: "{}" }));
  expect(latest().url).toBe("/api/notebooks/n1/events?after=15");
});

test("a notebook that is gone is not waited for", async () => {
  stop = follow(store, "n1");
  await settle();
  delete answers["/api/notebooks/n1"];
  for (let i = 0; i < 6; i++) {
    latest().onerror?.();
    await settle(10_000);
  }
  expect(store.get()).toMatchObject({ book: null, failure: { message: "There is no such notebook." } });
});

test("what the server says of a notebook that is gone is believed", async () => {
  stop = follow(store, "n1");
  await settle();
  delete answers["/api/notebooks/n1"];
  latest().onerror?.(new MessageEvent("error", { data: "{}" }));
  await settle(500);
  expect(streams).toHaveLength(1);
  expect(store.get()).toMatchObject({ book: null, failure: { message: "There is no such notebook." } });
});

test("a server that does not answer is tried again", async () => {
  answers["/api/notebooks/n1"] = () => Promise.reject(new TypeError("refused"));
  stop = follow(store, "n1");
  await settle();
  expect(store.get()).toMatchObject({ link: "lost", failure: { code: "OFFLINE" } });
  answers["/api/notebooks/n1"] = ok(book);
  await settle(500);
  expect(store.get()).toMatchObject({ failure: null, book: { lastEvent: 10 } });
});

test("a tab that nobody looks at lets its stream go, and catches up", async () => {
  const look = (visibilityState: string) => {
    Object.assign(document, { visibilityState });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  stop = follow(store, "n1");
  await settle();
  latest().onopen?.();
  latest().say(12, "session.started", {});
  look("hidden");
  await settle(1_000);
  look("visible");
  await settle(120_000);
  expect(latest().closed).toBe(false); // it was only a glance elsewhere
  look("hidden");
  await settle(60_000);
  expect(latest().closed).toBe(true);
  answers["/api/notebooks/n1"] = ok({ ...book, stale: ["a"] });
  look("visible");
  await settle();
  expect(latest().url).toBe("/api/notebooks/n1/events?after=12");
  expect(store.get().book?.stale).toEqual(["a"]);
});

test("nothing is opened after the end", async () => {
  stop = follow(store, "n1");
  stop();
  await settle(60_000);
  expect(streams).toEqual([]);
  expect(store.get().book).toBeNull();
});
