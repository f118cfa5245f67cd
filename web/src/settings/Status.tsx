// In the header: which data is asked and who answers. Opens the settings.
import { store, useStore } from "../store/store";
import { brainName } from "./status";
import "./settings.css";

export function Status() {
  const overview = useStore((state) => state.library.overview);
  const sources = useStore((state) => state.library.sources);
  const own = useStore((state) => state.book?.entry.source ?? "");
  const link = useStore((state) => state.link);
  if (!overview) return null;
  const source = own || overview.source;
  const problem = link === "lost" || sources?.some((known) => known.name === source && known.problem);
  return (
    <button type="button" className="quiet status" title={overview.brain.why} onClick={() => store.dispatch({ type: "overlay", overlay: "settings" })}>
      <span className={problem ? "status-dot problem" : source ? "status-dot on" : "status-dot"} aria-hidden="true" />
      <span className="hidden">{source ? "Asking" : "No data yet"} </span>
      {source && <span className="status-source">{source}</span>}
      <span className="hidden">{problem ? " with a problem, " : ""} answered by </span>
      <span className="status-brain">{brainName(overview)}</span>
      <span className="hidden">. Open the settings</span>
    </button>
  );
}
