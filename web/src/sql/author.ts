import type { Cell } from "../api/types";

/** Who wrote the statement that stands in an editor, whether it ran or not; "" if nobody knows. */
export function authorOf(sql: Cell["sql"], text: string): string {
  if (text.trim() !== sql?.query.trim()) return "Edited by hand";
  if (sql.generated_by === "you") return "Written by hand";
  if (sql.generated_by === "builtin") return "Written by Plumb";
  return sql.generated_by ? `Written by ${sql.generated_by}` : "";
}
