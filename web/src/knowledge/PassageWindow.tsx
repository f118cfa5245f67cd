// The passage that a citation leads to, in its document. Its text is shown letter
// for letter, never as HTML.
import { useEffect, useRef, useState } from "react";
import { api } from "../api/client";
import type { PassageBlock } from "../api/types";
import { useStore } from "../store/store";
import { Dialog } from "../ui/Dialog";
import { straight } from "../ui/straight";
import { useFetched } from "./fetched";
import "./knowledge.css";
import { day, Problem } from "./Parts";
import { quoted } from "./quoted";

const fewest = 3; // blocks before and behind
const most = 50;

export function PassageWindow({ onClose }: { onClose: () => void }) {
  const wanted = useStore((state) => state.passage);
  const [around, setAround] = useState(fewest);
  const { value, failure, again } = useFetched(`${wanted?.passage} ${around}`, async () => (wanted ? await api.passage(wanted.passage, around) : null));
  const body = useRef<HTMLDivElement>(null);
  const known = value !== null;
  useEffect(() => {
    if (known) body.current?.querySelector(".cited")?.scrollIntoView({ block: "center" });
  }, [known]);
  if (!wanted) return null;
  const all = value !== null && value.first === 0 && value.blocks.length === value.total;
  return (
    <Dialog title={value ? straight(value.document.title) : "Passage"} onClose={onClose} wide>
      {failure && !value && <Problem failure={failure} onAgain={again} />}
      {!failure && !value && <p className="meta" role="status">Opening…</p>}
      {value && (
        <>
          <p className="meta passage-place">
            {value.section.length > 0 && <span>{value.section.map(straight).join(" › ")}</span>}
            {value.page ? <span>page {value.page}</span> : null}
            {value.sheet && <span>sheet {straight(value.sheet)}</span>}
            <span>{straight(value.document.address)}</span>
            {value.document.day && <span>{day(value.document.day)}</span>}
          </p>
          <div className="passage" ref={body} tabIndex={0} role="group" aria-label="Passage in its document">
            {value.first > 0 && <p className="gap" aria-hidden="true">⋯</p>}
            {value.blocks.map((block, i) => <Block key={value.first + i} block={block} quote={wanted.quote} />)}
            {value.first + value.blocks.length < value.total && <p className="gap" aria-hidden="true">⋯</p>}
          </div>
          {!all && around < most && <button type="button" className="button small" onClick={() => setAround(Math.min(around * 3, most))}>Show more around it</button>}
        </>
      )}
    </Dialog>
  );
}

function Block({ block, quote }: { block: PassageBlock; quote: string }) {
  const className = `block ${block.kind}${block.cited ? " cited" : ""}`;
  const text = block.cited ? <Quoted text={block.text ?? ""} quote={quote} /> : straight(block.text ?? "");
  switch (block.kind) {
    case "heading":
      return <p className={className} role="heading" aria-level={Math.min((block.level ?? 1) + 2, 6)}>{text}</p>;
    case "code":
      return <pre className={className}>{text}</pre>;
    case "table":
      return (
        <div className={className}>
          {block.text && <p className="meta">{text}</p>}
          <table className="grid">
            <thead><tr>{(block.columns ?? []).map((name, i) => <th key={i}>{straight(name)}</th>)}</tr></thead>
            <tbody>{(block.rows ?? []).map((row, i) => <tr key={i}>{row.map((cell, n) => <td key={n}>{straight(cell)}</td>)}</tr>)}</tbody>
          </table>
          {block.more && <p className="meta">Not all of it is shown.</p>}
        </div>
      );
    default:
      return <p className={className}>{text}{block.more && " …"}</p>;
  }
}

function Quoted({ text, quote }: { text: string; quote: string }) {
  const [before, marked, after] = quoted(straight(text), straight(quote));
  return marked ? <>{before}<mark>{marked}</mark>{after}</> : straight(text);
}
