// The question of a cell as its heading. A statement that someone wrote is set
// as one.
import { looksLikeSQL } from "../notebook/written";

export function Question({ id, text, follower }: { id: string; text: string; follower: boolean }) {
  const Title = follower ? "h3" : "h2";
  return <Title className={looksLikeSQL(text) ? "question statement" : "question"} id={`q-${id}`}>{text || "SQL"}</Title>;
}
