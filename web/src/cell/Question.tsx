// The question of a cell as its heading. A statement that someone wrote is set
// as one. Very long ones are cut; all of the text is there to hover, to hear and
// when the keyboard comes to the cell.
import type { Cell } from "../api/types";
import { looksLikeSQL } from "../notebook/written";
import { straight } from "../ui/straight";

interface Props {
  id: string;
  text: string;
  follower: boolean;
  sql?: Cell["sql"] | undefined;
}

const long = 160; // letters that may take more lines than are shown

export function Question({ id, text, follower, sql }: Props) {
  const Title = follower ? "h3" : "h2";
  const statement = looksLikeSQL(text) || isOwn(text, sql);
  return (
    <Title className={statement ? "question statement" : "question"} id={`q-${id}`} title={text.length > long ? text : undefined}>
      {straight(text) || "SQL"}
      {sql?.edited_by_user && !statement && <span className="question-edited"> · SQL edited</span>}
    </Title>
  );
}

/** Whether a heading is the beginning of the statement that a person wrote. */
export function isOwn(text: string, sql: Cell["sql"]): boolean {
  const plain = (words: string) => words.replace(/\s+/g, " ").trim();
  const heading = plain(text).replace(/…$/, "");
  return sql?.generated_by === "you" && heading !== "" && plain(sql.query).startsWith(heading);
}
