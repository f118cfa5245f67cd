// The question of a cell as its heading. Over an answer to another statement than
// the question's own stands what that gives, and what was asked below. A
// statement that someone wrote is set as one. Very long ones are cut; all of the text is there to hover, to hear and
// when the keyboard comes to the cell.
import type { Cell } from "../api/types";
import { title } from "../table/value";
import { headed } from "../ui/sentence";
import { straight } from "../ui/straight";

interface Props {
  id: string;
  text: string;
  follower: boolean;
  /** Of one that has led to nothing yet: whether it is how a statement begins that someone wrote. */
  statement?: boolean;
  /** What it has led to, if anything. */
  cell?: Cell | undefined;
}

const long = 160; // letters that may take more lines than are shown

export function Question({ id, text, follower, statement: written = false, cell }: Props) {
  const Title = follower ? "h3" : "h2";
  const statement = cell?.sql?.as_question ?? written;
  const edited = cell?.sql?.edited_by_user && !statement;
  return (
    <Title className={statement ? "question statement" : "question"} id={`q-${id}`} title={text.length > long ? text : undefined}>
      {edited ? headed(givenBy(cell)) : (statement ? straight(text) : headed(text)) || "SQL"}
      {edited && <span className="question-asked"> Asked: {straight(text)} · SQL edited</span>}
    </Title>
  );
}

/** What the statement of a cell gives, in words: the title of its chart, or its columns. */
function givenBy({ chart, result }: Cell): string {
  return chart?.plan?.title || (typeof chart?.spec?.title === "string" ? chart.spec.title : "") || (result?.columns ?? []).slice(0, mostColumns).map(title).join(", ") || "SQL";
}

const mostColumns = 4; // in a heading
