// The state of Plumb: data, what answers and why, cost, limits; and the theme.
import { useEffect, type ReactNode } from "react";
import { sentence } from "../ui/sentence";
import { setTheme, useTheme, type Theme } from "../app/theme";
import { loadOverview, loadSources, meanwhile } from "../rail/load";
import { store, useStore } from "../store/store";
import { Dialog } from "../ui/Dialog";
import { Models } from "./Models";
import { brainName, costWords, policyWords } from "./status";
import "./settings.css";

const themes: { value: Theme; title: string }[] = [
  { value: "light", title: "Light" },
  { value: "dark", title: "Dark" },
  { value: "auto", title: "Match system" },
];

export function Settings({ onClose }: { onClose: () => void }) {
  const { overview, sources } = useStore((state) => state.library);
  const own = useStore((state) => state.book?.entry.source ?? "");
  const theme = useTheme();
  useEffect(() => {
    void meanwhile(async () => { await Promise.all([loadOverview(), loadSources()]); });
  }, []);
  const name = own || overview?.source || "";
  const source = sources?.find((known) => known.name === name);
  const show = (overlay: "connect" | "shortcuts") => () => store.dispatch({ type: "overlay", overlay });

  return (
    <Dialog title="Settings" onClose={onClose}>
      <dl className="settings">
        <Row title="Theme">
          <div className="choice" role="radiogroup" aria-label="Theme">
            {themes.map(({ value, title }) => (
              <label key={value} className={theme === value ? "chosen" : ""}>
                <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => setTheme(value)} />
                {title}
              </label>
            ))}
          </div>
        </Row>
        <Row title="Data">
          {source ? (
            <>
              <strong>{source.name}</strong>
              <p className="muted">{source.driver} · {source.where}</p>
              {source.origin && <p className="muted">{sentence(source.origin)}</p>}
              {source.problem && <p className="problem">! {sentence(source.problem.message)}</p>}
            </>
          ) : <p>{name || "No data is connected yet."}</p>}
          <button type="button" className="button small" onClick={show("connect")}>Connect data</button>
        </Row>
        {overview && (
          <>
            <Row title="Answered by">
              <strong>{brainName(overview)}</strong>
              {overview.brain.why && <p className="muted">{sentence(overview.brain.why)}</p>}
              {overview.brain.model && <p className="muted">{policyWords(overview.brain.policy)}</p>}
              <Models />
            </Row>
            <Row title="Cost this month">
              <p>{costWords(overview.usage)}</p>
              {overview.usage.tokens > 0 && <p className="muted">{overview.usage.tokens.toLocaleString("en-US")} tokens</p>}
            </Row>
            <Row title="Limits">
              <p>{overview.limits.rows.toLocaleString("en-US")} rows, {Math.round(overview.limits.bytes / (1 << 20))} MiB and {overview.limits.time_ms / 1000} seconds for each statement</p>
            </Row>
            <Row title="Version"><p>{overview.version}</p></Row>
          </>
        )}
        <Row title="Keyboard"><button type="button" className="button small" onClick={show("shortcuts")}>Show the shortcuts</button></Row>
      </dl>
    </Dialog>
  );
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
