// What happened in a notebook, for those who do not see it.
import type { Cell } from "../api/types";
import { endOf, stageOf } from "../cell/outcome";
import type { OpenBook, Work } from "../store/book";
import { sentence } from "../ui/sentence";

/** The latest thing that changed, if anything worth saying did. */
export function newsOf(before: OpenBook, now: OpenBook): string {
  for (const work of Object.values(now.works)) {
    const known = before.works[work.id];
    if (work.ended && !known?.ended) return `${work.question}: ${endingOf(work)}`;
    if (!work.ended && !work.landed && (!known || stageOf(known) !== stageOf(work))) return `${work.question}: ${stageOf(work).toLowerCase()}.`;
  }
  if (now.cells === before.cells) return "";
  const present = new Set(before.order);
  const fresh = now.order.find((id) => now.cells[id] !== before.cells[id] && (!present.has(id) || now.cells[id]?.created_at !== before.cells[id]?.created_at));
  const cell = fresh === undefined ? undefined : now.cells[fresh];
  return cell?.question ? `${cell.question}: ${answerOf(cell)}` : "";
}

function endingOf(work: Work): string {
  const { stopped, reason } = endOf(work);
  if (stopped) return "stopped.";
  return work.sql === "" ? "no answer." : `the SQL did not run. ${sentence(reason)}`;
}

const answerOf = (cell: Cell): string => cell.narrative?.text ?? cell.reading?.question ?? cell.reading?.missing ?? "no answer";
