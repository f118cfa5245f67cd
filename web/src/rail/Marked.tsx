import { Fragment } from "react";
import { straight } from "../ui/straight";

/** A text with some of its letters marked, as text and never as markup. */
export function Marked({ text: given, at }: { text: string; at: readonly number[] }) {
  const text = straight(given);
  if (at.length === 0) return <>{text}</>;
  const marked = new Set(at);
  const runs: { text: string; on: boolean }[] = [];
  for (let i = 0; i < text.length; i++) {
    const on = marked.has(i);
    const last = runs[runs.length - 1];
    if (last && last.on === on) last.text += text[i];
    else runs.push({ text: text[i] ?? "", on });
  }
  return (
    <>
      {runs.map((r, i) => (r.on ? <mark key={i}>{r.text}</mark> : <Fragment key={i}>{r.text}</Fragment>))}
    </>
  );
}
