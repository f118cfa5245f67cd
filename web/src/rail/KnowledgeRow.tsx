// The way to what is known beside the data.
import { store, type KnowledgeTab } from "../store/store";
import { Icon } from "../ui/Icon";

const parts: [KnowledgeTab, string][] = [["documents", "Documents"], ["memories", "Memories"], ["glossary", "Glossary"], ["learned", "Learned"], ["statistics", "Statistics"]];

export function KnowledgeRow() {
  return (
    <section className="rail-section" aria-labelledby="rail-knowledge">
      <header className="rail-head">
        <h2 id="rail-knowledge">Knowledge</h2>
        <button type="button" className="quiet only" aria-label="Add documents" title="Add documents" onClick={() => store.dispatch({ type: "knowledge", tab: "documents" })}>
          <Icon name="add" />
        </button>
      </header>
      <ul className="rail-knowledge">
        {parts.map(([tab, title]) => <li key={tab}><button type="button" className="rail-all" onClick={() => store.dispatch({ type: "knowledge", tab })}>{title}</button></li>)}
      </ul>
    </section>
  );
}
