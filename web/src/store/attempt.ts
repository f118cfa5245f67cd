// Doing something that may fail, and saying so.
import { failureOf } from "../api/client";
import type { OpenBook } from "./book";
import { store, type Notice } from "./store";

let notices = 0;

/** Says something for a while at the edge of the page. */
export function notify(text: string, more: Partial<Pick<Notice, "hint" | "kind" | "action">> = {}): void {
  store.dispatch({ type: "notice", notice: { id: ++notices, text, hint: more.hint ?? "", kind: more.kind ?? "plain", action: more.action ?? null } });
}

/** Does something, and says what went wrong if it does. */
export async function attempt(what: () => Promise<void>): Promise<boolean> {
  try {
    await what();
    return true;
  } catch (error) {
    const failure = failureOf(error);
    notify(failure.message, { hint: failure.hint, kind: "problem" });
    return false;
  }
}

/** The notebook that something is done in. */
export function open(): OpenBook {
  const book = store.get().book;
  if (!book) throw new Error("No notebook is open.");
  return book;
}
