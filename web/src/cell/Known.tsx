// What an answer rests on beside the data: passages, and what was known before,
// each with a way to be rid of it.
import { useState } from "react";
import { api } from "../api/client";
import type { Cell, Known } from "../api/types";
import { addressed } from "../rail/load";
import { attempt, notify } from "../store/attempt";
import { store } from "../store/store";
import { cited, placeOf } from "../story/cites";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";
import { begun } from "../ui/sentence";
import { straight } from "../ui/straight";
import "./known.css";

const citationOf = (cell: Cell, number: number) => cell.citations?.find((one) => one.number === number);

/** Opens the passage of a number. */
export function openCitation(cell: Cell, number: number): void {
  const found = citationOf(cell, number);
  if (found) store.dispatch({ type: "passage", passage: { passage: found.passage, quote: found.quote } });
}

export function placeOfNumber(cell: Cell, number: number): string {
  const found = citationOf(cell, number);
  return found ? straight(placeOf(found)) : "";
}

/** The passages that the words rest on. */
export function Cited({ cell }: { cell: Cell }) {
  const list = cited(cell.citations ?? []);
  if (list.length === 0) return null;
  return (
    <div className="cited-list">
      <p className="meta">From the documents</p>
      <ol aria-label="Passages">
        {list.map((one) => (
          <li key={one.number}>
            <button type="button" onClick={() => openCitation(cell, one.number)}>
              <span className="numbers">[{one.number}]</span> {straight(placeOf(one))}
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** What speaks against an answer, where the critic doubts it. */
export function verdictOf(cell: Cell): { message: string; hint?: string }[] {
  const { verdict } = cell;
  if (!verdict || verdict.decision === "accept") return [];
  const told = new Set([...(cell.diagnostics ?? []), ...(cell.result?.diagnostics ?? [])].filter(({ severity }) => severity !== "info").map(({ message }) => message));
  return (verdict.findings ?? []).slice(0, 3).filter(({ message }) => !told.has(message)).map(({ message, hint }) => (hint ? { message, hint } : { message }));
}

const origins: Record<string, string> = { remembered: "as you said before", approved: "glossary", learned: "learned", verified: "verified", recalled: "remembered" };

/** What the answer follows of all that was known before, and what came to mind. */
export function KnownBefore({ cell }: { cell: Cell }) {
  const applied = cell.applied ?? [];
  const recalled = cell.recalled ?? [];
  if (applied.length + recalled.length === 0) return null;
  return (
    <ul className="known-before" aria-label="Known before">
      {[...applied, ...recalled].map((known) => <Chip key={`${known.origin} ${known.id}`} cell={cell} known={known} />)}
    </ul>
  );
}

function Chip({ cell, known }: { cell: Cell; known: Known }) {
  const [gone, setGone] = useState("");
  return (
    <li className={gone ? "chip gone" : "chip"}>
      <span className="chip-origin">{origins[known.origin] ?? known.origin}</span>
      <span className="chip-text" title={straight(known.text)}>{begun(known.text)}</span>
      {gone ? <span className="chip-gone">{gone}</span>
        : <Menu label={`What to do with: ${known.text}`} items={items(cell, known, setGone)} className="quiet only chip-menu"><Icon name="more" size={14} /></Menu>}
    </li>
  );
}

function items(cell: Cell, known: Known, done: (what: string) => void): MenuItem[] {
  const source = addressed(cell.metadata.source ?? "");
  const act = (what: string, how: () => Promise<unknown>) => () => void attempt(async () => {
    await how();
    done(what);
    notify(`${begun(what)}. Run the cell again to see it answered without.`);
  });
  switch (known.origin) {
    case "approved":
      return [
        { label: "Reject the term", harm: true, run: act("rejected", () => api.decideTerm(source, known.id, "rejected")) },
        { label: "Show the glossary", icon: "book", run: () => store.dispatch({ type: "knowledge", tab: "glossary" }) },
      ];
    case "learned":
      return [
        { label: "Switch the rule off", harm: true, run: act("switched off", () => api.changeRule(source, known.id, false)) },
        { label: "Show what was learned", icon: "book", run: () => store.dispatch({ type: "knowledge", tab: "learned" }) },
      ];
    case "verified":
      return [
        { label: "Verify it no longer", harm: true, run: act("no longer verified", () => api.unlearn(source, known.id)) },
        { label: "Show verified questions", icon: "book", run: () => store.dispatch({ type: "knowledge", tab: "learned" }) },
      ];
  }
  return [
    { label: "This is right", icon: "check", run: () => void attempt(async () => { await api.judgeMemory(known.id, "right"); notify("Noted as right."); }) },
    { label: "This is wrong", run: act("switched off", () => api.judgeMemory(known.id, "wrong")) },
    { label: "Forget it", harm: true, run: act("forgotten", () => api.forgetMemory(known.id)) },
    { label: "Show all memories", icon: "book", run: () => store.dispatch({ type: "knowledge", tab: "memories" }) },
  ];
}
