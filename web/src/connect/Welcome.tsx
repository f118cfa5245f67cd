// What an empty notebook shows: where to begin, and what to expect.
import { useState } from "react";
import { ask, insert } from "../store/actions";
import { attempt } from "../store/attempt";
import { store, useStore } from "../store/store";
import { Bob, Icon } from "../ui/Icon";
import { connect } from "./ConnectSteps";
import "./connect.css";

export function Welcome() {
  const { overview, schema, suggestions } = useStore((state) => state.library);
  const own = useStore((state) => state.book?.entry.source ?? "");
  if (!overview) return null;
  const source = own || overview.source;
  if (!source || overview.first_run) return <FirstRun />;
  const known = schema?.source === source ? schema : null;
  return (
    <section className="welcome" aria-labelledby="welcome">
      <Bob size={28} />
      <h2 id="welcome">What would you like to know?</h2>
      <p className="welcome-lead">
        Ask about <strong>{source}</strong> in your own words. The answer is a chart and a short story; every figure in it was found in the rows, and the SQL is
        one click away.
      </p>
      {suggestions === null ? (
        <p className="welcome-wait" role="status"><span className="proof-pulse" aria-hidden="true" />Finding questions that this data can answer</p>
      ) : suggestions.length > 0 ? (
        <ul className="welcome-questions">
          {suggestions.slice(0, 5).map((question) => (
            <li key={question}>
              <button type="button" onClick={() => void ask({ question })}>{question}<Icon name="ask" /></button>
            </li>
          ))}
        </ul>
      ) : known && known.tables.length > 0 ? (
        <div className="welcome-tables">
          <p>{known.tables.length === 1 ? "Its table" : "Its tables"}</p>
          <ul>
            {known.tables.slice(0, 12).map((table) => (
              <li key={`${table.schema}.${table.name}`}><button type="button" className="button small" onClick={() => insert(table.name)}>{table.name}</button></li>
            ))}
          </ul>
        </div>
      ) : null}
      <p className="welcome-keys"><kbd>/</kbd> to ask <span aria-hidden="true">·</span> <kbd>?</kbd> for shortcuts</p>
    </section>
  );
}

// There is nothing to ask yet.
function FirstRun() {
  const kinds = useStore((state) => state.library.kinds);
  const demo = kinds.find((kind) => kind.name === "demo");
  const [busy, setBusy] = useState(false);

  async function createDemo() {
    setBusy(true);
    await attempt(() => connect({ name: "demo", kind: "demo", properties: {} }));
    setBusy(false);
  }

  return (
    <section className="welcome" aria-labelledby="welcome">
      <Bob size={28} />
      <h2 id="welcome">Ask your data in plain words</h2>
      <p className="welcome-lead">Plumb answers from your databases and files, and shows why each answer is right. It only ever reads. Nothing leaves this machine unless you set up a language model.</p>
      <div className="welcome-ways">
        <div className="way main">
          <Icon name="data" size={20} />
          <h3>Connect your data</h3>
          <p>A PostgreSQL database, a DuckDB or SQLite file, or a folder of CSV, JSON and Parquet files.</p>
          <button type="button" className="button main" onClick={() => store.dispatch({ type: "overlay", overlay: "connect" })}>Connect your data</button>
        </div>
        {demo && (
          <div className="way">
            <Icon name="chart" size={20} />
            <h3>Try the demo</h3>
            <p>{demo.help}</p>
            <button type="button" className="button" disabled={busy} onClick={() => void createDemo()}>{busy ? "Creating the demo; this takes a few seconds" : "Use the demo"}</button>
          </div>
        )}
      </div>
    </section>
  );
}
