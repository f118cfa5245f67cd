// Says to those who do not see the page what happens in it.
import { useEffect, useRef, useState } from "react";
import { stageOf } from "../cell/outcome";
import type { OpenBook } from "../store/book";
import { useStore } from "../store/store";

export function LiveRegion() {
  const book = useStore((state) => state.book);
  const before = useRef<OpenBook | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const news = book && before.current?.entry.id === book.entry.id ? difference(before.current, book) : "";
    before.current = book;
    if (news !== "") setSaid(news);
  }, [book]);
  return <div className="hidden" role="status" aria-live="polite">{said}</div>;
}

// The latest thing that changed, if anything worth saying did.
function difference(before: OpenBook, now: OpenBook): string {
  for (const work of Object.values(now.works)) {
    const known = before.works[work.id];
    if (work.ended && !known?.ended) return `${work.question}: ${work.ended.outcome === "canceled" ? "stopped" : "no answer"}.`;
    if (!work.ended && (!known || stageOf(known) !== stageOf(work))) return `${work.question}: ${stageOf(work).toLowerCase()}.`;
  }
  if (now.order === before.order) return "";
  const known = new Set(before.order);
  const fresh = now.order.find((id) => !known.has(id));
  const cell = fresh === undefined ? undefined : now.cells[fresh];
  if (!cell?.question) return "";
  return `${cell.question}: ${cell.narrative?.text ?? cell.reading?.question ?? cell.reading?.missing ?? "no answer"}`;
}
