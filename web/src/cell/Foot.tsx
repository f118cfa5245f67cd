// What an answer rests on: how the question was read, the tables, how sure
// Plumb is. Other readings are one click away.
import { useState } from "react";
import { begun, sentence } from "../ui/sentence";
import { straight } from "../ui/straight";
import type { Cell } from "../api/types";
import { count } from "../table/DataTable";
import { ask } from "../store/actions";
import { shortName } from "./look";
import { Steps, type Pointed } from "./Analysis";
import { likely, offersOf } from "./outcome";
import { Preview } from "./Preview";
import { Sources } from "./Sources";
import { Unsaid } from "./Unsaid";

export function Foot({ cell, pointed }: { cell: Cell; pointed: Pointed | null }) {
  const [open, setOpen] = useState(false);
  const { reading } = cell;
  const others = offersOf(cell);
  const unsaid = reading?.unsaid ?? [];
  const more = others.length > 0 || unsaid.length > 0 || (reading?.clauses?.length ?? 0) > 0 || (reading?.assumptions?.length ?? 0) > 0;
  return (
    <div className="foot">
      <p className="meta">
        {reading?.sentence && <span>Read as <em>{straight(reading.sentence)}</em></span>}
        {facts(cell).map((fact, i) => <span key={fact}>{i === 0 && !reading?.sentence ? begun(fact) : straight(fact)}</span>)}
        <Sureness cell={cell} />
        {more && (
          <button type="button" className="more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Show less" : unsaid.length > 0 ? "Choose otherwise" : others.length > 0 ? count(others.length, "other reading") : "How the question was read"}
          </button>
        )}
      </p>
      {open && (
        <div className="reading">
          <dl>
            {reading?.clauses?.map((clause, i) => <div key={i}><dt>{begun(clause.label)}</dt><dd>{straight(clause.text)}</dd></div>)}
            {reading?.assumptions?.map((assumption, i) => <div key={`a${i}`}><dt>Assumed</dt><dd>{begun(assumption)}</dd></div>)}
          </dl>
          {unsaid.length > 0 && <Unsaid cell={cell} />}
          {others.length > 0 && <Readings cell={cell} intro="Other readings" />}
        </div>
      )}
      {cell.analysis ? <Steps cell={cell} of={cell.analysis} pointed={pointed} /> : cell.sources && cell.sources.length > 0 && <Sources list={cell.sources} />}
    </div>
  );
}

/** Ways to read the question, as buttons. */
export function Readings({ cell, intro, previews = false }: { cell: Cell; intro: string; previews?: boolean }) {
  return (
    <>
      {intro && <p className="meta">{intro}</p>}
      <ul className="offers">
        {offersOf(cell).map((other, i) => (
          <li key={i}>
            <button type="button" className="offer" title={other.sql} onClick={() => void ask({ replaces: cell.id, reading: i + 1 })}>
              {begun(other.offer || other.sentence)}
              {other.offer && <span className="meta">{begun(other.sentence)}</span>}
            </button>
            {previews && <Preview cell={cell} reading={i + 1} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function facts(cell: Cell): string[] {
  const list: string[] = [];
  const named = new Set((cell.applied ?? []).map(({ text }) => text)); // which can be switched off where they are named
  list.push(...(cell.reading?.assumptions ?? []).filter((text) => !named.has(text)).map(begun));
  const tables = cell.sql?.tables?.map(shortName) ?? [];
  if (tables.length > 0) list.push(`from ${tables.join(", ")}`);
  const checked = cell.narrative?.data_references?.length ?? 0;
  if (checked > 0) list.push(`${count(checked, "figure")} ${checked === 1 ? "matches" : "match"} the rows`);
  return list;
}

// Doubt is shown by a sign and a word; colour only helps.
function Sureness({ cell }: { cell: Cell }) {
  const { outcome, confidence, remembered } = cell.reading ?? {};
  if (outcome === "edited" || cell.sql?.edited_by_user) return <span>SQL {cell.sql?.as_question ? "written" : "edited"} by hand</span>;
  if (remembered) return <span className="sure">✓ as you {cell.sql?.generated_by === "you" ? "wrote" : "chose"} before</span>;
  const share = confidence === undefined ? "" : `, ${Math.floor(confidence * 100)}%`;
  if (outcome === "sure") return <span className="sure">✓ sure{share}</span>;
  if (outcome === "likely" || outcome === "unsure") return <span className="likely">~ {likely(confidence) ? "likely" : "unsure"}{share}</span>;
  return null;
}

/** What to know of an answer, in place. */
export function Cautions({ list }: { list: { message: string; hint?: string }[] }) {
  return list.map((found, i) => (
    <p key={i} className="caution">
      <span className="sign" aria-hidden="true">{i === 0 ? "~" : ""}</span>
      <span><Worded text={sentence(found.message)} />{found.hint && <span className="hint"> <Worded text={sentence(found.hint)} /></span>}</span>
    </p>
  ));
}

// Names in a message stand between backticks.
function Worded({ text }: { text: string }) {
  return text.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}
