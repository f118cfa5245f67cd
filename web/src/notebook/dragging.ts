// Moving cells by hand: whole threads among threads, follow-ups within theirs.
import { useMemo, useState, type DragEvent } from "react";
import { store } from "../store/store";
import { put, siblingsOf, type Thread } from "./places";

interface Drop {
  over: string;
  below: boolean;
}

export type Dragging = ReturnType<typeof dragging>;

export function useDragging(all: Thread[]): Dragging {
  const [held, setHeld] = useState("");
  const [drop, setDrop] = useState<Drop | null>(null);
  return useMemo(() => dragging(all, held, setHeld, drop, setDrop), [all, held, drop]);
}

function dragging(all: Thread[], held: string, setHeld: (id: string) => void, drop: Drop | null, setDrop: (drop: Drop | null) => void) {
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
    if (held === "" || held === id || !siblingsOf(all, held).all.includes(id)) return;
    event.preventDefault();
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    const below = event.clientY > box.top + box.height / 2;
    if (drop?.over !== id || drop.below !== below) setDrop({ over: id, below });
  }

  function release(event: DragEvent) {
    if (held === "" || !drop) return;
    event.preventDefault();
    event.stopPropagation();
    void put(store.get().book?.order ?? [], siblingsOf(all, held), held, drop.over, drop.below);
    end();
  }

  return {
    start,
    end,
    target: (id: string) => ({ onDragOver: (event: DragEvent) => over(id, event), onDrop: release }),
    classOf: (id: string, base: string) => {
      const parts = [base];
      if (held === id) parts.push("held");
      if (drop?.over === id) parts.push(drop.below ? "drop-below" : "drop-above");
      return parts.join(" ");
    },
  };
}
