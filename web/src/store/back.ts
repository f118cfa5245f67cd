// The way back to an answer whose place another took.
import { api } from "../api/client";
import type { Turn } from "../api/types";
import { attempt, notify, open } from "./attempt";
import { freshen } from "./freshen";
import { store } from "./store";

/** Offers the way back once turns have replaced answers. */
export function offerBack(turns: Turn[]): void {
  const replacing = turns.filter((turn) => turn.replaces);
  const notebook = replacing[0]?.notebook;
  if (notebook === undefined) return;
  const look = () => {
    const book = store.get().book;
    const ended = replacing.map(({ turn }) => book?.past.find((known) => known.turn === turn));
    const forgotten = replacing.some(({ turn }, i) => !ended[i] && !book?.works[turn]);
    if (book?.entry.id !== notebook || forgotten) stop();
    else if (ended.every((end) => end !== undefined)) {
      stop();
      const cells = ended.map((end) => end.cell).filter((cell) => book.earlier.includes(cell));
      if (cells.length > 0) notify(cells.length === 1 ? "Answer replaced." : `${cells.length} answers replaced.`, { action: { label: "Undo", run: () => void goBack(cells) } });
    }
  };
  const stop = store.subscribe(look);
  look(); // events may have come before the answer to the request
}

/** Puts back the answers before those that stand in cells. */
export function goBack(cells: string[]): Promise<boolean> {
  return revert(cells.map((cell) => ({ cell })));
}

function revert(cells: { cell: string; to?: string }[]): Promise<boolean> {
  return attempt(async () => {
    const { id } = open().entry;
    const left: { cell: string; to: string }[] = [];
    for (const { cell, to } of cells) left.push({ cell, to: (await api.revertCell(id, cell, to)).was });
    const known = left.filter(({ to }) => to !== "");
    const undo = { label: "Undo", run: () => void revert(known) };
    const said = cells[0]?.to ? "Newer answer restored." : cells.length === 1 ? "Previous answer restored." : "Previous answers restored.";
    notify(said, { action: known.length > 0 ? undo : null });
    await freshen(store, id);
  });
}
