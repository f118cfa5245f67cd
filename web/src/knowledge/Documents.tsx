// Where documents come from: added by an address or a file, read, refreshed, removed.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { api } from "../api/client";
import type { DocumentSource, DocumentWork, KeptDocument } from "../api/types";
import { attempt } from "../store/attempt";
import { store } from "../store/store";
import { count } from "../table/DataTable";
import { Icon } from "../ui/Icon";
import { sentence } from "../ui/sentence";
import { straight } from "../ui/straight";
import { useFetched } from "./fetched";
import { day, Item, Problem, size, Sure } from "./Parts";
import { accepted, isDocument, sendFiles } from "./upload";

const soon = 700; // milliseconds between two looks at work that goes on

export const isActive = (work: DocumentWork | undefined): boolean => work?.state === "waiting" || work?.state === "running";

export function Documents() {
  const { value, failure, again } = useFetched("documents", api.documents);
  const sources = value?.sources ?? [];
  const busy = sources.some((source) => isActive(source.work));
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(again, soon);
    return () => clearInterval(timer);
  });
  useEffect(() => {
    window.addEventListener(added, again);
    return () => window.removeEventListener(added, again);
  });
  if (failure && !value) return <Problem failure={failure} onAgain={again} />;
  if (!value) return <p className="meta" role="status">Reading…</p>;
  return (
    <>
      <p className="intro">Questions about policies, processes and definitions are answered from these documents. Every sentence of such an answer names its passage.</p>
      <Adding local={value.local} onAdded={again} />
      {sources.length === 0 && <p className="empty">No documents yet.</p>}
      <ul className="known-list" aria-label="Documents">
        {sources.map((source) => <Source key={source.name} source={source} onChanged={again} />)}
      </ul>
      {sources.length > 0 && <Finder />}
    </>
  );
}

/** Said when documents were added elsewhere on the page. */
export const added = "plumb:documents";

function Adding({ local, onAdded }: { local: boolean; onAdded: () => void }) {
  const [place, setPlace] = useState("");
  const [crawl, setCrawl] = useState(true);
  const [busy, setBusy] = useState(false);
  const files = useRef<HTMLInputElement>(null);
  const web = /^https?:\/\//i.test(place.trim());

  async function add(event: FormEvent) {
    event.preventDefault();
    if (place.trim() === "" || busy) return;
    setBusy(true);
    const taken = await attempt(async () => {
      await api.addDocuments({ place: place.trim(), ...(web && crawl && { crawl }) });
    });
    setBusy(false);
    if (taken) setPlace("");
    onAdded();
  }

  return (
    <form className="adding" onSubmit={(event) => void add(event)}>
      <label className="adding-place">
        <span>Address of documents</span>
        <input className="field" value={place} maxLength={2000} autoComplete="off" spellCheck={false}
          placeholder={local ? "https://example.com/handbook/, or a file or folder" : "https://example.com/handbook/"} onChange={(event) => setPlace(event.target.value)} />
      </label>
      <button type="submit" className="button main" disabled={place.trim() === "" || busy}>Add</button>
      <button type="button" className="button" onClick={() => files.current?.click()}><Icon name="file" /> Choose files</button>
      <input ref={files} type="file" multiple hidden accept={accepted.join(",")} aria-label="Files to add as documents"
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])].filter((file) => isDocument(file.name));
          event.target.value = "";
          void sendFiles(chosen);
        }} />
      {web && <label className="adding-crawl"><input type="checkbox" checked={crawl} onChange={(event) => setCrawl(event.target.checked)} /> Follow links within the site</label>}
      <p className="meta">Or drop PDF, Word, PowerPoint, Excel, HTML, Markdown or text files anywhere on the page.</p>
    </form>
  );
}

const states: Record<string, string> = { waiting: "Waiting", running: "Reading", done: "Up to date", failed: "Failed", stopped: "Stopped" };
const stages: Record<string, string> = { listing: "Looking what is there", reading: "Reading", embedding: "Preparing to be found by meaning" };

function Source({ source, onChanged }: { source: DocumentSource; onChanged: () => void }) {
  const [open, setOpen] = useState(false);
  const act = (what: () => Promise<unknown>) => void attempt(async () => { await what(); }).then(onChanged);
  const { work } = source;
  const active = isActive(work);
  return (
    <Item title={<><Icon name="folder" size={14} /> {source.uploads ? "Dropped files" : straight(source.name)}</>}
      meta={<>
        {!source.uploads && <span>{straight(source.place)}</span>}
        <span>{count(source.documents, "document")}, {count(source.passages, "passage")}, {size(source.bytes)}</span>
        {source.refreshed_at && <span>read {day(source.refreshed_at)}</span>}
      </>}
      acts={<>
        <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>{open ? "Hide" : "Show"}</button>
        {active ? <button type="button" className="button small" onClick={() => act(() => api.stopDocuments(source.name))}>Stop</button>
          : <button type="button" className="button small" onClick={() => act(() => api.refreshDocuments(source.name))}>Refresh</button>}
        <Sure label="Remove" question={`Remove ${source.uploads ? "all dropped files" : straight(source.name)} from what is known?`} act="Remove" onSure={() => act(() => api.removeDocuments(source.name))} />
      </>}>
      {work && <Work work={work} />}
      {open && <Contents key={`${source.documents} ${work?.ended_at ?? ""}`} source={source} onChanged={onChanged} />}
    </Item>
  );
}

function Work({ work }: { work: DocumentWork }) {
  if (isActive(work)) {
    return (
      <div className="work" role="status">
        <progress max={Math.max(work.total, 1)} value={work.total > 0 ? work.done : undefined} aria-label="Progress" />
        <span>{stages[work.stage ?? ""] ?? states[work.state]}{work.total > 0 && ` ${work.done} of ${work.total}`}{work.what && ` · ${straight(work.what)}`}</span>
      </div>
    );
  }
  const problems = work.failure ? [work.failure, ...work.problems] : work.problems;
  if (problems.length === 0) return null;
  return (
    <ul className="problems" aria-label="What could not be read">
      {problems.map((problem, i) => (
        <li key={i}><span className="sign" aria-hidden="true">!</span> <span>{problem.item && <strong>{straight(problem.item)}: </strong>}{sentence(problem.message)} {problem.hint && <span className="hint">{sentence(problem.hint)}</span>}</span></li>
      ))}
    </ul>
  );
}

function Contents({ source, onChanged }: { source: DocumentSource; onChanged: () => void }) {
  const [list, setList] = useState<KeptDocument[]>([]);
  const [next, setNext] = useState<string | null>("");
  const more = async (after: string) => attempt(async () => {
    const page = await api.listDocuments(source.name, after);
    setList((before) => (after === "" ? page.documents : [...before, ...page.documents]));
    setNext(page.next ?? null);
  });
  useEffect(() => {
    let stopped = false;
    api.listDocuments(source.name).then((page) => {
      if (stopped) return;
      setList(page.documents);
      setNext(page.next ?? null);
    }, () => !stopped && setNext(null));
    return () => {
      stopped = true;
    };
  }, [source.name]);
  return (
    <ul className="contents" aria-label={`Documents of ${source.name}`}>
      {list.map((document) => (
        <li key={document.id}>
          <Icon name="file" size={14} />
          <span>
            {straight(document.title)} <span className="meta">{document.type}, {count(document.passages, "passage")}{document.tables > 0 && `, ${count(document.tables, "table")}`}{document.day && `, ${day(document.day)}`}</span>
            {document.failure && <span className="problem-line"><strong>! </strong>{sentence(document.failure.message)} {document.failure.hint && sentence(document.failure.hint)}</span>}
            {document.notes.map((note) => <span key={note} className="problem-line meta">{sentence(note)}</span>)}
          </span>
          {source.uploads && <button type="button" className="quiet only" aria-label={`Remove ${document.title}`} title="Remove" onClick={() => void attempt(() => api.removeDocument(source.name, document.id)).then(onChanged)}><Icon name="close" size={14} /></button>}
        </li>
      ))}
      {next && <li><button type="button" className="button small" onClick={() => void more(next)}>Show more</button></li>}
    </ul>
  );
}

// What the documents say, without asking a question.
function Finder() {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState("");
  const { value } = useFetched(asked, async () => (asked ? await api.findPassages(asked) : null));
  return (
    <form className="finder" role="search" aria-label="Search the documents" onSubmit={(event) => { event.preventDefault(); setAsked(text.trim()); }}>
      <input className="field" type="search" aria-label="Search the documents" placeholder="Search the documents" value={text} maxLength={400} onChange={(event) => setText(event.target.value)} />
      {asked && value && (
        <ul className="hits" aria-label="Passages">
          {value.passages.length === 0 && <li className="empty">Nothing found.</li>}
          {value.passages.map((hit) => (
            <li key={hit.passage}>
              <button type="button" className="hit" onClick={() => store.dispatch({ type: "passage", passage: { passage: hit.passage, quote: "" } })}>
                <strong>{straight([hit.title, ...hit.section].join(" › "))}</strong>{hit.page ? `, page ${hit.page}` : ""}
                <span className="meta">{straight(hit.text.slice(0, 240))}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
