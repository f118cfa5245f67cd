// The language models that are set up or could be used, where Plumb can tell.
import { useEffect, useState } from "react";
import { api } from "../api/client";
import { modelsOf, type Model } from "./status";

export function Models() {
  const [models, setModels] = useState<Model[] | null>(null);
  useEffect(() => {
    let gone = false;
    api.models().then((report) => { if (!gone) setModels(modelsOf(report)); }, () => { if (!gone) setModels([]); });
    return () => { gone = true; };
  }, []);
  if (!models) return null;
  if (models.length === 0) {
    return <p className="muted">To use a language model, set its API key in the environment (such as <code>ANTHROPIC_API_KEY</code>) and restart Plumb.</p>;
  }
  return (
    <ul className="models">
      {models.slice(0, 20).map((model) => (
        <li key={model.name}>
          <code>{model.name}</code> <span className="muted">{model.use}</span>
          {model.problem && <p className="problem">! {model.problem}</p>}
        </li>
      ))}
    </ul>
  );
}
