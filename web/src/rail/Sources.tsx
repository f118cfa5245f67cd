// The connections: chosen, refreshed, removed, added.
import { useState } from "react";
import { sentence } from "../ui/sentence";
import type { Source } from "../api/types";
import { Icon } from "../ui/Icon";
import { Menu, type MenuItem } from "../ui/Menu";

interface Props {
  sources: readonly Source[];
  current: string; // the one that is asked
  onChoose: (name: string) => void;
  onReadAnew: (name: string) => void;
  onRemove: (name: string) => void;
  onConnect: () => void;
}

export function Sources({ sources, current, onChoose, onReadAnew, onRemove, onConnect }: Props) {
  const [removing, setRemoving] = useState("");

  const items = (source: Source): MenuItem[] => [
    ...(source.name === current ? [{ label: "Refresh the schema", icon: "again" as const, run: () => onReadAnew(source.name) }] : []),
    { label: "Disconnect", icon: "close", harm: true, run: () => setRemoving(source.name) },
  ];

  return (
    <section className="rail-section" aria-labelledby="rail-sources">
      <header className="rail-head">
        <h2 id="rail-sources">Data</h2>
        <button type="button" className="quiet only" aria-label="Connect data" title="Connect data" onClick={onConnect}>
          <Icon name="add" />
        </button>
      </header>
      <ul className="rail-sources">
        {sources.map((source) => (
          <li key={source.name} className={source.name === current ? "rail-row current" : "rail-row"}>
            {removing === source.name ? (
              <div className="rail-confirm" role="group" aria-label={`Disconnect ${source.name}?`}>
                <p>Disconnect “{source.name}”? The data stays as it is.</p>
                <button type="button" className="button small harm" onClick={() => { setRemoving(""); onRemove(source.name); }}>Disconnect</button>
                <button type="button" className="button small" autoFocus onClick={() => setRemoving("")}>Cancel</button>
              </div>
            ) : (
              <>
                <button type="button" className="rail-open" aria-pressed={source.name === current} title={source.where} onClick={() => onChoose(source.name)}>
                  <span className={source.problem ? "source-dot problem" : source.name === current ? "source-dot on" : "source-dot"} aria-hidden="true" />
                  <span className="rail-name">{source.name}</span>
                  <span className="rail-aside">{source.driver}</span>
                </button>
                <Menu label={`More for ${source.name}`} items={items(source)} className="quiet only rail-more"><Icon name="more" /></Menu>
                {source.problem && (
                  <p className="rail-problem">
                    <strong>! </strong>{sentence(source.problem.message)} {source.problem.hint && sentence(source.problem.hint)}
                  </p>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      {sources.length === 0 && <p className="rail-empty">No data yet. <button type="button" className="rail-link" onClick={onConnect}>Connect your data</button></p>}
    </section>
  );
}
