// Moving cells by hand: whole threads among threads, follow-ups within theirs.
import { useState, type DragEvent } from "react";
import { move } from "../store/actions";
import { store } from "../store/store";
import type { Thread } from "./places";

interface Drop {
  over: string;
  below: boolean;
}

export function useDragging(all: Thread[]) {
  const [held, setHeld] = useState("");
  const [drop, setDrop] = useState<Drop | null>(null);

  // Only where its siblings are can a cell be put.
  const siblings = (id: string): string[] => {
    const own = all.find(({ root, followers }) => root === id || followers.includes(id));
    if (!own) return [];
    return own.root === id ? all.map(({ root }) => root) : own.followers;
  };

  function start(id: string, event: DragEvent) {
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", "");
    const cell = event.currentTarget.closest("[data-cell]");
    if (cell) event.dataTransfer.setDragImage(cell, 0, 16);
    setHeld(id);
  }

  function end() {
    setHeld("");
    setDrop(null);
  }

  function over(id: string, event: DragEvent) {
    if (held === "" || held === id || !siblings(held).includes(id)) return;
    event.preventDefault();
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    const below = event.clientY > box.top + box.height / 2;
    if (drop?.over !== id || drop.below !== below) setDrop({ over: id, below });
  }

  function put(event: DragEvent) {
    if (held === "" || !drop) return;
    event.preventDefault();
    event.stopPropagation();
    const order = store.get().book?.order ?? [];
    const from = order.indexOf(held);
    const to = order.indexOf(drop.over) + (drop.below ? 1 : 0);
    // What stands behind the cell moves up by one when it is taken out.
    const position = from < to ? to - 1 : to;
    if (position !== from) void move(held, position);
    end();
  }

  return {
    start,
    end,
    target: (id: string) => ({ onDragOver: (event: DragEvent) => over(id, event), onDrop: put }),
    classOf: (id: string, base: string) => {
      const parts = [base];
      if (held === id) parts.push("held");
      if (drop?.over === id) parts.push(drop.below ? "drop-below" : "drop-above");
      return parts.join(" ");
    },
  };
}
