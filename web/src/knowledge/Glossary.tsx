// The terms of the business: proposed, reviewed, approved, edited.
import { useState, type FormEvent } from "react";
import { api } from "../api/client";
import type { Term } from "../api/types";
import { addressed } from "../rail/load";
import { attempt, notify } from "../store/attempt";
import { useStore, type State } from "../store/store";
import { count } from "../table/DataTable";
import { begun, sentence } from "../ui/sentence";
import { straight } from "../ui/straight";
import { useFetched } from "./fetched";
import { day, Item, Problem, Sure } from "./Parts";

/** The source that the open notebook asks. */
export const sourceOf = (state: State): string => addressed(state.book?.entry.source || state.library.overview?.source || "");

const groups: [string, string][] = [["proposed", "To review"], ["approved", "Approved"], ["rejected", "Rejected"]];

export function Glossary() {
  const source = useStore(sourceOf);
  const { value, failure, again } = useFetched(source, async () => (await api.terms(source)).terms);
  const [editing, setEditing] = useState<Term | "new" | null>(null);
  const [busy, setBusy] = useState(false);

  async function find() {
    setBusy(true);
    await attempt(async () => {
      const before = value?.length ?? 0;
      const { terms } = await api.findTerms(source);
      notify(terms.length > 0 && terms.length !== before ? `${count(terms.length, "term")} proposed.` : "Nothing new was found.");
    });
    setBusy(false);
    again();
  }

  if (failure && !value) return <Problem failure={failure} onAgain={again} />;
  return (
    <>
      <p className="intro">Approved terms steer every answer, and answers name them. A metric has one definition everywhere.</p>
      <div className="all-acts first">
        <button type="button" className="button main small" onClick={() => setEditing("new")}>Add a term</button>
        <button type="button" className="button small" disabled={busy} onClick={() => void find()}>{busy ? "Looking…" : "Find terms in schema and documents"}</button>
      </div>
      {editing === "new" && <Editor source={source} term={null} onDone={() => { setEditing(null); again(); }} />}
      {!value && <p className="meta" role="status">Reading…</p>}
      {value?.length === 0 && editing === null && <p className="empty">No terms yet.</p>}
      {groups.map(([status, title]) => {
        const list = value?.filter((term) => term.status === status) ?? [];
        if (list.length === 0) return null;
        return (
          <section key={status} aria-label={title}>
            <h3>{title} <span className="meta">{list.length}</span></h3>
            <ul className="known-list">
              {list.map((term) => editing !== "new" && editing?.name === term.name
                ? <li key={term.name} className="known"><Editor source={source} term={term} onDone={() => { setEditing(null); again(); }} /></li>
                : <One key={term.name} source={source} term={term} onEdit={() => setEditing(term)} onChanged={again} />)}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function One({ source, term, onEdit, onChanged }: { source: string; term: Term; onEdit: () => void; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const act = (what: () => Promise<unknown>) => void attempt(async () => { await what(); }).then(onChanged);
  const history = term.history ?? [];
  return (
    <Item dim={term.status === "rejected"} title={straight(term.name)}
      meta={<>
        <span>{term.kind}</span>
        {term.synonyms && term.synonyms.length > 0 && <span>also {term.synonyms.map(straight).join(", ")}</span>}
        {term.columns && term.columns.length > 0 && <span>{term.columns.map(straight).join(", ")}</span>}
        {term.source && <span>from {straight(term.source)}</span>}
        {term.owner && <span>owner {straight(term.owner)}</span>}
        {history.length > 0 && <button type="button" className="more" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Hide history" : `Version ${term.version}`}</button>}
      </>}
      acts={<>
        {term.status !== "approved" && <button type="button" className="button small main" onClick={() => act(() => api.decideTerm(source, term.name, "approved"))}>Approve</button>}
        {term.status !== "rejected" && <button type="button" className="button small" onClick={() => act(() => api.decideTerm(source, term.name, "rejected"))}>Reject</button>}
        <button type="button" className="button small" onClick={onEdit}>Edit</button>
        <Sure label="Remove" question={`Remove ${straight(term.name)} with its history?`} act="Remove" onSure={() => act(() => api.removeTerm(source, term.name))} />
      </>}>
      {term.definition && <p className="known-more">{sentence(term.definition)}</p>}
      {term.formula && <p className="known-more">= {straight(term.formula)}</p>}
      {open && (
        <ol className="history" aria-label={`History of ${term.name}`}>
          {history.map((change, i) => <li key={i}>{day(change.at)} {change.what}{change.by && ` by ${straight(change.by)}`}{change.formula && `: ${straight(change.formula)}`}{change.reason && ` (${straight(change.reason)})`}</li>)}
        </ol>
      )}
    </Item>
  );
}

const split = (text: string): string[] => text.split(",").map((part) => part.trim()).filter((part) => part !== "");

function Editor({ source, term, onDone }: { source: string; term: Term | null; onDone: () => void }) {
  const [name, setName] = useState(term?.name ?? "");
  const [definition, setDefinition] = useState(term?.definition ?? "");
  const [formula, setFormula] = useState(term?.formula ?? "");
  const [synonyms, setSynonyms] = useState(term?.synonyms?.join(", ") ?? "");
  const [owner, setOwner] = useState(term?.owner ?? "");

  async function save(event: FormEvent) {
    event.preventDefault();
    const saved = await attempt(async () => {
      await api.saveTerm(source, {
        name: name.trim(), ...(definition.trim() && { definition: definition.trim() }), ...(formula.trim() && { formula: formula.trim() }),
        ...(synonyms.trim() && { synonyms: split(synonyms) }), ...(owner.trim() && { owner: owner.trim() }), ...(term?.columns && { columns: term.columns }),
      });
    });
    if (saved) onDone();
  }

  const field = (label: string, value: string, set: (text: string) => void, more: { hint?: string; most?: number; readOnly?: boolean } = {}) => (
    <label>
      <span>{label}</span>
      <input className="field" value={value} maxLength={more.most ?? 2000} readOnly={more.readOnly} placeholder={more.hint} onChange={(event) => set(event.target.value)} />
    </label>
  );
  return (
    <form className="term-editor" aria-label={term ? `Edit ${term.name}` : "Add a term"} onSubmit={(event) => void save(event)}>
      {field("Name", name, setName, { most: 80, readOnly: term !== null })}
      {field("Definition", definition, setDefinition, { hint: "What it means, for people" })}
      {field("Formula", formula, setFormula, { hint: "the sum of orders.net_amount" })}
      {field("Synonyms", synonyms, setSynonyms, { hint: "separated by commas" })}
      {field("Owner", owner, setOwner, { most: 80 })}
      <div className="all-acts first">
        <button type="submit" className="button main small" disabled={name.trim() === ""}>{begun("save and approve")}</button>
        <button type="button" className="button small" onClick={onDone}>Cancel</button>
      </div>
    </form>
  );
}
