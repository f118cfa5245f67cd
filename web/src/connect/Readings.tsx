// How each column is read, with an example and what else it could be read as.
import type { ReadChoice } from "../api/types";
import { plural } from "../rail/describe";
import { keyOf, titleOf } from "./readings";

interface Props {
  choices: readonly ReadChoice[];
  first: readonly string[]; // the keys of those that are shown at once
  onChoose: (choice: ReadChoice, as: string) => void;
}

export function Readings({ choices, first, onChoose }: Props) {
  const shown = choices.filter((choice) => first.includes(keyOf(choice)));
  const others = choices.filter((choice) => !first.includes(keyOf(choice)));
  const several = new Set(choices.map((choice) => choice.file)).size > 1;
  const rows = (list: readonly ReadChoice[]) => (
    <ul>
      {list.map((choice) => <Row key={keyOf(choice)} choice={choice} named={several || !choice.column} onChoose={onChoose} />)}
    </ul>
  );
  return (
    <section className="readings" aria-label="Change how the data is read">
      {shown.length > 0 && <h3>Change how it is read</h3>}
      {shown.length > 0 && rows(shown)}
      {others.length > 0 && (
        <details>
          <summary>{shown.length > 0 ? plural(others.length, "other column") : `How ${plural(others.length, "column is", "columns are")} read`}</summary>
          {rows(others)}
        </details>
      )}
    </section>
  );
}

interface RowProps {
  choice: ReadChoice;
  named: boolean; // also by its file
  onChoose: (choice: ReadChoice, as: string) => void;
}

function Row({ choice, named, onChoose }: RowProps) {
  const { file, column, as, options, example, value } = choice;
  const changed = value !== undefined && value !== example;
  return (
    <li>
      <span className="reading-name">{column ?? file}{named && column && <span className="reading-file"> {file}</span>}</span>
      <span className="reading-example">{example}{example && changed && " → "}{changed && value}</span>
      <select className="field" aria-label={`Read ${column ?? file} as`} value={as} onChange={(event) => onChoose(choice, event.target.value)}>
        {options.map((option) => <option key={option} value={option}>{titleOf(option)}</option>)}
      </select>
    </li>
  );
}
