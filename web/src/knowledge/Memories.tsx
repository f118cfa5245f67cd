// What is remembered of the person, what each memory changes, and how to be rid of it.
import { useState } from "react";
import { api } from "../api/client";
import type { Remembered } from "../api/types";
import { attempt, notify } from "../store/attempt";
import { count } from "../table/DataTable";
import { Icon } from "../ui/Icon";
import { begun, sentence } from "../ui/sentence";
import { straight } from "../ui/straight";
import { useFetched } from "./fetched";
import { day, Item, Problem, Sure } from "./Parts";

const types: [string, string][] = [["", "All"], ["preference", "Preferences"], ["fact", "Facts"], ["pattern", "Patterns"], ["error_resolution", "Failures overcome"], ["conversation", "Conversations"]];
export const typeNames: Record<string, string> = { preference: "Preference", fact: "Fact", pattern: "Pattern", error_resolution: "Failure overcome", conversation: "Conversation" };

const pageSize = 50;

export function Memories() {
  const [type, setType] = useState("");
  const [history, setHistory] = useState(false);
  const [text, setText] = useState("");
  const [search, setSearch] = useState("");
  const [pages, setPages] = useState(1);
  const key = JSON.stringify([type, history, search, pages]);
  const { value, failure, again } = useFetched(key, async () => {
    const list: Remembered[] = [];
    for (let page = 0; page < pages; page++) {
      const { memories } = await api.memories({ type, history, search, offset: page * pageSize });
      list.push(...memories);
      if (memories.length < pageSize || search) break;
    }
    return list;
  });
  const forgetAll = () => void attempt(async () => {
    const { memories } = await api.forgetAll();
    notify(`${memories === 1 ? "1 memory" : `${memories} memories`} deleted.`);
  }).then(again);

  if (failure && !value) return <Problem failure={failure} onAgain={again} />;
  return (
    <>
      <p className="intro">What you said and mean to hold, and answers that stood. Say “by revenue I mean net revenue” or “the fiscal year starts in April” in any notebook, and it is kept here.</p>
      <div className="filters">
        <div className="choice" role="radiogroup" aria-label="Type of memories">
          {types.map(([name, title]) => (
            <label key={name} className={type === name ? "chosen" : ""}>
              <input type="radio" name="memory-type" value={name} checked={type === name} onChange={() => { setType(name); setPages(1); }} />
              {title}
            </label>
          ))}
        </div>
        <form role="search" aria-label="Search memories" onSubmit={(event) => { event.preventDefault(); setSearch(text.trim()); setPages(1); }}>
          <input className="field" type="search" aria-label="Search memories" placeholder="Search memories" value={text} maxLength={400}
            onChange={(event) => { setText(event.target.value); if (event.target.value === "") setSearch(""); }} />
        </form>
        <label className="check"><input type="checkbox" checked={history} onChange={(event) => setHistory(event.target.checked)} /> Show what counts no longer</label>
      </div>
      {!value && <p className="meta" role="status">Reading…</p>}
      {value?.length === 0 && <p className="empty">{search || type ? "No such memory." : "Nothing is remembered yet."}</p>}
      <ul className="known-list" aria-label="Memories">
        {value?.map((memory) => <One key={memory.id} memory={memory} onChanged={again} />)}
      </ul>
      {value && !search && value.length === pages * pageSize && <button type="button" className="button small" onClick={() => setPages(pages + 1)}>Show more</button>}
      <div className="all-acts">
        <a className="button small" href={api.memoriesPath} download="memories.jsonl"><Icon name="download" size={14} /> Export as JSON lines</a>
        <Sure label="Delete all" question="Delete all that is remembered of you? This cannot be undone." act="Delete all" onSure={forgetAll} />
      </div>
    </>
  );
}

function One({ memory, onChanged }: { memory: Remembered; onChanged: () => void }) {
  const act = (what: () => Promise<unknown>) => void attempt(async () => { await what(); }).then(onChanged);
  const state = memory.wrong ? "You said that this is wrong" : memory.superseded_by ? "A later memory counts instead" : "";
  return (
    <Item dim={!memory.active} title={straight(memory.content)}
      meta={<>
        <span>{typeNames[memory.type] ?? memory.type}</span>
        <span>{day(memory.at)}</span>
        {memory.session_only && <span>in its conversation only</span>}
        <span>{memory.uses === 0 ? "not used yet" : `used ${count(memory.uses, "time")}`}</span>
        {memory.helped > 0 && <span>right {count(memory.helped, "time")}</span>}
      </>}
      acts={<>
        <button type="button" className="button small" title="It helped; it is kept longer" onClick={() => act(() => api.judgeMemory(memory.id, "right"))}>Right</button>
        {memory.active && <button type="button" className="button small" title="It counts no longer, and stays in the history" onClick={() => act(() => api.judgeMemory(memory.id, "wrong"))}>Wrong</button>}
        <button type="button" className="button small harm" title="Deleted for good" onClick={() => act(() => api.forgetMemory(memory.id))}>Forget</button>
      </>}>
      {memory.question && memory.question !== memory.content && <p className="known-more">Asked: {straight(memory.question)}</p>}
      {memory.examples && <p className="known-more">Made of: {memory.examples.map(straight).join(" · ")}</p>}
      <p className="effect">{memory.active ? (memory.effect ? begun(sentence(memory.effect)) : "Kept, and changes no answer.") : `${state}.`}</p>
    </Item>
  );
}
