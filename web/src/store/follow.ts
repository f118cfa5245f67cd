// Follows the events of a notebook. The line is opened again after the last
// event whenever it breaks, so nothing is lost and nothing comes twice.
import { api, failureOf } from "../api/client";
import type { LogEvent } from "../api/types";
import { freshen } from "./freshen";
import { openSocket, openStream, type Line } from "./line";
import { watchPresence } from "./presence";
import type { Store } from "./store";

const firstWait = 500;
const longestWait = 10_000;
const toleratedFailures = 3;
const toleratedRefusals = 2;
const restAfter = 60_000;
const lookAfter = 100; // several answers may change at once

/** Opens a notebook ("" means the current one) and follows it until the returned function is called. */
export function follow(store: Store, ref: string): () => void {
  let stopped = false;
  let line: Line | null = null;
  let streaming = false; // over one of the few streams that there are
  let timer = 0;
  let looking = 0;
  let wait = firstWait;
  let failures = 0; // of the line, one after the other
  let refusals = 0; // of sockets where a stream was let through

  async function load() {
    try {
      const book = ref === "" ? await api.currentNotebook() : await api.notebook(ref);
      if (stopped) return;
      ref = book.id;
      store.dispatch({ type: "opened", book });
      if (book.unsure) void freshen(store, ref);
      listen();
    } catch (error) {
      if (stopped) return;
      const failure = failureOf(error);
      store.dispatch({ type: "failed", failure });
      if (failure.code === "OFFLINE") again(() => void load());
    }
  }

  function listen() {
    line?.close();
    streaming = false;
    const after = () => store.get().book?.lastEvent ?? 0;
    const event = (happened: LogEvent) => {
      store.dispatch({ type: "event", event: happened });
      if (happened.kind === "notebook.changed" && happened.payload.change === "replaced") lookSoon();
    };
    const broken = (told: boolean) => again(() => void (told ? load() : resume()));
    if (refusals >= toleratedRefusals) {
      overStream();
      return;
    }
    let opened = false;
    line = openSocket(ref, after(), {
      event,
      live: () => {
        opened = true;
        refusals = 0;
        live();
      },
      broken: (told) => (told || opened ? broken(told) : overStream()),
    });

    function overStream() {
      streaming = true;
      line = openStream(ref, after(), { event, broken, live: () => {
        refusals++;
        live();
      } });
    }
  }

  // What follows an answer is outdated when it changes, and up to date again when
  // it was run again.
  function lookSoon() {
    clearTimeout(looking);
    looking = window.setTimeout(() => void freshen(store, ref), lookAfter);
  }

  function live() {
    wait = firstWait;
    failures = 0;
    store.dispatch({ type: "link", link: "live" });
  }

  // Where the server answers but the line does not come, the notebook is asked
  // for once more: it may be gone, or not to be seen any more.
  async function resume() {
    if (++failures > toleratedFailures && (await api.alive())) {
      const refusal = await api.refusal();
      if (stopped) return;
      if (refusal) {
        store.dispatch({ type: "refused", refusal });
        again(() => void resume());
        return;
      }
      failures = 0;
      await load();
    } else if (!stopped) listen();
  }

  function again(what: () => void) {
    line?.close();
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

  // There are few streams, so a tab that nobody looks at lets its own go. Whoever
  // comes back gets what happened since, and learns which tables have changed.
  let resting = false;
  const unwatch = watchPresence(restAfter, () => {
    resting = streaming && store.get().link === "live";
    if (resting) line?.close();
  }, () => {
    if (resting) listen();
    resting = false;
    void freshen(store, ref);
  });

  window.addEventListener("online", online);
  void load();
  return () => {
    stopped = true;
    line?.close();
    clearTimeout(timer);
    clearTimeout(looking);
    window.removeEventListener("online", online);
    unwatch();
  };
}
