// What answers the next questions of a notebook: data, documents, or both. It is
// kept for as long as the tab is open.
import { useEffect, useState } from "react";
import type { Question } from "../api/types";
import { inThisTab } from "../store/kept";
import { Icon } from "../ui/Icon";
import { Menu } from "../ui/Menu";

export type Mode = NonNullable<Question["mode"]>;

const modes: [Mode, string, string][] = [
  ["all_in", "Data and documents", ""],
  ["chat_rag", "Documents only", "Documents"],
  ["data_analyst", "Data only", "Data"],
];

const kept = inThisTab("mode");
const isMode = (text: string | undefined): text is Mode => modes.some(([mode]) => mode === text);

/** The mode that was chosen for a notebook; null leaves it to the configuration. */
export function useMode(notebook: string): [Mode | null, (mode: Mode) => void] {
  const [mode, setMode] = useState<Mode | null>(null);
  useEffect(() => {
    const before = kept.get(notebook);
    setMode(isMode(before) ? before : null);
  }, [notebook]);
  return [mode, (chosen) => { kept.keep(notebook, chosen); setMode(chosen); }];
}

export function AnswerMode({ mode, onChoose }: { mode: Mode | null; onChoose: (mode: Mode) => void }) {
  const [, title, brief] = modes.find(([known]) => known === mode) ?? ["", "as configured", ""];
  return (
    <Menu label={`Answers come from: ${title}`} className={brief ? "ask-explore ask-mode on" : "ask-explore ask-mode"} above
      items={modes.map(([name, label]) => ({ label, icon: name === mode ? "check" : "book", run: () => onChoose(name) }))}>
      <Icon name="book" />{brief}
    </Menu>
  );
}
