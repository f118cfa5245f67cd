// What corrections have taught: rules, the corrections behind them, and verified
// questions.
import { useState } from "react";
import { api } from "../api/client";
import type { Pair, Rule } from "../api/types";
import { attempt } from "../store/attempt";
import { useStore } from "../store/store";
import { SQLText } from "../sql/SQLText";
import { count } from "../table/DataTable";
import { begun } from "../ui/sentence";
import { straight } from "../ui/straight";
import { useFetched } from "./fetched";
import { sourceOf } from "./Glossary";
import { day, Item, percent, Problem } from "./Parts";

const kinds: Record<string, string> = { edited: "you edited the SQL", chosen: "you chose another reading", said: "you said what is right" };

export function Learned() {
  const source = useStore(sourceOf);
  const { value, failure, again } = useFetched(source, () => api.taught(source));
  if (failure && !value) return <Problem failure={failure} onAgain={again} />;
  if (!value) return <p className="meta" role="status">Reading…</p>;
  const remove = (id: string) => void attempt(() => api.unlearn(source, id)).then(again);
  const nothing = value.rules.length + value.corrections.length + value.verified.length === 0;
  return (
    <>
      <p className="intro">An edited statement, a chosen reading or “no, use net_amount” is a correction. Corrections that agree become rules, and answers name the rules that they follow.</p>
      {nothing && <p className="empty">Nothing is learned yet.</p>}
      {value.rules.length > 0 && (
        <section aria-label="Rules">
          <h3>Rules <span className="meta">{value.rules.length}</span></h3>
          <ul className="known-list">{value.rules.map((rule) => <OneRule key={rule.id} source={source} rule={rule} onChanged={again} onRemove={() => remove(rule.id)} />)}</ul>
        </section>
      )}
      {value.corrections.length > 0 && (
        <section aria-label="Corrections">
          <h3>Corrections <span className="meta">{value.corrections.length}</span></h3>
          <ul className="known-list">
            {value.corrections.toReversed().map((correction) => (
              <Item key={correction.id} dim={correction.status !== "fresh" && correction.status !== ""} title={straight(correction.question)}
                meta={<><span>{day(correction.at)}</span><span>{kinds[correction.kind] ?? correction.kind}</span><span>{correction.status}</span></>}
                acts={<button type="button" className="button small" onClick={() => remove(correction.id)}>Remove</button>}>
                {correction.words && <p className="known-more">{straight(correction.words)}</p>}
                <details><summary className="meta">What was wrong and what is right</summary><pre className="code" tabIndex={0}><SQLText sql={correction.wrong ?? ""} /></pre><pre className="code" tabIndex={0}><SQLText sql={correction.right} /></pre></details>
              </Item>
            ))}
          </ul>
        </section>
      )}
      {value.verified.length > 0 && (
        <section aria-label="Verified questions">
          <h3>Verified questions <span className="meta">{value.verified.length}</span></h3>
          <ul className="known-list">{value.verified.map((pair) => <OnePair key={pair.id} pair={pair} onRemove={() => remove(pair.id)} />)}</ul>
        </section>
      )}
    </>
  );
}

function OneRule({ source, rule, onChanged, onRemove }: { source: string; rule: Rule; onChanged: () => void; onRemove: () => void }) {
  const [text, setText] = useState<string | null>(null);
  const on = rule.status === "active";
  const change = (to: boolean, words = "") => void attempt(async () => { await api.changeRule(source, rule.id, to, words); }).then(() => { setText(null); onChanged(); });
  return (
    <Item dim={!on} title={begun(rule.text)}
      meta={<>
        <span>{count(rule.support, "correction")}</span>
        <span>{percent(rule.confidence, 1)} sure</span>
        <span>{rule.applied === 0 ? "not followed yet" : `followed ${count(rule.applied, "time")}`}</span>
        {!on && <span>{rule.status}</span>}
        {rule.edited && <span>edited by you</span>}
      </>}
      acts={<>
        <button type="button" className="button small" role="switch" aria-checked={on} aria-label={`Follow: ${rule.text}`} onClick={() => change(!on)}>{on ? "On" : "Off"}</button>
        <button type="button" className="button small" onClick={() => setText(rule.entry.text ?? "")}>Edit</button>
        <button type="button" className="button small" onClick={onRemove}>Remove</button>
      </>}>
      {text !== null && (
        <form className="rule-editor" onSubmit={(event) => { event.preventDefault(); if (text.trim()) change(on, text.trim()); }}>
          <label><span>“{straight(rule.entry.term ?? "")}” {rule.entry.kind === "means" ? "means" : rule.entry.kind.replaceAll("_", " ")}</span> <input className="field" value={text} maxLength={2000} autoFocus onChange={(event) => setText(event.target.value)} /></label>
          <button type="submit" className="button small main">Save</button>
          <button type="button" className="button small" onClick={() => setText(null)}>Cancel</button>
        </form>
      )}
    </Item>
  );
}

function OnePair({ pair, onRemove }: { pair: Pair; onRemove: () => void }) {
  return (
    <Item title={<><span className="sure">✓</span> {straight(pair.question)}</>}
      meta={<><span>{day(pair.at)}</span>{pair.by && <span>by {straight(pair.by)}</span>}<span>{pair.used === 0 ? "not used yet" : `used ${count(pair.used, "time")}`}</span></>}
      acts={<button type="button" className="button small" onClick={onRemove}>Remove</button>}>
      <details><summary className="meta">Its statement</summary><pre className="code" tabIndex={0}><SQLText sql={pair.sql} /></pre></details>
    </Item>
  );
}
