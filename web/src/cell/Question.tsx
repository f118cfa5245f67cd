// The question of a cell as its heading. Over an answer to another statement than
// the question's own stands what that gives, and what was asked below. A
// statement that someone wrote is set as one. Very long ones are cut; all of the text is there to hover, to hear and
// when the keyboard comes to the cell.
import type { Cell } from "../api/types";
import { looksLikeSQL } from "../notebook/written";
import { title } from "../table/value";
import { headed } from "../ui/sentence";
import { straight } from "../ui/straight";

interface Props {
  id: string;
  text: string;
  follower: boolean;
  /** What it has led to, if anything. */
  cell?: Cell | undefined;
}

const long = 160; // letters that may take more lines than are shown

export function Question({ id, text, follower, cell }: Props) {
  const Title = follower ? "h3" : "h2";
  const statement = looksLikeSQL(text) || isOwn(text, cell?.sql);
  const edited = cell?.sql?.edited_by_user && !statement;
  return (
    <Title className={statement ? "question statement" : "question"} id={`q-${id}`} title={text.length > long ? text : undefined}>
      {edited ? headed(givenBy(cell)) : (statement ? straight(text) : headed(text)) || "SQL"}
      {edited && <span className="question-asked"> Asked: {straight(text)} · SQL edited</span>}
    </Title>
  );
}

/** Whether a heading is the beginning of the statement that a person wrote. */
export function isOwn(text: string, sql: Cell["sql"]): boolean {
  const plain = (words: string) => words.replace(/\s+/g, " ").trim();
  const heading = plain(text).replace(/…$/, "");
  return sql?.generated_by === "you" && heading !== "" && plain(sql.query).startsWith(heading);
}

/** What the statement of a cell gives, in words: the title of its chart, or its columns. */
function givenBy({ chart, result }: Cell): string {
  return chart?.plan?.title || (typeof chart?.spec?.title === "string" ? chart.spec.title : "") || (result?.columns ?? []).slice(0, mostColumns).map(title).join(", ") || "SQL";
}

const mostColumns = 4; // in a heading
