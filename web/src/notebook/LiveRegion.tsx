// Says to those who do not see the page what happens in it.
import { useEffect, useRef, useState } from "react";
import type { OpenBook } from "../store/book";
import { useStore } from "../store/store";
import { newsOf } from "./news";

export function LiveRegion() {
  const book = useStore((state) => state.book);
  const before = useRef<OpenBook | null>(null);
  const [said, setSaid] = useState("");
  useEffect(() => {
    const news = book && before.current?.entry.id === book.entry.id ? newsOf(before.current, book) : "";
    before.current = book;
    if (news !== "") setSaid(news);
  }, [book]);
  return <div className="hidden" role="status" aria-live="polite">{said}</div>;
}
