// Keys that work everywhere but where text is written.
import { useEffect } from "react";
import { store } from "../store/store";
import { commands, possible } from "./commands";

const byKey: Record<string, string> = {
  "/": "ask", f: "follow", e: "edit", ArrowDown: "next", j: "next", ArrowUp: "previous", k: "previous", t: "table", s: "sql", r: "refresh",
  b: "back", d: "duplicate", n: "note", u: "undo", Backspace: "delete", Delete: "delete", "[": "rail", "?": "shortcuts", g: "knowledge",
};
const withControl: Record<string, string> = { k: "palette", p: "print" };
const withAlt: Record<string, string> = { ArrowUp: "up", ArrowDown: "down" };

// Where keys have a meaning of their own.
const own = "input, textarea, select, [contenteditable], [role=menu], [role=tablist], [role=application], .cm-editor, dialog, [data-own-keys]";

function commandOf(event: KeyboardEvent): string | undefined {
  if ((event.metaKey || event.ctrlKey) && !event.altKey) return event.shiftKey ? undefined : withControl[event.key.toLowerCase()];
  const target = event.composedPath()[0];
  if (target instanceof Element && target.closest(own)) return undefined;
  // An arrow scrolls, or moves within a control, unless a cell or nothing has the focus.
  const inControl = target instanceof Element && target.closest("button, a, [tabindex='0']") !== null;
  if (event.altKey) return withAlt[event.key];
  if (inControl && ["ArrowDown", "ArrowUp", "Backspace", "Delete"].includes(event.key)) return undefined;
  return byKey[event.key];
}

export function useKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || (store.get().overlay && event.key !== "k")) return;
      const id = commandOf(event);
      const command = commands.find((known) => known.id === id);
      if (!command || !possible(command)) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
