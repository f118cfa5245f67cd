import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Book } from "../api/types";
import { follow } from "./follow";
import { createStore, type Store } from "./store";

// The lines that were opened, the latest last.
let lines: FakeLine[] = [];

interface FakeLine {
  after: number;
  closed: boolean;
  live: () => void;
  say: (id: number, kind: string, payload: unknown) => void;
  lag: (after: number) => void;
  /** The server says that the notebook cannot be followed. */
  refuse: () => void;
  break: () => void;
}

class Stream extends EventTarget implements FakeLine {
  onopen: (() => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  closed = false;
  after: number;
  constructor(readonly url: string) {
    super();
    this.after = Number(new URL(url, "http://plumb").searchParams.get("after"));
    lines.push(this);
  }
  close() { this.closed = true; }
  live() { this.onopen?.(); }
  say(id: number, kind: string, payload: unknown) { this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify({ id, kind, at: "", payload }) })); }
  lag() { this.dispatchEvent(new MessageEvent("lagging", { data: "{}" })); }
  refuse() { this.onerror?.(new MessageEvent("error", { data: "{}" })); }
  break() { this.onerror?.(new Event("error")); }
}

class Socket implements FakeLine {
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  closed = false;
  after = -1;
  constructor(readonly url: string) {
    lines.push(this);
  }
  close() { this.closed = true; }
  send(text: string) { this.after = (JSON.parse(text) as { after: number }).after; }
  hear(message: object) { this.onmessage?.(new MessageEvent("message", { data: JSON.stringify(message) })); }
  live() {
    this.onopen?.();
    this.hear({ type: "here" });
  }
  say(id: number, kind: string, payload: unknown) { this.hear({ type: "event", notebook: "n1", event: { id, kind, at: "", payload } }); }
  lag(after: number) { this.hear({ type: "lagging", notebook: "n1", after }); }
  refuse() { this.hear({ type: "error", error: { code: "NOT_FOUND", message: "gone" } }); }
  break() { this.onclose?.(); }
}

// What a proxy does that lets no socket through.
class RefusedSocket {
  onclose: (() => void) | null = null;
  constructor() {
    refused++;
    queueMicrotask(() => this.onclose?.());
  }
  close() {}
}

const latest = () => lines.at(-1) as FakeLine;

const book: Book = { id: "n1", slug: "n1", name: "Sales", cells: 0, created_at: "", updated_at: "", session: "s1", last_event: 10, running: [], contents: [], stale: [], unsure: false, earlier: [] };

let answers: Record<string, () => Promise<Response>>;
let store: Store;
let stop: () => void;
let refused: number;

const ok = (body: unknown) => () => Promise.resolve(Response.json(body));
const missing = () => Promise.resolve(Response.json({ error: { code: "NOT_FOUND", message: "there is no such notebook" } }, { status: 404 }));

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  refused = 0;
  answers = { "/api/notebooks/n1": ok(book), "/api/notebook?own=true": ok(book), "/api/health": ok({ ok: true }) };
  vi.stubGlobal("EventSource", Stream);
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("location", new URL("http://127.0.0.1:7586/n/n1"));
  vi.stubGlobal("fetch", (path: string) => (answers[path] ?? missing)());
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

async function begin(ref = "n1"): Promise<void> {
  stop = follow(store, ref);
  await settle();
  latest().live();
}

describe.each(["socket", "stream"] as const)("over a %s", (way) => {
  beforeEach(() => {
    if (way === "stream") vi.stubGlobal("WebSocket", RefusedSocket);
  });

  test("the events are followed from where the snapshot ends", async () => {
    await begin();
    expect(latest()).toBeInstanceOf(way === "socket" ? Socket : Stream);
    expect(latest().after).toBe(10);
    latest().say(11, "notebook.changed", { change: "renamed", name: "Costs", position: 0 });
    expect(store.get()).toMatchObject({ link: "live", book: { lastEvent: 11, entry: { name: "Costs" } } });
  });

  test("the current notebook is followed by its own id", async () => {
    await begin("");
    expect(latest().after).toBe(10);
    expect(store.get().ref).toBe("n1");
  });

  test("a line that breaks is opened again after the last event", async () => {
    await begin();
    latest().say(12, "session.started", {});
    const before = latest();
    before.break();
    expect(store.get().link).toBe("lost");
    expect(before.closed).toBe(true);
    await settle(500);
    expect(latest()).not.toBe(before);
    latest().live();
    expect(latest().after).toBe(12);
    expect(store.get().link).toBe("live");
  });

  test("a page that lags goes on where it was", async () => {
    await begin();
    latest().say(15, "session.started", {});
    latest().lag(15);
    expect(latest().after).toBe(15);
    expect(store.get().link).toBe("live");
  });

  test("what the server says of a notebook that is gone is believed", async () => {
    await begin();
    const opened = lines.length;
    delete answers["/api/notebooks/n1"];
    latest().refuse();
    await settle(500);
    expect(lines).toHaveLength(opened);
    expect(store.get()).toMatchObject({ book: null, failure: { message: "There is no such notebook." } });
  });

  test("a line that never comes although the server answers is not waited for", async () => {
    await begin();
    delete answers["/api/notebooks/n1"];
    for (let i = 0; i < 6; i++) {
      const tried = lines.length;
      latest().break();
      await settle(10_000);
      if (lines.length > tried && latest() instanceof Socket) latest().break(); // and then the stream
    }
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

  test("a tab that nobody looks at keeps a socket, lets a stream go, and catches up", async () => {
    const look = (visibilityState: string) => {
      Object.assign(document, { visibilityState });
      document.dispatchEvent(new Event("visibilitychange"));
    };
    await begin();
    latest().say(12, "session.started", {});
    look("hidden");
    await settle(1_000);
    look("visible");
    const first = latest();
    for (let i = 0; i < 10; i++) {
      await settle(12_000);
      if (way === "socket") latest().live(); // as the server does
    }
    expect(first.closed).toBe(false); // it was only a glance elsewhere
    look("hidden");
    for (let i = 0; i < 5; i++) {
      await settle(12_000);
      if (way === "socket") latest().live();
    }
    expect(first.closed).toBe(way === "stream");
    answers["/api/notebooks/n1/stale"] = ok({ stale: ["a"], unsure: false });
    look("visible");
    await settle();
    if (way === "stream") expect(latest().after).toBe(12);
    expect(store.get().book?.stale).toEqual(["a"]);
  });

  test("nothing is opened after the end", async () => {
    stop = follow(store, "n1");
    stop();
    await settle(60_000);
    expect(lines).toEqual([]);
    expect(store.get().book).toBeNull();
  });
});

test("a socket that says nothing for long is taken for broken", async () => {
  await begin();
  await settle(39_000);
  latest().live();
  await settle(39_000);
  expect(store.get().link).toBe("live");
  const quiet = latest();
  await settle(2_000);
  expect(quiet.closed).toBe(true);
  expect(latest()).not.toBe(quiet);
});

test("a socket that is not answered is given up for a stream", async () => {
  stop = follow(store, "n1");
  await settle(6_000);
  expect(lines.map((line) => line.closed)).toEqual([true, false]);
  latest().live();
  expect(latest()).toBeInstanceOf(Stream);
  expect(store.get().link).toBe("live");
});

test("where sockets are refused again and again, they are not tried any more", async () => {
  vi.stubGlobal("WebSocket", RefusedSocket);
  await begin();
  for (let i = 0; i < 4; i++) {
    latest().break();
    await settle(500);
    latest().live();
  }
  expect(refused).toBe(2);
  expect(store.get().link).toBe("live");
});

test("a socket is tried again when the server was only away", async () => {
  await begin();
  latest().break();
  await settle(500);
  latest().break(); // the socket
  latest().break(); // and the stream
  await settle(1_000);
  expect(latest()).toBeInstanceOf(Socket);
});

test("a page that is refused a line says why, and goes on when there is room", async () => {
  vi.stubGlobal("WebSocket", RefusedSocket);
  answers["/api/ws"] = () => Promise.resolve(Response.json({ error: { code: "RATE_LIMITED", message: "64 streams are open already", hint: "close pages" } }, { status: 429 }));
  await begin();
  for (let i = 0; i < 6; i++) {
    latest().break();
    await settle(10_000);
  }
  expect(store.get()).toMatchObject({ link: "lost", refusal: { message: "64 streams are open already.", hint: "Close pages." } });
  answers["/api/ws"] = () => Promise.resolve(Response.json({ error: { code: "BAD_REQUEST", message: "this is a WebSocket" } }, { status: 400 }));
  await settle(20_000);
  latest().live();
  expect(store.get()).toMatchObject({ link: "live", refusal: null });
});

describe("stale answers", () => {
  test("sources that are not open yet are asked about again, until it is sure", async () => {
    let asked = 0;
    answers["/api/notebooks/n1"] = ok({ ...book, unsure: true });
    answers["/api/notebooks/n1/stale"] = () => Promise.resolve(Response.json(++asked < 3 ? { stale: [], unsure: true } : { stale: ["a"], unsure: false }));
    await begin();
    await settle(60_000);
    expect(asked).toBe(3);
    expect(store.get().book?.stale).toEqual(["a"]);
  });

  test("a source that nobody opens is not asked about for ever", async () => {
    let asked = 0;
    answers["/api/notebooks/n1"] = ok({ ...book, unsure: true });
    answers["/api/notebooks/n1/stale"] = () => Promise.resolve(Response.json({ stale: [], unsure: ++asked > 0 }));
    await begin();
    await settle(600_000);
    expect(asked).toBe(6);
  });
});
