// What a question leaves open: at most three things in one round, each with choices from
// the data. The first choice is taken unless the person says otherwise.
import { useId, useState } from "react";
import type { Cell } from "../api/types";
import { ask } from "../store/actions";
import { begun } from "../ui/sentence";

export function Unsaid({ cell }: { cell: Cell }) {
  const list = cell.reading?.unsaid ?? [];
  const waits = cell.reading?.outcome === "unsure" && !cell.result;
  const asked = (one: (typeof list)[number]) => waits && !one.obvious && !one.said;
  const [chosen, setChosen] = useState<Record<number, number>>({});
  const group = useId();
  const send = (answers: number[]) => void ask({ replaces: cell.id, answers });
  return (
    <form
      className="unsaid"
      onSubmit={(event) => {
        event.preventDefault();
        send(list.map((one, i) => chosen[i] ?? (asked(one) ? one.taken + 1 : 0)));
      }}
    >
      {list.map((one, i) => (!waits || asked(one)) && (
        <fieldset key={one.key}>
          <legend>{one.question}</legend>
          {one.choices.map((choice, n) => (
            <label key={choice.value} className="saying">
              <input type="radio" name={`${group}-${i}`} checked={(chosen[i] ?? one.taken + 1) === n + 1} onChange={() => setChosen({ ...chosen, [i]: n + 1 })} />
              <span>{begun(choice.text)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="acts">
        <button type="submit" className="button">Answer</button>
        {waits && <button type="button" className="quiet" onClick={() => send(list.map(() => 0))}>Skip</button>}
        <span className="meta">What you choose is remembered for this database.</span>
      </div>
    </form>
  );
}
