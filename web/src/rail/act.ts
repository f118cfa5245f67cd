// What people do with notebooks and sources.
import { api } from "../api/client";
import type { Entry } from "../api/types";
import { go } from "../app/route";
import { attempt, notify } from "../store/attempt";
import { isUnused } from "../store/book";
import { store } from "../store/store";
import { addressed, loadNotebooks, loadOverview, loadSources } from "./load";

/**
 * Begins an empty notebook, of the source that is asked now unless another is
 * named. Data that a notebook found by its place, without a connection, is only
 * that notebook's.
 */
export function create(source = ""): Promise<boolean> {
  return attempt(async () => {
    const { book: open, library } = store.get();
    const asked = open?.entry.source ?? "";
    const connected = library.sources?.some(({ name }) => name === asked) ?? false;
    const book = await api.createNotebook("", addressed(source || (connected ? asked : "")));
    go(book.id);
  });
}

export function rename(id: string, name: string): Promise<boolean> {
  return attempt(async () => {
    await api.renameNotebook(id, name);
    await loadNotebooks();
  });
}

export function copy(entry: Entry): Promise<boolean> {
  return attempt(async () => {
    const book = await api.forkNotebook(entry.id, `${entry.name} (copy)`);
    go(book.id);
  });
}

/** Deletes a notebook; if it was open, the one changed last takes its place. */
export function erase(id: string): Promise<boolean> {
  return attempt(async () => {
    await api.deleteNotebook(id);
    if (store.get().book?.entry.id === id) go("");
    await loadNotebooks();
    const restore = () => void attempt(async () => {
      await api.restoreNotebook(id);
      await loadNotebooks();
      go(id);
    });
    notify("Notebook deleted.", { action: { label: "Undo", run: restore } });
  });
}

/**
 * Turns to another source. A notebook belongs to the source that was asked
 * first in it, so the latest notebook of that source is opened, or a new one;
 * in the place of one that nothing was asked in yet comes another empty one.
 */
export function choose(name: string): Promise<boolean> {
  return attempt(async () => {
    await api.useSource(name);
    await Promise.all([loadSources(), loadOverview()]);
    const { book } = store.get();
    const own = book?.entry.source;
    if (!own || own === name) return;
    const empty = isUnused(book) && /^Notebook( \d+)?$/.test(book.entry.name); // as Plumb calls them
    const latest = empty ? undefined : (await api.notebooks()).notebooks?.find((entry) => entry.source === name);
    const next = latest ? latest.id : (await api.createNotebook("", addressed(name))).id;
    const { book: left } = store.get();
    go(next);
    if (!empty || left?.entry.id !== book.entry.id || !isUnused(left)) return; // something may have been asked meanwhile
    await api.deleteNotebook(book.entry.id);
    await loadNotebooks();
  });
}

export function disconnect(name: string): Promise<boolean> {
  return attempt(async () => {
    await api.removeSource(name);
    await Promise.all([loadSources(), loadOverview()]);
    notify(`${name} is disconnected.`);
  });
}
