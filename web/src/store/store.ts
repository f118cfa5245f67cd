// The one store of the page: a pure reducer, and a hook that reads from it.
import { useSyncExternalStore } from "react";
import type { Failure } from "../api/client";
import type { Book, Citation, LogEvent, Turn } from "../api/types";
import { accepted, applied, dismissed, opened, type OpenBook } from "./book";
import { emptyLibrary, type Library, type LibraryAction } from "./library";

/** How the stream of events stands. */
export type Link = "connecting" | "live" | "lost";

export type Overlay = "palette" | "settings" | "connect" | "shortcuts" | "knowledge" | "passage" | null;

/** The parts of what is known beside the data. */
export type KnowledgeTab = "documents" | "memories" | "glossary" | "learned" | "statistics";

export interface Notice {
  id: number;
  text: string;
  hint: string;
  kind: "plain" | "problem";
  action: { label: string; run: () => void } | null;
}

export interface Draft {
  text: string;
  /** The cell that the question continues from; "" starts over, null leaves it to the notebook. */
  parent: string | null;
  /** The cell whose question is being edited. */
  replaces: string;
}

export interface State {
  /** The notebook of the address; "" means the current one. */
  ref: string;
  book: OpenBook | null;
  failure: Failure | null;
  link: Link;
  /** Why there is no link, where the server says so. */
  refusal: Failure | null;
  /** The cell that the keyboard is at. */
  focus: string;
  draft: Draft;
  /** The cell after which a note is being written; "" is the end, null none. */
  noting: string | null;
  overlay: Overlay;
  /** The part of the knowledge that is shown, or was last. */
  tab: KnowledgeTab;
  /** The passage that is opened. */
  passage: Pick<Citation, "passage" | "quote"> | null;
  rail: boolean;
  notices: Notice[];
  library: Library;
}

export type Action =
  | { type: "opening"; ref: string }
  | { type: "opened"; book: Book }
  | { type: "failed"; failure: Failure }
  | { type: "event"; event: LogEvent }
  | { type: "link"; link: Link }
  | { type: "refused"; refusal: Failure }
  | { type: "accepted"; turn: Turn }
  | { type: "dismissed"; turn: string }
  | { type: "changed"; notebook: string; change: (book: OpenBook) => OpenBook }
  | { type: "focus"; cell: string }
  | { type: "draft"; draft: Partial<Draft> }
  | { type: "noting"; after: string | null }
  | { type: "overlay"; overlay: Overlay }
  | { type: "knowledge"; tab?: KnowledgeTab }
  | { type: "passage"; passage: Pick<Citation, "passage" | "quote"> }
  | { type: "rail"; open: boolean }
  | { type: "notice"; notice: Notice }
  | { type: "noticed"; id: number }
  | LibraryAction;

const gone = 404;

export const emptyDraft: Draft = { text: "", parent: null, replaces: "" };

/** A draft that was written down as JSON; null if it is none. */
export function readDraft(text: string | undefined): Draft | null {
  try {
    const { text: words, parent, replaces } = JSON.parse(text ?? "") as Partial<Record<keyof Draft, unknown>>;
    return typeof words === "string" && (parent === null || typeof parent === "string") && typeof replaces === "string" ? { text: words, parent, replaces } : null;
  } catch {
    return null;
  }
}

const initial: State = {
  ref: "", book: null, failure: null, link: "connecting", refusal: null, focus: "", draft: emptyDraft, noting: null, overlay: null, tab: "documents", passage: null, rail: true, notices: [], library: emptyLibrary,
};

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "opening":
      return { ...state, ref: action.ref, book: null, failure: null, link: "connecting", refusal: null, focus: "", draft: emptyDraft, noting: null };
    case "opened":
      return { ...state, ref: action.book.id, book: opened(action.book, state.book), failure: null };
    case "failed":
      return { ...state, failure: action.failure, book: action.failure.status === gone ? null : state.book };
    case "event":
      return withBook(state, (book) => applied(book, action.event));
    case "link":
      return { ...state, link: action.link, refusal: action.link === "live" ? null : state.refusal };
    case "refused":
      return { ...state, refusal: action.refusal };
    case "accepted":
      return withBook(state, (book) => accepted(book, action.turn));
    case "dismissed":
      return withBook(state, (book) => dismissed(book, action.turn));
    case "changed":
      return withBook(state, (book) => (book.entry.id === action.notebook ? action.change(book) : book)); // another may be open by now
    case "focus":
      return state.focus === action.cell ? state : { ...state, focus: action.cell };
    case "draft":
      return { ...state, draft: { ...state.draft, ...action.draft } };
    case "noting":
      return { ...state, noting: action.after };
    case "overlay":
      return { ...state, overlay: action.overlay };
    case "knowledge":
      return { ...state, overlay: "knowledge", tab: action.tab ?? state.tab };
    case "passage":
      return { ...state, overlay: "passage", passage: action.passage };
    case "rail":
      return { ...state, rail: action.open };
    case "notice":
      return { ...state, notices: [...state.notices.slice(-2), action.notice] };
    case "noticed":
      return { ...state, notices: state.notices.filter((notice) => notice.id !== action.id) };
    case "library":
      return { ...state, library: { ...state.library, ...action.part } };
  }
}

function withBook(state: State, change: (book: OpenBook) => OpenBook): State {
  if (!state.book) return state;
  const book = change(state.book);
  return book === state.book ? state : { ...state, book };
}

export interface Store {
  get: () => State;
  dispatch: (action: Action) => void;
  subscribe: (listener: () => void) => () => void;
}

export function createStore(state: State = initial): Store {
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch: (action) => {
      const next = reduce(state, action);
      if (next === state) return;
      state = next;
      listeners.forEach((listener) => listener());
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const store = createStore();

/** Reads a part of the state. The part must be the same value until it changes. */
export function useStore<T>(read: (state: State) => T): T {
  return useSyncExternalStore(store.subscribe, () => read(store.get()));
}
