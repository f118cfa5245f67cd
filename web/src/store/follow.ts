// Follows the events of a notebook. The stream is opened again after the last
// event whenever it breaks, so nothing is lost and nothing comes twice.
import { api, failureOf } from "../api/client";
import type { LogEvent } from "../api/types";
import { watchPresence } from "./presence";
import type { Store } from "./store";

const kinds: LogEvent["kind"][] = [
  "session.started", "question.asked", "stage", "sql.drafted", "sql.checked", "sql.ran", "tool.called", "tool.answered", "model.escalated",
  "cell.recorded", "diagnostic", "turn.ended", "notebook.changed",
];

const firstWait = 500;
const longestWait = 10_000;
const toleratedFailures = 3;
const restAfter = 60_000;

/** Opens a notebook ("" means the current one) and follows it until the returned function is called. */
export function follow(store: Store, ref: string): () => void {
  let stopped = false;
  let stream: EventSource | null = null;
  let timer = 0;
  let wait = firstWait;
  let failures = 0; // of the stream, one after the other

  async function load() {
    try {
      const book = ref === "" ? await api.currentNotebook() : await api.notebook(ref);
      if (stopped) return;
      ref = book.id;
      store.dispatch({ type: "opened", book });
      listen();
    } catch (error) {
      if (stopped) return;
      const failure = failureOf(error);
      store.dispatch({ type: "failed", failure });
      if (failure.code === "OFFLINE") again(() => void load());
    }
  }

  function listen() {
    stream = new EventSource(api.eventsPath(ref, store.get().book?.lastEvent ?? 0));
    stream.onopen = () => {
      wait = firstWait;
      failures = 0;
      store.dispatch({ type: "link", link: "live" });
    };
    // With a message it is the server that says so: the notebook may be gone.
    stream.onerror = (event) => again(() => void (event instanceof MessageEvent ? load() : resume()));
    stream.addEventListener("lagging", () => {
      stream?.close();
      listen();
    });
    for (const kind of kinds) {
      stream.addEventListener(kind, (message: MessageEvent<string>) => {
        store.dispatch({ type: "event", event: JSON.parse(message.data) as LogEvent });
      });
    }
  }

  // Where the server answers but the stream does not come, the notebook is
  // asked for anew: it may be gone, or not to be seen any more.
  async function resume() {
    if (++failures > toleratedFailures && (await api.alive())) {
      failures = 0;
      await load();
    } else if (!stopped) listen();
  }

  function again(what: () => void) {
    stream?.close();
    if (stopped) return;
    store.dispatch({ type: "link", link: "lost" });
    clearTimeout(timer);
    timer = window.setTimeout(what, wait);
    wait = Math.min(wait * 2, longestWait);
  }

  // A network that is back is worth a try at once.
  const online = () => {
    if (store.get().link !== "lost") return;
    wait = firstWait;
    again(store.get().book ? () => void resume() : () => void load());
  };
  // A browser gives one address few connections, so a tab that nobody looks at
  // lets its stream go. Whoever comes back gets what happened since, and is told
  // of tables that have changed.
  let resting = false;
  const unwatch = watchPresence(restAfter, () => {
    resting = store.get().link === "live";
    if (resting) stream?.close();
  }, () => {
    if (resting) listen();
    resting = false;
    void freshen();
  });

  async function freshen() {
    try {
      const { stale } = await api.notebook(ref);
      if (!stopped) store.dispatch({ type: "changed", change: (book) => ({ ...book, stale }) });
    } catch {
      // The stream says so if the server is gone.
    }
  }

  window.addEventListener("online", online);
  void load();
  return () => {
    stopped = true;
    stream?.close();
    clearTimeout(timer);
    window.removeEventListener("online", online);
    unwatch();
  };
}
